/** Slash commands of the terminal chat: its own, and those that every channel has. */
import type { Agent } from '../../../api/client/agent.ts';
import { chatOf } from '../../../domain/conversation/chat-session.ts';
import { choices } from '../../../domain/supervision/remediation.ts';
import type { CardPrompt } from './card-prompt.ts';
import type { Conversation } from './conversation.ts';
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

export interface CommandOptions {
  readonly agent: Agent;
  readonly screen: TerminalScreen;
  readonly paint: Paint;
  readonly conversation: Conversation;
  readonly cards: CardPrompt;
  readonly status: () => Promise<readonly string[]>;
  readonly slash: Slash;
  /** Ends the chat. */
  readonly quit: () => void;
}

/** Runs `/name` with what was typed after it. */
export function commandsOf(options: CommandOptions): (name: string, args: string) => Promise<void> {
  const { agent, screen, conversation, cards, status, slash, quit } = options;
  const { dim } = options.paint;

  async function showApprovals(): Promise<void> {
    const { approvals } = await agent.approvals.list({ state: 'pending' });
    if (approvals.length === 0) screen.print(dim('· No approval is pending.'));
    cards.put(approvals);
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
    if (!answered) return screen.print(dim(`· Unknown command /${name}. /help lists all commands.`));
    screen.print(answered.lines.join('\n'));
    if (answered.session !== undefined && answered.session !== session) await conversation.goTo(answered.session);
  }

  const own: Readonly<Record<string, (args: string) => Promise<void> | void>> = {
    quit,
    exit: quit,
    help: () => screen.print(help.map(dim).join('\n')),
    status: async () => screen.print((await status()).join('\n')),
    stop: conversation.stop,
    answer,
    approvals: showApprovals,
  };
  return async (name, args) => (own[name] ? own[name](args) : shared(name, args));
}

const help = [
  '/approvals  pending approvals           /status    status',
  '/tools      the tools I made; /tools NAME shows one',
  '/sandbox    where commands run          /reset     resets the sandbox',
  "/budget     today's spending and limits",
  '/model      the models and what they are used for; /model NAME chooses one for this conversation',
  '/undo       changes in the workspace; /undo N shows one, /undo N yes reverts it',
  '/new        starts a new conversation   /sessions  all conversations; /session N opens one',
  '/stop       stops the running turn      /quit      leaves the chat, like Ctrl-D',
  'Ctrl-C stops the running turn. At an empty prompt it leaves the chat. Arrow keys recall what you typed.',
];
