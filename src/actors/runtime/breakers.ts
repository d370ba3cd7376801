/**
 * What the host knows of circuit breakers: which are not closed, and what each is to hear.
 *
 * No chart can read another actor's state. So the host looks here before it starts an effect, and tells the breaker how its
 * call ended: of failures always, of successes only while it is not closed. A healthy call costs one look into an empty map.
 */

import type { Failure } from '../../domain/supervision/failure.ts';
import { countsAgainstCalled } from '../../domain/supervision/failure-count.ts';
import type { ActorRecord, EffectRecord, HostStore } from '../../ports/store.ts';
import type { LiveActor } from './durable.ts';
import type { Outcome } from './effects.ts';
import type { EffectSource } from './registry.ts';
import type { Event } from './step.ts';

const kind = 'circuit-breaker';

/** `cause` of the failure of a call that a breaker refused. */
const refusedByBreaker = 'breaker';

export interface Breakers {
  /** Reads the breakers that are not closed; once, before anything runs. */
  load(): void;
  /** Takes over a breaker's row, once it is committed. */
  note(actor: LiveActor): void;
  /** Why a call may not start now; undefined: it may, and where its breaker is half open it is the one that tries. */
  refusal(row: EffectRecord, source: EffectSource): Failure | undefined;
  /** What its breaker hears of how a call ended, if anything. `isAborted`: it was told to stop. */
  heard(
    row: EffectRecord,
    source: EffectSource,
    outcome: Outcome,
    isAborted?: boolean,
  ): { target: string; event: Event } | undefined;
}

interface Troubled {
  readonly isHalfOpen: boolean;
  readonly until: number;
  /** The call that tries whether it works again. */
  trying?: string;
}

export function createBreakers({
  store,
  now,
}: {
  readonly store: Pick<HostStore, 'census' | 'actorsIn' | 'actor'>;
  readonly now: () => number;
}): Breakers {
  const troubled = new Map<string, Troubled>();

  function take({ address, leaf, status, state }: ActorRecord): void {
    const subject = address.slice(kind.length + 1);
    if (leaf === 'closed' || status !== 'active') {
      troubled.delete(subject);
      return;
    }
    const { context } = JSON.parse(state) as { readonly context: { readonly until: number | null } };
    troubled.set(subject, { isHalfOpen: leaf === 'halfOpen', until: context.until ?? 0 });
  }

  return {
    load() {
      for (const { machine, version, leaf } of store.census())
        if (machine === kind && leaf !== 'closed')
          for (const address of store.actorsIn(machine, version, leaf)) {
            const row = store.actor(address);
            if (row) take(row);
          }
    },
    note({ entry, row }) {
      if (entry.kind === kind) take(row);
    },
    refusal(row, source) {
      if (troubled.size === 0) return undefined;
      const subject = subjectOf(row, source);
      const breaker = subject === undefined ? undefined : troubled.get(subject);
      if (!breaker) return undefined;
      if (breaker.isHalfOpen && (breaker.trying === undefined || breaker.trying === row.address)) {
        breaker.trying = row.address;
        return undefined;
      }
      const waitMs = Math.max(1000, breaker.until - now());
      return {
        kind: 'unavailable',
        message: breaker.isHalfOpen
          ? `${subject} failed too often and is just being tried again; try again in a moment`
          : `${subject} failed too often and rests for another ${Math.ceil(waitMs / 1000)} s`,
        retryAfterMs: waitMs,
        cause: refusedByBreaker,
      };
    },
    heard(row, source, outcome, isAborted = false) {
      const isFailed = outcome.kind === 'failed' && !isAborted && countsAgainstCalled(outcome.failure);
      // a call that was cancelled or refused says nothing of whom it calls
      if (outcome.kind === 'failed' && !isFailed) {
        release(row, source);
        return undefined;
      }
      if (!isFailed && troubled.size === 0) return undefined;
      const subject = subjectOf(row, source);
      if (subject === undefined || (!isFailed && !troubled.get(subject)?.isHalfOpen)) return undefined;
      return {
        target: `${kind}:${subject}`,
        event: isFailed ? { type: 'call.failed', failure: outcome.failure } : { type: 'call.succeeded' },
      };
    },
  };

  /** The try came to nothing: the next call may. */
  function release(row: EffectRecord, source: EffectSource): void {
    if (troubled.size === 0) return;
    const breaker = troubled.get(subjectOf(row, source) ?? '');
    if (breaker?.trying === row.address) delete breaker.trying;
  }
}

function subjectOf({ input }: EffectRecord, { breaker }: EffectSource): string | undefined {
  return breaker?.(JSON.parse(input) as never);
}
