/** `/new`, `/sessions` and `/session N`: the conversations of one chat. */
import type { Client } from '../../api/client/client.ts';
import type { ChatSession } from '../../domain/conversation/chat-session.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { duration } from '../io.ts';

/**
 * What such a command says and where it leads; undefined: it is none of them. Rejects with `invalid` for a number that
 * is not there.
 */
export async function sessionsCommand(
  { sessions }: Pick<Client, 'sessions'>,
  name: string,
  args: string,
  chat: string,
  now: number,
): Promise<{ readonly text: string; readonly session?: string }> {
  if (name === 'new') {
    const {
      session: { number, session },
    } = await sessions.begin({ id: chat });
    return { text: `New conversation, number ${number}. /sessions lists all; /session N switches to one.`, session };
  }
  if (name === 'sessions' || (name === 'session' && args.trim() === ''))
    return { text: (await sessions.list({ id: chat })).sessions.map(one => line(one, now)).join('\n') };
  const wanted = args.trim();
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

function line({ number, isCurrent, title, at }: ChatSession, now: number): string {
  const said = title === '' ? '(no messages yet)' : oneLine(title, 60);
  return `${isCurrent ? '›' : ' '} ${number}  ${said}${at === undefined ? '' : `  (${duration(now - at)} ago)`}`;
}
