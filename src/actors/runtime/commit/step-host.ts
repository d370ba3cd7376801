/** What writing a step needs of the host it is written for. */
import type { Sentence } from '../../../domain/policy/sentence.ts';
import type { HostStore } from '../../../ports/store.ts';
import type { Registry } from '../registry.ts';
import type { Batch, Mail } from './batch.ts';
import type { Outcome } from './outcome.ts';

export interface StepHost {
  readonly store: HostStore;
  readonly registry: Registry;
  readonly boot: string;
  readonly snapshotEvery: number;
  /** The actor that is sent what the host has to report of itself, if there is one. */
  readonly reportsTo: string | undefined;
  /** Why an actor is never stopped from outside, and what to do instead; undefined: it may be. */
  whyNeverStopped(address: string): Sentence | undefined;
  now(): number;
  elapsed(): number;
  /** A fresh random id. */
  id(): string;
  /** A value as it may be stored: without secrets, long texts by their names. */
  clean<Value>(value: Value): Value;
  /** The feed has a listener, so steps must be published. */
  watched(): boolean;
  /** Takes a place in the lane for an effect of this batch; without one it waits as `pending`. */
  reserve(lane: string | undefined): boolean;
  /** It waits until the owner ends safe mode. */
  isHeld(address: string): boolean;
  /** Is this effect's promise under way in this process? */
  underWay(effect: string): boolean;
  /** Records what an effect became; answers the message to its owner, if it still waits. */
  settle(effect: string, outcome: Outcome, batch: Batch): Mail | undefined;
  /** Drops what is known of an actor, here and in the batch: its row was changed by other means than a step. */
  forget(address: string, batch: Batch): void;
}
