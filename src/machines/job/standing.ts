/** How a job stands: its definition, its timer, and its row. */
import { type JobState, lastAt } from '../../domain/jobs/job.ts';
import type { JobWrites } from '../../domain/jobs/writes.ts';
import { actorAt } from '../needs.ts';
import { base, isAwaited } from './setup.ts';
import { isSameSchedule } from './starting.ts';
import type { Context, Of } from './types.ts';

const dueTimer = 'due';

/** A job is made, or changed: its instants count from when that was asked for. */
export const takeSpec = base.assign(({ context, event }) => {
  const { spec, isPaused, since = event.at } = event as Of<'job.defined'>;
  return {
    spec,
    last: isSameSchedule(context, spec.schedule) ? context.last : Math.min(since, event.at),
    paused: isPaused === undefined ? context.paused : isPaused ? ('owner' as const) : null,
    failures: 0,
  };
});

/**
 * It goes on. What came due while it was paused is left out; what it had dealt with before stays so, also if the clock
 * was set back.
 */
export const enable = base.assign(({ context: { last, paused }, event: { at } }) => ({
  paused: null,
  failures: 0,
  last: paused === null ? last : Math.max(lastAt(last, at), at),
}));

/** One timer, for the nearest of what it waits for. */
export const arm = base.enqueueActions(({ context, event, enqueue }) => {
  const { next, waits, running, paused } = context;
  const isBusy = Object.keys(running).length > 0;
  const instants = [
    ...(next === null || paused !== null ? [] : [next]),
    // what is queued behind a run goes on at its end
    ...waits.map(({ from }) => from).filter(from => !isBusy || from > event.at),
    ...Object.values(running).flatMap(({ until }) => until ?? []),
  ];
  enqueue.cancel(dueTimer);
  if (instants.length === 0) return;
  const { at, id } = event;
  enqueue.raise(
    { type: 'job.due', at, id, from: '' },
    { id: dueTimer, delay: Math.max(0, Math.min(...instants) - at) },
  );
});

/** It waits for nothing. */
export const disarm = base.cancel(dueTimer);

/** The agenda could not be worked out: it is tried again. */
export const retryLater = base.assign(({ context: { waits }, event }) => ({
  isAsking: false,
  next: event.at + againMs,
  waits: waits.map(one => ({ ...one, from: Math.max(one.from, event.at + againMs) })),
}));
const againMs = 60_000;

/** The supervisor writes that down. */
export const reportLost = base.sendTo(actorAt('supervisor'), ({ context, event }) => ({
  type: 'report.raised',
  kind: 'failed',
  subject: context.address,
  failure: (event as Of<'xstate.error.actor.agenda'>).error,
}));

/** What was asked of the owner is answered by what the owner does now. */
export const passTroubles = base.enqueueActions(({ context: { address, paused, isCut }, enqueue }) => {
  const kinds = [...(paused === 'failures' ? ['failing'] : []), ...(isCut ? ['cut'] : [])];
  for (const kind of kinds) enqueue.sendTo(actorAt('supervisor'), { type: 'pattern.passed', kind, subject: address });
  enqueue.assign({ isCut: false });
});

/** Its row, as it stands from now on. */
export const record = base.enqueueActions(({ context, event, enqueue }) => {
  const params = rowOf(context, event.at);
  if (params) enqueue({ type: 'recordJob', params });
});

/** Undefined: it is not defined yet. */
export function rowOf(context: Context, at: number): JobWrites['recordJob'] | undefined {
  const { spec, next, failures, waits } = context;
  if (spec === null) return undefined;
  const state = stateOf(context);
  const nearest = [...(next === null ? [] : [next]), ...waits.map(({ from }) => from)];
  const isOver = state === 'over' || state === 'removed';
  return {
    spec,
    state,
    failures,
    next: nearest.length === 0 || isOver ? null : Math.min(...nearest),
    endedAt: isOver ? at : null,
  };
}

function stateOf(context: Context): JobState {
  const { isRemoved, paused, next, waits, running } = context;
  if (isRemoved) return 'removed';
  if (paused !== null) return paused === 'owner' ? 'paused' : 'failing';
  const isOver = next === null && waits.length === 0 && Object.keys(running).length === 0;
  return isOver && !isAwaited(context) ? 'over' : 'active';
}
