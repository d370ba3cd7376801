/** `straylight chat`: the terminal where there is one, else a message a line. */

import type { Agent } from '../../api/client/agent.ts';
import { isLeaving } from '../../domain/conversation/leaving.ts';
import { slashCommandIn } from '../../domain/conversation/slash-names.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { ChatMessage } from '../../domain/supervision/view.ts';
import { ago } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { failureWords, type Language, texts } from '../../domain/text/texts.ts';
import { asTyped } from '../../domain/text/typed-name.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import type { Io } from '../io.ts';
import { isWell, missed, pendingKeys, turnLines } from './ask.ts';
import { takeTurn } from './turn.ts';
import { lineCommand } from './typed-command.ts';

/**
 * Chats without a terminal: each line is said when the turn of the one before has ended or waits for an answer, and
 * replies are printed plainly. A line such as `/status` is a command. No line ever decides an approval. A line that fails is told, and the next one follows.
 * Exit code 1 where one failed or its turn did not end well.
 */
export async function lineChat(options: {
  readonly agent: Agent;
  readonly io: Io;
  readonly session: string;
  /** Standard input, a line at a time. */
  readonly lines: AsyncIterable<string>;
  readonly clientId: () => string;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Up to when the reports of a conversation were shown in a chat; without it none was. */
  readonly seenUntil?: (session: string) => Promise<number>;
}): Promise<number> {
  const { agent, io, signal } = options;
  let { session } = options;
  let code = 0;
  let isFirst = true;
  for await (const line of options.lines) {
    if (signal.aborted) break;
    const text = line.trim();
    if (isLeaving(text)) break;
    if (text === '') continue;
    try {
      if (!(await handle(text))) code = 1;
    } catch (thrown) {
      // what comes after it is said all the same
      io.err(`straylight: ${readable(failureWords(toFailure(thrown), io.language))}`);
      code = 1;
    }
  }
  return code;

  /** One line; false where its turn did not end well. */
  async function handle(text: string): Promise<boolean> {
    const command = slashCommandIn(text);
    if (command) {
      session = await lineCommand(command, { agent, io, session, now: options.now() });
      return true;
    }
    // not before the first line is read: what comes while nobody reads is lost
    if (isFirst) for (const report of await missed(agent, session, io, options)) (io.quote ?? io.err)(report);
    isFirst = false;
    const shown = await pendingKeys(agent);
    const onNote = (note: string) => (io.quote ?? io.err)(io.style.warn(readable(note)));
    const end = await takeTurn({ agent, session, text, clientId: options.clientId(), signal, onNote });
    for (const said of await turnLines(end, options.now(), io, shown)) io.out(said);
    return isWell(end);
  }
}

/** `reply` is Markdown; `since`: notices that came after it. */
export interface LastExchange {
  readonly lines: readonly string[];
  readonly reply?: string;
  readonly since: readonly string[];
}

/**
 * What was said last in a conversation and what came of it, for who opens a chat on it: the answer may have come while
 * nobody looked, and so may reports of jobs.
 */
export async function lastExchange(
  agent: Pick<Agent, 'sessions'>,
  session: string,
  { style, program }: Io,
  now: number,
  language: Language = 'en',
): Promise<LastExchange> {
  const { messages } = await agent.sessions.messages({ id: session, limit: 50 });
  const known = messages.filter(({ isSetAside, text }) => isSetAside !== true && text.trim() !== '');
  const at = known.findLastIndex(({ role }) => role === 'owner');
  const said = known[at];
  const after = known.slice(at + 1);
  const notices = after.filter(one => one.role === 'notice' && !isOver(one, after, language));
  const since = notices
    .slice(-mostNotices)
    .map(one => style.dim(`· ${ago(now - one.at, language)}: ${oneLine(asTyped(one.text, program), 300)}`));
  if (!said) return { lines: [], since };
  const answer = known.slice(at).findLast(({ role }) => role === 'assistant');
  const last = style.dim(words[language].last(oneLine(said.text, 200)));
  if (answer) {
    const { text, left } = beginningOf(readable(answer.text.trim()));
    return {
      lines: [last],
      reply: text,
      since: left === 0 ? since : [style.dim(words[language].more(left)), ...since],
    };
  }
  return { lines: [last, style.dim(words[language].noReply)], since };
}

const mostNotices = 5;
/** A longer reply would push what a chat begins with off the screen. */
const mostLines = 12;
const mostCharacters = 1_500;

/** Whole lines from the beginning of a text in Markdown, and how many lines are left out. */
function beginningOf(reply: string): { readonly text: string; readonly left: number } {
  const lines = reply.split('\n');
  let size = 0;
  const end = lines.findIndex((line, at) => {
    size += line.length + 1;
    return at > 0 && (at >= mostLines || size > mostCharacters);
  });
  // one line or two more are no longer than what would say so
  if (end < 0 || lines.length - end <= 2) return { text: reply, left: 0 };
  const shown = lines.slice(0, end);
  const isInCode = shown.filter(line => /^\s*```/.test(line)).length % 2 === 1;
  return { text: [...shown, ...(isInCode ? ['```'] : [])].join('\n').trimEnd(), left: lines.length - end };
}

/**
 * It says what does not hold any more, or what a later answer says, too. `after`: all since the owner's last message.
 */
function isOver({ id, text, turn }: ChatMessage, after: readonly ChatMessage[], language: Language): boolean {
  const at = after.findIndex(one => one.id === id);
  const isAnswered = (of?: string) =>
    after.slice(at + 1).some(one => one.role === 'assistant' && (of === undefined || one.turn === of));
  if (id.endsWith('/waiting')) return isAnswered(turn);
  const [opening = ''] = texts(language).unknownAct('\0').split('\0');
  return text.startsWith(opening) && isAnswered();
}

const words = catalog('commands/conversation/chat', {
  en: {
    last: (text: string) => `Your last message: ${text}`,
    noReply: 'No reply yet.',
    more: (lines: number) => `… ${lines} more lines; /copy copies them all.`,
  },
  de: {
    last: (text: string) => `Deine letzte Nachricht: ${text}`,
    noReply: 'Noch keine Antwort.',
    more: lines => `… ${lines} weitere Zeilen; /copy kopiert alle.`,
  },
});
