/**
 * Looks, every minute, for what does not move: actors that nothing will ever move, actors that stay longer than usual,
 * effects that give no sign of life. It only reports to the supervisor, each once; what is done about it is the
 * supervisor's.
 */
import type { Clock } from '../../ports/clock.ts';
import type { EffectRecord, HostStore } from '../../ports/store.ts';
import type { Registry } from '../runtime/registry.ts';
import { expectedMs } from '../runtime/step.ts';
import type { System } from '../runtime/system.ts';
import { createWatch, type Watch } from './watch.ts';

export interface Watchdog extends Watch {
  /** Looks once; resolves when what it found is committed. */
  look(): Promise<void>;
}

/** Something found, under the key that makes its report one for ever. */
interface Found {
  readonly key: string;
  readonly event: { readonly type: string; readonly [fact: string]: unknown };
}

/** How long a state may last if its chart does not say it. */
const usualMs = 60_000;

export function createWatchdog({
  system,
  store,
  registry,
  clock,
  everyMs = 60_000,
}: {
  readonly system: Pick<System, 'accept' | 'silent' | 'stays'>;
  readonly store: Pick<HostStore, 'wedged' | 'busySince' | 'actor'>;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly everyMs?: number;
}): Watchdog {
  /** How long an actor may stay before that is worth a report. */
  function patienceMs(machine: string, leaf: string): number {
    const chart = registry.machines.get(machine)?.machine;
    const expected = chart ? expectedMs(chart, leaf) : undefined;
    return Math.max(expected ?? usualMs, 5 * (system.stays.usualMs(machine, leaf) ?? 0));
  }

  /** What an effect does, in a sentence, if its source can say. */
  function aboutOf({ src, input }: EffectRecord): { readonly about?: string } {
    const about = registry.sources.get(src)?.about?.(JSON.parse(input) as never);
    return about === undefined ? {} : { about };
  }

  function wedged(): readonly Found[] {
    return store.wedged().flatMap(actor => {
      const row = store.actor(actor);
      if (!row) return [];
      return [{ key: `wedged:${actor}#${row.seq}`, event: { type: 'actor.wedged', actor, leaf: row.leaf } }];
    });
  }

  function overdue(now: number): readonly Found[] {
    return store
      .busySince(now - 1000)
      .filter(({ machine, leaf, since }) => now - since > patienceMs(machine, leaf))
      .map(({ address, leaf, since, seq }) => ({
        key: `overdue:${address}#${seq}`,
        event: { type: 'phase.overdue', actor: address, leaf, sinceMs: now - since },
      }));
  }

  function silent(): readonly Found[] {
    return system.silent().map(({ row, silentMs, heartbeatMs }) => ({
      key: `silent:${row.address}.${row.attempt}`,
      event: {
        type: 'effect.silent',
        effect: row.address,
        owner: row.owner,
        src: row.src,
        silentMs,
        heartbeatMs,
        ...aboutOf(row),
      },
    }));
  }

  async function look(): Promise<void> {
    const found = [...wedged(), ...overdue(clock.now()), ...silent()];
    // the key: a trouble is reported once, however often it is seen
    await Promise.all(
      found.map(({ key, event }) => system.accept({ target: 'supervisor', event, dedupe: `watchdog:${key}` })),
    );
  }

  return { ...createWatch(clock, everyMs, look), look };
}
