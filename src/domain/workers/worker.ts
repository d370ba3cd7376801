/** Coding workers: installed programs that work on a copy of a folder, and whose result is a diff to accept. */

/** One `[workers.NAME]` of config.toml. */
export interface WorkerProfile {
  readonly name: string;
  readonly kind: 'acp';
  /** The program and its arguments, run without a shell. */
  readonly argv: readonly [string, ...string[]];
  /** Its variables, in which secrets stand by their names. */
  readonly env: Readonly<Record<string, string>>;
  /** More of this machine that it may read, or write where it says so: absolute paths. */
  readonly folders: readonly { readonly path: string; readonly isWritable: boolean }[];
  /** Hosts it may reach by TLS on port 443; none: no network. */
  readonly network: readonly string[];
  /** How long it may run for one piece of work. What it waits for its owner is not counted. */
  readonly minutes: number;
  /** Where the program says what it has cost, it ends at this; null: nothing is counted. */
  readonly budgetUsd: number | null;
}

export const workerNameRule = 'a lower-case letter, then at most 31 of a-z, 0-9, "_" and "-"';

export function isWorkerName(name: string): boolean {
  return /^[a-z][a-z0-9_-]{0,31}$/.test(name);
}

/** Where a piece of work stands. `lost`: its thread cannot be taken up, so its owner is asked. */
export const workStates = [
  'preparing',
  'working',
  'asking',
  'lost',
  'review',
  'merging',
  'accepted',
  'rejected',
  'unchanged',
  'stopped',
  'failed',
  'unknown',
] as const;
export type WorkState = (typeof workStates)[number];

/** The states after which nothing more happens. */
const workEnds = ['accepted', 'rejected', 'unchanged', 'stopped', 'failed', 'unknown'] as const;
export type WorkEnd = (typeof workEnds)[number];

export function isWorkOver(state: WorkState): state is WorkEnd {
  return (workEnds as readonly WorkState[]).includes(state);
}

/** What was changed, in files and lines. */
export interface WorkStat {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

/** A row of the table of works. Instants in epoch ms. */
export interface WorkRecord {
  readonly id: number;
  /** Of the actor that keeps watch over it: `worker:KEY`. */
  readonly address: string;
  readonly worker: string;
  /** In the workspace. */
  readonly folder: string;
  /** Of the conversation that gave it. */
  readonly session: string;
  readonly state: WorkState;
  /** What the program calls its conversation; null: it has none yet. */
  readonly thread: string | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly stat: WorkStat | null;
}

/** A piece of work as its owner sees it. */
export interface ShownWork extends Omit<WorkRecord, 'address' | 'thread'> {
  readonly task: string;
  /** Of the approval that waits for its owner; null: none does. */
  readonly approval: string | null;
}

/** One with what is known of it in detail. */
export interface WorkDetails {
  readonly work: ShownWork;
  /** The newest lines of what its program said it does; gone with this process. */
  readonly lines: readonly string[];
  /** The diff, whole or its beginning; empty: there is none. */
  readonly diff: string;
  /** What stands in the way of accepting it, a line each. */
  readonly conflicts: readonly string[];
  readonly checks: readonly { readonly text: string; readonly outcome: string }[];
}

export interface WorkerService {
  workers(): readonly Pick<WorkerProfile, 'name' | 'kind' | 'minutes' | 'network'>[];
  list(limit: number): readonly ShownWork[];
  show(id: number): WorkDetails | undefined;
  /** Ends the program with all that it started; its copy is removed. Undefined: there is none of that number. */
  stop(id: number): Promise<ShownWork | undefined>;
  /** Answers the card of its result. Undefined: there is none of that number. Throws `invalid` where it has none. */
  answer(id: number, isAccepted: boolean, by: string): Promise<ShownWork | undefined>;
}

/** So many are under way at the same time. */
export const mostWorks = 4;
/** Of a diff that is to be shown and accepted, in bytes. */
export const mostDiffBytes = 512 * 1024;
