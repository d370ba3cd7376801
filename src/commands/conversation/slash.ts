/** The slash commands of chats, each over the operations it names; every channel answers with the same. */
import type { Client } from '../../api/client/client.ts';
import type { OperationName } from '../../api/service.ts';
import { waitingText } from '../../domain/conversation/delivery-line.ts';
import type { Side } from '../../domain/models/route.ts';
import { sandboxLines } from '../../domain/security/sandbox.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { StateBatch } from '../../domain/supervision/view.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { standingText } from '../approvals/standing.ts';
import { budgetLines } from '../budget.ts';
import { goalsText } from '../goals/goals.ts';
import type { Style } from '../io.ts';
import { jobsText } from '../jobs/jobs.ts';
import { memoryText } from '../memory/memory-text.ts';
import { modelText } from '../models.ts';
import { breakerLines } from '../status.ts';
import { tasksText } from '../tasks/tasks.ts';
import { asCode, toolsText } from '../tools.ts';
import { undoText } from '../undo.ts';
import { sessionsCommand } from './sessions.ts';
import { trustText } from './trust.ts';

export interface SlashCall {
  readonly agent: Client;
  /** What stands behind the name. */
  readonly args: string;
  /** The address of the chat's first conversation. */
  readonly chat: string;
  readonly now: number;
  /** Names this command where it may come again after a crash. */
  readonly act?: string;
  readonly style?: Style;
}

export interface SlashAnswer {
  readonly lines: readonly string[];
  /** It is columns, to be shown letter by letter. */
  readonly isCode: boolean;
  /** The conversation it leads to. */
  readonly session?: string;
}

interface SlashCommand {
  readonly uses: readonly OperationName[];
  readonly run: (call: SlashCall) => Promise<SlashAnswer>;
}

/** What `/name` does. */
export const slashCommands: Readonly<Record<string, SlashCommand>> = {
  status: {
    uses: ['state.show', 'sessions.list'],
    run: async ({ agent, chat }) => {
      const [state, { current }] = await Promise.all([agent.state.show(), agent.sessions.list({ id: chat })]);
      return plain(statusText(state, current));
    },
  },
  tools: {
    uses: ['tools.list', 'tools.show'],
    run: async ({ agent, args, now, style }) => code(await toolsText(agent, args, now, style)),
  },
  sandbox: {
    uses: ['sandbox.show'],
    run: async ({ agent }) => code(sandboxLines(await agent.sandbox.show())),
  },
  undo: {
    uses: ['undo.list', 'undo.show', 'undo.apply'],
    run: async ({ agent, args, now, style }) => code(await undoText(agent, args, now, style)),
  },
  jobs: {
    uses: ['jobs.list', 'jobs.show', 'jobs.history', 'jobs.act'],
    run: async ({ agent, args, now }) => code(await jobsText(agent, args, now)),
  },
  tasks: {
    uses: ['tasks.list', 'tasks.show', 'tasks.add', 'tasks.cancel'],
    run: async ({ agent, args, now, act }) => code(await tasksText(agent, args, now, act)),
  },
  goals: {
    uses: ['goals.list', 'goals.add', 'goals.act'],
    run: async ({ agent, args, now }) => code(await goalsText(agent, args, now)),
  },
  memory: {
    uses: [
      'memory.stats',
      'memory.list',
      'memory.pending',
      'memory.consolidate',
      'memory.decide',
      'memory.undo',
      'memory.forget',
      'memory.carrying',
      'memory.forgetWords',
    ],
    run: async ({ agent, args, now, act, style }) => code(await memoryText(agent, args, { now, act }, style)),
  },
  budget: {
    uses: ['budget.show'],
    run: async ({ agent, now, style }) => code(budgetLines(await agent.budget.show(), now, style)),
  },
  model: {
    uses: ['models.list', 'models.choose', 'sessions.list'],
    run: async ({ agent, args, chat, style }) => {
      const { current } = await agent.sessions.list({ id: chat });
      return code(await modelText(agent, args, current, style));
    },
  },
  local: { uses: [], run: async () => plain(sidedHelp('local')) },
  cloud: { uses: [], run: async () => plain(sidedHelp('cloud')) },
  approvals: {
    uses: ['standing.list', 'standing.revoke'],
    run: async ({ agent, args, now }) => code(await standingText(agent, args, now)),
  },
  reset: {
    uses: ['sandbox.reset'],
    run: async ({ agent }) => plain((await agent.sandbox.reset()).message),
  },
  trust: {
    uses: ['sessions.trust', 'sessions.restoreTrust', 'sessions.list'],
    async run({ agent, args, chat, now }) {
      const { current } = await agent.sessions.list({ id: chat });
      return plain((await trustText(agent, args, current, now)).join('\n'));
    },
  },
  verbose: { uses: ['sessions.verbose'], run: verboseAnswer },
  new: { uses: ['sessions.begin'], run: call => steered('new', call) },
  sessions: { uses: ['sessions.list', 'conversations.list'], run: call => steered('sessions', call) },
  session: { uses: ['sessions.list', 'sessions.choose'], run: call => steered('session', call) },
};

