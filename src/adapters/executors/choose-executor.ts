/** Which executor this machine gets, found out by trying. */
import { toFailure } from '../../machines/domain/failure.ts';
import type { Executor } from '../executor.ts';
import { type BubblewrapOptions, bubblewrapExecutor } from './bubblewrap.ts';
import { directExecutor } from './direct.ts';

export interface ChosenExecutor {
  readonly executor: Executor;
  /** Why this one, in one sentence for the owner. */
  readonly reason: string;
}

/**
 * bubblewrap where a command really runs in it, can write where it should and cannot see what it should not; else direct, with what stood
 * in the way. Never throws.
 */
export async function chooseExecutor(options: BubblewrapOptions): Promise<ChosenExecutor> {
  if (process.platform !== 'linux') return direct(options, `bubblewrap needs Linux and this is ${process.platform}`);
  let problem = '';
  for (const hardened of [true, false]) {
    const executor = bubblewrapExecutor({ ...options, hardened });
    const found = await problemOf(executor);
    if (found === undefined)
      return {
        executor,
        reason: hardened
          ? 'bubblewrap works here: commands run in a sandbox without network.'
          : `bubblewrap works here, though not with its newest options (${problem}): commands run in a sandbox without network.`,
      };
    problem ||= found;
    await executor.close();
  }
  return direct(options, problem);
}

function direct(options: BubblewrapOptions, problem: string): ChosenExecutor {
  return {
    executor: directExecutor(options),
    reason: `Commands run directly on this machine, without a sandbox: ${problem}.`,
  };
}

/** Each line ends the probe with what is wrong; the last says that nothing is. */
const probe = `
[ "$(pwd)" = /workspace ] || { echo 'a trial command did not start in the workspace'; exit; }
for folder in /workspace /scripts /tmp "$HOME"; do
  [ -w "$folder" ] || { echo "a trial command could not write to $folder"; exit; }
done
[ ! -w /proc/sys/kernel/core_pattern ] || { echo 'a trial command could write to the kernel’s settings'; exit; }
[ "$(grep -c : /proc/net/dev)" = 1 ] || { echo 'a trial command saw network devices'; exit; }
echo works
`;

async function problemOf(executor: Executor): Promise<string | undefined> {
  try {
    const result = await executor.execute({ command: probe, timeoutMs: 10_000, signal: new AbortController().signal });
    if (result.stdout.trim() === 'works') return undefined;
    return result.ended ? 'a trial command did not end in time' : result.stdout.trim() || result.stderr.trim();
  } catch (error) {
    return toFailure(error).message;
  }
}
