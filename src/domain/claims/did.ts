/** After the work: what the calls of a turn did, by the records of how they ended and what they were given. */
import type { ClaimedCall } from '../conversation/claims.ts';
import { onlyLooks } from './looking-commands.ts';
import { isTestFile, pathsIn } from './requested.ts';

/** It ran, and says that it worked. */
export function worked({ outcome, failed }: ClaimedCall): boolean {
  return outcome === 'done' && !failed;
}

/** The shell command of a call; undefined: it is of another kind, or nobody knows any more. */
export function commandOf({ args }: ClaimedCall): string | undefined {
  const { command } = args ?? {};
  return typeof command === 'string' ? command : undefined;
}

/** Was it to find out whether tests pass? */
export function isTestRun(call: ClaimedCall): boolean {
  const command = commandOf(call);
  return (
    command !== undefined &&
    /test|spec|\bjest\b|\bmake\b|\bcheck\b|\btox\b|\bnox\b|\bmocha\b|\bava\b/i.test(command) &&
    !onlyLooks(command)
  );
}

const pathKeys = /path|file|to$|target|dest|folder|name/i;

/** The files that a call was given by name, without the folder of the workspace. */
export function pathsOf({ args = {} }: ClaimedCall): readonly string[] {
  return Object.entries(args).flatMap(([key, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return pathKeys.test(key) ? values.flatMap(one => (typeof one === 'string' ? plainPath(one) : [])) : [];
  });
}

/** As the owner says it: without `./`, and without the workspace. */
function plainPath(path: string): string {
  return path.replace(/^\.\//, '').replace(/^\/?workspace\//, '');
}

/** Is the file that words name the one of a path? Words may leave out its folder. */
export function isSameFile(said: string, path: string): boolean {
  const [a, b] = [plainPath(said).toLowerCase(), plainPath(path).toLowerCase()];
  return a === b || b.endsWith(`/${a}`) || a.endsWith(`/${b}`);
}

/** Files of tests that calls have changed, by their names. */
export function changedTests(calls: readonly ClaimedCall[], writes: (call: ClaimedCall) => boolean): readonly string[] {
  return [
    ...new Set(
      calls.filter(worked).flatMap(call => {
        const command = commandOf(call);
        if (command === undefined) return writes(call) ? pathsOf(call).filter(isTestFile) : [];
        const isEdit = /\bsed\b.*-i|\btee\b|\brm\b|\bmv\b|\bcp\b|\btruncate\b|\bperl\b.*-\w*i|>(?!&)/.test(command);
        return isEdit ? pathsIn(command).flatMap(({ path }) => (isTestFile(path) ? path : [])) : [];
      }),
    ),
  ];
}
