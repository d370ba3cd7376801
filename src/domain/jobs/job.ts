/** Scheduled jobs: what one is, and what became of each of its runs. */
import type { Body } from '../conversation/body.ts';
import type { Priority } from '../conversation/turn-terms.ts';
import type { Taint } from '../policy/taint.ts';
import type { JsonObject } from '../text/json.ts';
import type { Language } from '../text/texts.ts';
import type { BoundFile } from '../tools/run-file.ts';
import type { ResolvedCall } from '../tools/tool.ts';
import type { Schedule } from './schedule.ts';

/** What a run does. */
export type JobAction =
  /** It only says something: a reminder. */
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'tool'; readonly tool: string; readonly arguments: JsonObject }
  /** What Straylight does for itself, by name. */
  | { readonly kind: 'builtin'; readonly name: string }
  /** A conversation of its own begins with this, `{{date}}` and its like filled in. */
  | { readonly kind: 'ask'; readonly instruction: string; readonly parameters: JsonObject };

/** What is done about instants that passed while nothing ran: one run for all, none, or each up to a bound. */
export const catchUps = ['once', 'skip', 'all'] as const;
export type CatchUp = (typeof catchUps)[number];

/** What is done about an instant that comes while a run is under way. */
export const overlaps = ['skip', 'queue', 'parallel'] as const;
export type Overlap = (typeof overlaps)[number];

/** Of which runs the owner is notified; `change`: of those whose result differs from the one before. */
export const notifyModes = ['always', 'success', 'failure', 'change', 'never'] as const;
export type NotifyMode = (typeof notifyModes)[number];

/** A text of the owner's for a result; `channel`: on this one alone. */
export interface JobNotice {
  readonly template: string;
  readonly channel?: string;
}

/** A job as it was defined. Stored. */
export interface JobSpec {
  /** Lower case letters, digits, `_` and `-`. */
  readonly name: string;
  readonly schedule: Schedule;
  /** As it was written. */
  readonly when: string;
  readonly timeZone: string;
  readonly action: JobAction;
  readonly notify: NotifyMode;
  readonly onSuccess?: JobNotice;
  readonly onFailure?: JobNotice;
  readonly catchUp: CatchUp;
  readonly overlap: Overlap;
  /** How often a run that failed is made again. */
  readonly retries: number;
  readonly timeoutMs: number;
  /** What the model calls of one run may use. */
  readonly budgetTokens: number;
  readonly priority: Priority;
  /** A second run under the same key within the window is left out. */
  readonly dedup?: { readonly key: string; readonly windowMs: number };
  /** How far its creator was trusted when it was made; a run is never trusted further. */
  readonly taint: Taint;
  /** By what outside text came into its creator's conversation. */
  readonly distrust?: string;
  /** The conversation, or from where its owner made it: `session:telegram:42`, `cli`, `agent.toml`. */
  readonly by: string;
  readonly language: Language;
  /** What its call ran when it was defined; other content is asked about. Absent: it was defined before that was kept. */
  readonly runs?: readonly BoundFile[];
}

/** Why a run is made. */
export type Trigger = 'due' | 'catchUp' | 'retry' | 'manual';

/**
 * What became of a run. `unknown`: it was cut off, and may or may not have happened; it is never made again by itself.
 */
export type RunOutcome = 'done' | 'failed' | 'unknown' | 'skipped';

/** Why no run was made, or none to its end. */
export type SkipReason =
  | 'missed'
  | 'overlap'
  | 'duplicate'
  | 'denied'
  | 'expired'
  | 'cancelled'
  | 'removed'
  | 'paused'
  | 'changed'
  /** A further attempt: the next run came before it. */
  | 'newer';

/** A run that waits: for the end of another, or for its next attempt. */
export interface WaitingRun {
  readonly slot: number;
  readonly trigger: Trigger;
  readonly attempt: number;
  /** Not before this instant. */
  readonly from: number;
}

/** What a run does, worked out when it starts. */
export type JobWork =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'call'; readonly call: ResolvedCall }
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'ask'; readonly session: string; readonly text: string };

/** A run that is to start now. */
export interface StartingRun extends Omit<WaitingRun, 'from'> {
  /** Counts the runs of the job. */
  readonly number: number;
  readonly work: JobWork;
  readonly dedupKey?: string;
}

/** Instants for which no run is made: from `slot` to `until`, so many. */
export interface SkippedRuns {
  readonly slot: number;
  readonly until: number;
  readonly count: number;
  /** There were more than were counted. */
  readonly isMore: boolean;
  readonly reason: SkipReason;
  readonly trigger: Trigger;
  readonly attempt: number;
}

/** A row of `job_runs`. `at`: when it started, or was left out. */
export interface JobRun {
  readonly id: string;
  readonly job: string;
  readonly slot: number;
  readonly attempt: number;
  readonly trigger: Trigger;
  readonly state: 'running' | RunOutcome;
  readonly reason: string | null;
  /** For how many instants it stands. */
  readonly count: number;
  readonly until: number;
  readonly at: number;
  readonly endedAt: number | null;
  readonly result: Body | null;
  /** The tool call or conversation that did it. */
  readonly work: string | null;
  readonly dedupKey: string | null;
}

/** A row of `jobs`: the job as it stands. */
export interface JobRecord {
  /** The address of its actor. */
  readonly id: string;
  readonly spec: JobSpec;
  readonly state: JobState;
  /** When it runs next; null: not by itself. */
  readonly next: number | null;
  readonly failures: number;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

/** `paused` by its owner, `failing`: it failed so often that it pauses itself, `over`: no instant is left. */
export type JobState = 'active' | 'paused' | 'failing' | 'over' | 'removed';

/** After so many failures in a row a job pauses itself. */
export const mostFailures = 5;

/** The pauses before each further attempt. */
export const retryPausesMs: readonly number[] = [30_000, 60_000, 300_000, 900_000, 3_600_000];

/** A run that begins later than this after its instant is late, and its owner reads that. */
const lateAfterMs = 5_000;
/** A job that catches nothing up still runs at an instant that is no older than this. */
export const freshForMs = 60_000;
/** At most so many runs are made up for, with `all`. */
export const mostCaughtUp = 10;
/** At most so many runs of one job are under way at once. */
export const mostParallel = 5;
/** The clock may be set back so far without a run being made twice; beyond that it was wrong before. */
const longestSetBackMs = 86_400_000;

/** Was the run late by more than a busy moment explains? */
export function isLate(slot: number, at: number): boolean {
  return at - slot > lateAfterMs;
}

/**
 * From which instant on the next runs count. A clock that was set back does not bring an instant twice; one that was
 * wrong by more than a day does not silence the job until then.
 */
export function lastAt(last: number, at: number): number {
  return last - at > longestSetBackMs ? at : last;
}

/** The conversation of a run, by the address of its job. */
export function sessionOfRun(job: string, number: number): string {
  return `session:${jobChannel}:${job.slice('job:'.length)}~${number}`;
}

/** The channel of conversations that answer to their job and to no chat. */
export const jobChannel = 'job';

/** The address of a job by its name; a name that was used before has a number behind it. */
export function jobAddress(name: string, number = 1): string {
  return number === 1 ? `job:${name}` : `job:${name}~${number}`;
}

/** What may be a name of a job. */
export function isJobName(name: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,59}$/.test(name);
}
