/** Tool calls of a turn: started, refused, waited for, and what they came to. */

import { jobChannel } from '../../domain/jobs/job.ts';
import type { Provenance } from '../../domain/policy/provenance.ts';
import { mixed, sourceOf } from '../../domain/policy/taint.ts';
import { errorsAfter } from '../../domain/supervision/failure-count.ts';
import { defined } from '../../domain/text/json.ts';
import { modelTexts, texts } from '../../domain/text/texts.ts';
import type { ToolRequest } from '../../domain/tools/tool.ts';
import { actorAt } from '../needs.ts';
import type { ToolCallOutput } from '../tool-call/types.ts';
import { completed, isAbout, isAsking, ofThisTurn, turnOf } from './facts.ts';
import { appendNotice, deliver } from './messages.ts';
import { base, type Enqueue } from './setup.ts';
import type { Context, Of, OpenCall } from './types.ts';

/** The model said something: it is kept, counted, and its tool calls start. */
export const startCalls = base.enqueueActions(({ context, event, enqueue }) => {
  const { requests, calls, trusts = [] } = completed(event);
  const { address, approvalExpiresAfterMs, limits, language, priority } = context;
  const turn = turnOf(context);
  const room = Math.max(0, limits.calls - context.calls);
  const started = calls.slice(0, room);
  const open: Record<string, OpenCall> = { ...context.open };
  const asked = { ...context.asked };
  for (const [index, call] of started.entries()) {
    const childId = `call-${context.spawned + index + 1}`;
    const intent = 'intent' in call ? call.intent : '';
    if ('digest' in call) {
      const same = call.digest.slice(0, 12);
      const times = (asked[same] ?? 0) + 1;
      asked[same] = times;
      if (times >= sameBefore) reportLoop(enqueue, context, call.tool, times);
    }
    const { taint, from } = trustOf(context, trusts[index]);
    open[childId] = { callId: call.callId, tool: call.tool, intent, turn, state: 'running' };
    enqueue.spawnChild('tool-call', {
      id: childId,
      input: {
        session: address,
        turn,
        childId,
        call,
        taint,
        approvalExpiresAfterMs,
        ...defined({ priority: priority ?? undefined, distrust: from || undefined }),
      },
    });
  }
  refuse(enqueue, context, event.id, requests.slice(room), texts(language).limitCalls(limits.calls));
  enqueue.assign({
    open,
    asked,
    spawned: context.spawned + started.length,
    calls: context.calls + started.length,
  });
});

/** What an older version asked for is trusted as its conversation; outside text is named as the session knows it. */
function trustOf({ taint, distrust }: Context, trust: Provenance | undefined): Provenance {
  const { taint: own, from }: Provenance = trust ?? { taint };
  const named = (taint === 'external' ? distrust : undefined) ?? from;
  return own === 'external' && named ? { taint: own, from: named } : { taint: own };
}

/** The very same call so often in one turn is going round in circles. */
const sameBefore = 4;

function reportLoop(enqueue: Enqueue, context: Context, tool: string, times: number): void {
  enqueue.sendTo(actorAt('supervisor'), {
    type: 'report.raised',
    kind: 'looping',
    subject: context.address,
    text: `${tool} was called ${times} times with the same arguments`,
    turn: turnOf(context),
    tool,
    times,
  });
}

/** A notice for the model that it repeats itself; it reads that before it goes on. */
export const clarify = base.enqueueActions(({ context, event, enqueue }) => {
  const [times = 0] = Object.values(context.asked ?? {}).toSorted((a, b) => b - a);
  appendNotice(enqueue, context, `${event.id}/looping`, modelTexts.looping(times));
});

/** No tools were offered, and some were asked for. */
export const refuseCalls = base.enqueueActions(({ context, event, enqueue }) =>
  refuse(enqueue, context, event.id, completed(event).requests, context.limit ?? ''),
);

/** Tools asked for beyond the limit: each request is answered so, since a model expects an answer to each. */
function refuse(enqueue: Enqueue, context: Context, id: string, requests: readonly ToolRequest[], limit: string): void {
  for (const { callId, name } of requests)
    enqueue({
      type: 'appendMessage',
      params: {
        id: `${id}/${callId}`,
        turn: turnOf(context),
        role: 'tool',
        body: modelTexts.limit(limit),
        taint: 'owner',
        callId,
        tool: name,
        failed: true,
      },
    });
}

/**
 * A tool call ended. Its answer stands where the model waits for it; if the model went on without it, it comes as a
 * notice.
 */
