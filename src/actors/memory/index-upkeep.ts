/** Puts scattered full-text indexes together, a little at a time, so that all else goes on. */
import type { TextIndex } from '../../ports/memory/text-index.ts';

/** One look at all of them, which ends early once the signal is given. While one goes on, another does nothing. */
export function indexUpkeep({
  indexes,
  perform,
}: {
  readonly indexes: readonly TextIndex[];
  /** Runs a piece of work in a commit of its own. */
  readonly perform: <Result>(work: () => Result) => Promise<Result>;
}): (signal: AbortSignal) => Promise<void> {
  let isRunning = false;
  return async signal => {
    if (isRunning) return;
    isRunning = true;
    try {
      for (const index of indexes)
        if (index.isScattered())
          for (let isFirst = true; !signal.aborted; isFirst = false)
            if (!(await perform(() => index.merge(isFirst)))) break;
    } finally {
      isRunning = false;
    }
  };
}
