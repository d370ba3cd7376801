/**
 * Effects as rows: asked for with their intent, aborted, or no longer waited for. A lookup needs no row: it answers at
 * once.
 */

import { Fault, toFailure } from '../../../domain/supervision/failure.ts';
import type { ActorRecord, EffectRecord } from '../../../ports/store.ts';
import type { EffectSource, Lookup } from '../registry.ts';
import type { Event } from '../step.ts';
import { type Batch, inPart, isOver, type Mail } from './batch.ts';
import type { StepHost } from './step-host.ts';

/** A child that a step starts, by the name its chart gave it. */
export interface Start {
  readonly childId: string;
  readonly src: string;
  readonly input: unknown;
}

/** Writes the row of an effect; it begins once the batch is committed. `id` becomes its address. */
export function insertEffect(
  host: StepHost,
  source: EffectSource,
  { owner, effect, id, at }: { readonly owner: ActorRecord; readonly effect: Start; readonly id: string; at: number },
  batch: Batch,
): void {
  const input = effect.input ?? {};
  // `running` is written with the intent, so a `once` needs no second commit before it starts
  const runsNow = (source.isPossible?.(input as never) ?? true) && host.reserve(source.lane);
  const row: EffectRecord = {
    address: id,
    owner: owner.address,
    childId: effect.childId,
    src: effect.src,
    policy: source.policy,
    key: source.key?.(input as never) ?? id,
    input: JSON.stringify(input),
    status: 'pending',
    leftAt: null,
    boot: host.boot,
    attempt: 1,
    outcome: null,
    at,
  };
  const fenced = source.policy === 'once' ? host.store.act(row.key) : undefined;
  const running = runsNow && source.policy === 'once' && !fenced;
  const written: EffectRecord = running ? { ...row, status: 'running' } : row;
  host.store.insertEffect(written);
  batch.begins.push(written);
}

/**
 * What a lookup found, as the end of a child; what it throws is how the child failed. A write of it that fails is no
 * answer: the transaction is made again, with this as a part of its own.
 */
export function answerOf(
  host: StepHost,
  lookup: Lookup,
  owner: ActorRecord,
  { childId, input }: Pick<Start, 'childId' | 'input'>,
  { id, at }: { readonly id: string; readonly at: number },
  batch: Batch,
): Mail {
  const end = (kind: 'done' | 'error', result: object): Mail => ({
    target: owner.address,
    child: id,
    event: { type: `xstate.${kind}.actor.${childId}`, ...result, actorId: childId, from: id, at, id: host.id() },
  });
  const failed = (error: unknown) => end('error', { error: host.clean(toFailure(error)) });
  try {
    return inPart(host.store, batch, () => {
      try {
        return end('done', { output: host.clean(lookup((input ?? {}) as never)) });
      } catch (error) {
        if (error instanceof Fault && host.store.isOpen()) return failed(error);
        throw error;
      }
    });
  } catch (error) {
    if (isOver(host.store, batch, error)) throw error;
    return failed(error);
  }
}

/**
 * `sendTo` an effect, the one message it takes: `effect.aborted` gives it its abort signal, and its owner goes on
 * waiting for what it became. One that has not begun is over at once.
 */
export function abortEffect(host: StepHost, address: string, event: Event, at: number, batch: Batch): void {
  if (event.type !== 'effect.aborted')
    throw new Error(`${address} is an effect; it takes effect.aborted and not ${event.type}`);
  const row = host.store.effect(address);
  if (row?.status !== 'pending' && row?.status !== 'running') return;
  const begun = batch.begins.findIndex(effect => effect.address === address);
  if (row.status === 'running' || host.underWay(address)) {
    if (begun < 0) {
      batch.aborts.push(address);
      return;
    }
  }
  if (begun >= 0) batch.begins.splice(begun, 1);
  host.store.removeEffect(address);
  const error = { kind: 'cancelled', message: 'it was cancelled before it began', cause: 'unrun' };
  const type = `xstate.error.actor.${row.childId}`;
  batch.mails.push({
    target: row.owner,
    child: address,
    event: { type, error, actorId: row.childId, from: address, at, id: host.id() },
  });
}

/**
 * The owner no longer waits: an effect that has not begun is forgotten, a `once` that has stays until it is known what
 * it became.
 */
export function leaveEffect(host: StepHost, address: string, at: number, batch: Batch): void {
  if (batch.settled.includes(address)) return; // its own end is why it is left
  const row = host.store.effect(address);
  if (!row || (row.status !== 'pending' && row.status !== 'running')) return;
  const begun = batch.begins.findIndex(effect => effect.address === address);
  if (begun >= 0) batch.begins.splice(begun, 1);
  if (row.policy === 'once' && row.status === 'running' && begun < 0) host.store.updateEffect({ ...row, leftAt: at });
  else host.store.removeEffect(address);
  if (host.underWay(address)) batch.aborts.push(address);
}
