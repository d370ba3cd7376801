/** What a run came to: its row, whether it is made again, and what follows for the job. */

import type { Body } from '../../domain/conversation/body.ts';
import { type JobSpec, mostFailures, type RunOutcome, retryPausesMs } from '../../domain/jobs/job.ts';
import { cutText, failingText } from '../../domain/jobs/texts.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { actorAt } from '../needs.ts';
import type { ToolCallOutput } from '../tool-call/types.ts';
import { base, type Enqueue } from './setup.ts';
import { leaveWaits } from './starting.ts';
import { tellEnd } from './telling.ts';
import type { Context, EndedRun, Of, RunningRun } from './types.ts';

type End = Pick<EndedRun, 'outcome' | 'reason' | 'text' | 'taint'>;

/** A tool call or a built-in has ended. */
export const takeEnd = base.enqueueActions(({ context, event, enqueue }) => {
  const { actorId, output } = event as Of<'xstate.done.actor.run'>;
  const run = context.running[actorId];
  enqueue.stopChild(actorId);
  if (run) takeOut(enqueue, context, actorId, run, endOf(run, output, context));
});

/** One that failed as a whole. */
export const takeFailure = base.enqueueActions(({ context, event, enqueue }) => {
  const { actorId, error } = event as Of<'xstate.error.actor.run'>;
  const run = context.running[actorId];
  enqueue.stopChild(actorId);
  if (run) takeOut(enqueue, context, actorId, run, failedWith(error));
});

/** The conversation of a run has come to the end of a turn. */
export const takeTurn = base.enqueueActions(({ context, event, enqueue }) => {
  const { session, outcome, text, taint, isOpen } = event as Of<'turn.ended'>;
  const others = context.late.filter(one => one !== session);
  enqueue.assign({ late: isOpen ? [...others, session] : others });
  if (!isOpen) enqueue.sendTo(actorAt(session), { type: 'session.closed' });
  const isDone = outcome === 'done';
  const [childId, run] = Object.entries(context.running).find(([, one]) => one.session === session) ?? [];
  if (childId === undefined || run === undefined) {
    // it was stopped when its time was up, and that was told
    if (outcome === 'cancelled' || outcome === 'expired') return;
    // an approval came after the run had ended, and the conversation has gone on with it
    const late = {
      id: '',
      kind: 'ask',
      slot: event.at,
      trigger: 'manual',
      attempt: 1,
      startedAt: event.at,
      until: null,
    } as const;
    const became = isDone
      ? ({ outcome: 'done', reason: null } as const)
      : ({ outcome: 'failed', reason: outcome } as const);
    enqueue.assign({ ended: [...context.ended, { ...late, session, ...became, text, taint }] });
    return;
  }
  const reason = isDone ? null : outcome === 'expired' || run.isTimedOut ? 'timeout' : outcome;
  takeOut(enqueue, context, childId, run, { outcome: isDone ? 'done' : 'failed', reason, text, taint });
});

/** Runs whose time is up are stopped. What became of a tool call is waited for. */
export const stopOverdue = base.enqueueActions(({ context, event, enqueue }) => {
  const { address, spec } = context;
  const running: Record<string, RunningRun> = {};
  const ended: EndedRun[] = [...context.ended];
  const late: string[] = [...context.late];
  for (const [childId, run] of Object.entries(context.running)) {
    const isOverdue = run.until !== null && run.until <= event.at;
    if (isOverdue) cancelRun(enqueue, childId, run);
    if (!isOverdue) running[childId] = run;
    else if (run.kind === 'call') running[childId] = { ...run, until: null, isTimedOut: true };
    // a conversation had its own deadline before this one, and a built-in says nothing more
    else {
      const text = `${address} took longer than ${(spec?.timeoutMs ?? 0) / 1000} s`;
      ended.push({ ...run, outcome: 'failed', reason: 'timeout', text, taint: 'owner' });
      if (run.session !== undefined) late.push(run.session);
    }
  }
  enqueue.assign({ running, ended, late });
});

/** It asks its owner something, and nobody is there to answer a job. */
export const refuseQuestion = base.enqueueActions(({ context, event, enqueue }) => {
  const { childId } = event as Of<'owner.asked'>;
  if (context.running[childId]?.kind === 'call') enqueue.sendTo(childId, { type: 'tool.cancelled' });
});

/** A run waits for an approval, which has a deadline of its own. */
export const noteWaiting = base.enqueueActions(({ context, event, enqueue }) => {
  const { childId } = event as Of<'tool.waiting'>;
  const run = context.running[childId];
  if (run?.kind !== 'call') return;
  enqueue.assign({ running: { ...context.running, [childId]: { ...run, until: null } } });
});

/** Every run is told to stop. */
export const stopRuns = base.enqueueActions(({ context, enqueue }) => {
  for (const [childId, run] of Object.entries(context.running)) cancelRun(enqueue, childId, run);
});

