/** `/new`, `/sessions` and `/session N`: the conversations of one chat; in the terminal, those of its other chats, too. */
import type { Client } from '../../api/client/client.ts';
import { type ChatSession, chatOf, conversationNamed, shortName } from '../../domain/conversation/chat-session.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { duration } from '../io.ts';

/**
 * What such a command says and where it leads; undefined: it is none of them. Rejects with `invalid` for a number or a
 * name that is not there.
 */
export async function sessionsCommand(
  agent: Agents,
  name: string,
  args: string,
  chat: string,
  now: number,
): Promise<{ readonly text: string; readonly session?: string }> {
  const { sessions } = agent;
  if (name === 'new') {
    const {
      session: { number, session },
    } = await sessions.begin({ id: chat });
    return { text: `New conversation, number ${number}. /sessions lists all; /session N switches to one.`, session };
  }
  if (name === 'sessions' || (name === 'session' && args.trim() === ''))
    return { text: await listed(agent, chat, now) };
  const wanted = args.trim();
  if (isOfTerminal(chat) && isName(wanted)) return named(agent, wanted);
  if (!/^\d{1,6}$/.test(wanted))
    throw fault(
      'invalid',
      `expected the number of a conversation, as in "/session 2", got "${oneLine(wanted, 40)}"; /sessions lists them`,
    );
  const {
    session: { number, session, title },
  } = await sessions.choose({ id: chat, number: Number(wanted) });
  return { text: `Switched to conversation ${number}${title === '' ? '' : `: ${oneLine(title, 60)}`}`, session };
}

type Agents = Pick<Client, 'sessions' | 'conversations'>;

const isOfTerminal = (chat: string) => chat.startsWith('session:terminal:');
const isName = (text: string) => /^(?:(?:session:)?terminal:)?[a-z_][\w.-]{0,63}(?:~\d{1,6})?$/i.test(text);
/** Of other chats, the newest. */
const mostOthers = 20;

/** The conversations of the chat by number; in the terminal, those of its other chats by name. */
async function listed({ sessions, conversations }: Agents, chat: string, now: number): Promise<string> {
  const own = (await sessions.list({ id: chat })).sessions.map(one => line(one, now));
  if (!isOfTerminal(chat)) return own.join('\n');
  const others = (await conversations.list({})).conversations
    .filter(({ session }) => isOfTerminal(session) && chatOf(session) !== chat)
    .slice(0, mostOthers)
    .map(({ session, title, at }) => `  ${shortName(session)}  ${oneLine(title, 60)}  (${duration(now - at)} ago)`);
  return [...own, ...(others.length === 0 ? [] : ['Other conversations, with /session NAME:', ...others])].join('\n');
}

/** Goes to a conversation of another chat of the terminal; one that is named without its number, to the one it speaks in. */
async function named({ sessions }: Agents, wanted: string) {
  const found = conversationNamed(wanted);
  const { current, sessions: all } = await sessions.list({ id: found });
  const session = found.includes('~') ? found : current;
  const isKnown = all.some(one => one.at !== undefined) && all.some(one => one.session === session);
  if (!isKnown) throw fault('invalid', `there is no conversation ${oneLine(wanted, 70)}; /sessions lists them`);
  return { text: `Switched to ${shortName(session)}`, session };
}

function line({ number, isCurrent, title, at }: ChatSession, now: number): string {
  const said = title === '' ? '(no messages yet)' : oneLine(title, 60);
  return `${isCurrent ? '*' : ' '} ${number}  ${said}${at === undefined ? '' : `  (${duration(now - at)} ago)`}`;
}
