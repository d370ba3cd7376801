/** What the owner reads of an approval beside its card. */
import { agentChannel } from '../../domain/agents/agent.ts';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import { jobChannel } from '../../domain/jobs/job.ts';
import { taskChannel } from '../../domain/tasks/task.ts';
import { texts } from '../../domain/text/texts.ts';
import { actorAt, stampOf } from '../needs.ts';
import { isSamePlace, keyOf } from './facts.ts';
import { base, type Enqueue } from './setup.ts';
import type { Context, Place } from './types.ts';

/** One line to the owner, in these chats. */
function say(enqueue: Enqueue, context: Context, name: string, places: readonly Place[], body: string): void {
  const { address, session } = context;
  for (const { channel, chat } of places) {
    const id = `${address}/${name}:${channel}:${chat}`;
    enqueue({ type: 'queueDelivery', params: { id, channel, chat, session, body } });
    enqueue.sendTo(actorAt(`channel:${channel}`), { type: 'delivery.queued', delivery: id, chat, notice: true });
  }
}

/** Half of the time is over: the owner is reminded in every chat where it is asked. */
export const remind = base.enqueueActions(({ context, event, enqueue }) => {
  const { intent, places, address, expiresAt, language } = context;
  const hours = Math.round(((expiresAt ?? 0) - stampOf(event).at) / 3_600_000);
  say(enqueue, context, 'reminder', places, texts(language).approvalWaits(keyOf(address), intent, hours));
});

/**
 * Nobody answered: the owner is notified where the call came from, and where the card never arrived. A job or a task
 * came from no chat, and says itself what became of it.
 */
export const tellExpired = base.enqueueActions(({ context, enqueue }) => {
  const { session, intent, places, shown, language, after } = context;
  const own = placeOf(session);
  const unseen = places.filter(place => !shown.some(one => isSamePlace(one, place)));
  const others = unseen.filter(place => !isSamePlace(place, own));
  const hasNoChat = [jobChannel, taskChannel, agentChannel].includes(own.channel);
  const receivers = hasNoChat ? others : [own, ...others];
  if (after !== 'lapsed') say(enqueue, context, 'expired', receivers, texts(language).approvalExpired(intent));
});
