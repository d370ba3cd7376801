/**
 * Looks, every minute, for what does not move: actors that nothing will ever move, actors that stay longer than usual, effects
 * that give no sign of life. It only tells the supervisor, of each once; what is done about it is the supervisor's.
 */
import type { Clock } from '../../ports/clock.ts';
import type { EffectRecord, HostStore } from '../../ports/store.ts';
import { type Looking, looking } from './looking.ts';
import type { Registry } from './registry.ts';
import { expectedMs } from './step.ts';
import type { System } from './system.ts';

export interface Watchdog extends Looking {
  /** Looks once; resolves when what it found is committed. */
  look(): Promise<void>;
}

export interface WatchdogOptions {
  readonly system: Pick<System, 'accept' | 'silent' | 'stays'>;
  readonly store: Pick<HostStore, 'wedged' | 'busySince' | 'actor'>;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly everyMs?: number;
}

/** How long a state may last of which its chart does not say it. */
const usualMs = 60_000;

export function createWatchdog({ system, store, registry, clock, everyMs = 60_000 }: WatchdogOptions): Watchdog {
  /** How long an actor may stay before that is worth a word. */
  function patienceMs(machine: string, leaf: string): number {
    const chart = registry.machines.get(machine)?.machine;
    const expected = chart ? expectedMs(chart, leaf) : undefined;
    return Math.max(expected ?? usualMs, 5 * (system.stays.usualMs(machine, leaf) ?? 0));
  }

  /** What an effect does, in a sentence, where its source can say. */
  function aboutOf({ src, input }: EffectRecord): { readonly about?: string } {
    const about = registry.sources.get(src)?.about?.(JSON.parse(input) as never);
    return about === undefined ? {} : { about };
  }

  async function look(): Promise<void> {
    const now = clock.now();
    const found: {
      readonly key: string;
      readonly event: { readonly type: string; readonly [fact: string]: unknown };
    }[] = [];
    for (const actor of store.wedged()) {
      const row = store.actor(actor);
      if (row)
        found.push({ key: `wedged:${actor}#${row.seq}`, event: { type: 'actor.wedged', actor, leaf: row.leaf } });
    }
    for (const { address, machine, leaf, since, seq } of store.busySince(now - 1000))
      if (now - since > patienceMs(machine, leaf))
        found.push({
          key: `overdue:${address}#${seq}`,
          event: { type: 'phase.overdue', actor: address, leaf, sinceMs: now - since },
        });
    for (const { row, silentMs, heartbeatMs } of system.silent())
      found.push({
        key: `silent:${row.address}.${row.attempt}`,
        event: {
          ...{ type: 'effect.silent', effect: row.address, owner: row.owner, src: row.src, silentMs, heartbeatMs },
          ...aboutOf(row),
        },
      });
    // the key: a trouble is told once, however often it is seen
    await Promise.all(
      found.map(({ key, event }) => system.accept({ target: 'supervisor', event, dedupe: `watchdog:${key}` })),
    );
  }

  return {
    ...looking(clock, everyMs, look),
    look,
  };
}
