/**
 * Port: the durable host that actors live on. `src/actors/runtime/system.ts` is ours, over one SQLite file; another may
 * put the same charts and effects on an existing durable engine. `test/contracts/host.ts` checks every promise made
 * here.
 *
 * - **Accept.** Once `accept` has resolved, the event is never lost; under a `dedupe` key it counts once for ever.
 *   Where it rejects, nothing of it is kept. Events named `xstate.*` and `host.*` are the host's own and refused. Texts
 *   pass the redactor before they are stored.
 * - **Step.** An event moves one chart. The move, the messages it sends, the rows its writers write and the effects it
 *   asks for are committed together or not at all. A step that throws is undone alone, tried three times in all, and
 *   then kept as a dead letter. Messages of one actor to another arrive in the order they were sent.
 * - **Effects.** None starts before the commit that asks for it. After the death of the process a `repeatable` and a
 *   `keyed` one run again under the same key; a `once` that had begun fails as `unknown` and never runs again by
 *   itself. The fence: a second `once` under the key of an earlier one gets that one's outcome and runs nothing. An
 *   effect whose owner has left the state is aborted, and what it becomes is not delivered.
 * - **Timers** are instants. They outlive the process; what became due meanwhile fires at the start. A cancelled one
 *   never fires.
 * - **Children.** A child's output reaches its parent once, in the commit of its last step. With its parent end its
 *   children, their timers and effects.
 * - **Suspension.** A suspended actor is delivered nothing and loses nothing; resumed, it handles what waited in its
 *   order. In safe mode that holds for every actor whose kind is not vital, and for its effects and timers.
 * - **Recovery.** What this program cannot load is quarantined alone; everything else goes on. A restart or a rewind
 *   repeats nothing that is settled, and no act that has begun.
 * - **Feed.** Every committed step is published once, after its commit, in the order of the steps; a step that was
 *   undone never.
 */
import type { Sentence } from '../domain/policy/sentence.ts';
import type { Failure } from '../domain/supervision/failure.ts';
import type { ActorRecord, JournalRecord } from './store.ts';

/** An event as charts see it. The host stamps it with `at` and `id`. */
export type ActorEvent = { readonly type: string; readonly [key: string]: unknown };

export interface Accepted {
  /** The same `dedupe` key was taken before; nothing happened. */
  readonly duplicate: boolean;
  /** The stamp of the event. */
  readonly id: string;
}

export interface Host {
  readonly feed: Feed;
  /** Resolves once the event is committed. Rejects with a `Fault` when it was not: nothing of it is kept then. */
  accept(mail: { readonly target: string; readonly event: ActorEvent; readonly dedupe?: string }): Promise<Accepted>;
  /** Begins to work: waiting messages, due timers, effects another boot left. In safe mode only what is vital does. */
  start(options?: { readonly isSafe?: boolean }): void;
  /** Ends safe mode: what was held goes on. */
  go(): void;
  readonly isSafe: boolean;
  /**
   * No event is accepted and no effect begun any more; running ones have `graceMs` to end. Answers how many did not.
   */
  stop(graceMs: number): Promise<number>;
  /** Resolves when no message waits and no effect runs but services. */
  quiet(): Promise<void>;
  /** Gives a running effect its abort signal; what it then becomes is still recorded. */
  abort(effect: string): void;
  /** Why the last commit failed: events are refused until one succeeds. */
  readonly trouble: Sentence | undefined;
}

/** Committed steps as they happen. Nothing is made while there is no listener. */
export interface Feed {
  readonly watched: boolean;
  publish(frame: FeedFrame): void;
  /** The answer ends it. A listener that throws is reported and stays. */
  subscribe(listener: (frame: FeedFrame) => void): () => void;
}

export type FeedFrame =
  /** A step is committed. */
  | { readonly kind: 'step'; readonly row: ActorRecord; readonly entry: JournalRecord }
  /** A row was changed without a step of its own: it was ended with its parent, or quarantined. */
  | { readonly kind: 'row'; readonly row: ActorRecord }
  /** A chart emitted something in a step that is now committed. */
  | { readonly kind: 'emit'; readonly address: string; readonly event: ActorEvent }
  /** A running effect reports how it gets on: never stored, already redacted. */
  | {
      readonly kind: 'progress';
      readonly owner: string;
      readonly effect: string;
      readonly src: string;
      readonly event: ActorEvent;
    }
  /** Texts that were committed before are gone: what is kept of earlier frames is to be dropped. */
  | { readonly kind: 'forgotten' }
  | {
      readonly kind: 'effect';
      readonly owner: string;
      readonly effect: string;
      readonly src: string;
      readonly state: 'started' | 'done' | 'failed';
      readonly ms?: number;
    };

/** `about`: what it was, in words its owner knows; absent where it has none. */
export interface UnknownAct {
  readonly effect: string;
  readonly owner: string;
  readonly src: string;
  readonly about?: string;
}

/** Found when a boot began, before anything ran. */
export interface RecoveryReport {
  /** Boots of the last five minutes that did not end by themselves. */
  readonly uncleanBoots: number;
  readonly actors: number;
  /** Messages that were accepted and not yet handled. */
  readonly waiting: number;
  /** Effects that run again, under the same key. */
  readonly again: number;
  /** Acts that were under way and may or may not have happened. */
  readonly unknown: readonly UnknownAct[];
  readonly quarantined: readonly { readonly actor: string; readonly problem: string }[];
  /** Stuck actors: nothing will ever move them. */
  readonly wedged: readonly string[];
}

/**
 * What the host does to an actor from outside its chart: each is one transaction and a journal entry of its own, which
 * a replay follows. All reject with `invalid` if there is no such actor or its status does not allow it.
 *
 * `rev`: the step of the actor that was on the screen of the one who asks; if it has moved since, nothing is done, and
 * the rejection has the cause `changed`.
 */
export interface Directives {
  suspend(address: string, reason: string, rev?: number): Promise<void>;
  /** As `suspend`, for an actor that is not to be trusted as it stands. */
  quarantine(address: string, reason: string, rev?: number): Promise<void>;
  /** Undoes `suspend`. */
  resume(address: string, rev?: number): Promise<void>;
  /** Undoes a quarantine; refused while this program still cannot load the actor. */
  release(address: string, rev?: number): Promise<void>;
  /** Delivers its dead letters once more. */
  retry(address: string, rev?: number): Promise<void>;
  /**
   * `checkpoint`: its state stays and what that state waits for is started again. `fresh`: it begins again with the
   * input it was born with; effects, timers and children are cancelled. What waits for it is kept either way. Only
   * `fresh` brings back one that was stopped, and only if a message would have started it.
   */
  restart(address: string, from: 'checkpoint' | 'fresh', rev?: number): Promise<void>;
  /** Takes it back to the state after one of its steps; then as from a checkpoint. */
  rewind(address: string, seq: number, rev?: number): Promise<void>;
  /** Ends a running effect: its owner gets the failure. An act that was under way is `unknown`. */
  fail(effect: string, failure: Failure): Promise<void>;
  /**
   * Ends it and all beneath it; its parent gets `cancelled`, or `unknown` if its own act had begun. Refused for what is
   * never stopped.
   */
  stop(address: string): Promise<void>;
  /** The same, each done at most once for ever under this name: a repeat after a crash does nothing. */
  named(act: string): Directives;
}
