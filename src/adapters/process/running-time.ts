/** The time in which a process runs: what passes while it is stopped as a whole does not count. */

/** It is looked at so often whether this process runs; what is that much later was not late but stopped. */
export const tickMs = 1_000;
const stopMs = 10_000;

/**
 * Readings of a monotonic clock without the time in which nothing ran here at all (SIGSTOP, a suspended virtual
 * machine, a debugger). A wait for an answer does not go on in that time.
 */
export function runningTime(
  read: () => number,
  everySecond: (tick: () => void) => void,
): { elapsed(): number; stoppedMs(): number } {
  let seen: number | undefined;
  let stopped = 0;
  function look(): number {
    const at = read();
    if (seen === undefined) everySecond(look);
    else if (at - seen > stopMs) stopped += at - seen - tickMs;
    seen = at;
    return at;
  }
  return {
    elapsed: () => look() - stopped,
    stoppedMs() {
      look();
      return stopped;
    },
  };
}
