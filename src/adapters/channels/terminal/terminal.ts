/**
 * The chat in a terminal: line editing, replies as they come, what runs, and approvals as cards.
 *
 * It speaks to an `Agent` and so works in the process that holds the home and outside of it alike. What a model, a
 * tool or a stranger wrote is made readable before it is shown; only the files of this folder write escapes.
 */

import type { Agent } from '../../../api/client/agent.ts';
import type { ApprovalCard } from '../../../domain/approvals/card.ts';
import { chatOf } from '../../../domain/conversation/chat-session.ts';
import { isLeaving } from '../../../domain/conversation/leaving.ts';
import type { Frame } from '../../../domain/supervision/view.ts';
import type { Language } from '../../../domain/text/texts.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { Clock } from '../../../ports/clock.ts';
import { systemClock } from '../../process/clock.ts';
import { cardPrompt } from './answering/card-prompt.ts';
import { type Attachments, attachments } from './attaching/attachments.ts';
import { attention } from './attention.ts';
import { chatKeys } from './chat-keys.ts';
import { commandIn, commandsOf, type Desktop, knownCommands, type Slash } from './commands.ts';
import { openConversation } from './conversation.ts';
import { type Exchange, showExchange } from './exchange.ts';
import { type Interrupts, interrupts } from './interrupts.ts';
import type { Keyboard } from './keyboard.ts';
import { onceThere } from './link.ts';
import { warmDrawing } from './markdown/growing.ts';
import { highlighter } from './markdown/highlight.ts';
import { plainScreen } from './plain-screen.ts';
import { liveScreen, type TerminalScreen } from './screen.ts';
import { type Paint, paintOf } from './style.ts';
import { type TerminalTexts, terminalTexts } from './texts.ts';
import { failureLine, isForTerminal } from './transcript/notices.ts';
import type { Steps } from './transcript/transcript.ts';
import { turnLines } from './turn-line.ts';
import { completer } from './typing/completing.ts';
import { type Editor, lineEditor } from './typing/editor.ts';
import { type History, historyOf } from './typing/history.ts';
import { loneKey } from './typing/lone-key.ts';

export interface TerminalChatOptions {
  readonly agent: Agent;
  /** The session's address. */
  readonly session: string;
  /** In which its owner is spoken to; English if left out. */
  readonly language?: Language;
  readonly input: Keyboard;
  readonly output: NodeJS.WritableStream & { readonly columns?: number; readonly rows?: number };
  readonly color: boolean;
  /** As its owner can type this program here; by its name if left out. */
  readonly program?: string;
  /** Only ever adds lines: for screen readers, and for terminals that know no cursor. */
  readonly plain?: boolean;
  /** The lines above the first prompt. */
  readonly greeting: readonly string[];
  /** What was said last in the conversation, beneath that. */
  readonly last?: Omit<Exchange, 'lines'>;
  /** Shown above the prompt as soon as it is known: what keeps the agent from answering. */
  readonly trouble?: () => Promise<string | undefined>;
  /** What was said last in another one. */
  readonly lastExchange: (session: string) => Promise<Exchange>;
  /** A card in words, made safe to show, in the conversation that is open. */
  readonly card: (card: ApprovalCard, session: string) => readonly string[];
  /** All else there is to know of a card. */
  readonly info: (card: ApprovalCard) => readonly string[];
  readonly slash: Slash;
  /** What was typed before, newest first, and where more of it is kept. */
  readonly history: { readonly texts: readonly string[]; readonly add: (text: string) => void };
  readonly paths: (start: string) => Promise<readonly string[]>;
  readonly desktop: Desktop;
  /** What was spent since the owner's last message, in words; undefined: nothing. */
  readonly spent: (session: string) => Promise<string | undefined>;
  /** The chat may end to set up what can be; without it, `/setup` says how that is done. */
  readonly canSetUp?: boolean;
  /** A report to the owner was shown, which came into that conversation at that instant. */
  readonly onReport?: (session: string, at: number) => void;
  /** The agent ended as it was asked to; where another process holds it. */
  readonly isStopped?: () => boolean;
  /** Ends the chat from outside. */
  readonly signal: AbortSignal;
  readonly clock?: Clock;
  /** How long a card has to be on screen before a line can be its answer; the default is 400. */
  readonly settleMs?: number;
}

/**
 * How a chat ended. `left`: the owner has had enough of the chat; `stopped`: of the program; `setup`: it is to be set up.
 */
export type ChatEnd = 'left' | 'stopped' | 'setup';

