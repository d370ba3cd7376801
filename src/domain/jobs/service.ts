/** What an owner can ask of jobs, and do with them. */
import type { Priority } from '../conversation/turn-terms.ts';
import type { WrittenAction } from './change.ts';
import type { JobDefinition } from './definition.ts';
import type { JobRun, JobState, RunOutcome, SkipReason } from './job.ts';

/** A job as lists show it. Instants are epoch ms. */
export interface JobRow {
  readonly name: string;
  /** The address of its actor. */
  readonly id: string;
  readonly state: JobState;
  /** Which job it is, what it does and when, by a hash: what was agreed to on seeing it is not done of another. */
  readonly seen: string;
  /** When it runs, in words. */
  readonly when: string;
  /** What it does, in words. */
  readonly does: string;
  readonly next: number | null;
  readonly timeZone: string;
  readonly notify: string;
  /** Failed runs in a row. */
  readonly failures: number;
  /** From where it was made. */
  readonly by: string;
  /** Its next instants, where they were asked for. */
  readonly upcoming?: readonly number[];
  readonly last?: Pick<JobRun, 'state' | 'slot' | 'reason'>;
}

/** Which of the jobs. */
export interface JobQuery {
  /** At most so many, and never more than {@link mostListed}. */
  readonly limit?: number | undefined;
  /** `name`: by their addresses; `next`: those alone that run by themselves, the nearest first. */
  readonly order?: 'name' | 'next' | undefined;
  /** By name: those behind this address. */
  readonly after?: string | undefined;
  /** With so many of the next instants of each of the first hundred. */
  readonly upcoming?: number | undefined;
}

/** So many jobs are listed at once. */
export const mostListed = 500;

/** A part of the jobs, and how many there are. */
export interface ListedJobs {
  readonly jobs: readonly JobRow[];
  readonly total: number;
}

/** One run; `result` is bounded. */
export interface JobRunRow {
  readonly id: string;
  readonly slot: number;
  readonly until: number;
  readonly count: number;
  readonly attempt: number;
  readonly trigger: string;
  readonly state: 'running' | RunOutcome;
  readonly reason: SkipReason | string | null;
  readonly at: number;
  readonly endedAt: number | null;
  readonly result: string | null;
  /** The tool, or the conversation. */
  readonly work: string | null;
  /** What its model calls have used. */
  readonly tokens: number;
  /** And cost, in micro-dollars. */
  readonly micros: number;
}

/** What came of a job's runs, the newest first; the time zone is that of the job. */
export interface JobRuns {
  readonly timeZone: string;
  readonly runs: readonly JobRunRow[];
}

/** A job with its next instants. */
export interface JobDetail extends JobRow {
  readonly upcoming: readonly number[];
  readonly schedule: string;
  readonly catchUp: string;
  readonly overlap: string;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly budgetTokens: number;
  readonly priority: Priority;
  readonly taint: string;
  /** What it does, whole, as it is written. */
  readonly action: WrittenAction;
}

/** What can be done with one. */
export const jobActs = ['run', 'enable', 'disable', 'remove'] as const;
export type JobAct = (typeof jobActs)[number];

/**
 * Every promise resolves after the commit, and rejects with a `Fault` that can be shown. What comes again under a key is
 * done once, also after a restart.
 */
export interface JobService {
  /** Those that are not over. */
  list(query?: JobQuery): ListedJobs;
  /** Undefined: there is no such job. */
  show(name: string, count?: number): JobDetail | undefined;
  history(name: string, limit: number): JobRuns | undefined;
  /** Makes a job, or changes the one of that name. Answers it in words, with its next instants. */
  define(written: JobDefinition, by: string, key?: string): Promise<string>;
  /** What is left out stays as it is. Undefined: there is no such job. */
  change(name: string, change: Partial<JobDefinition>, by: string, key?: string): Promise<string | undefined>;
  /** Undefined: there is no such job. */
  act(name: string, act: JobAct, by: string, key?: string): Promise<string | undefined>;
}
