/** The executor of this machine, for tests that only need one. */
import { bubblewrapExecutor } from '../../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import type { BubblewrapOptions } from '../../../src/adapters/executors/bubblewrap/walls.ts';
import { chooseExecutor } from '../../../src/adapters/executors/choose-executor.ts';
import type { Executor } from '../../../src/ports/executor.ts';

let hasBubblewrap = false;

/** As `chooseExecutor`, but that the walls are probed only the first time that a file asks. */
export async function openChosen(options: BubblewrapOptions): Promise<Executor> {
  if (hasBubblewrap) return bubblewrapExecutor(options);
  const { executor } = await chooseExecutor(options);
  hasBubblewrap = executor.kind === 'bubblewrap';
  return executor;
}
