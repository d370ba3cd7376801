/** What each channel hands inward, and what it may ask for. */
import { sessionAddress } from '../../actors/channels/inward.ts';
import { asksOwner } from '../../actors/supervision/administration.ts';
import { statusText } from '../../actors/supervision/health.ts';
import { budgetLines } from '../../commands/budget.ts';
import { sessionsCommand } from '../../commands/sessions.ts';
import { standingText } from '../../commands/standing.ts';
import { asCode, toolsText } from '../../commands/tools.ts';
import { undoText } from '../../commands/undo.ts';
import { sandboxLines } from '../../domain/security/sandbox.ts';
import type { Receiver } from '../../ports/channel.ts';
import { decidedIn } from '../open-channels.ts';
import type { Owner } from './owner.ts';

/** `name`: of the channel. */
export function receiverFor(owner: Owner, name: string): Receiver {
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
    command: (command, args, chat) => answerTo(owner, name, command, args, chat),
    card(key) {
      const row = conversation.approval(`approval:${key}`);
      return row?.state === 'pending' ? row.card : undefined;
    },
    waiting: () => conversation.approvals('pending', 100).map(({ card }) => card),
    standing,
    undo: audit.undo(undo.desk, name),
    actors: { ...admin, state: reads.state, steps: (id, most) => reads.journal(id, { limit: most })?.entries },
  };
}

/** Undefined where there is no such command. */
async function answerTo(
  owner: Owner,
  name: string,
  command: string,
  args: string,
  chat: string,
): Promise<string | undefined> {
  const { sessions, tools, sandbox, undo, budget, standing, audit } = owner;
  const { now } = owner.home.clock;
  const words = args.trim();
  const session = `session:${name}:${chat}`;
  const steered = await sessionsCommand(sessions, command, args, session, now());
  if (steered) return steered.text;
  switch (command) {
    case 'status':
      return statusOf(owner, sessions.at(session));
    case 'tools':
      return asCode(await toolsText(tools.library.desk, words, now()));
    case 'sandbox':
      return asCode(sandboxLines(await sandbox.desk.look()));
    case 'undo':
      return asCode(await undoText(audit.undo(undo.desk, name), words, now()));
    case 'budget':
      return asCode(budgetLines(budget.look(), now()));
    case 'approvals':
      return asCode(await standingText(standing, words, now()));
    case 'reset':
      return audit.sandbox(sandbox.desk, name).reset();
    default:
      return undefined;
  }
}

function statusOf({ home, reads, status }: Owner, session: string): string {
  const { actors } = reads.state();
  return statusText(status.health(), {
    approvals: home.conversation.approvals('pending', 100).length,
    incidents: home.store.actors(home.clock.now()).filter(asksOwner).length,
    waiting: actors.flatMap(({ waitsFor }) => waitsFor ?? []),
    distrust: actors.flatMap(({ id, distrust }) => (id === session && distrust !== undefined ? [distrust] : [])),
  });
}
