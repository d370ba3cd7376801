/**
 * Circuit breakers before effects: which are not closed, and what each is notified of.
 *
 * No chart can read another actor's state. So the host asks here before it starts an effect, and reports how it ended:
 * the breaker gets failures always, successes only while it is not closed. A call that works costs one look into an
 * empty map.
 */

import { placeOfModel } from '../../domain/models/trouble.ts';
import { type Form, says } from '../../domain/policy/sentence.ts';
import { type Failure, failureOf } from '../../domain/supervision/failure.ts';
import { countsAgainstCalled } from '../../domain/supervision/failure-count.ts';
import { circuitBreakerView } from '../../machines/circuit-breaker.ts';
import { storedState } from '../../machines/stored.ts';
import type { ActorRecord, EffectRecord, HostStore } from '../../ports/store.ts';
import type { Admission } from '../runtime/admission.ts';
import type { EffectSource } from '../runtime/registry.ts';

const kind = 'circuit-breaker';

const mostInsisted = 1_000;

/** `cause` of the failure of a call that a breaker refused. */
const refusedByBreaker = 'breaker';

interface Troubled {
  readonly isHalfOpen: boolean;
  readonly until: number;
  /** Another is used in its place for longer, and the owner was told. */
  readonly isHeld: boolean;
  /** Where it was looked for in vain, behind a blank; empty where that is not known, or it was there. */
  readonly place: string;
  /** The call that tries whether it works again. */
  trying?: string;
}

function restOf(subject: string, { isHalfOpen, place }: Troubled, waitMs: number): Form {
  const seconds = Math.ceil(waitMs / 1000);
  if (!subject.startsWith('model:'))
    return isHalfOpen
      ? says`${subject} is paused after repeated errors and is being tested now; try again in a moment`
      : says`${subject} is paused for ${seconds} s after repeated errors`;
  const model = subject.slice('model:'.length);
  return isHalfOpen
    ? says`model:${model} is paused after repeated errors${place} and is being tested now; try again in a moment`
    : says`model:${model} is paused for ${seconds} s after repeated errors${place}`;
}

/** Admission by circuit breakers; and the same for calls that are made within an effect, by what they call. */
export interface Breakers extends Admission {
  /** Why `subject` may not be called now; undefined: it may. `call` names the call. */
  refusalOf(subject: string, call: string): Failure | undefined;
  /** How a call ended that was not refused. Answers a message to be sent, if any. */
  endedOf(
    subject: string,
    call: string,
    failure: Failure | undefined,
    isAborted: boolean,
  ): ReturnType<Admission['ended']>;
}

/** The admission of a host whose breakers are actors of the kind `circuit-breaker`. */
export function createBreakers({
  store,
  now,
}: {
  readonly store: Pick<HostStore, 'census' | 'actorsIn' | 'actor'>;
  readonly now: () => number;
}): Breakers {
  const troubled = new Map<string, Troubled>();
  const isInsisted = insistence(troubled);

  function note({ machine, address, leaf, status, state }: ActorRecord): void {
    if (machine !== kind) return;
    const subject = address.slice(kind.length + 1);
    if (leaf === 'closed' || status !== 'active') {
      troubled.delete(subject);
      return;
    }
    const { until, isHeld, failure } = circuitBreakerView(storedState(state));
    const place = failure && subject.startsWith('model:') ? placeOfModel(failure) : '';
    troubled.set(subject, { isHalfOpen: leaf === 'halfOpen', until: until ?? 0, isHeld, place });
  }

  function refusalOf(subject: string, call: string): Failure | undefined {
    const breaker = troubled.get(subject);
    if (!breaker) return undefined;
    // where its breaker is half open, this call is the one that tries
    if (breaker.isHalfOpen && (breaker.trying === undefined || breaker.trying === call)) {
      breaker.trying = call;
      return undefined;
    }
    const waitMs = Math.max(1000, breaker.until - now());
    return failureOf('unavailable', restOf(subject, breaker, waitMs), {
      retryAfterMs: waitMs,
      cause: refusedByBreaker,
    });
  }

  function endedOf(subject: string, call: string, failure: Failure | undefined, isAborted: boolean) {
    const isFailed = failure !== undefined && !isAborted && countsAgainstCalled(failure);
    const breaker = troubled.get(subject);
    // a call that was cancelled or refused says nothing of what it calls: the next one may try
    if (failure && !isFailed) {
      if (breaker?.trying === call) delete breaker.trying;
      return undefined;
    }
    if (!isFailed && !breaker) return undefined;
    const event = isFailed ? ({ type: 'call.failed', failure } as const) : successOf(breaker);
    return event && { target: `${kind}:${subject}`, event };
  }

  return {
    note,
    refusalOf,
    endedOf,
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
      if (subject === undefined || isInsisted(subject, row, source)) return undefined;
      return refusalOf(subject, row.address);
    },
    ended(row, source, outcome, isAborted) {
      const failure = outcome.kind === 'failed' ? outcome.failure : undefined;
      if (!failure && troubled.size === 0) return undefined;
      const subject = subjectOf(row, source);
      return subject === undefined ? undefined : endedOf(subject, row.address, failure, isAborted);
    },
  };
}

/** What its breaker gets of a call that worked. One of a model that works and fails by turns is no news. */
function successOf(breaker: Troubled | undefined) {
  if (breaker?.isHalfOpen) return { type: 'call.succeeded' } as const;
  if (breaker?.isHeld) {
    delete breaker.trying;
    return undefined;
  }
  // one that was let through while it rested has shown that it works again
  return { type: 'breaker.reset' } as const;
}

/** Says of an effect whether a person wants this very call: a rest that was chosen before that is no answer. Once each. */
function insistence(troubled: ReadonlyMap<string, Troubled>) {
  const passed = new Set<string>();
  return (subject: string, { address, input }: EffectRecord, { insists }: EffectSource): boolean => {
    const wanted = insists?.(JSON.parse(input) as never);
    const breaker = troubled.get(subject);
    const key = `${subject} ${wanted}`;
    if (wanted === undefined || !breaker || passed.has(key)) return false;
    if (passed.size > mostInsisted) passed.clear();
    passed.add(key);
    breaker.trying ??= address;
    return true;
  };
}

function subjectOf({ input }: EffectRecord, { callee }: EffectSource): string | undefined {
  return callee?.(JSON.parse(input) as never);
}
