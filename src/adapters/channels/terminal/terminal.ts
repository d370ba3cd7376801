/**
 * The chat in a terminal: line editing, replies as they come, what runs, and approvals as cards.
 *
 * It speaks to an `Agent` and so works in the process that holds the home and outside of it alike. What a model, a
 * tool or a stranger wrote is made readable before it is shown; only the files of this folder write escapes.
 */
import { createInterface } from 'node:readline';
import type { Agent } from '../../../api/client/agent.ts';
import type { ApprovalCard } from '../../../domain/approvals/card.ts';
import { chatOf } from '../../../domain/conversation/chat-session.ts';
import { toFailure } from '../../../domain/supervision/failure.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { Clock } from '../../../ports/clock.ts';
import { systemClock } from '../../process/clock.ts';
import { cardPrompt } from './card-prompt.ts';
import { commandIn, commandsOf, type Desktop, knownCommands, type Slash } from './commands.ts';
import { openConversation } from './conversation.ts';
import { interrupts } from './interrupts.ts';
import { type Keyboard, type Keys, readKeys } from './keyboard.ts';
import { highlighter } from './markdown/highlight.ts';
import { plainScreen } from './plain-screen.ts';
import { liveScreen, type TerminalScreen } from './screen.ts';
import { paintOf } from './style.ts';
import { completer } from './typing/completing.ts';
import { type Editor, lineEditor } from './typing/editor.ts';
import { historyOf } from './typing/history.ts';

export interface TerminalChatOptions {
  readonly agent: Agent;
  /** The session's address. */
  readonly session: string;
  readonly input: Keyboard;
  readonly output: NodeJS.WritableStream & { readonly columns?: number; readonly rows?: number };
  readonly color: boolean;
  /** Only ever adds lines: for screen readers, and for terminals that know no cursor. */
  readonly plain?: boolean;
  /** The lines above the first prompt. */
  readonly greeting: readonly string[];
  /** What the agent said last, in Markdown and safe to show. */
  readonly lastReply?: string;
  /** A card in words, made safe to show. */
  readonly card: (card: ApprovalCard) => readonly string[];
  /** All else there is to know of a card. */
  readonly info: (card: ApprovalCard) => readonly string[];
  /** What `/status` shows, made safe to show. */
  readonly status: () => Promise<readonly string[]>;
  readonly slash: Slash;
  /** What was typed before, newest first, and where more of it is kept. */
  readonly history: { readonly texts: readonly string[]; readonly add: (text: string) => void };
  readonly paths: (start: string) => Promise<readonly string[]>;
  readonly desktop: Desktop;
  /** What was spent since the owner's last message, in words; undefined: nothing. */
  readonly spent: (session: string) => Promise<string | undefined>;
  /** Ends the chat from outside. */
  readonly signal: AbortSignal;
  readonly clock?: Clock;
  /** How long a card has to be on screen before a line can be its answer; the default is 400. */
  readonly settleMs?: number;
}

/** How a chat ended. `left`: the owner has had enough of the chat; `stopped`: of the program. */
export type ChatEnd = 'left' | 'stopped';

export const pasteOn = '\x1b[?2004h';
export const pasteOff = '\x1b[?2004l';

