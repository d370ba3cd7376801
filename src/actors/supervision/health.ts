/** How Straylight is, read from its tables: for `/health`, `straylight status` and the greeting. */

import type { Health } from '../../domain/supervision/view.ts';
import { channelView } from '../../machines/channel/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { RecoveryReport } from '../../ports/host.ts';
import type { ActorRecord, HostStore } from '../../ports/store.ts';

export interface HealthFacts {
  readonly store: HostStore;
  readonly channels: readonly string[];
  readonly model: { readonly name: string; readonly reason: string };
  readonly executor: Health['executor'];
  readonly version: string;
  readonly uptimeMs: number;
  /** Why the last commit failed. */
  readonly trouble: string | undefined;
  readonly isStopping: boolean;
  /** What the boot found, a line each. */
  readonly recovery: readonly string[];
}

export function healthOf(facts: HealthFacts): Health {
  const { store, model, trouble, isStopping } = facts;
  return {
    status: isStopping ? 'stopping' : trouble === undefined ? 'ok' : 'degraded',
    channels: facts.channels.map(name => channelHealth(store.actor(`channel:${name}`), name)),
    models: { default: model.name, detail: model.reason },
    executor: facts.executor,
    actors: store.countActors(),
    deadLetters: store.countDeadLetters(),
    version: facts.version,
    uptimeMs: facts.uptimeMs,
    recovery: facts.recovery,
  };
}

/** What the boot found, for the owner; nothing where there was nothing. */
export function recoveryLines({ waiting, again, unknown, quarantined, wedged }: RecoveryReport): readonly string[] {
  return [
    ...(waiting > 0 ? [`Recovered ${waiting} waiting messages`] : []),
    ...(again > 0 ? [`Resumed   what was running (${again})`] : []),
    ...unknown.map(
      ({ src, owner }) => `Unknown   ${works[src] ?? src} (${owner}) was interrupted; it may or may not have happened`,
    ),
    ...quarantined.map(({ actor, problem }) => `Quarantined ${actor}: ${problem}`),
    ...wedged.map(actor => `Stuck     ${actor}: nothing is pending that could continue it`),
  ];
}

/** What may happen once only, for its owner. */
const works: Readonly<Record<string, string | undefined>> = {
  execution: 'a tool call',
  consent: 'an approval card',
  delivery: 'a message to you',
};

function channelHealth(row: ActorRecord | undefined, name: string): Health['channels'][number] {
  if (!row) return { name, state: 'stopped' };
  const { identity, failure, waiting } = channelView(storedState(row.state));
  const detail = row.leaf === 'online' ? identity : (failure?.message ?? identity);
  return { name, state: row.leaf, ...(detail === null ? {} : { detail }), ...(waiting ? { waiting } : {}) };
}
