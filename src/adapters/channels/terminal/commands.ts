/** Slash commands of the terminal chat: its own, and those that every channel has. */
import type { Agent } from '../../../api/client/agent.ts';
import { chatOf } from '../../../domain/conversation/chat-session.ts';
import { sidedText } from '../../../domain/conversation/only.ts';
import { choices } from '../../../domain/supervision/remediation.ts';
import type { CardPrompt } from './card-prompt.ts';
import type { Conversation } from './conversation.ts';
import { type Exchange, showExchange } from './exchange.ts';
import type { TerminalScreen } from './screen.ts';
import type { Paint } from './style.ts';

/**
 * What a slash command that every channel has answers in a chat, made safe to show, and the conversation it leads to;
 * undefined: there is no such command.
 */
export type Slash = (
  name: string,
  args: string,
  chat: string,
) => Promise<{ readonly lines: readonly string[]; readonly session?: string } | undefined>;

/** The desktop around the terminal. */
export interface Desktop {
  /** Puts a text into the clipboard; answers how, for the owner. */
  readonly copy: (text: string) => Promise<string>;
  /** Opens a text in the owner's editor; answers what it became. */
  readonly edit: (text: string) => Promise<string>;
}

export interface CommandOptions {
  readonly agent: Agent;
  readonly screen: TerminalScreen;
  readonly paint: Paint;
  readonly conversation: Conversation;
  readonly cards: CardPrompt;
  readonly status: () => Promise<readonly string[]>;
  readonly slash: Slash;
  readonly lastExchange: (session: string) => Promise<Exchange>;
  readonly copy: Desktop['copy'];
  /** Opens what is typed in an editor. */
  readonly edit: (text: string) => Promise<void>;
  /** Ends the chat. */
  readonly quit: () => void;
}

/** A command of a chat as the owner is told of it. */
export interface KnownCommand {
  readonly name: string;
  readonly args?: string;
  readonly help: string;
  /** What may stand behind it. */
  readonly words?: readonly string[];
}

export const knownCommands: readonly KnownCommand[] = [
  { name: 'help', help: 'this list' },
  { name: 'new', help: 'starts a new conversation' },
  { name: 'sessions', help: 'all conversations' },
  { name: 'session', args: 'N', help: 'opens one of them' },
  { name: 'stop', help: 'stops the running turn, like Ctrl-C' },
  { name: 'approvals', help: 'pending approvals, those of other conversations too' },
  { name: 'undo', args: 'N', help: 'changes in the workspace; shows one; /undo N yes reverts it' },
  { name: 'trust', help: 'which text from outside is here; /trust yes trusts it', words: ['yes'] },
  { name: 'model', args: 'NAME', help: 'the models; chooses one for this conversation' },
  { name: 'local', args: 'TEXT', help: 'only a model on your machine answers this message' },
  { name: 'cloud', args: 'TEXT', help: 'only a hosted model answers this message' },
  { name: 'copy', args: 'code', help: 'copies the last reply, or its last block of code', words: ['code'] },
  { name: 'edit', args: 'TEXT', help: 'writes a message in your editor' },
  {
    name: 'memory',
    help: 'what I remember',
    words: ['search', 'pending', 'accept', 'reject', 'both', 'consolidate', 'undo', 'forget'],
  },
  { name: 'jobs', args: 'NAME', help: 'scheduled jobs', words: ['show', 'history'] },
  { name: 'tasks', args: 'N', help: 'tasks that run by themselves', words: ['add', 'cancel'] },
  { name: 'goals', help: 'what you and I are about', words: ['add', 'complete'] },
  { name: 'tools', args: 'NAME', help: 'the tools I made' },
  { name: 'budget', help: "today's spending and limits" },
  { name: 'status', help: 'what runs, and what waits for you' },
  { name: 'verbose', help: 'shows the steps of each turn, or hides them', words: ['on', 'off'] },
  { name: 'sandbox', help: 'where commands run' },
  { name: 'reset', help: 'resets the sandbox' },
  { name: 'answer', args: 'KEY CHOICE', help: 'answers a question about a problem' },
  { name: 'clear', help: 'clears the screen' },
  { name: 'quit', help: 'leaves the chat, like Ctrl-D' },
];

const keyHelp = [
  'Ctrl-C stops the turn; twice, the program. Ctrl-D leaves the chat.',
  'Alt-Enter, or \\ and Enter, begins a new line. Ctrl-R searches what you typed. Tab completes commands, files and conversations.',
];

