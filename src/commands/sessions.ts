/** `/new`, `/sessions` and `/session N`: the conversations of one chat. */
import type { ChatSession, SessionDesk } from '../domain/conversation/chat-session.ts';
import { fault } from '../domain/supervision/failure.ts';
import { oneLine } from '../domain/text/visible.ts';
import { duration } from './io.ts';

/** What such a command says and where it leads; undefined: it is none of them. Rejects with `invalid` for a number that is not there. */
export async function sessionsCommand(
  desk: SessionDesk,
  name: string,
  args: string,
  chat: string,
  now: number,
): Promise<{ readonly text: string; readonly session?: string } | undefined> {
  if (name === 'new') {
    const { number, session } = await desk.begin(chat);
    return { text: `A new conversation, number ${number}. /sessions lists all, /session N goes back to one.`, session };
  }
  if (name === 'sessions' || (name === 'session' && args.trim() === ''))
    return { text: (await desk.list(chat)).map(one => line(one, now)).join('\n') };
  if (name !== 'session') return undefined;
  const wanted = args.trim();
  if (!/^\d{1,6}$/.test(wanted))
    throw fault(
      'invalid',
      `expected the number of a conversation, as in "/session 2", got "${oneLine(wanted, 40)}"; /sessions lists them`,
    );
  const { number, session, title } = await desk.choose(chat, Number(wanted));
  return { text: `Back in conversation ${number}${title === '' ? '' : `: ${oneLine(title, 60)}`}`, session };
}

function line({ number, isCurrent, title, at }: ChatSession, now: number): string {
  const said = title === '' ? '(nothing said yet)' : oneLine(title, 60);
  return `${isCurrent ? '›' : ' '} ${number}  ${said}${at === undefined ? '' : `  (${duration(now - at)} ago)`}`;
}
