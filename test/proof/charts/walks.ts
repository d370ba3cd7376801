/** Every chart, walked over its shortest paths in a real host. */
import type { AnyStateMachine } from 'xstate';
import type { HostStore } from '../../../src/ports/store.ts';
import { coverage, nodesOf, type WalkOptions } from '../../machines/walk.ts';
import {
  approvalDeskWays,
  approvalWays,
  channelWays,
  circuitBreakerWays,
  consolidationWays,
  delegationWays,
  incidentWays,
  jobWays,
  observerWays,
  planWays,
  sessionWays,
  supervisorWays,
  toolCallWays,
  workerWays,
} from '../../machines/ways.ts';
import { goneOnHost } from './on-host.ts';
import { type HostWays, shortestPaths } from './paths.ts';

export interface ChartWalk {
  readonly chart: string;
  readonly states: number;
  readonly paths: number;
  /** Of the transitions an agent can take, and those that were not taken. */
  readonly share: number;
  readonly text: string;
  readonly missing: readonly string[];
  /** Transitions that only a chart without an agent could take; test/machines walks them. */
  readonly beyond: readonly string[];
  readonly problems: readonly string[];
}

const lookups = new Set([
  'recall',
  'evaluation',
  'precedent',
  'redemption',
  'revision',
  'verification',
  'line',
  'standing',
  'agenda',
  'outcome',
  'comparison',
  'settling',
  'enlisting',
  'continuing',
  'planning',
  'preparing',
  'concluding',
]);
const machines = new Set(['tool-call', 'approval', 'incident', 'delegation', 'plan']);
/** Smaller limits are reached sooner; what happens at them is the same. */
const shortSession = {
  ...sessionWays,
  inputs: sessionWays.inputs.map(input => ({ ...input, limits: { steps: 2, calls: 2, errorsInRow: 1 } })),
};
const all = [
  shortSession,
  toolCallWays,
  approvalWays,
  channelWays,
  supervisorWays,
  incidentWays,
  jobWays,
  observerWays,
  consolidationWays,
  delegationWays,
  planWays,
  workerWays,
  circuitBreakerWays,
  approvalDeskWays,
] as unknown as readonly WalkOptions<AnyStateMachine>[];

export const chartNames: readonly string[] = all.map(({ machine }) => machine.id);

/** `change` breaks the host. */
export async function walkOnHost(chart: string, change?: (store: HostStore) => HostStore): Promise<ChartWalk> {
  const ways = all.find(({ machine }) => machine.id === chart);
  if (!ways) throw new Error(`there is no chart ${chart}`);
  const own = (names: ReadonlySet<string>) =>
    new Set([...names].filter(name => name in ways.machine.implementations.actors));
  const options: HostWays = { ways, lookups: own(lookups), machines: own(machines) };
  const { paths, leaves } = shortestPaths(options);
  const problems: string[] = [];
  const gone: ReadonlySet<string>[] = [];
  for (const path of paths) {
    const problem = await goneOnHost(path, options, change);
    if (problem === undefined) gone.push(path.taken);
    else problems.push(`${chart}: ${problem}`);
  }
  const { of, missing } = coverage(ways.machine, ...gone);
  const beyond = missing.filter(name => isBeyond(name, options));
  const left = missing.filter(name => !beyond.includes(name));
  const possible = of - beyond.length;
  const share = (possible - left.length) / possible;
  const taken = `${possible - left.length} of ${possible} transitions (${(share * 100).toFixed(1)} %)`;
  const text = `${chart}: ${leaves} states, ${paths.length} paths, ${taken}, ${beyond.length} more beyond an agent`;
  return { chart, states: leaves, paths: paths.length, problems, share, text, beyond, missing: left };
}

/** A lookup answers before anything else comes, and an actor ends with an answer and never with an error. */
function isBeyond(name: string, { ways: { machine }, lookups, machines }: HostWays): boolean {
  const [id = '', event = ''] = name.split(' ');
  const invoked = nodesOf(machine).find(node => node.id === id)?.invoke ?? [];
  const ofChild = /^xstate\.(done|error)\.actor\.(.*)$/.exec(event);
  if (machine.id === 'approval' && /^(again|consent)$/.test(ofChild?.[2] ?? '')) return true; // only of an earlier version
  if (ofChild?.[1] === 'error')
    return invoked.some(child => child.id === ofChild[2] && machines.has(String(child.src)));
  return ofChild === null && invoked.some(({ src }) => lookups.has(String(src)));
}
