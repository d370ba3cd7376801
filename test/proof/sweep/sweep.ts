/**
 * The kill sweep: a first run lists the crash points of a flow, then Straylight is killed at every one of them,
 * restarted and compared with what the outside saw; and killed once more at points its recovery passes.
 */

import { mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { defined } from '../../../src/domain/text/json.ts';
import { type Count, counts, isClean, sumOf } from '../check.ts';
import type { Flow } from '../flows.ts';
import { type Plan, type RunResult, run } from '../run/run.ts';
import type { BrokenHost, BrokenName } from './broken-hosts.ts';

/**
 * What a sweep came to. `points` were passed by the flow; `runs` were made; `missed` of them never came to their point.
 */
export interface SweepReport extends Readonly<Record<Count, number>> {
  readonly flow: string;
  readonly points: number;
  readonly runs: number;
  readonly missed: number;
  /** Second kills made, of those there could have been. */
  readonly second: { readonly made: number; readonly of: number };
  readonly ms: number;
  readonly failures: readonly RunResult[];
}

export interface SweepOptions {
  readonly flow: Flow;
  readonly broken?: BrokenName;
  /** Which points of the flow; all without it. */
  readonly only?: (point: string) => boolean;
  /** In which order; called with their number, answers indices. */
  readonly order?: (of: number) => readonly number[];
  /** How many second kills, spread evenly over all there could be; none without it. */
  readonly second?: number;
  /** How many runs at once. */
  readonly lanes?: number;
  readonly patienceMs?: number;
  readonly onRun?: (result: RunResult) => void;
}

/**
 * Kills a flow at its points. Where the first run is not clean, it is the only one: nothing that follows would mean
 * anything.
 */
export async function sweep(options: SweepOptions): Promise<SweepReport> {
  const { flow, only = () => true, order = upTo, second = 0, lanes = 2, onRun = () => {} } = options;
  const began = performance.now();
  const compileCache = cacheFolder();
  const runs: RunResult[] = [];
  const make = async (plan: Plan): Promise<RunResult> => {
    const { broken, patienceMs } = options;
    const settings = {
      flow,
      plan,
      compileCache,
      ...defined({ broken, patienceMs }),
    };
    // a point that was not passed this time (two things happened in another order) is tried once more
    const result = await run(settings).then(result =>
      result.missed && isClean(result.findings) ? run(settings) : result,
    );
    runs.push(result);
    onRun(result);
    return result;
  };

  const { passed, findings } = await make([]);
  const isWorthIt = isClean(findings) || options.broken !== undefined;
  const points = (isWorthIt ? passed : []).flatMap((life, index): Plan[] =>
    life.filter(only).map(point => [...Array<undefined>(index).fill(undefined), point]),
  );
  const firsts = await inLanes(
    lanes,
    order(points.length).map(index => () => make(points[index] ?? [])),
  );
  const recoveries = firsts.flatMap(({ plan, passed, missed }): Plan[] =>
    missed ? [] : (passed[plan.length] ?? []).map(point => [...plan, point]),
  );
  const seconds = await inLanes(
    lanes,
    spread(recoveries.length, second).map(index => () => make(recoveries[index] ?? [])),
  );

  return {
    flow: flow.name,
    points: points.length,
    runs: runs.length,
    missed: runs.filter(result => result.missed).length,
    second: { made: seconds.length, of: recoveries.length },
    ms: performance.now() - began,
    failures: runs.filter(({ findings }) => !isClean(findings)),
    ...sumOf(runs.map(({ findings }) => findings)),
  };
}

/**
 * Is this the proof that a broken host is found: its points were there and passed, no life failed of itself, and the
 * expected is found? Else the reason why not.
 */
export function whyNotFound(
  report: SweepReport,
  { red, orElse = red }: Pick<BrokenHost, 'red' | 'orElse'>,
): string | undefined {
  if (report.points === 0) return 'none of its points was passed';
  if (report.missed === report.runs - 1) return 'no life was killed at its point';
  if (report.failed > 0) return 'a life ended with an error of its own';
  return report[red] > 0 || report[orElse] > 0 ? undefined : `nothing was ${red}`;
}

/** One line: what was done, and what was found. */
export function reportLine(report: SweepReport): string {
  const { flow, points, runs, missed, second, ms } = report;
  const found = counts.map(count => `${report[count]} ${count}`).join(', ');
  return `${flow}: ${points} points, ${runs} runs (${second.made} of ${second.of} second kills, ${missed} missed), ${found}; ${Math.round(ms / 1000)} s, ${Math.round(ms / runs)} ms a run`;
}

/** What went wrong in one run, for whoever has to find out why. */
export function failureLines({ flow, plan, passed, findings }: RunResult): string {
  const where = plan.slice(0, passed.length).map(nameOf).join(', then ');
  return `${flow}, killed at ${where || 'no point'}:\n${findings.problems.map(problem => `  ${problem}`).join('\n')}`;
}

function nameOf(end: Plan[number]): string {
  return typeof end === 'object' ? `${end.kind} ${end.nth} from outside` : (end ?? '(not killed)');
}

/** `count` indices below `of`, evenly spread; all of them where there are no more. */
export function spread(of: number, count: number): readonly number[] {
  if (count >= of) return upTo(of);
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * of) / count));
}

function upTo(of: number): readonly number[] {
  return Array.from({ length: of }, (_, index) => index);
}

/** Does the work, `lanes` pieces at once, in order. */
export async function inLanes<Result>(
  lanes: number,
  work: readonly (() => Promise<Result>)[],
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = work.values();
  const lane = async (): Promise<void> => {
    for (const piece of queue) results.push(await piece());
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** Compiled code is kept from sweep to sweep; Node itself checks that it is still right. */
export function cacheFolder(): string {
  const folder = join(tmpdir(), `straylight-proof-cache-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
