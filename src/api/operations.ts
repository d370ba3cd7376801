/**
 * All operations, by subject: everything an owner can ask or do while Straylight runs.
 *
 * A file below `subjects/` is a subject, and its export of the same name its operations; nothing else lists them. One is
 * loaded when it is first asked about, so that a command that asks one thing of a running agent waits for no other.
 */
import type { Operation, Subject } from './contract.ts';
import type { accounts } from './subjects/agent/accounts.ts';
import type { actors } from './subjects/agent/actors.ts';
import type { agents } from './subjects/agent/agents.ts';
import type { audit } from './subjects/agent/audit.ts';
import type { budget } from './subjects/agent/budget.ts';
import type { connections } from './subjects/agent/connections.ts';
import type { folders } from './subjects/agent/folders.ts';
import type { hooks } from './subjects/agent/hooks.ts';
import type { models } from './subjects/agent/models.ts';
import type { outcomes } from './subjects/agent/outcomes.ts';
import type { personality } from './subjects/agent/personality.ts';
import type { plans } from './subjects/agent/plans.ts';
import type { sandbox } from './subjects/agent/sandbox.ts';
import type { secrets } from './subjects/agent/secrets.ts';
import type { state } from './subjects/agent/state.ts';
import type { traces } from './subjects/agent/traces.ts';
import type { views } from './subjects/agent/views.ts';
import type { approvals } from './subjects/conversation/approvals.ts';
import type { context } from './subjects/conversation/context.ts';
import type { conversations } from './subjects/conversation/conversations.ts';
import type { requests } from './subjects/conversation/requests.ts';
import type { sessions } from './subjects/conversation/sessions.ts';
import type { standing } from './subjects/conversation/standing.ts';
import type { watched } from './subjects/conversation/watched.ts';
import type { callers } from './subjects/work/callers.ts';
import type { goals } from './subjects/work/goals.ts';
import type { jobs } from './subjects/work/jobs.ts';
import type { mcp } from './subjects/work/mcp.ts';
import type { memory } from './subjects/work/memory.ts';
import type { orders } from './subjects/work/orders.ts';
import type { processes } from './subjects/work/processes.ts';
import type { prompts } from './subjects/work/prompts.ts';
import type { skills } from './subjects/work/skills.ts';
import type { tasks } from './subjects/work/tasks.ts';
import type { tools } from './subjects/work/tools.ts';
import type { undo } from './subjects/work/undo.ts';
import type { workers } from './subjects/work/workers.ts';

/** Subjects whose types programs and commands know. Another one is called by its name. */
export interface Operations {
  readonly accounts: typeof accounts;
  readonly actors: typeof actors;
  readonly agents: typeof agents;
  readonly workers: typeof workers;
  readonly approvals: typeof approvals;
  readonly audit: typeof audit;
  readonly budget: typeof budget;
  readonly callers: typeof callers;
  readonly context: typeof context;
  readonly conversations: typeof conversations;
  readonly goals: typeof goals;
  readonly connections: typeof connections;
  readonly hooks: typeof hooks;
  readonly jobs: typeof jobs;
  readonly mcp: typeof mcp;
  readonly memory: typeof memory;
  readonly models: typeof models;
  readonly orders: typeof orders;
  readonly personality: typeof personality;
  readonly folders: typeof folders;
  readonly outcomes: typeof outcomes;
  readonly plans: typeof plans;
  readonly processes: typeof processes;
  readonly prompts: typeof prompts;
  readonly requests: typeof requests;
  readonly sandbox: typeof sandbox;
  readonly secrets: typeof secrets;
  readonly sessions: typeof sessions;
  readonly skills: typeof skills;
  readonly standing: typeof standing;
  readonly state: typeof state;
  readonly tasks: typeof tasks;
  readonly tools: typeof tools;
  readonly traces: typeof traces;
  readonly undo: typeof undo;
  readonly views: typeof views;
  readonly watched: typeof watched;
}

/** What of Node it takes, spelled out, since the page is checked without Node's own types. */
declare const process: {
  getBuiltinModule(name: 'node:fs'): { readdirSync(folder: URL, options: { recursive: true }): string[] };
  getBuiltinModule(name: 'node:module'): { createRequire(from: string): (path: string) => object };
};

const load = process.getBuiltinModule('node:module').createRequire(import.meta.url);
const subjects = new Map<string, Subject | undefined>();
/** By subject, where its file lies below `subjects/`. */
let files: ReadonlyMap<string, string> | undefined;

function subjectFiles(): ReadonlyMap<string, string> {
  files ??= new Map(
    process
      .getBuiltinModule('node:fs')
      .readdirSync(new URL('./subjects/', import.meta.url), { recursive: true })
      // `.ts` in a clone, `.js` beside its declarations in the package
      .flatMap(file => {
        const [, name] = /(?:^|\/)([a-z]+)\.[tj]s$/.exec(file) ?? [];
        return name === undefined ? [] : [[name, file] as const];
      })
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  return files;
}

/** The names of all subjects, in the order of the alphabet. */
export function subjectNames(): readonly string[] {
  return [...subjectFiles().keys()];
}

/** The operations of a subject by name. */
export function subjectOf(name: string): Subject | undefined {
  const file = subjectFiles().get(name);
  if (!subjects.has(name) && file !== undefined) {
    const path = `./subjects/${file}`;
    subjects.set(name, (load(path) as Readonly<Record<string, Subject>>)[name]);
  }
  return subjects.get(name);
}

/** The declaration of an operation by its whole name, as in `goals.add`; undefined: there is none. */
export function operationOf(name: string): Operation | undefined {
  const [subject = '', act = ''] = name.split('.');
  const operations = subjectOf(subject) ?? {};
  return Object.hasOwn(operations, act) ? operations[act] : undefined;
}
