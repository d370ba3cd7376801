/** `straylight chat`: the terminal where there is one, else a message a line. */
import { chatOf } from '../machines/domain/chat-session.ts';
import { readable } from '../machines/domain/visible.ts';
import { pendingKeys, turnLines } from './ask.ts';
import type { House } from './house.ts';
import type { Io } from './io.ts';
import { sessionsCommand } from './sessions.ts';
import { takeTurn } from './turn.ts';

export interface LineChatOptions {
  readonly house: House;
  readonly io: Io;
  readonly session: string;
  /** Standard input, a line at a time. */
  readonly lines: AsyncIterable<string>;
  readonly clientId: () => string;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/**
 * Chats without a terminal: each line is said when the turn of the one before has ended or waits for an answer, and replies
 * are printed plainly. No line ever decides an approval. Exit code 1 where a turn did not end well.
 */
export async function lineChat(options: LineChatOptions): Promise<number> {
  const { house, io, signal } = options;
  let { session } = options;
  let code = 0;
  for await (const line of options.lines) {
    if (signal.aborted) break;
    const text = line.trim();
    if (text === '/quit') break;
    if (text === '') continue;
    const [, name = '', args = ''] = /^\/(new|sessions?)(?: +(\d+))?$/.exec(text) ?? [];
    const steered =
      name === '' ? undefined : await sessionsCommand(house.sessions, name, args, chatOf(session), options.now());
    if (steered) {
      session = steered.session ?? session;
      io.out(readable(steered.text));
      continue;
    }
    const shown = await pendingKeys(house);
    const onNote = (note: string) => io.err(io.style.warn(readable(note)));
    const end = await takeTurn({ house, session, text, clientId: options.clientId(), signal, onNote });
    for (const said of turnLines(end, options.now(), io, shown)) io.out(said);
    if (end.kind === 'ended' && end.report.outcome !== 'done') code = 1;
  }
  return code;
}

/** The line that begins a chat. */
export function welcome(session: string, { style }: Io): string {
  return style.dim(`${readable(session)}: /help for help, Ctrl-D to leave`);
}
