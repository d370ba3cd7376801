/**
 * What earlier pieces of work of an agent came to, in a few lines for the next one: counts and names of tools alone,
 * and no word of anybody, so that nothing from outside comes into it.
 */
import type { ChildState } from './agent.ts';

export interface EarlierEnd {
  readonly state: Exclude<ChildState, 'running' | 'refused'>;
  /** What checks outside of the agent found; null: there were none. */
  readonly verdict: 'holds' | 'fails' | 'unknown' | null;
  readonly calls: number;
  readonly ms: number;
  readonly endedAt: number;
}

export interface EarlierTool {
  readonly tool: string;
  readonly calls: number;
  /** So many of them worked. */
  readonly done: number;
}

export interface EarlierWork {
  /** The newest first. */
  readonly ended: readonly EarlierEnd[];
  readonly tools: readonly EarlierTool[];
}

/** For the agent; empty: there was none. */
export function earlierText({ ended, tools }: EarlierWork): string {
  if (ended.length === 0) return '';
  const isGood = ({ state, verdict }: EarlierEnd) => state === 'done' && verdict !== 'fails';
  const good = ended.filter(isGood);
  const bad = ended.find(one => !isGood(one));
  const worked = tools.filter(({ done }) => done > 0).map(({ tool, done, calls }) => `${tool} (${done} of ${calls})`);
  const failed = tools.filter(({ done }) => done === 0).map(({ tool, calls }) => `${tool} (${calls})`);
  const usual = good.length === 0 ? '' : ` Done in about ${minutes(middle(good))}, with ${middleCalls(good)} calls.`;
  return [
    `Of your last ${ended.length} pieces of work ${good.length} were done.${usual}`,
    ...(worked.length === 0 ? [] : [`Tools whose calls worked: ${worked.join(', ')}.`]),
    ...(failed.length === 0 ? [] : [`Tools whose calls never worked: ${failed.join(', ')}.`]),
    ...(bad === undefined ? [] : [`The last that was not: ${whys[bad.state](bad)}.`]),
  ].join('\n');
}

/** So many pieces of work in a row say that an agent fails, for so long after the last of them. */
const enough = 3;
const restMs = 3_600_000;

/** Did its last pieces of work all come to nothing, a short while ago? What was stopped says nothing of it. */
export function isFailing(ended: readonly EarlierEnd[], now: number): boolean {
  const counted = ended.filter(({ state }) => state !== 'cancelled').slice(0, enough);
  const [newest] = counted;
  const isBad = ({ state, verdict }: EarlierEnd) => state !== 'done' || verdict === 'fails';
  return newest !== undefined && counted.length === enough && counted.every(isBad) && now - newest.endedAt < restMs;
}

const whys: Readonly<Record<EarlierEnd['state'], (one: EarlierEnd) => string>> = {
  done: () => 'it said that it was done, and the checks did not hold',
  failed: ({ calls }) => `it failed after ${calls} calls`,
  cancelled: ({ calls }) => `it was stopped after ${calls} calls`,
  expired: ({ ms, calls }) => `its time was up after ${minutes(ms)} and ${calls} calls`,
  unknown: () => 'nobody knows what became of it',
};

function middle(all: readonly EarlierEnd[]): number {
  return all.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}

function middleCalls(all: readonly EarlierEnd[]): number {
  return all.map(({ calls }) => calls).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}

function minutes(ms: number): string {
  const whole = Math.round(ms / 60_000);
  return whole < 1 ? 'a minute' : `${whole} min`;
}
