/**
 * The chat in a terminal: line editing, replies as they come, approvals as cards with a prompt of their own.
 *
 * It speaks to an `Agent` and so works in the process that holds the home and outside of it alike. Whatever a model, a
 * tool or a stranger wrote is made readable before it is shown; only this file writes escapes.
 */
import { createInterface } from 'node:readline/promises';
import { type Agent, decisionAnswer } from '../../../api/client/agent.ts';
import type { ApprovalCard } from '../../../domain/approvals/card.ts';
import { chatOf } from '../../../domain/conversation/chat-session.ts';
import { toFailure } from '../../../domain/supervision/failure.ts';
import { choices } from '../../../domain/supervision/remediation.ts';
import type { ActorRow, ApprovalRow, Frame } from '../../../domain/supervision/view.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { Clock } from '../../../ports/clock.ts';
import { systemClock } from '../../process/clock.ts';
import { cardTable } from './cards.ts';
import { type Keyboard, pasteInput, pasteOff, pasteOn } from './paste.ts';
import { terminalScreen } from './screen.ts';
import { transcript } from './transcript.ts';

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
  /**
   * What the other slash commands answer in a chat, made safe to show, and the conversation they lead to; undefined:
   * there is none such.
   */
  readonly slash: (
    name: string,
    args: string,
    chat: string,
  ) => Promise<{ readonly lines: readonly string[]; readonly session?: string } | undefined>;
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
  const { agent, output, signal, clock = systemClock } = options;
  let { session } = options;
  const paint = (code: number) => (text: string) => (options.color ? `\x1b[${code}m${text}\x1b[0m` : text);
  const [dim, accent, warn] = [paint(2), paint(36), paint(33)];
  const watching = new AbortController();
  const history = await pastMessages(agent, session);
  const paste = pasteInput(options.input, clock);
  const editor = createInterface({ input: paste.keys, output, terminal: true, history, historySize: 200, tabSize: 4 });
  const screen = terminalScreen(editor, output);
  let pages = transcript(session, screen, dim);
  const left = Promise.withResolvers<void>();
  let busy = false;
  let draft = '';

  const cards = cardTable({
    clock,
    settleMs: options.settleMs ?? 400,
    show: ({ card }, place) => {
      if (place === 'first') draft = screen.draft();
      screen.setDraft('');
      screen.print(options.card(card).join('\n'));
      ask();
    },
    gone: row => {
      const by = row.decidedBy ? ` by ${oneLine(row.decidedBy, 40)}` : '';
      const state = row.state === 'pending' ? 'approved' : row.state;
      screen.print(dim(`· ${row.card.key}: ${state}${by}`));
    },
    changed: () => ask(),
  });

  /** The prompt that fits; the owner's draft comes back when the last card is gone. */
  function ask(): void {
    const asked = cards.prompt();
    screen.prompt(asked === undefined ? accent('› ') : `${warn(oneLine(asked, 200))} `);
    if (asked !== undefined || draft === '') return;
    screen.setDraft(draft);
    draft = '';
  }

  /** Runs what was asked for and tells what went wrong, so that no failure ends the chat. */
  function attempt(act: () => Promise<unknown>): void {
    act().catch(thrown => screen.print(warn(oneLine(toFailure(thrown).message, 500))));
  }

  function onFrame(frame: Frame): void {
    pages.show(frame);
    if (frame.type === 'approval') {
      cards.put(frame.approval);
      ask();
    } else if (frame.type === 'turn' && frame.report.session === session) busy = false;
    else if (frame.type === 'row' && frame.row.id === session) onRow(frame.row);
  }

  function onRow({ leaf }: ActorRow): void {
    busy = leaf !== 'idle';
    if (!leaf.startsWith('waitingForInput')) return;
    attempt(async () => {
      const { needs } = await agent.state.show();
      const question = needs.find(need => need.id === session && need.kind !== 'approval');
      if (question) pages.question(question.text);
    });
  }

  async function say(text: string): Promise<void> {
    pages.said(text);
    busy = true;
    try {
      const { note } = await agent.sessions.say({ id: session, clientId: clock.id(), text });
      if (note !== undefined) screen.print(warn(oneLine(note, 400)));
    } catch (thrown) {
      busy = false;
      throw thrown;
    }
  }

  async function decide(line: string): Promise<void> {
    const answered = cards.answer(line);
    if (answered.kind === 'again') screen.print(dim(`· ${oneLine(answered.why, 300)}`));
    if (answered.kind === 'info') screen.print(options.info(answered.card).join('\n'));
    ask();
    if (answered.kind !== 'decision') return;
    const { approval } = answered.decision;
    const {
      approval: id,
      by: _,
      ...given
    } = answered.decision as Exclude<typeof answered.decision, { decision: 'edit' }>;
    const said = await decisionAnswer(agent.approvals.decide({ id, ...given })).catch((thrown: unknown) => {
      cards.answered(approval, undefined);
      ask();
      throw thrown;
    });
    screen.print(said.ok ? dim(`· ${approval}: ${said.state}`) : warn(`${approval}: ${oneLine(said.message, 300)}`));
    cards.answered(approval, said);
    ask();
    // what changed meanwhile, or was not before the owner yet, is shown as it stands now
    if (!said.ok && (said.why === 'changed' || said.why === 'unknown'))
      lay((await agent.approvals.list({ state: 'pending' })).approvals);
  }

  async function command(name: string, word: string): Promise<void> {
    if (name === 'quit' || name === 'exit') editor.close();
    else if (name === 'help') screen.print(help.map(dim).join('\n'));
    else if (name === 'status') screen.print((await options.status()).join('\n'));
    else if (name === 'stop') await stop();
    else if (name === 'answer') await answer(word);
    else if (name === 'approvals') {
      const pending = (await agent.approvals.list({ state: 'pending' })).approvals;
      if (pending.length === 0) screen.print(dim('· nothing waits for your approval'));
      lay(pending);
    } else await slash(name, word);
  }

  /**
   * A command that every channel has. Where the conversation that is spoken in changes, a turn that runs in the other
   * one goes on there.
   */
  async function slash(name: string, word: string): Promise<void> {
    const answer = await options.slash(name, word, chatOf(session));
    if (!answer) return screen.print(dim(`· there is no command /${name}; /help lists them`));
    screen.print(answer.lines.join('\n'));
    if (answer.session === undefined || answer.session === session) return;
    session = answer.session;
    pages = transcript(session, screen, dim);
    const row = (await agent.state.show()).actors.find(({ id }) => id === session);
    busy = row !== undefined && row.leaf !== 'idle';
  }

  /** What the supervisor asks is answered by the key it gave. */
  async function answer(words: string): Promise<void> {
    const [incident = '', choice = ''] = words.split(' ');
    const known = choices.find(one => one === choice);
    if (!known) return screen.print(dim(`· /answer KEY CHOICE, the choice one of ${choices.join(', ')}`));
    await agent.actors.answer({ id: incident, choice: known });
    screen.print(dim(`· answered: ${known}`));
  }

  function lay(rows: readonly ApprovalRow[]): void {
    for (const row of rows) cards.put(row);
    ask();
  }

  async function stop(): Promise<void> {
    screen.print(dim('· stopping the turn'));
    if ((await agent.sessions.abort({ id: session })).aborted) return;
    busy = false;
    screen.print(dim('· nothing was running'));
  }

  editor.on('line', typed => {
    screen.submitted();
    const text = paste.expand(typed).trim();
    const [, name, word = ''] =
      /^\/((?:tools|session|answer|undo)(?= )|[a-z]+$)(?: +(\S+(?: [a-z]+)?))?$/.exec(text) ?? [];
    if (cards.current() && name !== 'quit') attempt(() => decide(typed));
    else {
      ask();
      if (name) attempt(() => command(name, word));
      else if (text !== '') attempt(() => say(text));
    }
  });
  // What is typed under a card is no message and does not belong into the history.
  editor.on('history', lines => {
    if (cards.current()) lines.shift();
  });
  editor.on('SIGINT', () => {
    if (cards.current()) {
      const isOpen = cards.later();
      screen.print(dim(isOpen ? '· left for later: /approvals shows it again' : '· it stays as it was answered'));
      ask();
    } else if (busy) attempt(stop);
    else if (screen.draft() !== '') screen.setDraft('');
    else editor.close();
  });
  editor.on('SIGTSTP', () => suspend(paste.keys, output, () => screen.prompt(accent('› '))));
  editor.on('close', left.resolve);
  const close = () => editor.close();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();

  try {
    output.write(pasteOn);
    if (options.greeting.length > 0) screen.print(options.greeting.join('\n'));
    ask();
    await agent.watch(onFrame, watching.signal);
    lay((await agent.approvals.list({ state: 'pending' })).approvals);
    await left.promise;
    if (busy) output.write(`\n${dim('(the turn goes on; its reply is kept)')}`);
  } finally {
    watching.abort();
    signal.removeEventListener('abort', close);
    editor.close();
    paste.close();
    output.write(`${pasteOff}\n`);
  }
}

const help = [
  '/approvals  what waits for your yes     /status  how Straylight is',
  '/tools      what I have made, /tools NAME one of it',
  '/sandbox    where commands run          /reset   make the sandbox anew',
  '/budget     what was spent today, and what may be',
  '/undo       what turns changed in the workspace; /undo N one of them, /undo N yes brings it back',
  '/new        begin a new conversation    /sessions  all of them, /session N goes to one',
  '/stop       end the running turn        /quit    leave (so does Ctrl-D)',
  'Ctrl-C ends the running turn; at an empty prompt it leaves. Arrow keys recall what you said.',
];

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