/** The command in a text, if it is one: `/local WORDS`, a path such as `/etc/hosts` and a sentence are messages. */
export function commandIn(text: string): { readonly name: string; readonly args: string } | undefined {
  if (sidedText(text)) return undefined;
  // in every other shell the word alone leaves
  if (/^(?:exit|quit)$/.test(text.trim())) return { name: 'quit', args: '' };
  const [, name = '', args = ''] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  return name === '' ? undefined : { name, args: args.trim() };
}

/** Runs `/name` with what was typed after it. */
export function commandsOf(options: CommandOptions): (name: string, args: string) => Promise<void> {
  const { agent, screen, conversation, cards, status, slash, quit, paint } = options;
  const { dim } = paint;

  async function showApprovals(args: string): Promise<void> {
    if (args !== '') return shared('approvals', args);
    const { approvals } = await agent.approvals.list({ state: 'pending' });
    if (approvals.length === 0) screen.print(dim('· No approval is pending.'));
    cards.put(approvals, true);
  }

  /** An incident is answered by the key it gave. */
  async function answer(args: string): Promise<void> {
    const [incident = '', choice = ''] = args.split(' ');
    const known = choices.find(one => one === choice);
    if (!known) return screen.print(dim(`· Type /answer KEY CHOICE. CHOICE is one of ${choices.join(', ')}.`));
    await agent.actors.answer({ id: incident, choice: known });
    screen.print(dim(`· Answered: ${known}.`));
  }

  async function shared(name: string, args: string): Promise<void> {
    const session = conversation.session();
    const answered = await slash(name, args, chatOf(session));
    if (!answered) return screen.print(dim(`· Unknown command /${name}.${nearby(name)} /help lists all commands.`));
    screen.print(answered.lines.map(line => diffLine(line, paint)).join('\n'));
    if (answered.session === undefined || answered.session === session) return;
    await conversation.goTo(answered.session);
    showExchange(screen, await options.lastExchange(answered.session));
    cards.put((await agent.approvals.list({ state: 'pending' })).approvals);
  }

  async function copy(args: string): Promise<void> {
    const reply = await conversation.lastReply();
    const blocks = [...reply.matchAll(/^ {0,3}(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^ {0,3}\1/gm)];
    const text = args === 'code' ? blocks.at(-1)?.[2]?.trimEnd() : reply;
    if (text === undefined || text === '')
      return screen.print(dim(args === 'code' ? '· The last reply has no block of code.' : '· There is no reply yet.'));
    screen.print(dim(`· ${await options.copy(text)}`));
  }

  const own: Readonly<Record<string, (args: string) => Promise<void> | void>> = {
    quit,
    exit: quit,
    help: () => screen.print(helpLines(paint).join('\n')),
    status: async () => screen.print((await status()).join('\n')),
    stop: conversation.stop,
    answer,
    approvals: showApprovals,
    copy,
    edit: options.edit,
    clear: screen.clear,
  };
  return async (name, args) => (own[name] ? own[name](args) : shared(name, args));
}

function helpLines({ dim }: Paint): string[] {
  const rows = knownCommands.map(({ name, args, help }) => ({
    usage: `/${name}${args === undefined ? '' : ` ${args}`}`,
    help,
  }));
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  return [...rows.map(({ usage, help }) => `${usage.padEnd(width)}  ${dim(help)}`), ...keyHelp.map(dim)];
}

/** What other programs call it. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ cost: 'budget', usage: 'budget', resume: 'sessions', history: 'sessions', continue: 'sessions' },
  ...{ permissions: 'approvals', rewind: 'undo', revert: 'undo', diff: 'undo', config: 'status', doctor: 'status' },
  ...{ todos: 'tasks', agents: 'tasks', cron: 'jobs', bye: 'quit', abort: 'stop', cancel: 'stop', editor: 'edit' },
};

/** A command of another name, or one that begins alike. */
function nearby(name: string): string {
  const other = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
  if (other !== undefined) return ` Did you mean /${other}?`;
  const near = knownCommands.find(one => one.name.startsWith(name.slice(0, 3)) || name.startsWith(one.name));
  return near === undefined ? '' : ` Did you mean /${near.name}?`;
}

/** Lines of a diff in their colours. */
function diffLine(line: string, { added, removed }: Paint): string {
  if (/^\s*\+(?!\+\+)/.test(line)) return added(line);
  if (/^\s*-(?!--)\S/.test(line)) return removed(line);
  return line;
}
