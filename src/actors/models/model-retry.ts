/**
 * The owner's word that a model works again: its circuit breaker closes, and who waits for a model asks at once, also
 * where the model itself had told to wait for hours.
 */

import { splitModel } from '../../domain/models/route.ts';
import type { RetriedModels } from '../../domain/models/view.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { circuitBreakerView } from '../../machines/circuit-breaker.ts';
import { storedState } from '../../machines/stored.ts';
import type { HostStore } from '../../ports/store.ts';
import type { System } from '../runtime/system.ts';

const prefix = 'circuit-breaker:model:';

export function modelRetry({
  store,
  accept,
  inUse,
  lineOf,
}: {
  readonly store: Pick<HostStore, 'census' | 'actorsIn' | 'actor'>;
  readonly accept: System['accept'];
  /** The models that stand in line for something. */
  readonly inUse: () => readonly string[];
  /** The models that may answer a conversation. */
  readonly lineOf: (session: string) => readonly string[];
}) {
  const inLeaf = (kind: string, wanted: (leaf: string) => boolean) =>
    store
      .census()
      .filter(({ machine, leaf }) => machine === kind && wanted(leaf))
      .flatMap(({ machine, version, leaf }) => store.actorsIn(machine, version, leaf))
      .filter(address => store.actor(address)?.status === 'active');

  /** One that is just asking its model has to hear of it, too: that one may fail, and a long wait would follow. */
  const asking = () => inLeaf('session', leaf => leaf === 'waitingForModel' || leaf === 'thinking.completing');

  const waiting = () => inLeaf('session', leaf => leaf === 'waitingForModel');

  async function retry(model: string | undefined): Promise<RetriedModels> {
    const paused = inLeaf('circuit-breaker', leaf => leaf !== 'closed').filter(one => one.startsWith(prefix));
    if (model !== undefined && !paused.includes(`${prefix}${model}`)) refuseUnknown(model, inUse());
    const chosen = paused.filter(address => model === undefined || address === `${prefix}${model}`);
    const models = chosen.map(address => ({
      name: address.slice(prefix.length),
      until: untilOf(store.actor(address)?.state),
    }));
    // breakers first, so that a conversation that asks now is let through
    for (const target of chosen) await accept({ target, event: { type: 'breaker.reset' } });
    const sessions = waiting().filter(session => model === undefined || lineOf(session).includes(model));
    for (const target of sessions) await accept({ target, event: { type: 'models.retried' } });
    return { models, sessions };
  }

  return {
    retry,
    /** Another model answers a conversation from now on; if it waits, or what it asks fails, it asks that one. */
    async changed(session: string): Promise<void> {
      if (asking().includes(session)) await accept({ target: session, event: { type: 'models.retried' } });
      await this.forget();
    },
    /**
     * After a start, whose settings may name other models than the one before: a model that stands in no line any more
     * has no pause, and who waited for it asks those that do.
     */
    async forgetRemoved(): Promise<void> {
      const paused = inLeaf('circuit-breaker', leaf => leaf !== 'closed').filter(one => one.startsWith(prefix));
      if (paused.length === 0) return;
      const known = new Set([...inUse(), ...waiting().flatMap(lineOf)]);
      const isRemoved = (address: string) => !known.has(address.slice(prefix.length));
      const removed = paused.filter(isRemoved);
      for (const target of removed) await accept({ target, event: { type: 'breaker.reset' } });
      if (removed.length === 0) return;
      const isPaused = (model: string) => paused.includes(`${prefix}${model}`);
      const free = waiting().filter(session => !lineOf(session).some(isPaused));
      for (const target of free) await accept({ target, event: { type: 'models.retried' } });
    },
    /** A pause of a model that nothing waits for is none: its next call begins without one. */
    async forget(): Promise<void> {
      const needed = new Set(waiting().flatMap(lineOf));
      const idle = inLeaf('circuit-breaker', leaf => leaf !== 'closed').filter(
        address => address.startsWith(prefix) && !needed.has(address.slice(prefix.length)),
      );
      for (const target of idle) await accept({ target, event: { type: 'breaker.reset' } });
    },
  };
}

function untilOf(state: string | undefined): number | null {
  return state === undefined ? null : circuitBreakerView(storedState(state)).until;
}

function refuseUnknown(model: string, known: readonly string[]): void {
  if (known.includes(model)) return;
  const inUse = known.join(', ');
  throw fault(
    'invalid',
    splitModel(model)
      ? says`no model ${model} is in use; in use: ${inUse}`
      : says`expected a model as "provider/model", got "${model}"; in use: ${inUse}`,
  );
}
