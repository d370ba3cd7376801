/** What came of the call that an approval is about: its result, then the agent's words on it. */

import type { Agent, Link } from '../../api/client/agent.ts';
import type { ApprovalCard } from '../../domain/approvals/card.ts';
import type { ChatMessage, Frame } from '../../domain/supervision/view.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';
import { mailbox, patience, wholeReply } from '../conversation/turn.ts';

/** A call whose approval waits for an answer, or whose yes is held. */
export interface DecidedCall {
  /** The address of its actor, which is the id of the message with its result. */
  readonly address: string;
  readonly session: string;
}

/** The call an approval is about; undefined where it is not under way. */
export async function callOf(agent: Agent, { key, session }: ApprovalCard): Promise<DecidedCall | undefined> {
  const { actors } = await agent.state.show();
  const address = actors.find(({ id }) => id === `approval:${key}`)?.parent;
  return address === undefined ? undefined : { address, session };
}

/**
 * Waits until the call has ended and answers with what was said to it. It is looked up by its address: frames of a time
 * without connection are lost, and another message may be answered meanwhile. Undefined where nobody waits any more,
 * which is noted unless the owner wants it so. Rejects where Straylight stays away.
 */
export async function consequence(options: {
  readonly agent: Agent;
  readonly call: DecidedCall;
  readonly language: Language;
  /** The owner no longer waits. */
  readonly signal: AbortSignal;
  /** What the wait meets. */
  readonly onNote: (note: string) => void;
  /** So long it is waited for; the default is longer than most acts take. */
  readonly waitMs?: number;
  /** As of `takeTurn`. */
  readonly askEveryMs?: number;
  readonly awayMs?: number;
}): Promise<string | undefined> {
  const { agent, call, language, signal, onNote, waitMs = 120_000, awayMs = 30_000 } = options;
  const say = words[language];
  const watching = new AbortController();
  const late = AbortSignal.timeout(waitMs);
  const over = AbortSignal.any([watching.signal, signal, late]);
  const news = mailbox<'news'>();
  const patient = patience({ agent, awayMs, onNote }, say);
  const isNews = (frame: Frame) =>
    (frame.type === 'turn' && frame.report.session === call.session) ||
    (frame.type === 'message' && frame.message.id === call.address);
  try {
    if (over.aborted) return undefined;
    const given = new Promise<undefined>(resolve => {
      over.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    // without frames Straylight is queried every so often all the same
    const onFrame = (frame: Frame) => isNews(frame) && news.put('news');
    const onLink = (link: Link) => void (link === 'live' && news.put('news'));
    agent.watch(onFrame, over, { onLink }).catch(() => undefined);
    const said = await Promise.race([given, lookedUp()]);
    if (said === undefined && late.aborted && !signal.aborted) onNote(say.late);
    return said;
  } finally {
    watching.abort();
    news.put('news');
  }

  async function lookedUp(): Promise<string | undefined> {
    while (!over.aborted) {
      const said = await patient(() => outcomeOf(agent, call));
      if (said !== undefined) return said;
      await news.take(options.askEveryMs ?? 2_000);
    }
    return undefined;
  }
}

/** What was said to the end of the call; undefined before that. */
async function outcomeOf(agent: Agent, { address, session }: DecidedCall): Promise<string | undefined> {
  const { messages } = await agent.sessions.messages({ id: session, limit: 200 });
  const result = messages.find(({ id }) => id === address);
  if (!result) return undefined;
  const own = [messages.find(({ id }) => id === `${address}/late`)?.text ?? result.doing ?? '', result.text];
  const itself = own.filter(text => text !== '').join('\n');
  if (!isAnswered(result)) return itself;
  const report = await agent.sessions.turn({ id: result.turn });
  if (report?.outcome === 'running') return undefined;
  return (report && wholeReply(report)) || itself;
}

/** Is its turn about it? A result that came later may stand in the turn of another message. */
function isAnswered({ id, role, turn }: ChatMessage): boolean {
  return role === 'tool' || turn.startsWith(`${id}#`);
}

const words = catalog('commands/approvals/consequence', {
  en: {
    late: 'The call has not ended yet. Its result will appear in the conversation.',
    silent: (wait: string) => `Straylight does not respond. Your answer was accepted; waiting up to ${wait} …`,
    lost: (wait: string) =>
      `Straylight stopped responding and did not come back within ${wait}. Your answer was accepted: after "straylight start", the result appears in the conversation ("straylight chat", "straylight ui")`,
  },
  de: {
    late: 'Der Aufruf ist noch nicht zu Ende. Sein Ergebnis erscheint im Gespräch.',
    silent: (wait: string) =>
      `Straylight antwortet nicht. Deine Antwort ist angenommen; gewartet wird bis zu ${wait} …`,
    lost: (wait: string) =>
      `Straylight antwortet nicht mehr und kam binnen ${wait} nicht zurück. Deine Antwort ist angenommen: nach „straylight start“ erscheint das Ergebnis im Gespräch („straylight chat“, „straylight ui“)`,
  },
});
