/** One run of a hook: JSON on its standard input, its exit code and output as the answer. */
import type { HookEnd } from '../../domain/hooks/answer.ts';
import type { Hook } from '../../domain/hooks/hook.ts';
import type { Clock } from '../../ports/clock.ts';
import { endOf } from '../process/bounded-child.ts';
import { startChild } from '../process/child-process.ts';

const mostOutput = 262_144;

/** Rejects with an `Error` where it gave no answer in time, wrote too much, or could not be started. */
export async function runHook(
  { command, timeoutMs }: Pick<Hook, 'command' | 'timeoutMs'>,
  input: object,
  {
    clock,
    home,
    project,
    searchPath,
  }: {
    readonly clock: Pick<Clock, 'after'>;
    /** The owner's own folder. */
    readonly home: string;
    /** The workspace, as it lies on the disk. */
    readonly project: string;
    /** Where programs are looked for. */
    readonly searchPath: readonly string[];
  },
  signal: AbortSignal,
): Promise<HookEnd> {
  const path = searchPath.length > 0 ? searchPath.join(':') : '/usr/local/bin:/usr/bin:/bin';
  const env = { PATH: path, HOME: home, LANG: 'C.UTF-8', CLAUDE_PROJECT_DIR: project };
  const begun = startChild('/bin/sh', ['-c', command], {
    cwd: project,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = endOf(begun, { clock, timeoutMs, mostOutput, signal });
  // one that reads nothing may be gone before all is written
  begun.child.stdin?.end(JSON.stringify(input));
  const { code, ...said } = await ended;
  return code === null ? said : { ...said, code };
}
