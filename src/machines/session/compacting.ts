/** The beginning of a conversation is summarised: for the next model call, or because its owner wants it so. */

import { contextTexts } from '../../domain/context/texts.ts';
import { jobChannel } from '../../domain/jobs/job.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import { taskChannel } from '../../domain/tasks/task.ts';
import { defined } from '../../domain/text/json.ts';
import { failureWords } from '../../domain/text/texts.ts';
import { type Context, turnOf } from './context.ts';
import { deliver } from './messages.ts';
import { base, type Enqueue } from './setup.ts';
import { forgetDeadline } from './turn.ts';
import type { CompactionInput, Of, SessionEvent } from './types.ts';

/** What the summary in hand is given. */
export function compactionOf(context: Context): CompactionInput {
  const { born, calling } = context;
  return { session: born.address, turn: turnOf(context).id, ...defined({ only: calling.only ?? undefined }) };
}

/** The summary is a message, which stands for those before it from now on; its owner is told in one line. */
export const keepSummary = base.enqueueActions(({ context, event, enqueue }) => {
  const { summary } = (event as Of<'xstate.done.actor.compaction'>).output;
  if (!summary) return;
  const { text: body, upTo, messages, taint } = summary;
  const id = `${event.id}/summary`;
  const turn = turnOf(context).id;
  enqueue({ type: 'appendMessage', params: { id, turn, role: 'notice', body, taint, isSummary: true } });
  enqueue({ type: 'compact', params: { summary: id, upTo, messages } });
  tell(enqueue, context, event, contextTexts[context.owner.language].compacted(messages));
});

/** A turn that was for the summary alone ends. */
export const endSummarised = base.enqueueActions(({ context, event, enqueue }) => {
  const { summary } = (event as Of<'xstate.done.actor.compaction'>).output;
  if (!summary) tell(enqueue, context, event, contextTexts[context.owner.language].nothing);
  end(enqueue, context, 'done');
});

/** It did not come about: its owner, who wanted it, reads why. */
export const endUnsummarised = base.enqueueActions(({ context, event, enqueue }) => {
  const { language } = context.owner;
  const failure: Failure = (event as Of<'xstate.error.actor.compaction'>).error;
  tell(enqueue, context, event, contextTexts[language].failed(failureWords(failure, language)));
  end(enqueue, context, 'failed');
});

function end(enqueue: Enqueue, context: Context, outcome: 'done' | 'failed'): void {
  forgetDeadline(enqueue, context);
  enqueue({ type: 'endTurn', params: { turn: turnOf(context).id, outcome, reply: null } });
  enqueue.assign({ turn: null });
}

/** For the owner alone. A conversation of a job or a task has nobody who reads along. */
function tell(enqueue: Enqueue, context: Context, event: SessionEvent, body: string): void {
  const { channel } = context.born;
  enqueue({
    type: 'appendMessage',
    params: {
      id: `${event.id}/compacted`,
      turn: turnOf(context).id,
      role: 'notice',
      body,
      taint: 'owner',
      isAside: true,
    },
  });
  if (channel !== jobChannel && channel !== taskChannel) deliver(enqueue, context, event, body);
}