/** The answer to `/name`; undefined where there is no such command. Rejects with a `Fault` that can be shown. */
export async function slashAnswer(name: string, call: SlashCall): Promise<SlashAnswer | undefined> {
  const command = Object.hasOwn(slashCommands, name) ? slashCommands[name] : undefined;
  return command?.run({ ...call, args: call.args.trim() });
}

/** The answer as Markdown, for a channel that shows that. */
export function slashMarkdown({ lines, isCode }: SlashAnswer): string {
  if (!isCode) return lines.join('\n');
  const [only = ''] = lines;
  // a sentence is no column, and what it names as a command can be tapped
  const isSentence = lines.length === 1 && only.length <= 300 && !/^\s|\s{2}/.test(only);
  return isSentence ? only.replace(/[\\`*_~[\]<>#|&!]/g, '\\$&') : asCode(lines);
}

async function verboseAnswer({ agent, args, chat: id }: SlashCall): Promise<SlashAnswer> {
  if (args !== '' && args !== 'on' && args !== 'off')
    throw fault('invalid', `expected "/verbose", "/verbose on" or "/verbose off", got "${oneLine(args, 40)}"`);
  const { isVerbose } = await agent.sessions.verbose({ id, ...(args === '' ? {} : { isVerbose: args === 'on' }) });
  return plain(
    isVerbose
      ? 'Replies in this conversation now show the steps of their turn. /verbose off hides them.'
      : 'Replies in this conversation no longer show their steps. /verbose on shows them.',
  );
}

async function steered(name: string, { agent, args, chat, now }: SlashCall): Promise<SlashAnswer> {
  const { text, session } = await sessionsCommand(agent, name, args, chat, now);
  return { ...plain(text), ...(session === undefined ? {} : { session }) };
}

/** How it is, narrow, since that may be on a telephone. `session`: the conversation of the chat. */
function statusText(state: StateBatch, session: string): string {
  const { health, needs, actors } = state;
  const count = (kind: string) => needs.filter(need => need.kind === kind).length;
  const incidents = count('incident');
  const channels = health.channels
    .map(({ name, state, waiting }) => `${name} ${state}${waiting ? ` (${waitingText(waiting)})` : ''}`)
    .join(', ');
  const distrust = actors.find(({ id }) => id === session)?.distrust;
  return [
    `${health.status === 'ok' && incidents > 0 ? 'needs you' : health.status}, version ${health.version}`,
    `Model: ${health.models.default}`,
    `Executor: ${health.executor.kind}`,
    `Channels: ${channels}`,
    `Actors: ${health.actors.active} active, ${health.actors.suspended} suspended, ${health.actors.quarantined} quarantined`,
    ...breakerLines(state),
    ...actors.flatMap(({ waitsFor }) => (waitsFor === undefined ? [] : [`Waiting for its model: ${waitsFor}`])),
    ...(distrust === undefined ? [] : [`This conversation contains untrusted content from: ${distrust}`]),
    ...(incidents > 0 ? [`Problems waiting for your choice: ${incidents}`] : []),
    `Pending approvals: ${count('approval')}; dead letters: ${health.deadLetters}`,
  ].join('\n');
}

/** For the word alone: with words behind it, it is a message (src/domain/conversation/only.ts). */
function sidedHelp(side: Side): string {
  const who = { local: 'a model on your machine', cloud: 'a hosted model' };
  return `Write your message behind it, as in "/${side} what is a monad?": only ${who[side]} answers that message.`;
}

function plain(text: string): SlashAnswer {
  return { lines: text.split('\n'), isCode: false };
}

function code(lines: readonly string[]): SlashAnswer {
  return { lines, isCode: true };
}
