/**
 * One run of a flow: lives of Straylight one after another, each but the last killed at its point, until everything is
 * quiet.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, type Findings, nothingFound } from '../check.ts';
import type { Flow, GivenTask } from '../flows.ts';
import { countingArguments, killingArguments } from '../kills/system-calls.ts';
import type { BrokenName } from '../sweep/broken-hosts.ts';
import { type AgentEnd, type AgentProcess, startAgent } from './agent-process.ts';
import { createWorld, type World } from './world.ts';

/**
 * Where each life ends: at the crash point `name:occurrence`, at so many points whichever they are (`*:number`), from
 * outside (`nth` system call of a kind), or undefined: not killed. A life that comes to its end before so many points is
 * the last.
 */
export type Plan = readonly (string | OutsideKill | undefined)[];

export interface OutsideKill {
  readonly kind: string;
  readonly nth: number;
}

export interface RunResult {
  readonly flow: string;
  readonly plan: Plan;
  readonly findings: Findings;
  /** A planned point was not passed, so that life was not killed. */
  readonly missed: boolean;
  /** The points each life passed. */
  readonly passed: readonly (readonly string[])[];
  readonly kills: number;
  readonly ms: number;
}

export interface RunOptions {
  readonly flow: Flow;
  readonly plan: Plan;
  readonly compileCache: string;
  readonly broken?: BrokenName;
  /** A life that is not quiet by then is stuck; without it as its flow says. */
  readonly patienceMs?: number;
  /** Looks at the file before it goes. */
  readonly look?: (database: string) => void;
  /** Where the system calls of the first life are written down. */
  readonly calls?: string;
}

export async function run({
  flow,
  plan,
  compileCache,
  broken,
  patienceMs = flow.patienceMs ?? 30_000,
  look,
  calls,
}: RunOptions): Promise<RunResult> {
  const began = performance.now();
  const world = await createWorld(flow);
  const logs = mkdtempSync(join(tmpdir(), 'straylight-points-'));
  const passed: (readonly string[])[] = [];
  const problems: string[] = [];
  let restarted = false;
  let stuck = false;
  let missed = false;
  let kills = 0;
  let current: AgentProcess | undefined;
  const given = [...(flow.tasks ?? [])];
  const under = (life: number) => (life > 0 || calls === undefined ? {} : { under: countingArguments(calls) });
  // whatever becomes of an agent that was asked, the model must not wait for it
  void world.anew.then(done => Promise.race([current?.steer('restart'), current?.end]).then(done));
  try {
    for (let life = 0; ; life += 1) {
      const crashAt = plan[life];
      const killing =
        typeof crashAt === 'object' ? { under: killingArguments(crashAt.kind, crashAt.nth) } : under(life);
      const agent = startAgent({
        job: { home: world.home, trace: world.traceFile, broken },
        env: world.env,
        log: join(logs, String(life)),
        compileCache,
        crashAt: typeof crashAt === 'string' ? crashAt : undefined,
        ...killing,
      });
      current = agent;
      const { end, late, restarting } = await live(agent, world, given, { restarted, patienceMs });
      restarted ||= restarting;
      stuck ||= late;
      passed.push(agent.points());
      if (end.kind === 'failed') problems.push(end.why);
      if (end.kind === 'killed') kills += 1;
      const isCounted = typeof crashAt === 'string' && crashAt.startsWith('*:');
      missed ||= crashAt !== undefined && !isCounted && end.kind === 'ended';
      if (end.kind === 'failed' || late) break;
      if (end.kind === 'ended' && !restarting && (isCounted || life >= plan.length - 1)) break;
      if (life > plan.length + 3) {
        problems.push('it never came to an end');
        break;
      }
    }
    const database = join(world.home, 'straylight.db');
    const found = existsSync(database) ? check({ world, database, kills }) : nothingFound;
    if (existsSync(database)) look?.(database);
    const findings: Findings = {
      ...found,
      stuck: found.stuck + (stuck ? 1 : 0),
      failed: problems.length,
      problems: [...problems, ...(stuck ? [`not quiet after ${patienceMs} ms`] : []), ...found.problems],
    };
    return { flow: flow.name, plan, findings, missed, passed, kills, ms: performance.now() - began };
  } finally {
    rmSync(logs, { recursive: true, force: true });
    await world.close();
  }
}

interface Life {
  readonly end: AgentEnd;
  readonly late: boolean;
  /** It was stopped because the flow wants a restart here. */
  readonly restarting: boolean;
}

/** From start to end: quiet and stopped, stopped in mid-turn, or killed. Tasks that were taken leave `given`. */
async function live(
  agent: AgentProcess,
  world: World,
  given: GivenTask[],
  { restarted, patienceMs }: { readonly restarted: boolean; readonly patienceMs: number },
): Promise<Life> {
  let restarting = false;
  let late = false;
  const patience = setTimeout(() => {
    late = true;
    agent.kill();
  }, patienceMs);
  const quiet = (async () => {
    for (let [task] = given; task; [task] = given) {
      await agent.give(task);
      given.shift();
    }
    do {
      await world.reached;
      await world.delivered();
      await agent.atRest();
    } while (world.tapsAgain() || !world.isDelivered || world.goesOn());
  })();
  const restart = restarted ? new Promise<never>(() => {}) : world.restart;
  const reason = await Promise.race([
    agent.end,
    quiet.then(() => 'quiet' as const),
    restart.then(heard => {
      restarting = true;
      return heard;
    }),
  ]);
  if (typeof reason === 'function') void agent.stop().then(reason);
  else if (reason === 'quiet') void agent.stop();
  const end = await agent.end;
  clearTimeout(patience);
  // a killed agent has not heard; the model must not wait for it
  if (typeof reason === 'function') reason();
  return { end, late, restarting };
}
