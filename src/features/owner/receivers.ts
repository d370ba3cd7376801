/** What each channel hands inward, and what it may ask for. */
import { sessionAddress } from '../../actors/channels/inward.ts';
import type { Agent } from '../../api/client/agent.ts';
import { slashAnswer, slashMarkdown } from '../../commands/conversation/slash.ts';
import type { Receiver } from '../../ports/channel.ts';
import { decidedIn } from './decided-in.ts';
import type { Owner } from './owner.ts';

/** `agent`: what its slash commands ask; `name`: of the channel. */
export function receiverFor(owner: Owner, agent: Agent, name: string): Receiver {
  const { inward, sessions, standing, reads, admin, audit, undo, home, host } = owner;
  const { conversation } = home;
  return {
    message: ({ chat, ...message }) =>
      inward.message(name, sessions.at(sessionAddress(`session:${name}:${chat}`)), message),
    decide: decision => inward.decide(decidedIn(name, decision)),
    decideAll: all => inward.decideAll(all.map(one => decidedIn(name, one))),
    abort: chat => inward.abort(sessions.at(`session:${name}:${chat}`)),
    async notify(key, text) {
      const event = { type: 'report.raised', kind: 'progress', code: 'aside', subject: `channel:${name}`, text };
      await host.system.accept({ target: 'supervisor', dedupe: `notify:${name}:${key}`, event });
    },
    async command(command, args, chat) {
      const call = { agent, args, chat: `session:${name}:${chat}`, now: home.clock.now() };
      const answer = await slashAnswer(command, call);
      return answer && slashMarkdown(answer);
    },
    card(key) {
      const row = conversation.approval(`approval:${key}`);
      return row?.state === 'pending' ? row.card : undefined;
    },
    waiting: () => conversation.approvals('pending', 100).map(({ card }) => card),
    standing,
    undo: audit.undo(undo.service, name),
    actors: { ...admin, state: reads.state, steps: (id, most) => reads.journal(id, { limit: most })?.entries },
  };
}
