/**
 * Kills from outside, at system calls: a first run of a flow counts the calls, then the process is killed as it enters
 * one of them, drawn from all; in every third run the next process, too. Nothing in the process knows of it: start,
 * work and stop are alike to it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Findings, isClean } from '../check.ts';
import type { Flow } from '../flows.ts';
import { type OutsideKill, type Plan, type RunResult, run } from '../run/run.ts';
import { luckOf } from '../simulation/chance.ts';
import { cacheFolder, inLanes } from '../sweep/sweep.ts';
import { countedCalls } from './system-calls.ts';

export interface OutsideReport {
  readonly flow: string;
  /** Calls there were, by kind. */
  readonly calls: Readonly<Record<string, number>>;
  readonly runs: readonly RunResult[];
  readonly findings: readonly Findings[];
  /** Processes that had ended before their call. */
  readonly missed: number;
}

export interface OutsideOptions {
  readonly flow: Flow;
  readonly kills: number;
  /** Names the calls that are drawn. */
  readonly draw: string;
  readonly lanes?: number;
  readonly onRun?: (result: RunResult) => void;
}

/** A traced process is slower. */
const patienceMs = 90_000;

export async function outsideKills(options: OutsideOptions): Promise<OutsideReport> {
  const { flow, kills, draw, lanes = 2, onRun = () => {} } = options;
  const folder = mkdtempSync(join(tmpdir(), 'straylight-calls-'));
  const compileCache = cacheFolder();
  try {
    const log = join(folder, 'calls');
    // the first life of all compiles the code and keeps that in files: calls that no later life makes
    await run({ flow, plan: [], compileCache, patienceMs });
    const first = await run({ flow, plan: [], compileCache, patienceMs, calls: log });
    onRun(first);
    const calls = countedCalls(log);
    const plans = isClean(first.findings) ? plansFor(calls, kills, `${draw} ${flow.name}`) : [];
    const killed = await inLanes(
      lanes,
      plans.map(plan => async () => {
        const result = await run({ flow, plan, compileCache, patienceMs });
        onRun(result);
        return result;
      }),
    );
    const runs = [first, ...killed];
    const missed = killed.filter(result => result.missed).length;
    return { flow: flow.name, calls, runs, findings: runs.map(({ findings }) => findings), missed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function plansFor(calls: Readonly<Record<string, number>>, count: number, name: string): readonly Plan[] {
  const luck = luckOf(name);
  const kinds = Object.keys(calls).filter(kind => (calls[kind] ?? 0) > 0);
  const one = (): OutsideKill => {
    const kind = luck.pick(kinds);
    return { kind, nth: luck.between(1, calls[kind] ?? 1) };
  };
  return Array.from({ length: count }, () => (luck.once(3) ? [one(), one()] : [one()]));
}
