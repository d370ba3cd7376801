/** What the agenda asks for: runs that begin, and instants for which none is made. */

import { leftOut } from '../../domain/jobs/agenda.ts';
import {
  type JobSpec,
  type JobWork,
  type SkippedRuns,
  type SkipReason,
  type StartingRun,
  sessionOfRun,
} from '../../domain/jobs/job.ts';
import { missedText } from '../../domain/jobs/texts.ts';
import { defined } from '../../domain/text/json.ts';
import { boundContent } from '../../domain/tools/run-file.ts';
import { isMalformed } from '../../domain/tools/tool.ts';
import { actorAt } from '../needs.ts';
import { base, type Enqueue } from './setup.ts';
import { tell } from './telling.ts';
import type { Context, EndedRun, Of, RunningRun } from './types.ts';

/** A run is wanted now. */
export const addRequested = base.enqueueActions(({ context, event, enqueue }) => {
  const wanted = { slot: event.at, trigger: 'manual' as const, attempt: 1, from: event.at };
  if (context.waits.length < mostWaiting) enqueue.assign({ waits: [...context.waits, wanted] });
  else writeSkips(enqueue, context.address, event.id, [leftOut(wanted, 'overlap')]);
});

/** Runs that wait, further attempts apart: those for which instants are made up for, and those the owner asked for. */
const mostWaiting = 20;

/** It is paused, or removed: what waits is not made, and each has its row. */
export const leaveWaits = (reason: 'paused' | 'removed') =>
  base.enqueueActions(({ context, event, enqueue }) => leave(enqueue, context, event.id, reason));

/** It is defined again: what waits by another schedule is not made. */
export const leaveFormerWaits = base.enqueueActions(({ context, event, enqueue }) => {
  const { schedule } = (event as Of<'job.defined'>).spec;
  if (!isSameSchedule(context, schedule)) leave(enqueue, context, event.id, 'changed');
});

export function isSameSchedule({ spec }: Context, schedule: JobSpec['schedule']): boolean {
  return JSON.stringify(spec?.schedule) === JSON.stringify(schedule);
}

function leave(enqueue: Enqueue, { address, waits }: Context, event: string, reason: SkipReason): void {
  writeSkips(
    enqueue,
    address,
    event,
    waits.map(one => leftOut(one, reason)),
  );
  enqueue.assign({ waits: [] });
}

/** A row for each run that is not made. */
function writeSkips(enqueue: Enqueue, address: string, event: string, skips: readonly SkippedRuns[]): void {
  for (const [index, { slot, until, count, reason, trigger, attempt }] of skips.entries())
    enqueue({
      type: 'beginRun',
      params: {
        id: `${address}/skip/${event}.${index}`,
        slot,
        until,
        count,
        reason,
        attempt,
        trigger,
        state: 'skipped',
        work: null,
        dedupKey: null,
      },
    });
}

/** Takes the agenda: each run is a row before it begins. */
export const takeAgenda = base.enqueueActions(({ context, event, enqueue }) => {
  const { spec, address } = context;
  if (spec === null) return;
  const { starts, skips, waits, last, next } = (event as Of<'xstate.done.actor.agenda'>).output;
  writeSkips(enqueue, address, event.id, skips);
  // a job that makes up for all has left these out: they are beyond its bound
  const isMadeUpFor = spec.catchUp === 'once' && [...starts, ...waits].some(({ trigger }) => trigger === 'catchUp');
  for (const skip of skips) if (skip.reason === 'missed') tell(enqueue, context, missedText(spec, skip, isMadeUpFor));
  const running = { ...context.running };
  const ended: EndedRun[] = [...context.ended];
  for (const start of starts) {
    const { run, isOver } = begin(enqueue, context, spec, start, event.at);
    if (isOver === undefined) running[`run-${start.number}`] = run;
    else ended.push({ ...run, outcome: 'done', reason: null, text: isOver, taint: spec.taint });
  }
  enqueue.assign({ isAsking: false, waits, last, next, running, ended, runs: context.runs + starts.length });
});

/** Begins one; `isOver`: what it said, where saying something is all it does. */
function begin(
  enqueue: Enqueue,
  { address, approvalExpiresAfterMs }: Context,
  spec: JobSpec,
  { number, slot, trigger, attempt, work, dedupKey }: StartingRun,
  at: number,
): { readonly run: RunningRun; readonly isOver?: string } {
  const id = `${address}/${number}`;
  const childId = `run-${number}`;
  const session = work.kind === 'ask' ? work.session : undefined;
  enqueue({
    type: 'beginRun',
    params: {
      id,
      slot,
      attempt,
      trigger,
      until: slot,
      count: 1,
      reason: null,
      state: 'running',
      work: workOf(work),
      dedupKey: dedupKey ?? null,
    },
  });
  // a conversation ends by its own deadline; this is for one that does not
  const until = at + spec.timeoutMs + (work.kind === 'ask' ? graceMs : 0);
  const run: RunningRun = {
    id,
    slot,
    trigger,
    attempt,
    startedAt: at,
    until,
    kind: work.kind,
    ...defined({ session }),
    ...strayedRuns(work),
  };
  if (work.kind === 'say') return { run, isOver: work.text };
  if (work.kind === 'builtin') enqueue.spawnChild('builtin', { id: childId, input: { name: work.name, run: id } });
  if (work.kind === 'call')
    enqueue.spawnChild('tool-call', {
      id: childId,
      input: {
        session: sessionOfRun(address, number),
        turn: id,
        childId,
        call: work.call,
        taint: spec.taint,
        approvalExpiresAfterMs,
        priority: spec.priority,
        ...defined({ distrust: spec.distrust }),
      },
    });
  if (work.kind === 'ask')
    enqueue.sendTo(actorAt(work.session), {
      type: 'message.received',
      messageId: id,
      text: work.text,
      taint: spec.taint,
      priority: spec.priority,
      deadlineMs: spec.timeoutMs,
    });
  return { run };
}

/** Noted only where it is asked about for that reason. */
function strayedRuns(work: JobWork): Pick<RunningRun, 'runs'> {
  if (work.kind !== 'call' || isMalformed(work.call) || work.call.facts.strayed === undefined) return {};
  return { runs: boundContent(work.call.facts.runs) ?? [] };
}

const graceMs = 60_000;

function workOf(work: JobWork): string {
  if (work.kind === 'ask') return work.session;
  if (work.kind === 'call') return work.call.tool;
  return work.kind === 'builtin' ? work.name : 'say';
}
