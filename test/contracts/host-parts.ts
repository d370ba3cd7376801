/**
 * What a host is opened with when it is tried: two charts, a repeatable effect, an act with a key of its own, a writer.
 */
import type { AnyActorLogic } from 'xstate';
import { createRegistry, type EffectSource, type Registry } from '../../src/actors/runtime/registry.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Writer } from '../../src/ports/writer.ts';
import { listenerMachine, workerOf } from './host-charts.ts';

/** What the contract gives a host. */
export interface HostParts {
  readonly registry: Registry;
  readonly clock: Clock;
  /** How many effects of a lane run at once. */
  readonly lanes: Readonly<Record<string, number>>;
  /** On every text that enters from outside a chart. */
  readonly redact: (text: string) => string;
  /** The actor that gets the host's reports. */
  readonly reportsTo: string;
  readonly isSafe: boolean;
  /** False once the process counts as dead: nothing may run any more. */
  readonly isAlive: () => boolean;
}

export interface PartsOptions {
  readonly logic: (src: string) => AnyActorLogic;
  readonly clock: Clock;
  readonly policy?: EffectSource['policy'];
  readonly writer?: Writer;
  readonly version?: string;
  readonly lanes?: Readonly<Record<string, number>>;
  readonly isSafe?: boolean;
  readonly isAlive?: () => boolean;
}

export const secret = 'hunter2hunter2';

export function partsOf(options: PartsOptions): HostParts {
  const { logic, clock, policy = 'repeatable', writer = () => {}, lanes = {}, version = '1' } = options;
  const registry = createRegistry(
    [
      { machine: workerOf(version), startsWith: () => ({}) },
      { machine: listenerMachine, startsWith: () => ({}), isVital: true },
    ],
    {
      effort: { logic: logic('effort'), policy, lane: 'work', timeoutMs: null },
      deed: {
        logic: logic('deed'),
        policy: 'once',
        lane: 'acts',
        timeoutMs: null,
        key: ({ what }: { readonly what: string }) => `act:${what}`,
      },
    },
    { note: writer },
  );
  return {
    registry,
    clock,
    lanes,
    reportsTo: 'supervisor',
    redact: text => text.replaceAll(secret, '[secret:test]'),
    isSafe: options.isSafe ?? false,
    isAlive: options.isAlive ?? (() => true),
  };
}
