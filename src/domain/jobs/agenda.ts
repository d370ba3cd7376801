/** Which runs start now, which are left out and why, and when the next is due. Pure; the instants come from schedule.ts. */
import {
  freshForMs,
  isLate,
  type JobSpec,
  lastAt,
  mostCaughtUp,
  mostParallel,
  type SkippedRuns,
  type SkipReason,
  type WaitingRun,
} from './job.ts';
import { type DueInstants, instantsAfter, instantsDue, type Schedule } from './schedule.ts';

/** A job as it stands. */
export interface Standing {
  readonly spec: JobSpec;
  /** The newest instant that was dealt with. */
  readonly last: number;
  readonly waits: readonly WaitingRun[];
  /** How many runs are under way. */
  readonly running: number;
  /** It makes no run by itself. */
  readonly isPaused: boolean;
  readonly at: number;
}

/** What follows from it. */
export interface Agenda {
  /** To start now, in order. */
  readonly starts: readonly WaitingRun[];
  readonly skips: readonly SkippedRuns[];
  /** What waits from now on. */
  readonly waits: readonly WaitingRun[];
  readonly last: number;
  readonly next: number | null;
}

export function agendaOf({ spec, last, waits, running, isPaused, at }: Standing): Agenda {
  const from = fromWhere(spec.schedule, last, at);
  const due = isPaused ? undefined : instantsDue(spec.schedule, from, at, mostCaughtUp + 1);
  const { runs, skips: missed } = due ? caughtUp(spec, due, at) : { runs: [], skips: [] };
  const newest = due?.newest.at(-1) ?? from;
  // a newer instant takes the place of a further attempt at an older one
  const isReplaced = ({ trigger }: WaitingRun) => runs.length > 0 && trigger === 'retry';
  const still = waits.filter(one => !isReplaced(one));
  const replaced = waits.filter(isReplaced).map(one => leftOut(one, 'newer'));
  const ready = [...still.filter(one => one.from <= at), ...runs];
  const later = still.filter(one => one.from > at);
  const { starts, queued, skips } = withinOverlap(spec, ready, running);
  const [next = null] = isPaused ? [] : instantsAfter(spec.schedule, Math.max(newest, at), 1);
  return { starts, skips: [...missed, ...replaced, ...skips], waits: [...later, ...queued], last: newest, next };
}

/**
 * From which instant on the next count. An interval follows real time, whatever the clock shows: where that was set
 * back, the instant that has just come is one that was waited for.
 */
function fromWhere(schedule: Schedule, last: number, at: number): number {
  if (schedule.kind !== 'every') return lastAt(last, at);
  return last > at ? at - Math.min(schedule.everyMs, freshForMs) : last;
}

/** Of the instants that are due, those that are run, by what the job wants to be made up for. */
function caughtUp(
  { catchUp }: JobSpec,
  { first, newest, count, isMore }: DueInstants,
  at: number,
): { readonly runs: readonly WaitingRun[]; readonly skips: readonly SkippedRuns[] } {
  const kept = catchUp === 'all' ? mostCaughtUp : 1;
  const taken = newest.slice(-kept).filter(slot => catchUp !== 'skip' || at - slot <= freshForMs);
  const runs = taken.map(slot => ({
    slot,
    attempt: 1,
    from: slot,
    trigger: isLate(slot, at) || count > 1 ? ('catchUp' as const) : ('due' as const),
  }));
  const until = newest.at(-1 - taken.length);
  if (until === undefined) return { runs, skips: [] };
  return {
    runs,
    skips: [
      {
        slot: first,
        until,
        count: count - (isMore ? 0 : taken.length),
        isMore,
        reason: 'missed',
        trigger: 'due',
        attempt: 1,
      },
    ],
  };
}

/** What may start beside the runs that are under way, what waits for their end, and what is left out. */
function withinOverlap(
  { overlap }: JobSpec,
  ready: readonly WaitingRun[],
  running: number,
): {
  readonly starts: readonly WaitingRun[];
  readonly queued: readonly WaitingRun[];
  readonly skips: readonly SkippedRuns[];
} {
  const room = Math.max(0, (overlap === 'parallel' ? mostParallel : 1) - running);
  const starts = ready.slice(0, room);
  const rest = ready.slice(room);
  // runs that are made up for follow one another; an instant that comes during a run is judged by the overlap
  const waits = (one: WaitingRun) => overlap !== 'skip' || one.trigger === 'manual' || one.trigger === 'catchUp';
  return {
    starts,
    queued: rest.filter(waits).slice(-mostQueued),
    skips: rest
      .filter((one, at, all) => !waits(one) || at < all.filter(waits).length - mostQueued)
      .map(one => leftOut(one, 'overlap')),
  };
}

/** One run that is not made. */
export function leftOut({ slot, trigger, attempt }: Omit<WaitingRun, 'from'>, reason: SkipReason): SkippedRuns {
  return { slot, until: slot, count: 1, isMore: false, reason, trigger, attempt };
}

/** At most so many runs wait for the end of others. */
const mostQueued = mostCaughtUp;