function cancelRun(enqueue: Enqueue, childId: string, { kind, session }: RunningRun): void {
  if (session !== undefined) enqueue.sendTo(actorAt(session), { type: 'turn.aborted' });
  else if (kind === 'call') enqueue.sendTo(childId, { type: 'tool.cancelled' });
  else enqueue.stopChild(childId);
}

function takeOut(enqueue: Enqueue, context: Context, childId: string, run: RunningRun, end: End): void {
  const { [childId]: _, ...running } = context.running;
  const { runs, ...rest } = run;
  const { spec } = context;
  const isLet = runs !== undefined && spec !== null && (end.outcome === 'done' || end.outcome === 'failed');
  enqueue.assign({
    running,
    ended: [...context.ended, { ...rest, ...end }],
    ...defined({ spec: isLet && end.reason === null ? { ...spec, runs } : undefined }),
  });
}

function endOf(run: RunningRun, output: ToolCallOutput | Body, { spec }: Context): End {
  if (typeof output === 'string' || !('outcome' in output))
    return { outcome: 'done', reason: null, text: output, taint: 'owner' };
  // a call that was stopped from outside its chart says no more than that
  const { outcome, text = '', failed = true, taint = spec?.taint ?? 'external' }: Partial<ToolCallOutput> = output;
  if (run.isTimedOut && outcome !== 'unknown') return { outcome: 'failed', reason: 'timeout', text, taint };
  if (outcome === 'done') return { outcome: failed ? 'failed' : 'done', reason: null, text, taint };
  if (outcome === 'denied' || outcome === 'expired' || outcome === 'cancelled')
    return { outcome: 'skipped', reason: outcome, text, taint };
  return { outcome: outcome === 'unknown' ? 'unknown' : 'failed', reason: null, text, taint };
}

function failedWith({ kind, message }: Failure): End {
  const outcome: RunOutcome = kind === 'unknown' ? 'unknown' : kind === 'cancelled' ? 'skipped' : 'failed';
  return { outcome, reason: kind, text: message, taint: 'owner' };
}

/** Deals with the first run that has ended. */
export const settleRun = base.enqueueActions(({ context, event, enqueue }) => {
  const { spec } = context;
  const [ended, ...left] = context.ended;
  if (spec === null || ended === undefined) return;
  enqueue.assign({ ended: left });
  const report = event.type === 'xstate.done.actor.outcome' ? event.output : { text: '', isChanged: true };
  const { id, outcome, reason, text } = ended;
  const isAgain = mayRetry(spec, ended, context);
  if (id !== '')
    enqueue({ type: 'endRun', params: { id, state: outcome, reason: isAgain ? 'again' : reason, result: text } });
  if (isAgain) {
    const pause = retryPausesMs[Math.min(ended.attempt, retryPausesMs.length) - 1] ?? 0;
    const { slot, attempt } = ended;
    enqueue.assign({
      waits: [...context.waits, { slot, trigger: 'retry', attempt: attempt + 1, from: event.at + pause }],
    });
    return;
  }
  if (outcome === 'unknown') {
    reportCut(enqueue, context, spec, text);
    return;
  }
  tellEnd(enqueue, context, spec, ended, report);
  if (outcome === 'done') enqueue.assign({ failures: 0, said: text });
  if (outcome === 'failed' && id !== '') countFailure(enqueue, context, spec, report.text);
});

/** A run whose time was up may have done half of what it does: its owner decides. */
function mayRetry({ retries }: JobSpec, { id, outcome, attempt, reason }: EndedRun, { isRemoved, waits }: Context) {
  return (
    id !== '' &&
    outcome === 'failed' &&
    reason !== 'timeout' &&
    !isRemoved &&
    attempt <= retries &&
    !waits.some(({ trigger }) => trigger !== 'retry')
  );
}

function countFailure(enqueue: Enqueue, context: Context, spec: JobSpec, text: string): void {
  const failures = context.failures + 1;
  enqueue.assign({ failures });
  if (failures < mostFailures || context.paused !== null) return;
  enqueue(leaveWaits('paused'));
  enqueue.assign({ paused: 'failures', next: null });
  enqueue.sendTo(actorAt('supervisor'), {
    type: 'report.raised',
    kind: 'stuck',
    code: 'failing',
    subject: context.address,
    text: failingText(spec, failures, text),
  });
}

/** It may or may not have happened: it is not run again by itself, and the owner is asked. */
function reportCut(enqueue: Enqueue, { address }: Context, spec: JobSpec, text: Body): void {
  enqueue.assign({ isCut: true, said: text });
  enqueue.sendTo(actorAt('supervisor'), {
    type: 'report.raised',
    kind: 'unknown',
    code: 'cut',
    subject: address,
    text: cutText(spec),
  });
}
