/** Tool calls of a turn: started, refused, waited for, and what they came to. */

import { agentChannel, delegationOf } from '../../domain/agents/agent.ts';
import { jobChannel } from '../../domain/jobs/job.ts';
import type { Provenance } from '../../domain/policy/provenance.ts';
import { mixed, sourceOf } from '../../domain/policy/taint.ts';
import { errorsAfter } from '../../domain/supervision/failure-count.ts';
import { defined } from '../../domain/text/json.ts';
import { modelTexts, texts } from '../../domain/text/texts.ts';
import type { ToolRequest } from '../../domain/tools/tool.ts';
import { actorAt } from '../needs.ts';
import type { ToolCallOutput } from '../tool-call/types.ts';
import { type Context, inCall, inOpen, inOwner, inTrust, inTurn, type Trust, turnOf } from './context.ts';
import { completed, isAbout, isAsking, ofThisTurn } from './facts.ts';
import { appendNotice, deliver } from './messages.ts';
import { base, type Enqueue } from './setup.ts';
import type { Of, OpenCall } from './types.ts';

/** The model said something: it is kept, counted, and its tool calls start. */
export const startCalls = base.enqueueActions(({ context, event, enqueue }) => {
  const { requests, calls, trusts = [] } = completed(event);
  const { address, approvalExpiresAfterMs, limits } = context.born;
  const { spawned } = context.open;
  const before = turnOf(context);
  const { id: turn, priority } = before;
  const room = Math.max(0, limits.calls - before.calls);
  const started = calls.slice(0, room);
  const open: Record<string, OpenCall> = { ...context.open.calls };
  const asked = { ...before.asked };
  for (const [index, call] of started.entries()) {
    const childId = `call-${spawned + index + 1}`;
    const intent = 'intent' in call ? call.intent : '';
    if ('digest' in call) {
      const same = call.digest.slice(0, 12);
      const times = (asked[same] ?? 0) + 1;
      asked[same] = times;
      if (times >= sameBefore) reportLoop(enqueue, context, call.tool, times);
    }
    const { taint, from } = trustOf(context.trust, trusts[index]);
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
        ...defined({
          priority: priority ?? undefined,
          only: context.calling.only ?? undefined,
          distrust: from || undefined,
        }),
      },
    });
  }
  refuse(enqueue, context, event.id, requests.slice(room), texts(context.owner.language).limitCalls(limits.calls));
  enqueue.assign({
    ...inOpen(context, { calls: open, spawned: spawned + started.length }),
    ...inTurn(context, { asked, calls: before.calls + started.length }),
  });
});

/** What an older version asked for is trusted as its conversation; outside text is named as the session knows it. */
function trustOf({ taint, distrust }: Trust, trust: Provenance | undefined): Provenance {
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
    subject: context.born.address,
    text: `${tool} was called ${times} times with the same arguments`,
    turn: turnOf(context).id,
    tool,
    times,
  });
}

/** A notice for the model that it repeats itself; it reads that before it goes on. */
export const clarify = base.enqueueActions(({ context, event, enqueue }) => {
  const [times = 0] = Object.values(turnOf(context).asked).toSorted((a, b) => b - a);
  appendNotice(enqueue, context, `${event.id}/looping`, modelTexts.looping(times));
});

/** No tools were offered, and some were asked for. */
export const refuseCalls = base.enqueueActions(({ context, event, enqueue }) =>
  refuse(enqueue, context, event.id, completed(event).requests, turnOf(context).limit ?? ''),
);

/** Tools asked for beyond the limit: each request is answered so, since a model expects an answer to each. */
function refuse(enqueue: Enqueue, context: Context, id: string, requests: readonly ToolRequest[], limit: string): void {
  for (const { callId, name } of requests)
    enqueue({
      type: 'appendMessage',
      params: {
        id: `${id}/${callId}`,
        turn: turnOf(context).id,
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
  const call = context.open.calls[actorId];
  enqueue.stopChild(actorId);
  if (!call) return;
  const { [actorId]: _, ...calls } = context.open.calls;
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
      params: { id: from, turn: turnOf(context).id, role: 'tool', body: text, taint, callId, tool, failed },
    });
  const { isExcused = false }: Partial<ToolCallOutput> = output;
  const { errorsInRow, unread, done, cut } = turnOf(context);
  // that nothing came of it is no news, and silence of the owner nothing to pay a turn for: the model reads the note in
  // its next one
  const isNews = call.state === 'waiting' && outcome !== 'cancelled' && outcome !== 'expired';
  const before = context.trust;
  const source = sourceOf(before.taint, taint, call.intent || tool, before.distrust);
  enqueue.assign({
    ...inOpen(context, { calls }),
    ...inTrust(context, { taint: mixed(before.taint, taint), distrust: source }),
    ...inTurn(context, {
      errorsInRow: errorsAfter(errorsInRow, { outcome, failed, isExcused }),
      unread: unread + (isNews ? 1 : 0),
      done: outcome === 'done' && !failed ? [...done, tool].slice(-20) : done,
      // only the call itself knows whether it had begun: an approval may have been granted meanwhile
      cut: output.isCut || outcome === 'unknown' ? [...cut, call.intent || tool].slice(-20) : cut,
    }),
  });
});

