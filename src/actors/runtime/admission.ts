/**
 * Who decides whether an effect may start now, and is notified of how it ended: circuit breakers, for one. The host
 * asks, and knows nothing of what it asks.
 */

import type { Failure } from '../../domain/supervision/failure.ts';
import type { ActorRecord, EffectRecord } from '../../ports/store.ts';
import type { Outcome } from './commit/outcome.ts';
import type { EffectSource } from './registry.ts';
import type { Event } from './step.ts';

export interface Admission {
  /** Reads what earlier processes left; once, before anything runs. */
  load(): void;
  /** An actor's row, once a step of it is committed. */
  note(row: ActorRecord): void;
  /** Why an effect may not start now; undefined: it may. */
  refusal(row: EffectRecord, source: EffectSource): Failure | undefined;
  /**
   * How an effect ended. Answers a message to be written with its outcome, if any. `isAborted`: it had its abort
   * signal.
   */
  ended(
    row: EffectRecord,
    source: EffectSource,
    outcome: Outcome,
    isAborted: boolean,
  ): { readonly target: string; readonly event: Event } | undefined;
}

/** Every effect may start. */
export const admitAll: Admission = { load() {}, note() {}, refusal: () => undefined, ended: () => undefined };
