/**
 * All operations, by subject: everything an owner can ask or do while Straylight runs.
 *
 * A file of `subjects/` is a subject, and its export of the same name its operations; nothing else lists them. One is
 * loaded when it is first asked about, so that a command that asks one thing of a running agent waits for no other.
 */
import type { Operation, Subject } from './contract.ts';
import type { accounts } from './subjects/accounts.ts';
import type { actors } from './subjects/actors.ts';
import type { approvals } from './subjects/approvals.ts';
import type { audit } from './subjects/audit.ts';
import type { budget } from './subjects/budget.ts';
import type { conversations } from './subjects/conversations.ts';
import type { goals } from './subjects/goals.ts';
import type { jobs } from './subjects/jobs.ts';
import type { memory } from './subjects/memory.ts';
import type { models } from './subjects/models.ts';
import type { sandbox } from './subjects/sandbox.ts';
import type { secrets } from './subjects/secrets.ts';
import type { sessions } from './subjects/sessions.ts';
import type { standing } from './subjects/standing.ts';
import type { state } from './subjects/state.ts';
import type { tasks } from './subjects/tasks.ts';
import type { tools } from './subjects/tools.ts';
import type { traces } from './subjects/traces.ts';
import type { undo } from './subjects/undo.ts';
import type { views } from './subjects/views.ts';

/** Subjects whose types programs and commands know. Another one is called by its name. */
export interface Operations {
  readonly accounts: typeof accounts;
  readonly actors: typeof actors;
  readonly approvals: typeof approvals;
  readonly audit: typeof audit;
  readonly budget: typeof budget;
  readonly conversations: typeof conversations;
  readonly goals: typeof goals;
  readonly jobs: typeof jobs;
  readonly memory: typeof memory;
  readonly models: typeof models;
  readonly sandbox: typeof sandbox;
  readonly secrets: typeof secrets;
  readonly sessions: typeof sessions;
  readonly standing: typeof standing;
  readonly state: typeof state;
  readonly tasks: typeof tasks;
  readonly tools: typeof tools;
  readonly traces: typeof traces;
  readonly undo: typeof undo;
  readonly views: typeof views;
}

/** What of Node it takes, spelled out, since the page is checked without Node's own types. */
declare const process: {
  getBuiltinModule(name: 'node:fs'): { readdirSync(folder: URL): string[] };
  getBuiltinModule(name: 'node:module'): { createRequire(from: string): (path: string) => object };
};

const load = process.getBuiltinModule('node:module').createRequire(import.meta.url);
const subjects = new Map<string, Subject | undefined>();
/** `.ts` in a clone, `.js` in the package. */
const ending = import.meta.url.slice(-3);
let names: readonly string[] | undefined;

/** The names of all subjects, in the order of the alphabet. */
export function subjectNames(): readonly string[] {
  names ??= process
    .getBuiltinModule('node:fs')
    .readdirSync(new URL('./subjects/', import.meta.url))
    .flatMap(file => (/^[a-z]+\.(ts|js)$/.test(file) ? [file.slice(0, -3)] : []))
    .toSorted();
  return names;
}

/** The operations of a subject by name. */
export function subjectOf(name: string): Subject | undefined {
  if (!subjects.has(name) && subjectNames().includes(name)) {
    const file = `./subjects/${name}${ending}`;
    subjects.set(name, (load(file) as Readonly<Record<string, Subject>>)[name]);
  }
  return subjects.get(name);
}

/** The declaration of an operation by its whole name, as in `goals.add`; undefined: there is none. */
export function operationOf(name: string): Operation | undefined {
  const [subject = '', act = ''] = name.split('.');
  const operations = subjectOf(subject) ?? {};
  return Object.hasOwn(operations, act) ? operations[act] : undefined;
}