/** A call waits for an approval. The model reads that and goes on, or the turn waits with the call. */
export const noteWaiting = base.enqueueActions(({ context, event, enqueue }) => {
  const { childId, id, holds } = event as Of<'tool.waiting'>;
  const call = context.open.calls[childId];
  if (!call) return;
  const goesOn = context.born.approvals === 'continue' && !holds;
  enqueue.assign(inCall(context, childId, { ...call, state: goesOn ? 'waiting' : 'approving' }));
  if (!goesOn) return;
  const { callId, tool } = call;
  enqueue({
    type: 'appendMessage',
    params: {
      id,
      turn: turnOf(context).id,
      role: 'tool',
      body: modelTexts.waiting(tool),
      taint: 'owner',
      callId,
      tool,
    },
  });
});

/**
 * A call asks the owner something: the question is a message, and goes to the chat; that of an agent to the chat that its
 * work was given in. In the run of a job nobody answers.
 */
export const noteAsking = base.enqueueActions(({ context, event, enqueue }) => {
  const { childId, question, options, id } = event as Of<'owner.asked'>;
  const call = context.open.calls[childId];
  if (!call) return;
  if (context.born.channel === jobChannel) {
    enqueue.sendTo(childId, { type: 'owner.answered', text: modelTexts.nobodyAnswers, taint: 'owner' });
    return;
  }
  const isOneOfSeveral = Object.values(context.open.calls).some(isAsking);
  const named = options || isOneOfSeveral ? id : undefined;
  enqueue.assign(inCall(context, childId, { ...call, state: 'asking', ...defined({ question: named }) }));
  enqueue({
    type: 'appendMessage',
    params: { id, turn: turnOf(context).id, role: 'assistant', body: question, taint: 'owner', callId: call.callId },
  });
  const { channel, chat } = context.born;
  if (channel === agentChannel)
    enqueue.sendTo(actorAt(delegationOf(chat)), { type: 'owner.asked', question, ...defined({ options }) });
  else deliver(enqueue, context, event, question, { asks: options && { question: id, options } });
});

/** The owner's words answer the question they are an answer to, else the one that was asked first; a button its own. */
export const passAnswer = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'message.received' && event.type !== 'question.answered') return;
  const { messageId, text, taint } = event;
  const { attachments, ref } = event.type === 'message.received' ? event : {};
  const question = event.type === 'question.answered' ? event.question : event.answers?.question;
  const waiting = Object.entries(context.open.calls).filter(([, call]) => isAsking(call));
  const isIt = question === undefined ? undefined : isAbout({ question });
  const meant = isIt && waiting.find(([, call]) => isIt(call));
  // what answers a message that no other question is answers the one that was asked alone
  const alone = isIt && waiting.find(([, call]) => call.question === undefined);
  const asked = meant ?? (event.type === 'message.received' ? (alone ?? waiting[0]) : undefined);
  if (!asked) return;
  const [childId, call] = asked;
  enqueue({
    type: 'appendMessage',
    params: {
      id: messageId,
      turn: turnOf(context).id,
      role: 'owner',
      body: text,
      taint,
      callId: call.callId,
      ...defined({ attachments, ref }),
    },
  });
  enqueue.sendTo(childId, { type: 'owner.answered', text, taint });
  enqueue.assign({
    ...inOwner(context, { newest: messageId }),
    ...inCall(context, childId, { ...call, state: 'running' }),
  });
});

/** Every call that a stop is meant for is cancelled. */
export const cancelCalls = base.enqueueActions(({ context, enqueue }) => {
  for (const [childId] of ofThisTurn(context)) enqueue.sendTo(childId, { type: 'tool.cancelled' });
});
