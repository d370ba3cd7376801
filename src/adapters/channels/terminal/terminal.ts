/**
 * The chat in a terminal: line editing, replies as they come, approvals as cards with a prompt of their own.
 *
 * It speaks to an `Agent` and so works in the process that holds the home and outside of it alike. What a model, a
 * tool or a stranger wrote is made readable before it is shown; only this file writes escapes.
 */
import { createInterface } from 'node:readline/promises';
import type { Agent } from '../../../api/client/agent.ts';
import type { ApprovalCard } from '../../../domain/approvals/card.ts';
import { toFailure } from '../../../domain/supervision/failure.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { Clock } from '../../../ports/clock.ts';
import { systemClock } from '../../process/clock.ts';
import { cardPrompt } from './card-prompt.ts';
import { commandsOf, type Slash } from './commands.ts';
import { openConversation } from './conversation.ts';
import { type Keyboard, pasteInput, pasteOff, pasteOn } from './paste.ts';
import { terminalScreen } from './screen.ts';
import { paintOf } from './style.ts';

export interface TerminalChatOptions {
  readonly agent: Agent;
  /** The session's address. */
  readonly session: string;
  readonly input: Keyboard;
  readonly output: NodeJS.WritableStream & { readonly columns?: number };
  readonly color: boolean;
  /** The lines above the first prompt. */
  readonly greeting: readonly string[];
  /** A card in words, made safe to show. */
  readonly card: (card: ApprovalCard) => readonly string[];
  /** All else there is to know of a card. */
  readonly info: (card: ApprovalCard) => readonly string[];
  /** What `/status` shows, made safe to show. */
  readonly status: () => Promise<readonly string[]>;
  readonly slash: Slash;
  /** Ends the chat from outside. */
  readonly signal: AbortSignal;
  readonly clock?: Clock;
  /** How long a card has to be on screen before a line can be its answer; the default is 400. */
  readonly settleMs?: number;
}

/**
 * Chats until the owner leaves (Ctrl-D, /quit, Ctrl-C at an empty prompt) or the signal comes. Rejects where Straylight
 * is lost at the start.
 */
export async function terminalChat(options: TerminalChatOptions): Promise<void> {
  const { agent, session, output, signal, status, slash, clock = systemClock } = options;
  const paint = paintOf(options.color);
  const watching = new AbortController();
  const history = await pastMessages(agent, session);
  const paste = pasteInput(options.input, clock);
  const editor = createInterface({ input: paste.keys, output, terminal: true, history, historySize: 200, tabSize: 4 });
  const screen = terminalScreen(editor, output);
  const left = Promise.withResolvers<void>();
  const quit = () => editor.close();

  /** Runs what was asked for. A failure is shown and does not end the chat. */
  function attempt(act: () => Promise<unknown>): void {
    act().catch(thrown => screen.print(paint.warn(oneLine(toFailure(thrown).message, 500))));
  }

  const { settleMs = 400, card, info } = options;
  const cards = cardPrompt({ agent, screen, paint, clock, settleMs, card, info });
  const conversation = openConversation({ agent, session, screen, paint, clock, attempt });
  const command = commandsOf({ agent, screen, paint, conversation, cards, status, slash, quit });

  editor.on('line', typed => {
    screen.submitted();
    const text = paste.expand(typed).trim();
    const [, name, args = ''] =
      /^\/((?:tools|session|answer|undo)(?= )|[a-z]+$)(?: +(\S+(?: [a-z]+)?))?$/.exec(text) ?? [];
    if (cards.isOpen() && name !== 'quit') attempt(() => cards.answer(typed));
    else {
      cards.ask();
      if (name) attempt(() => command(name, args));
      else if (text !== '') attempt(() => conversation.say(text));
    }
  });
  // What is typed under a card is no message and does not belong into the history.
  editor.on('history', lines => {
    if (cards.isOpen()) lines.shift();
  });
  editor.on('SIGINT', () => {
    if (cards.isOpen()) cards.leave();
    else if (conversation.isBusy()) attempt(conversation.stop);
    else if (screen.draft() !== '') screen.setDraft('');
    else quit();
  });
  editor.on('SIGTSTP', () => suspend(paste.keys, output, () => screen.prompt(paint.accent('› '))));
  editor.on('close', left.resolve);
  signal.addEventListener('abort', quit, { once: true });
  if (signal.aborted) quit();

  try {
    output.write(pasteOn);
    if (options.greeting.length > 0) screen.print(options.greeting.join('\n'));
    cards.ask();
    await agent.watch(frame => {
      conversation.show(frame);
      if (frame.type === 'approval') cards.put([frame.approval]);
    }, watching.signal);
    cards.put((await agent.approvals.list({ state: 'pending' })).approvals);
    await left.promise;
    if (conversation.isBusy()) output.write(`\n${paint.dim('(The turn goes on. Its reply is kept.)')}`);
  } finally {
    watching.abort();
    signal.removeEventListener('abort', quit);
    editor.close();
    paste.close();
    output.write(`${pasteOff}\n`);
  }
}

/** What the owner said before, newest first, one line each: the history of the arrow keys. */
async function pastMessages(agent: Agent, session: string): Promise<string[]> {
  const { messages } = await agent.sessions.messages({ id: session, limit: 100 });
  const lines = messages.filter(({ role }) => role === 'owner').map(({ text }) => oneLine(text, 1_000));
  return lines.reverse().filter((line, at) => line !== '' && line !== lines[at - 1]);
}

/** Ctrl-Z stops the whole job, also where a launcher stands between the shell and this process. */
function suspend(keys: { setRawMode(raw: boolean): void }, output: NodeJS.WritableStream, resumed: () => void): void {
  keys.setRawMode(false);
  output.write(pasteOff);
  process.once('SIGCONT', () => {
    keys.setRawMode(true);
    output.write(pasteOn);
    resumed();
  });
  process.kill(0, 'SIGTSTP');
}
