/** Slash commands of the terminal chat: its own, and those that every channel has. */

import { chatCommands } from '../../../api/chat-forms.ts';
import type { Agent } from '../../../api/client/agent.ts';
import { chatOf } from '../../../domain/conversation/chat-session.ts';
import { nearCommand, slashCommandIn, type TypedCommand } from '../../../domain/conversation/slash-names.ts';
import type { Language } from '../../../domain/text/texts.ts';
import type { CardPrompt } from './answering/card-prompt.ts';
import type { AttachmentsOptions } from './attaching/attachments.ts';
import type { Conversation } from './conversation.ts';
import { type Exchange, showExchange } from './exchange.ts';
import type { TerminalScreen } from './screen.ts';
import type { Paint } from './style.ts';
import { type CommandName, terminalTexts } from './texts.ts';
import type { Steps } from './transcript/transcript.ts';

/**
 * What a slash command that every channel has answers in a chat, made safe to show, and the conversation it leads to;
 * undefined: there is no such command.
 */
export type Slash = (
  name: string,
  args: string,
  chat: string,
) => Promise<
  { readonly lines: readonly string[]; readonly session?: string; readonly showsSteps?: boolean } | undefined
>;

/** The desktop around the terminal. */
export interface Desktop {
  /** Puts a text into the clipboard; answers how, for the owner. */
  readonly copy: (text: string) => Promise<string>;
  /** Opens a text in the owner's editor; answers what it became. */
  readonly edit: (text: string) => Promise<string>;
  /** The picture in the clipboard. */
  readonly picture: AttachmentsOptions['picture'];
  /** The files that a text names and nothing else; undefined: it is no such text. */
  readonly files: AttachmentsOptions['files'];
}

export interface CommandOptions {
  readonly agent: Agent;
  readonly screen: TerminalScreen;
  readonly paint: Paint;
  readonly language: Language;
  readonly conversation: Conversation;
  readonly cards: CardPrompt;
  readonly steps: Steps;
  readonly slash: Slash;
  readonly lastExchange: (session: string) => Promise<Exchange>;
  readonly copy: Desktop['copy'];
  /** Takes the picture in the clipboard for the next message. */
  readonly paste: () => Promise<void>;
  /** Opens what is typed in an editor. */
  readonly edit: (text: string) => Promise<void>;
  /** Ends the chat. */
  readonly quit: () => void;
  /** Leaves for the questions of what can be set up; undefined: they cannot be asked here. */
  readonly setUp: (() => void) | undefined;
  /** As its owner can type this program here; by its name if left out. */
  readonly program?: string | undefined;
}

/** A command of a chat as the owner is told of it. */
export interface KnownCommand {
  readonly name: string;
  readonly args?: string | undefined;
  readonly help: string;
  /** What may stand behind it. */
  readonly words?: readonly string[];
}

/** What stands behind a command: its argument, and words to complete. */
const forms: Readonly<Record<CommandName, Omit<KnownCommand, 'name' | 'help'>>> = {
  help: {},
  stop: {},
  approvals: {},
  local: { args: 'TEXT' },
  cloud: { args: 'TEXT' },
  copy: { args: 'code', words: ['code'] },
  paste: {},
  edit: { args: 'TEXT' },
  setup: {},
  clear: {},
  quit: {},
};

/** All commands, in the order in which they are listed; those that follow from operations stand behind the approvals. */
export function knownCommands(language: Language): readonly KnownCommand[] {
  const { help } = terminalTexts(language);
  const own = (Object.entries(help) as [CommandName, string][]).map(([name, help]) => ({
    name,
    ...forms[name],
    help,
  }));
  const others = chatCommands(language).filter(({ name }) => !Object.hasOwn(forms, name));
  const at = own.findIndex(({ name }) => name === 'approvals') + 1;
  return [...own.slice(0, at), ...others, ...own.slice(at)];
}

/** The command in a text, if it is one. */
export function commandIn(text: string): TypedCommand | undefined {
  // in every other shell the word alone leaves
  if (/^(?:exit|quit)$/.test(text.trim())) return { name: 'quit', args: '' };
  return slashCommandIn(text);
}

/** Runs `/name` with what was typed after it. */
export function commandsOf(options: CommandOptions): (name: string, args: string) => Promise<void> {
  const { agent, screen, conversation, cards, slash, quit, paint, language } = options;
  const { dim } = paint;
  const say = terminalTexts(language);

  async function showApprovals(args: string): Promise<void> {
    if (args !== '') return shared('approvals', args);
    const { approvals } = await agent.approvals.list({ state: 'pending' });
    if (approvals.length === 0) screen.print(dim(`· ${say.noPending}`));
    cards.put(approvals, true);
  }

  async function shared(name: string, args: string): Promise<void> {
    const session = conversation.session();
    // turned round from how they are here
    const turned = name === 'verbose' && args === '' ? (options.steps.areShown ? 'off' : 'on') : args;
    const answered = await slash(name, turned, chatOf(session));
    if (!answered) return screen.print(dim(`· ${say.unknown(name, nearby(name, language))}`));
    screen.print(answered.lines.map(line => diffLine(line, paint)).join('\n'));
    if (answered.showsSteps !== undefined) options.steps.areShown = answered.showsSteps;
    if (answered.session === undefined || answered.session === session) return;
    await conversation.goTo(answered.session);
    showExchange(screen, await options.lastExchange(answered.session));
    cards.put((await agent.approvals.list({ state: 'pending' })).approvals);
  }

  async function copy(args: string): Promise<void> {
    const reply = await conversation.lastReply();
    const blocks = [...reply.matchAll(/^ {0,3}(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^ {0,3}\1/gm)];
    const text = args === 'code' ? blocks.at(-1)?.[2]?.trimEnd() : reply;
    if (text === undefined || text === '') return screen.print(dim(`· ${args === 'code' ? say.noCode : say.noReply}`));
    screen.print(dim(`· ${await options.copy(text)}`));
  }

  function setUp(): void {
    const { program = 'straylight', setUp: leave } = options;
    screen.print(dim(`· ${leave ? say.settingUp : say.setUpThere(program)}`));
    leave?.();
  }

  const own: Readonly<Record<string, (args: string) => Promise<void> | void>> = {
    quit,
    exit: quit,
    help: () => screen.print(helpLines(paint, language).join('\n')),
    stop: conversation.stop,
    approvals: showApprovals,
    copy,
    paste: options.paste,
    edit: options.edit,
    clear: screen.clear,
    setup: setUp,
  };
  return async (name, args) => (own[name] ? own[name](args) : shared(name, args));
}

function helpLines({ dim }: Paint, language: Language): string[] {
  const rows = knownCommands(language).map(({ name, args, help }) => ({
    usage: `/${name}${args === undefined ? '' : ` ${args}`}`,
    help,
  }));
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  return [
    ...rows.map(({ usage, help }) => `${usage.padEnd(width)}  ${dim(help)}`),
    ...terminalTexts(language).keys.map(dim),
  ];
}

/** The command that was probably meant, in words. */
function nearby(name: string, language: Language): string {
  const names = knownCommands(language).map(one => one.name);
  const near = nearCommand(name, names);
  return near === undefined ? '' : terminalTexts(language).near(near);
}

/** Lines of a diff in their colours. */
function diffLine(line: string, { added, removed }: Paint): string {
  if (/^\s*\+(?!\+\+)/.test(line)) return added(line);
  if (/^\s*-(?!--)\S/.test(line)) return removed(line);
  return line;
}
