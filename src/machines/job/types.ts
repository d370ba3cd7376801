/** What a job is given, knows and receives, and what it needs from others. */
import type { Body } from '../../domain/conversation/body.ts';
import type { TurnOutcome } from '../../domain/conversation/message.ts';
import type { Agenda, Standing } from '../../domain/jobs/agenda.ts';
import type { JobSpec, JobWork, RunOutcome, StartingRun, WaitingRun } from '../../domain/jobs/job.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import type { BoundFile } from '../../domain/tools/run-file.ts';
import type { ToolCallOutput } from '../tool-call/types.ts';

/** How long an approval of a run may wait. */
export interface JobInput {
  readonly approvalExpiresAfterMs: number | null;
}

/** What `agenda` gets. `at`: when the event came after which it looks. */
export interface DueRunsInput extends Standing {
  readonly job: string;
  /** How many runs there were. */
  readonly runs: number;
}

/** The agenda, with what each run that starts is to do. */
export interface DueRuns extends Omit<Agenda, 'starts'> {
  readonly starts: readonly StartingRun[];
}

/** What `outcome` gets: a run that has ended. */
export interface RunReportInput {
  readonly spec: JobSpec;
  readonly ended: EndedRun;
  /** What the run before it said. */
  readonly before: Body | null;
}

/** What the owner may be told of it. */
export interface RunReport {
  readonly text: string;
  /** It says something else than the run before it. */
  readonly isChanged: boolean;
}

/** What the effect `builtin` gets. */
export interface BuiltInInput {
  readonly name: string;
  readonly run: string;
}

/** A run that is under way. */
export interface RunningRun extends Omit<WaitingRun, 'from'> {
  readonly id: string;
  /** Who does it: the tool call, or the built-in, that is its child; a conversation; the job itself. */
  readonly kind: JobWork['kind'];
  readonly startedAt: number;
  /** When its time is up; null: it waits for an approval, which has a deadline of its own, or was stopped. */
  readonly until: number | null;
  /** The conversation that does it; a child of the job if there is none. */
  readonly session?: string;
  /** It runs something else than when the job was defined; once its owner has let it, that is what the job runs. */
  readonly runs?: readonly BoundFile[];
  /** Its time was up, and it was told to stop. */
  readonly isTimedOut?: true;
}

/** A run that has ended, and what it came to. */
export interface EndedRun extends RunningRun {
  readonly outcome: RunOutcome;
  readonly reason: string | null;
  readonly text: Body;
  readonly taint: Taint;
}

/** What a job remembers. Stored. */
export interface Context extends JobInput {
  readonly address: string;
  /** Null until it is defined. */
  readonly spec: JobSpec | null;
  /** The newest instant that was dealt with. */
  readonly last: number;
  readonly next: number | null;
  readonly waits: readonly WaitingRun[];
  /** What is due is asked for, and not known yet; what came before the answer must not have it forgotten. */
  readonly isAsking: boolean;
  readonly running: { readonly [childId: string]: RunningRun };
  /** Ended, and not yet dealt with. */
  readonly ended: readonly EndedRun[];
  /** Runs so far; numbers the next. */
  readonly runs: number;
  /** Failed runs in a row. */
  readonly failures: number;
  readonly paused: 'owner' | 'failures' | null;
  /** It ends as soon as no run is under way. */
  readonly isRemoved: boolean;
  /** A run was cut off, and its owner has not said what is to be done. */
  readonly isCut: boolean;
  /** Conversations whose runs have ended, and that have something to say yet: an approval is open, or they stop. */
  readonly late: readonly string[];
  /** What the newest run said. */
  readonly said: Body | null;
}

/** What the host adds to every event. */
export type Stamp = { readonly at: number; readonly id: string; readonly from: string };

/** What may come to a job. */
export type JobEvent = Stamp &
  /** `since`: when it was asked for; it may be taken much later, after a downtime. */
  (
    | { readonly type: 'job.defined'; readonly spec: JobSpec; readonly isPaused?: boolean; readonly since?: number }
    | { readonly type: 'job.enabled' }
    | { readonly type: 'job.disabled' }
    | { readonly type: 'job.removed' }
    /** Its owner leaves a run that was cut off as it is. */
    | { readonly type: 'job.left' }
    /** A run is wanted now. */
    | { readonly type: 'job.requested' }
    /** The nearest of what it waits for has come: an instant, a further attempt, the end of a run's time. */
    | { readonly type: 'job.due' }
    | { readonly type: 'tool.waiting'; readonly childId: string }
    | { readonly type: 'owner.asked'; readonly childId: string }
    /** A turn of the conversation of a run has ended. */
    | {
        readonly type: 'turn.ended';
        readonly session: string;
        readonly outcome: TurnOutcome;
        readonly text: Body;
        readonly taint: Taint;
        /** A call of it waits for an approval: another turn will follow. */
        readonly isOpen: boolean;
      }
    | { readonly type: 'xstate.done.actor.agenda'; readonly output: DueRuns }
    | { readonly type: 'xstate.error.actor.agenda'; readonly error: Failure }
    | { readonly type: 'xstate.done.actor.outcome'; readonly output: RunReport }
    | { readonly type: 'xstate.error.actor.outcome'; readonly error: Failure }
    | { readonly type: 'xstate.done.actor.run'; readonly actorId: string; readonly output: ToolCallOutput | Body }
    | { readonly type: 'xstate.error.actor.run'; readonly actorId: string; readonly error: Failure }
  );

/** The event of a type. */
export type Of<Type extends JobEvent['type']> = Extract<JobEvent, { readonly type: Type }>;
