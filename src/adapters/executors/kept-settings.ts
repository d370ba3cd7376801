/**
 * The agent's own settings stand among its scripts, and a command can read them but not change them: what they say becomes part of the
 * instructions. `write_file` changes them, where the call is judged.
 */
import { lstat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fault } from '../../machines/domain/failure.ts';
import type { ExecutorOptions } from './direct.ts';

type Kept = Pick<ExecutorOptions, 'scripts' | 'keepsSettings'>;

const name = 'agent.toml';

/** What a sandbox mounts over its own view of the scripts, to read. */
export function keptSettings({ scripts, keepsSettings = false }: Kept) {
  return keepsSettings ? [{ source: join(scripts, name), target: `/scripts/${name}` }] : [];
}

/**
 * Before a sandbox is made: only what is there can be mounted, so an empty file stands in for none. Throws `Fault` (`unavailable`) where
 * something else has its name, which would be mounted in its stead. Answers what is held.
 */
export async function keepSettings(options: Kept): Promise<readonly string[]> {
  for (const { source } of keptSettings(options)) {
    const fail = (why: string) =>
      fault('unavailable', `the sandbox could not be built: ${source} ${why}; put a plain file there, or nothing`);
    await writeFile(source, '', { flag: 'wx', mode: 0o644 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw fail(`cannot be made (${error.code})`);
    });
    const stats = await lstat(source).catch(() => undefined);
    if (!stats?.isFile()) throw fail('is no file');
  }
  return keptSettings(options).map(({ source }) => source);
}