/** Chats until the owner leaves or the signal comes. Rejects where Straylight refuses it at the start. */
export async function terminalChat(options: TerminalChatOptions): Promise<ChatEnd> {
  const { agent, signal } = options;
  const over = Promise.withResolvers<ChatEnd>();
  const watching = new AbortController();
  const parts = chatParts(options, over.resolve);
  const { screen, cards, conversation, turnLine, keys, lone, news, warm } = parts;
  const stopped = () => over.resolve('stopped');
  signal.addEventListener('abort', stopped, { once: true });
  if (signal.aborted) stopped();
  keys.open();
  try {
    showExchange(screen, { lines: options.greeting, ...options.last });
    parts.prompt();
    warm();
    // nobody waits for it; what cannot be found out now is said by the first message
    options.trouble?.().then(
      text => text !== undefined && !watching.signal.aborted && screen.print(text),
      () => {},
    );
    const see = (frame: Frame) => {
      if (frame.type === 'message' && isForTerminal(frame)) options.onReport?.(frame.session, frame.message.at);
      conversation.show(frame);
      news.see(frame);
      if (frame.type === 'approval') cards.put([frame.approval]);
      else if (frame.type === 'turn') turnLine.ended();
      // a question may have come up, or have its answer
      else if (frame.type === 'row') parts.prompt();
      else if (frame.type === 'progress') screen.changed();
    };
    const opening = { agent, clock: options.clock ?? systemClock, link: conversation.link, signal: watching.signal };
    async function open(): Promise<void> {
      await onceThere(() => agent.watch(see, watching.signal, { onLink: conversation.link }), opening);
      await onceThere(async () => {
        cards.put((await agent.approvals.list({ state: 'pending' })).approvals);
        await conversation.look();
      }, opening);
      if (!watching.signal.aborted) turnLine.start();
    }
    const end = await Promise.race([over.promise, open().then(() => over.promise)]);
    const say = terminalTexts(options.language ?? 'en');
    for (const text of conversation.close()) screen.print(say.notSent(oneLine(text, 300)));
    if (conversation.isBusy()) screen.print(say.goesOn);
    return end;
  } finally {
    turnLine.stop();
    watching.abort();
    signal.removeEventListener('abort', stopped);
    lone.close();
    screen.close();
    keys.close();
  }
}

/** The parts of a chat, each of which knows what it needs of the others. */
function chatParts(options: TerminalChatOptions, leave: (end: ChatEnd) => void) {
  const { agent, output, clock = systemClock, plain = false, desktop, language = 'en', settleMs = 400 } = options;
  const { session, card, info, spent, program, isStopped } = options;
  const say = terminalTexts(language);
  const paint = paintOf(options.color && !plain);
  const history = historyOf(options.history.texts);
  // a card is answered before a question
  const hint = () => cards.hint() ?? conversation.question().hint();
  const prompt = () => screen.prompt(paint.accent('› '), hint());

  /** Runs what was requested. A failure is shown and does not end the chat. */
  function attempt(act: () => Promise<unknown>): void {
    act().catch(thrown => screen.print(paint.warn(failureLine(thrown, language, program))));
  }

  const editor: Editor = lineEditor({
    history,
    complete: completionsFor(options, () => conversation.session()),
    send: text => sending(editor.expand(text), text),
    interrupt: () => interrupted.press(),
    leave: () => leave('left'),
    suspend: () => keys.suspend(),
    picture: () => attempt(paste),
    dropped: text => attached.dropped(text),
    pasted: say.pasted,
    redraw: () => screen.clear(),
    changed() {
      lone.typed();
      screen.changed();
    },
  });
  const lone = loneKey({
    clock,
    draft: () => editor.draft,
    isKey: text => cards.isKey(text) || (!cards.isOpen() && conversation.question().isKey(text)),
    press: text => sending(text, text),
  });
  const drawn = { output, paint, language, clock, highlight: highlighter(paint), program };
  const screen: TerminalScreen = plain
    ? plainScreen({ ...drawn, isBusy: () => conversation.isBusy() })
    : liveScreen({ ...drawn, editor: () => editor, status: () => turnLine.lines() });
  const steps: Steps = { areShown: true };
  const shared = { agent, screen, paint, language, clock, settleMs, attempt };
  const cards = cardPrompt({ ...shared, card, info, session: () => conversation.session() });
  const conversation = openConversation({ ...shared, steps, session, program, isStopped });
  const turnLine = turnLines({ conversation, cards, hint, screen, paint, clock, spent });
  const interrupted = interrupts({
    clock,
    steps: () => [
      conversation.isBusy() && (() => attempt(conversation.stop)),
      editor.draft.text() !== '' && (() => screen.setDraft('')),
      cards.isOpen() && cards.leave,
      () => screen.print(paint.dim(`· ${say.pressAgain}`)),
    ],
    twice: () => leave('stopped'),
    draft: () => screen.draft(),
  });
  const { attached, paste } = filesAtPrompt({ language, plain, desktop, screen, paint, editor });
  const news = attention({ output, say, session: () => conversation.session() });
  const keys = chatKeys({
    input: options.input,
    output,
    screen,
    editor,
    clock,
    plain,
    interrupted: interrupted.press,
    focus: news.focus,
    line(text) {
      screen.submitted(text);
      if (attached.dropped(text) === undefined) sending(text, text);
      else prompt();
    },
    gone: () => leave('left'),
  });
  const edit = async (text: string) => screen.setDraft((await keys.lent(() => desktop.edit(text))).trimEnd());
  const command = chatCommands(options, leave, { screen, paint, conversation, cards, steps, paste, edit });
  const talk = { cards, conversation, command, attached, prompt, interrupted };
  const sending = sender({ history, kept: options.history, screen, paint, say, attempt, ...talk });
  // once the prompt is on the screen
  const warm = plain ? () => {} : () => void clock.after(0, () => warmDrawing({ ...drawn, width: 79 }));
  return { screen, cards, conversation, turnLine, keys, lone, news, prompt, warm };
}