export const takeResult = base.enqueueActions(({ context, event, enqueue }) => {
  const { actorId, output, from } = event as Of<'xstate.done.actor.call'>;
  const call = context.open[actorId];
  enqueue.stopChild(actorId);
  if (!call) return;
  const { [actorId]: _, ...open } = context.open;
  const { callId, tool } = call;
  // a call that was stopped from outside its chart says no more than that
  const { outcome } = output;
  const stopped = modelTexts.stopped(outcome, call.intent || tool);
  const { text = stopped, failed = true, taint = 'owner' }: Partial<ToolCallOutput> = output;
  if (call.state === 'waiting') {
    appendNotice(enqueue, context, `${from}/late`, modelTexts.late(tool, outcome, call.intent));
    appendNotice(enqueue, context, from, text, taint);
  } else
    enqueue({
      type: 'appendMessage',
      params: { id: from, turn: turnOf(context), role: 'tool', body: text, taint, callId, tool, failed },
    });
  const { isExcused = false }: Partial<ToolCallOutput> = output;
  const errorsInRow = errorsAfter(context.errorsInRow, { outcome, failed, isExcused });
  enqueue.assign({
    open,
    errorsInRow,
    // that nothing came of it is no news, and silence of the owner nothing to pay a turn for: the model reads the note
    // in its next one
    unread: context.unread + (call.state === 'waiting' && outcome !== 'cancelled' && outcome !== 'expired' ? 1 : 0),
    taint: mixed(context.taint, taint),
    distrust: sourceOf(context.taint, taint, call.intent || tool, context.distrust),
    done: outcome === 'done' && !failed ? [...context.done, tool].slice(-20) : context.done,
    // only the call itself knows whether it had begun: an approval may have been granted meanwhile
    cut: output.isCut || outcome === 'unknown' ? [...context.cut, call.intent || tool].slice(-20) : context.cut,
  });
});

/** A call waits for an approval. The model reads that and goes on, or the turn waits with the call. */
export const noteWaiting = base.enqueueActions(({ context, event, enqueue }) => {
  const { childId, id } = event as Of<'tool.waiting'>;
  const call = context.open[childId];
  if (!call) return;
  const goesOn = context.approvals === 'continue';
  enqueue.assign({ open: { ...context.open, [childId]: { ...call, state: goesOn ? 'waiting' : 'approving' } } });
  if (!goesOn) return;
  const { callId, tool } = call;
  enqueue({
    type: 'appendMessage',
    params: { id, turn: turnOf(context), role: 'tool', body: modelTexts.waiting(tool), taint: 'owner', callId, tool },
  });
});

/** A call asks the owner something: the question is a message, and goes to the chat. In the run of a job nobody answers. */
export const noteAsking = base.enqueueActions(({ context, event, enqueue }) => {
  const { childId, question, options, id } = event as Of<'owner.asked'>;
  const call = context.open[childId];
  if (!call) return;
  if (context.channel === jobChannel) {
    enqueue.sendTo(childId, { type: 'owner.answered', text: modelTexts.nobodyAnswers, taint: 'owner' });
    return;
  }
  enqueue.assign({
    open: {
      ...context.open,
      [childId]: { ...call, state: 'asking', ...defined({ question: options ? id : undefined }) },
    },
  });
  enqueue({
    type: 'appendMessage',
    params: { id, turn: turnOf(context), role: 'assistant', body: question, taint: 'owner', callId: call.callId },
  });
  deliver(enqueue, context, event, question, { asks: options && { question: id, options } });
});

/** The owner's words answer the question that was asked first, a button the one it stands under. */
export const passAnswer = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'message.received' && event.type !== 'question.answered') return;
  const { messageId, text, taint } = event;
  const { attachments, ref } = event.type === 'message.received' ? event : {};
  const isIt = event.type === 'question.answered' ? isAbout(event) : isAsking;
  const asked = Object.entries(context.open).find(([, call]) => isIt(call));
  if (!asked) return;
  const [childId, call] = asked;
  enqueue({
    type: 'appendMessage',
    params: {
      id: messageId,
      turn: turnOf(context),
      role: 'owner',
      body: text,
      taint,
      callId: call.callId,
      ...defined({ attachments, ref }),
    },
  });
  enqueue.sendTo(childId, { type: 'owner.answered', text, taint });
  enqueue.assign({ allotment: messageId, open: { ...context.open, [childId]: { ...call, state: 'running' } } });
});

/** Every call that a stop is meant for is cancelled. */
export const cancelCalls = base.enqueueActions(({ context, enqueue }) => {
  for (const [childId] of ofThisTurn(context)) enqueue.sendTo(childId, { type: 'tool.cancelled' });
});
