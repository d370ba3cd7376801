/** What each channel hands to the agent, and what it may ask for. */
import { answered } from '../../actors/channels/answered.ts';
import { inbox } from '../../actors/channels/inbox.ts';
import { sessionAddress } from '../../actors/channels/incoming.ts';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import type { Receiver } from '../../ports/channel.ts';
import { type Features, feature } from '../feature.ts';
import type { Owner } from './owner.ts';

/** A turn that ended so shortly before the start may have been cut off before its channel knew. */
const justBeforeMs = 60_000;

/** What takes in what comes over the channels. */
export const receiversFeature = feature('receivers', ['owner', 'operations'], ({ owner, operations }) => {
  const { channels } = owner.channels;
  return {
    effects: {
      inbox: {
        isPossible: ({ channel }: { readonly channel: string }) => channels.has(channel),
        logic: inbox(channels, name => receiverFor(owner, operations, name)),
        policy: 'repeatable',
        isService: true,
        timeoutMs: null,
      },
    },
  };
});

/** What the channel of this name asks of. */
function receiverFor(owner: Owner, { operations, agentFor }: Features['operations'], name: string): Receiver {
  const { incoming, sessions, core } = owner;
  return {
    message: ({ chat, answers, ...message }) =>
      incoming.message(name, sessions.at(sessionAddress(`session:${name}:${chat}`)), {
        ...message,
        answers: answers ? answered(core.conversation, name, chat, answers) : undefined,
      }),
    async answer({ key, chat, ref, option }) {
      const sent = core.conversation.sentAs(name, chat, ref);
      if (!sent) return core.conversation.isAsking(name, chat) ? 'sending' : undefined;
      const { session, asks, taint } = sent;
      const text = asks && 'question' in asks ? asks.options[option] : undefined;
      if (!asks || !('question' in asks) || text === undefined) return undefined;
      // the agent has worded it: it is trusted as far as what it was asked from
      const given = { key, question: asks.question, text, taint: taint ?? 'external' };
      const taken = await incoming.answer(name, session, given);
      return taken && { text, ...taken };
    },
    takenBefore: async () =>
      core.conversation
        .namedMessages(name, core.startedAt - justBeforeMs)
        .map(({ session, ...message }) => ({ ...message, chat: placeOf(session).chat })),
    abort: (chat, key) => incoming.abort(sessions.at(`session:${name}:${chat}`), key && `${name}:${key}`),
    async notify(key, text) {
      const event = { type: 'report.raised', kind: 'progress', code: 'aside', subject: `channel:${name}`, text };
      await core.system.accept({ target: 'supervisor', dedupe: `notify:${name}:${key}`, event });
    },
    async command(command, args, chat, key) {
      const { slashAnswer, slashMarkdown } = await import('../../commands/conversation/slash.ts');
      const act = `${name}:${key}`;
      const session = `session:${name}:${chat}`;
      const call = {
        agent: agentFor(name, act, sessions.at(session)),
        args,
        chat: session,
        now: core.clock.now(),
        language: core.config.owner.language,
        act,
      };
      const answer = await slashAnswer(command, call);
      return answer && slashMarkdown(answer);
    },
    knock: owner.accounts.knock,
    ask: (operation, input, { by, act = core.clock.id(), chat }) =>
      operations.call(operation, input, {
        // a channel speaks for itself and its accounts, and for no other
        by: by === name || by.startsWith(`${name}:`) ? by : `${name}:${by}`,
        role: 'owner',
        commandId: act,
        from: chat === undefined ? undefined : sessions.at(`session:${name}:${chat}`),
      }) as Promise<never>,
  };
}
