/** How an effect ends: its row gets the outcome, or goes, and its owner gets the message, in one transaction. */

import { withNames } from '../../domain/policy/sentence.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { EffectRecord } from '../../ports/store.ts';
import type { Batch, Mail } from './commit/batch.ts';
import type { Outcome } from './commit/outcome.ts';
import type { StepHost } from './commit/step-host.ts';
import type { Event } from './step.ts';

type OutcomeHost = Pick<StepHost, 'store' | 'registry' | 'now' | 'id' | 'clean'>;

/** Records what an effect became. Answers the message to its owner; undefined if nothing waits for it any more. */
export function recordOutcome(
  host: OutcomeHost,
  redact: (text: string) => string,
  { address, outcome: raw }: { readonly address: string; readonly outcome: Outcome },
  batch: Batch,
): Mail | undefined {
  const { store } = host;
  const row = store.effect(address);
  if (row?.status !== 'pending' && row?.status !== 'running') return undefined;
  const outcome = host.clean(raw.kind === 'failed' ? { ...raw, failure: short(raw.failure, redact) } : raw);
  const unknown = outcome.kind === 'failed' && outcome.failure.kind === 'unknown';
  // an act that is named by its own address can never be asked for again: there is nothing left to fence
  if (row.policy === 'once' && row.key !== row.address) {
    const status = outcome.kind === 'done' ? 'done' : unknown ? 'unknown' : 'failed';
    store.updateEffect({ ...row, status, outcome: JSON.stringify(outcome) });
  } else store.removeEffect(address);
  batch.settled.push(address);
  const { owner, src } = row;
  if (unknown || row.leftAt !== null) {
    const about = unknown ? aboutOf(host, row) : {};
    batch.facts.push({
      type: unknown ? 'effect.unknown' : 'effect.left',
      effect: address,
      owner,
      src,
      outcome: outcome.kind,
      ...about,
    });
  }
  return row.leftAt === null ? endOf(host, row, outcome) : undefined;
}

/** The message to the owner of an effect that has ended. */
export function endOf({ now, id }: Pick<StepHost, 'now' | 'id'>, row: EffectRecord, outcome: Outcome): Mail {
  const common = { actorId: row.childId, from: row.address, at: now(), id: id() };
  const event: Event =
    outcome.kind === 'done'
      ? { type: `xstate.done.actor.${row.childId}`, output: outcome.output, ...common }
      : { type: `xstate.error.actor.${row.childId}`, error: outcome.failure, ...common };
  return { target: row.owner, event, child: row.address };
}

/** What an act that was started before became; without a record, it is unknown. */
export function recordedOutcome(row: EffectRecord): Outcome {
  if (row.outcome !== null) return JSON.parse(row.outcome) as Outcome;
  return {
    kind: 'failed',
    failure: { kind: 'unknown', message: 'it was started before, and what became of it is not known' },
  };
}

/** What an effect is about, as its source says it. */
export function aboutOf(
  { registry }: Pick<StepHost, 'registry'>,
  { src, input }: EffectRecord,
): { readonly about?: string } {
  const about = registry.sources.get(src)?.about?.(JSON.parse(input) as never);
  return about === undefined ? {} : { about };
}

/** A failure travels in events and is shown in sentences: it is never so long that it would be stored apart. */
function short(failure: Failure, redact: (text: string) => string): Failure {
  const cut = (text: string) => (text.length > 600 ? `${redact(text).slice(0, 599)}…` : text);
  return {
    ...failure,
    message: cut(failure.message),
    ...defined({
      said: failure.said && withNames(failure.said, cut),
      cause: failure.cause === undefined ? undefined : cut(failure.cause),
    }),
  };
}
