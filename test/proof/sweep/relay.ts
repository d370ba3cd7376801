/**
 * Killed again and again: each life of a flow ends after so many crash points, whichever they are, until one comes to
 * the end. A run begins at every first point, so that together they are killed all along the flow, and along what each
 * life does to recover, in a fraction of the time of a run for each point.
 */
import { defined } from '../../../src/domain/text/json.ts';
import { type Count, isClean, sumOf } from '../check.ts';
import type { Flow } from '../flows.ts';
import { type RunResult, run } from '../run/run.ts';
import { cacheFolder, inLanes } from './sweep.ts';

export interface RelayReport extends Readonly<Record<Count, number>> {
  readonly runs: number;
  readonly kills: number;
  /** The most lives of a run. */
  readonly lives: number;
  readonly ms: number;
  readonly failures: readonly RunResult[];
}

/** A life that gets no further than so many points would be killed without end. */
const mostLives = 200;

export async function relay({
  flow,
  every,
  firsts = Array.from({ length: every }, (_, index) => index + 1),
  lanes = 2,
  patienceMs,
  onRun = () => {},
}: {
  readonly flow: Flow;
  /** How many points a life passes. */
  readonly every: number;
  /** Where the first life of each run ends; all of them without it. */
  readonly firsts?: readonly number[];
  readonly lanes?: number;
  readonly patienceMs?: number;
  readonly onRun?: (result: RunResult) => void;
}): Promise<RelayReport> {
  const began = performance.now();
  const compileCache = cacheFolder();
  const runs = await inLanes(
    lanes,
    firsts.map(first => async () => {
      const plan = [`*:${first}`, ...Array<string>(mostLives).fill(`*:${every}`)];
      const result = await run({ flow, plan, compileCache, ...defined({ patienceMs }) });
      onRun(result);
      return result;
    }),
  );
  return {
    runs: runs.length,
    kills: runs.reduce((total, { kills }) => total + kills, 0),
    lives: Math.max(...runs.map(({ passed }) => passed.length)),
    ms: performance.now() - began,
    failures: runs.filter(({ findings }) => !isClean(findings)),
    ...sumOf(runs.map(({ findings }) => findings)),
  };
}
