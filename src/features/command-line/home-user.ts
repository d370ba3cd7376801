/** The process that uses a home, as its lock says: the id that a dead process left may be that of another one. */
import type { HomePaths } from '../../../config/home.ts';
import { holder } from '../../commands/reach.ts';
import { toFailure } from '../../domain/supervision/failure.ts';

/** Looks who it is; undefined: nobody. Its id is there a moment after it began. */
export async function homeUser({
  lockFile,
  portFile,
}: Pick<HomePaths, 'lockFile' | 'portFile'>): Promise<() => { readonly pid?: number } | undefined> {
  const { heldBy, lockHome } = await import('../../adapters/home/lock.ts');
  return () => {
    try {
      lockHome(lockFile).release();
      return undefined;
    } catch (thrown) {
      if (toFailure(thrown).cause !== heldBy) throw thrown;
    }
    return holder(lockFile, portFile) ?? {};
  };
}
