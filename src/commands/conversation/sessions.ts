/** `/new`, `/sessions` and `/session N`: the conversations of one chat; in the terminal, those of its other chats, too. */
import type { Client } from '../../api/client/client.ts';
import { type ChatSession, chatOf, conversationNamed, shortName } from '../../domain/conversation/chat-session.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { ago } from '../../domain/text/ago.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';

import { type ChatTexts, chatTexts } from './texts.ts';

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
  language: Language = 'en',
): Promise<{ readonly text: string; readonly session?: string }> {
  const { sessions } = agent;
  const texts = chatTexts(language);
  if (name === 'new') {
    const {
      session: { number, session },
    } = await sessions.begin({ id: chat });
    return { text: texts.began(number), session };
  }
  if (name === 'sessions' || (name === 'session' && args.trim() === ''))
    return { text: await listed(agent, chat, now, language) };
  const wanted = args.trim();
  if (isOfTerminal(chat) && isName(wanted)) return named(agent, wanted, texts);
  if (!/^\d{1,6}$/.test(wanted)) throw fault('invalid', texts.wantsNumber(oneLine(wanted, 40)));
  const number = Number(wanted);
  const newest = Math.max(...(await sessions.list({ id: chat })).sessions.map(one => one.number));
  if (number < 1 || number > newest) throw fault('invalid', texts.noNumber(number, newest));
  const { session } = await sessions.choose({ id: chat, number });
  return { text: texts.switched(number, oneLine(session.title, 60)), session: session.session };
}

type Agents = Pick<Client, 'sessions' | 'conversations'>;

const isOfTerminal = (chat: string) => chat.startsWith('session:terminal:');
const isName = (text: string) => /^(?:(?:session:)?terminal:)?[a-z_][\w.-]{0,63}(?:~\d{1,6})?$/i.test(text);
/** Of other chats, the newest. */
const mostOthers = 20;

/** The conversations of the chat by number; in the terminal, those of its other chats by name. */
async function listed(
  { sessions, conversations }: Agents,
  chat: string,
  now: number,
  language: Language,
): Promise<string> {
  const own = (await sessions.list({ id: chat })).sessions.map(one => line(one, now, language));
  if (!isOfTerminal(chat)) return own.join('\n');
  const others = (await conversations.list({})).conversations
    .filter(({ session }) => isOfTerminal(session) && chatOf(session) !== chat)
    .slice(0, mostOthers)
    .map(({ session, title, at }) => `  ${shortName(session)}  ${oneLine(title, 60)}  (${ago(now - at, language)})`);
  return [...own, ...(others.length === 0 ? [] : [chatTexts(language).others, ...others])].join('\n');
}

/** Goes to a conversation of another chat of the terminal; one that is named without its number, to the one it speaks in. */
async function named({ sessions }: Agents, wanted: string, texts: ChatTexts) {
  const found = conversationNamed(wanted);
  const { current, sessions: all } = await sessions.list({ id: found });
  const session = found.includes('~') ? found : current;
  const isKnown = all.some(one => one.at !== undefined) && all.some(one => one.session === session);
  if (!isKnown) throw fault('invalid', texts.noConversation(oneLine(wanted, 70)));
  return { text: texts.switchedTo(shortName(session)), session };
}

function line({ number, isCurrent, title, at }: ChatSession, now: number, language: Language): string {
  const said = title === '' ? chatTexts(language).nothingSaid : oneLine(title, 60);
  return `${isCurrent ? '*' : ' '} ${number}  ${said}${at === undefined ? '' : `  (${ago(now - at, language)})`}`;
}
