/** What the files hold that a command executes, loaded with the first command: most starts run none. */
import { createRequire } from 'node:module';
import type { RunFiles } from '../../ports/files/run-files.ts';
import type * as Whole from './run-files.ts';

const load = createRequire(import.meta.url);

/** As `runFiles` of run-files.ts. */
export function lazyRunFiles(options: Whole.RunFilesOptions): RunFiles {
  let read: RunFiles | undefined;
  return obeyed => {
    read ??= (load('./run-files.ts') as typeof Whole).runFiles(options);
    return read(obeyed);
  };
}
