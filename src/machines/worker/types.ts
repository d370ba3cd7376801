/** What a worker's chart is given, remembers and receives, and what it needs from others. */
import type { CardFacts } from '../../domain/approvals/card.ts';
import type { Body } from '../../domain/conversation/body.ts';
import type { GoalCheck } from '../../domain/goals/check.ts';
import type { Verdict } from '../../domain/policy/policy.ts';
import type { Sentence } from '../../domain/policy/sentence.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import type { ExecutorKind } from '../../domain/security/sandbox.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { FrozenCall } from '../../domain/tools/tool.ts';
import type { WorkEnd, WorkStat } from '../../domain/workers/worker.ts';

/** A piece of work, and on what terms it is done. */
export interface WorkGiven {
  readonly worker: string;
  readonly folder: string;
  readonly task: Body;
  /** As goals have them, a line each. */
  readonly checks: readonly string[];
  readonly session: string;
  readonly taint: Taint;
  readonly executor: ExecutorKind;
  /** What its program may run, in all. */
  readonly runMs: number;
  readonly language: Language;
  readonly undoMs: number;
  /** Of what the program asks permission for; null: it waits for ever. */
  readonly expiresAfterMs: number | null;
}

/** `given`: what it was given before it was begun again. */
export interface WorkerInput {
  readonly address: string;
  readonly given?: WorkGiven;
}

/** What every piece of work is named by. */
export interface WorkName {
  readonly address: string;
  readonly worker: string;
  readonly folder: string;
}

/** What `copying` answers: the copy is there, or why there is none. */
export type Prepared =
  | { readonly problem: Sentence }
  | {
      readonly checks: readonly GoalCheck[] /** Changes of the folder that are in no commit, so not in the copy. */;
      readonly uncommitted: number;
    };

/** What `opening` gets: the thread to take up; null: a new one. */
export interface OpeningInput extends WorkName {
  readonly thread: string | null;
}

/** `lost`: its thread cannot be taken up. */
export type Opened = { readonly thread: string } | { readonly lost: Sentence } | { readonly problem: Sentence };

/** An answer to what a program asked permission for, by the name it gave its request. */
export interface PermissionAnswer {
  readonly id: string;
  readonly digest: string;
  readonly isAllowed: boolean;
}

/** What `programming` gets. */
export interface TurnInput extends WorkName {
  readonly thread: string;
  readonly task: Body;
  /** It is told its task, or that it was interrupted; null: nothing, since its turn goes on with an answer. */
  readonly words: 'task' | 'again' | null;
  readonly answer: PermissionAnswer | null;
  readonly runMs: number;
}

/**
 * How far its program came. `gone`: it is not there any more, and nothing was said to it; `asked`: it wants permission,
 * and waits; `ended`: its turn did, `stop` as the program says.
 */
export type Came =
  | { readonly kind: 'gone' }
  | { readonly kind: 'asked'; readonly call: FrozenCall }
  | { readonly kind: 'ended'; readonly stop: string; readonly text: Body };

/** The diff of what it has done. */
export interface WorkResult {
  readonly stat: WorkStat;
  /** Over folder, beginning and diff. */
  readonly digest: string;
  readonly diff: Body;
  /** Why it cannot be merged into the folder as that is now, a line each. */
  readonly conflicts: readonly string[];
  /** What its owner should know of the files, the gravest first. */
  readonly reasons: readonly Sentence[];
}

export type Collected = { readonly problem: Sentence } | { readonly result: WorkResult };

export interface CheckingInput extends WorkName {
  readonly checks: readonly GoalCheck[];
}

export interface MergingInput extends WorkName {
  readonly digest: string;
  readonly session: string;
  readonly what: string;
}

/** `conflicts`: nothing was changed. */
export type Merged = { readonly conflicts: readonly string[] };

/** What is put before the owner: a permission of its program, whether to begin again, or whether to take its result. */
export interface Question {
  readonly about: 'permission' | 'again' | 'result';
  readonly card: CardFacts;
  readonly exact: Body;
}

/** What a worker remembers. Stored. */
export interface Context extends WorkGiven {
  readonly address: string;
  readonly goalChecks: readonly GoalCheck[];
  readonly uncommitted: number;
  readonly thread: string | null;
  /** Its task was put to its program, so that it is not put a second time. */
  readonly isPut: boolean;
  /** How often it broke off without having come further. */
  readonly failures: number;
  readonly ranMs: number;
  /** Since when its program runs; null: it does not. */
  readonly since: number | null;
  readonly request: FrozenCall | null;
  readonly verdict: Verdict | null;
  readonly question: Question | null;
  readonly approval: string | null;
  readonly answer: PermissionAnswer | null;
  /** An answer that its program has not heard: it holds for the same request, once. */
  readonly carried: PermissionAnswer | null;
  /** What was denied: that is not asked again. */
  readonly denied: readonly string[];
  readonly isStopping: boolean;
  readonly said: Body;
  /** How the turn of its program ended, where that was not well. */
  readonly note: Sentence | null;
  readonly result: WorkResult | null;
  readonly outcome: WorkEnd;
  readonly why: Sentence;
}

export type WorkerEvent = { readonly at: number; readonly id: string } & (
  | ({ readonly type: 'worker.given' } & WorkGiven)
  | { readonly type: 'worker.stopped' }
  /** Its result is put before the owner once more. */
  | { readonly type: 'worker.shown' }
);
