/**
 * Measures how late the event loop is, and names what held it up.
 *
 * A wait of a quarter of a second that comes back much later says that nothing else could be done meanwhile. If the
 * host's own commit took that long, the commit is named; else the effects that were under way, of which one has worked
 * without a pause; and if this process had no processor at all, the machine.
 */
import type { Clock } from '../../ports/clock.ts';
import type { System } from '../runtime/system.ts';

export interface StallMeter {
  begin(): void;
  end(): void;
}

const everyMs = 250;
/** So many effects are named at most. */
const mostNamed = 3;

/** `processorMs`: processor time of this process so far; `stallMs`: what takes longer is reported. */
export function createStallMeter(
  system: Pick<System, 'accept' | 'lastCommit' | 'underWay'>,
  clock: Pick<Clock, 'after' | 'elapsed' | 'stoppedMs'>,
  processorMs: () => number,
  stallMs: number,
): StallMeter {
  let cancel = () => {};

  function wait(): void {
    const since = clock.elapsed();
    const stopped = clock.stoppedMs?.() ?? 0;
    const worked = processorMs();
    // named before the wait is over: what has held the loop up may have ended by then
    const underWay = system.underWay();
    cancel = clock.after(everyMs, () => {
      const ms = clock.elapsed() - since + (clock.stoppedMs?.() ?? 0) - stopped - everyMs;
      if (ms > stallMs) report(ms, processorMs() - worked, since, underWay);
      wait();
    });
  }

  function report(ms: number, workedMs: number, since: number, before: readonly string[]): void {
    const commit = system.lastCommit;
    const isCommit = commit !== undefined && commit.endedAt >= since && commit.ms > ms / 2;
    const names = [...new Set([...before, ...system.underWay()])];
    const effects = names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : '');
    const during = isCommit
      ? commit.during
      : workedMs < ms / 4
        ? 'the machine: this process had no processor'
        : effects === ''
          ? 'Straylight itself'
          : effects;
    if (during.startsWith('supervisor')) return; // its report would be one more of the same
    void system.accept({ target: 'supervisor', event: { type: 'loop.stalled', during, ms } }).catch(() => {});
  }

  return { begin: wait, end: () => cancel() };
}
