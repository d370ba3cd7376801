/** Runs the commands that ask the agent, each by its words. */

import { resolve } from 'node:path';
import { systemClock } from '../../adapters/process/clock.ts';
import type { Agent } from '../../api/client/agent.ts';
import type { Sent } from '../../api/contract.ts';
import type { Operations } from '../../api/operations.ts';
import type { OperationName } from '../../api/service.ts';
import { exportActor } from '../../commands/actors/actors.ts';
import { decideApproval, listApprovals, showApproval } from '../../commands/approvals/approvals.ts';
import { standingWanted } from '../../commands/approvals/standing.ts';
import type { Run } from '../../commands/arguments/command-line.ts';
import { taskTermsOf, texts } from '../../commands/arguments/values.ts';
import { acceptAudit, exportAudit, listAudit, verifyAudit } from '../../commands/audit/audit.ts';
import { knownConversation } from '../../commands/conversation/conversations.ts';
import { trustConversation } from '../../commands/conversation/trust.ts';
import type { Io } from '../../commands/io.ts';
import { configurationIn } from '../../commands/mcp/configuration.ts';
import { mcpLogin } from '../../commands/mcp/login.ts';
import { consolidateMemories, forgetMemory } from '../../commands/memory/memory.ts';
import { exportMemories, importMemories } from '../../commands/memory/transfer.ts';
import { reset } from '../../commands/reset.ts';
import { sayIn } from '../../commands/say.ts';
import { status } from '../../commands/status.ts';
import { pairTelegram } from '../../commands/telegram/telegram.ts';
import { printAnswer, printView } from '../../commands/view.ts';
import { defined } from '../../domain/text/json.ts';
import { typedAnswer } from './typed-answer.ts';

/** What a command is run with. */
export interface Call {
  readonly agent: Agent;
  readonly io: Io;
  readonly json: boolean;
  readonly home: string;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly options: Run['options'];
  /** Of its operation. */
  readonly input: Readonly<Record<string, unknown>>;
}

type Answer = (call: Call) => Promise<number>;

/** A path that begins at the folder the command is typed in; anything else as it is. */
function fromHere(source: string): string {
  return /^\.{1,2}(?:\/|$)/.test(source) ? resolve(source) : source;
}

/** What is sent to an operation, as it was read from the words by its declaration. */
type InputOf<Name extends OperationName> = Name extends `${infer Subject extends keyof Operations}.${infer Act}`
  ? Sent<Operations[Subject][Act & keyof Operations[Subject]]>
  : never;

function input<Name extends OperationName>({ input }: Call): InputOf<Name> {
  return input as InputOf<Name>;
}

const decide: Answer = call => decideApproval(call, input<'approvals.decide'>(call));
const pause = () => new Promise<void>(done => systemClock.after(500, done));

/** What is more than an operation with its view, by the words of its form (src/api/subjects, src/commands/arguments/local-forms.ts). */
export const answers: Readonly<Record<string, Answer>> = {
  status,
  approvals: listApprovals,
  'approvals show': call => showApproval(call, textOf(call, 'id')),
  'approvals approve': decide,
  'approvals deny': decide,
  'approvals undo': decide,
  'approvals standing add': call => printView(call, 'standing.add', standingWanted(call.options)),
  'actors export': call => exportActor(call, textOf(call, 'id')),
  'jobs list': listJobs,
  'tasks add': addTask,
  'skills add': call => {
    const given = input<'skills.add'>(call);
    return printView(call, 'skills.add', { ...given, source: fromHere(given.source) });
  },
  'skills lint': call => printView(call, 'skills.lint', { skill: fromHere(input<'skills.lint'>(call).skill) }),
  'goals add': async call => printView(call, 'goals.add', await inConversation(call, input<'goals.add'>(call))),
  'telegram pair': call => {
    const ask = (question: string) => typedAnswer(question, call.signal);
    return pairTelegram({ ...call, pause, ask: process.stdin.isTTY ? ask : undefined });
  },
  'memory consolidate': call => consolidateMemories({ ...call, id: systemClock.id }),
  'memory forget': call =>
    forgetMemory(call, {
      id: textOf(call, 'id'),
      all: call.options['all'] === true,
      ...texts(call.options, 'words', 'confirm'),
    }),
  'memory export': call => exportMemories(call, call.options['markdown'] === true),
  'mcp import': call => printView(call, 'mcp.import', { config: configurationIn(textOf(call, 'config')) }),
  'mcp login': call => mcpLogin(call, pause),
  'prompts say': async call => {
    const { sayPrompt } = await import('../../commands/mcp/prompt.ts');
    const ask = (question: string) => typedAnswer(question, call.signal);
    return sayPrompt({ ...call, id: systemClock.id, ask: process.stdin.isTTY ? ask : undefined });
  },
  'memory import': call =>
    importMemories({
      ...call,
      file: textOf(call, 'file'),
      id: systemClock.id,

      isReplacing: call.options['replace'] === true,
      isVouchedFor: call.options['trust'] === true,
      confirm: texts(call.options, 'confirm').confirm,
    }),
  'sessions show': async call => {
    const given = input<'sessions.messages'>(call);
    return printView(call, 'sessions.messages', { ...given, id: await knownConversation(call, given.id) });
  },
  'sessions trust': async call =>
    trustConversation(call, await knownConversation(call, textOf(call, 'id')), isYes(call)),
  models: async call => printView(call, 'models.list', await inConversation(call, input<'models.list'>(call))),
  'models use': async call => {
    const given = input<'models.choose'>(call);
    return printView(call, 'models.choose', { ...given, id: await knownConversation(call, given.id) });
  },
  reset: call => reset({ ...call, pause }),
  'audit verify': verifyAudit,
  'audit list'(call) {
    const { limit } = texts(call.options, 'limit');
    return listAudit(call, {
      ...input<'audit.list'>(call),
      ...defined({ limit: limit === undefined ? undefined : Number(limit) }),
    });
  },
  'audit export': exportAudit,
  'audit accept': acceptAudit,
};

/** Gives one; it waits where nothing runs. */
async function addTask(call: Call): Promise<number> {
  const { agent, io, json, options } = call;
  const given = { ...(await inConversation(call, input<'tasks.add'>(call))), ...taskTermsOf(options) };
  const code = await printView(call, 'tasks.add', given);
  if (!json && agent.where === 'here')
    io.err(io.style.warn(sayIn(io)('Straylight is not running; the task goes on with its next start.')));
  return code;
}

/** All there are, page after page. */
async function listJobs(call: Call): Promise<number> {
  let { jobs, total } = await call.agent.jobs.list({});
  while (jobs.length < total) {
    const page = await call.agent.jobs.list({ after: jobs.at(-1)?.id });
    if (page.jobs.length === 0) break;
    jobs = [...jobs, ...page.jobs];
    total = page.total;
  }
  return printAnswer(call, 'jobs.list', { jobs, total }, {});
}

/** `--conversation` as an address, where it is given. */
async function inConversation<Input extends { readonly session?: string }>(call: Call, given: Input) {
  return given.session === undefined ? given : { ...given, session: await knownConversation(call, given.session) };
}

function isYes({ options }: Call): boolean {
  return options['yes'] === true;
}

function textOf({ input }: Call, field: string): string {
  return String(input[field] ?? '');
}
