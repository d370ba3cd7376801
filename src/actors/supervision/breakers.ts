/**
 * Circuit breakers before effects: which are not closed, and what each is notified of.
 *
 * No chart can read another actor's state. So the host asks here before it starts an effect, and reports how it ended:
 * the breaker gets failures always, successes only while it is not closed. A call that works costs one look into an
 * empty map.
 */

import { countsAgainstCalled } from '../../domain/supervision/failure-count.ts';
import { circuitBreakerView } from '../../machines/circuit-breaker.ts';
import { storedState } from '../../machines/stored.ts';
import type { ActorRecord, EffectRecord, HostStore } from '../../ports/store.ts';
import type { Admission } from '../runtime/admission.ts';
import type { EffectSource } from '../runtime/registry.ts';

const kind = 'circuit-breaker';

/** `cause` of the failure of a call that a breaker refused. */
const refusedByBreaker = 'breaker';

interface Troubled {
  readonly isHalfOpen: boolean;
  readonly until: number;
  /** The call that tries whether it works again. */
  trying?: string;
}

/** The admission of a host whose breakers are actors of the kind `circuit-breaker`. */
export function createBreakers({
  store,
  now,
}: {
  readonly store: Pick<HostStore, 'census' | 'actorsIn' | 'actor'>;
  readonly now: () => number;
}): Admission {
  const troubled = new Map<string, Troubled>();

  function note({ machine, address, leaf, status, state }: ActorRecord): void {
    if (machine !== kind) return;
    const subject = address.slice(kind.length + 1);
    if (leaf === 'closed' || status !== 'active') {
      troubled.delete(subject);
      return;
    }
    const { until } = circuitBreakerView(storedState(state));
    troubled.set(subject, { isHalfOpen: leaf === 'halfOpen', until: until ?? 0 });
  }

  /** The try came to nothing: the next call may. */
  function release(row: EffectRecord, source: EffectSource): void {
    if (troubled.size === 0) return;
    const breaker = troubled.get(subjectOf(row, source) ?? '');
    if (breaker?.trying === row.address) delete breaker.trying;
  }

  return {
    note,
    load() {
      for (const { machine, version, leaf } of store.census())
        if (machine === kind && leaf !== 'closed')
          for (const address of store.actorsIn(machine, version, leaf)) {
            const row = store.actor(address);
            if (row) note(row);
          }
    },
    refusal(row, source) {
      if (troubled.size === 0) return undefined;
      const subject = subjectOf(row, source);
      const breaker = subject === undefined ? undefined : troubled.get(subject);
      if (!breaker) return undefined;
      // where its breaker is half open, this call is the one that tries
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
    ended(row, source, outcome, isAborted) {
      const isFailed = outcome.kind === 'failed' && !isAborted && countsAgainstCalled(outcome.failure);
      // a call that was cancelled or refused says nothing of what it calls
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
}

function subjectOf({ input }: EffectRecord, { callee }: EffectSource): string | undefined {
  return callee?.(JSON.parse(input) as never);
}