/** Chats until the owner leaves or the signal comes. Rejects where Straylight is lost at the start. */
export async function terminalChat(options: TerminalChatOptions): Promise<ChatEnd> {
  const { agent, output, signal, clock = systemClock, plain = false } = options;
  const paint = paintOf(options.color && !plain);
  const watching = new AbortController();
  const over = Promise.withResolvers<ChatEnd>();
  const history = historyOf(options.history.texts);
  let keys: Keys | undefined;
  let spent: string | undefined;

  /** Runs what was asked for. A failure is shown and does not end the chat. */
  function attempt(act: () => Promise<unknown>): void {
    act().catch(thrown => screen.print(paint.warn(oneLine(toFailure(thrown).message, 500))));
  }

  const editor: Editor = lineEditor({
    history,
    complete: completer({
      commands: knownCommands,
      sessions: async () => (await agent.sessions.list({ id: chatOf(conversation.session()) })).sessions,
      paths: options.paths,
    }),
    send: text => sent(editor.expand(text), text),
    interrupt: () => interrupted(),
    leave: () => over.resolve('left'),
    suspend: () => suspend(),
    redraw: () => screen.clear(),
    changed: () => screen.changed(),
  });
  const screen: TerminalScreen = plain
    ? plainScreen({ output })
    : liveScreen({ output, paint, clock, highlight: highlighter(paint), editor: () => editor, status: statusLines });
  const cards = cardPrompt({
    ...{ agent, screen, paint, clock, settleMs: options.settleMs ?? 400, card: options.card, info: options.info },
    session: () => conversation.session(),
  });
  const conversation = openConversation({ agent, session: options.session, screen, paint, clock, attempt });
  const command = commandsOf({
    ...{ agent, screen, paint, conversation, cards, status: options.status, slash: options.slash },
    copy: options.desktop.copy,
    edit,
    quit: () => over.resolve('left'),
  });
  const interrupted = interrupts({
    clock,
    steps: () => [
      conversation.isBusy() && (() => attempt(conversation.stop)),
      editor.draft.text() !== '' && (() => screen.setDraft('')),
      cards.isOpen() && cards.leave,
      () => screen.print(paint.dim('· Press Ctrl-C again to stop the program, Ctrl-D to leave the chat only.')),
    ],
    twice: () => over.resolve('stopped'),
  });

  function statusLines(): readonly string[] {
    const hint = cards.hint();
    const line = conversation.running();
    const cost = spent === undefined ? '' : `${line === undefined ? '' : ' · '}${spent}`;
    return [
      ...(line === undefined && cost === ''
        ? []
        : [paint.dim(`${line === undefined ? '' : '● '}${line ?? ''}${cost}`)]),
      ...(hint === undefined ? [] : [paint.warn(hint)]),
    ];
  }

  function sent(text: string, typed: string): void {
    screen.submitted(typed);
    const meant = text.trim();
    const asked = commandIn(meant);
    attempt(async () => {
      if (asked) {
        keep(meant);
        return command(asked.name, asked.args);
      }
      if (cards.isOpen() && (await cards.answer(meant))) return;
      if (meant === '') return;
      keep(meant);
      await conversation.say(meant);
    });
    screen.prompt(paint.accent('› '), cards.hint());
  }

  function keep(text: string): void {
    history.add(text);
    options.history.add(text);
  }

  async function edit(text: string): Promise<void> {
    if (plain) throw new Error('the plain mode has no editor; type the message here');
    away();
    let edited = text;
    try {
      edited = await options.desktop.edit(text);
    } finally {
      back();
    }
    screen.setDraft(edited.trimEnd());
  }

  function away(): void {
    screen.pause();
    output.write(pasteOff);
    keys?.pause();
  }

  function back(): void {
    keys?.resume();
    output.write(pasteOn);
    screen.resume();
  }

  /** Ctrl-Z stops the whole job, also where a launcher stands between the shell and this process. */
  function suspend(): void {
    away();
    process.once('SIGCONT', back);
    process.kill(0, 'SIGTSTP');
  }

  /** The line of what runs goes on by the second; what was spent is asked for with it. */
  let cancelTick = () => {};
  let ticks = 0;
  function tick(): void {
    cancelTick = clock.after(1_000, tick);
    const isBusy = conversation.isBusy();
    if (isBusy && ++ticks % 3 === 0) askSpent();
    if (isBusy || cards.isOpen()) screen.changed();
  }
  function askSpent(): void {
    const session = conversation.session();
    options
      .spent(session)
      .then(words => {
        if (session !== conversation.session()) return;
        spent = words;
        screen.changed();
      })
      .catch(() => undefined);
  }

  const resized = () => screen.changed();
  const stopped = () => over.resolve('stopped');
  signal.addEventListener('abort', stopped, { once: true });
  if (signal.aborted) stopped();
  const ended = plain ? readLines() : readRaw();

  function readRaw(): () => void {
    output.write(pasteOn);
    output.on('resize', resized);
    keys = readKeys(
      options.input,
      { onKey: editor.key, onPaste: editor.paste, onEnd: () => over.resolve('left') },
      clock,
    );
    return () => {
      keys?.close();
      output.off('resize', resized);
      output.write(pasteOff);
    };
  }

  function readLines(): () => void {
    const lines = createInterface({ input: options.input, terminal: false });
    lines.on('line', line => sent(line, line));
    lines.on('close', () => over.resolve('left'));
    const release = takeInterrupts(interrupted);
    return () => {
      release();
      lines.close();
    };
  }

  try {
    if (options.greeting.length > 0) screen.print(options.greeting.join('\n'));
    if (options.lastReply !== undefined) screen.markdown(options.lastReply);
    screen.prompt(paint.accent('› '), cards.hint());
    await agent.watch(frame => {
      conversation.show(frame);
      if (frame.type === 'approval') cards.put([frame.approval]);
      else if (frame.type === 'turn' && frame.report.session === conversation.session()) askSpent();
      else if (frame.type === 'row' || frame.type === 'progress') screen.changed();
    }, watching.signal);
    cards.put((await agent.approvals.list({ state: 'pending' })).approvals);
    tick();
    const end = await over.promise;
    if (conversation.isBusy()) screen.print(paint.dim('(The turn goes on. Its reply is kept.)'));
    return end;
  } finally {
    cancelTick();
    watching.abort();
    signal.removeEventListener('abort', stopped);
    screen.close();
    ended();
  }
}

/** Ctrl-C where the terminal turns it into a signal. */
function takeInterrupts(interrupted: () => void): () => void {
  const before = process.listeners('SIGINT');
  for (const listener of before) process.off('SIGINT', listener);
  process.on('SIGINT', interrupted);
  return () => {
    process.off('SIGINT', interrupted);
    for (const listener of before) process.on('SIGINT', listener);
  };
}