/** What begins with a slash. */
function chatCommands(
  { agent, language = 'en', slash, lastExchange, desktop, canSetUp, program }: TerminalChatOptions,
  leave: (end: ChatEnd) => void,
  parts: Pick<
    Parameters<typeof commandsOf>[0],
    'screen' | 'paint' | 'conversation' | 'cards' | 'steps' | 'paste' | 'edit'
  >,
) {
  return commandsOf({
    ...parts,
    agent,
    language,
    slash,
    lastExchange,
    copy: desktop.copy,
    quit: () => leave('left'),
    setUp: canSetUp ? () => leave('setup') : undefined,
    program,
  });
}

/** What Tab offers: commands, conversations and files. */
function completionsFor({ agent, paths, language = 'en' }: TerminalChatOptions, session: () => string) {
  const sessions = async () => (await agent.sessions.list({ id: chatOf(session()) })).sessions;
  return completer({ commands: () => knownCommands(language), sessions, paths });
}

/** Files for the next message, and what takes one from the clipboard. */
function filesAtPrompt({
  language,
  plain,
  desktop,
  screen,
  paint,
  editor,
}: Pick<ReturnType<typeof chatParts>, 'screen'> & {
  readonly language: Language;
  readonly plain: boolean;
  readonly desktop: Pick<Desktop, 'files' | 'picture'>;
  readonly paint: Paint;
  readonly editor: Editor;
}) {
  const attached = attachments({
    language,
    plain,
    files: desktop.files,
    picture: desktop.picture,
    waits: line => screen.print(paint.dim(`· ${line}`)),
    refused: why => screen.print(paint.warn(why)),
  });
  return {
    attached,
    async paste(): Promise<void> {
      const label = await attached.pasted();
      if (!plain) editor.draft.insert(`${label} `);
      screen.changed();
    },
  };
}

/** What a text that is sent becomes: a command, an answer to a card, or a message. `typed`: as it stood at the prompt. */
function sender(
  options: Pick<ReturnType<typeof chatParts>, 'screen' | 'cards' | 'conversation' | 'prompt'> & {
    readonly paint: Paint;
    readonly say: TerminalTexts;
    readonly interrupted: Pick<Interrupts, 'forget'>;
    readonly history: Pick<History, 'add'>;
    readonly kept: Pick<History, 'add'>;
    readonly command: ReturnType<typeof commandsOf>;
    readonly attached: Pick<Attachments, 'taken'>;
    readonly attempt: (act: () => Promise<unknown>) => void;
  },
): (text: string, typed: string) => void {
  const { history, kept, screen, paint, say, cards, conversation, command, attached, attempt, prompt } = options;
  function keep(text: string): void {
    history.add(text);
    kept.add(text);
  }
  function takenFrom(text: string, typed: string): ReturnType<Attachments['taken']> {
    try {
      return attached.taken(text);
    } catch (thrown) {
      screen.setDraft(typed);
      throw thrown;
    }
  }
  return (text, typed) => {
    options.interrupted.forget();
    const wanted = isLeaving(text) ? { name: 'quit', args: '' } : commandIn(text.trim());
    attempt(async () => {
      const { text: meant, files } = wanted ? { text: text.trim(), files: [] } : takenFrom(text.trim(), typed);
      screen.submitted(files.length > 0 && meant !== '' ? attached.taken(typed).text : typed);
      if (
        !wanted &&
        files.length === 0 &&
        cards.isOpen() &&
        (await cards.answer(meant, conversation.question().isOpen()))
      )
        return;
      if (meant === '' && files.length === 0) return;
      const option = wanted || files.length > 0 ? undefined : conversation.question().chosen(meant);
      if (option !== undefined) screen.print(paint.dim(`· ${say.chosen(oneLine(option, 100))}`));
      else if (meant !== '') keep(meant);
      for (const { shown } of files) screen.print(paint.dim(`· ${shown}`));
      await (wanted ? command(wanted.name, wanted.args) : conversation.say(option ?? meant, files));
    });
    prompt();
  };
}
