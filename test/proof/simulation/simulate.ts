/**
 * One seed: an agent lives through what the seed has in store for it, is then left in peace, and held against what was
 * seen outside.
 *
 * The seed owns the clock, the order in which things arrive, duplicates, the model's answers, what becomes of effects,
 * the disk, and every death. The host, the charts, the actors and the store are the real ones.
 */

import { hash } from 'node:crypto';
import type { SqliteDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import type { FoundAnchor } from '../../../src/domain/audit/audit.ts';
import { defined } from '../../../src/domain/text/json.ts';
import type { Findings } from '../check.ts';
import { type Luck, luckOf } from './chance.ts';
import { hasWorkers, seededWorkOwner } from './coding.ts';
import { type Ground, openGround } from './ground.ts';
import { findingsOf } from './invariants.ts';
import { hasAgents, hasJobs, hasPlans, seededJobOwner } from './jobs.ts';
import { beginLife, type Fate, type Life, type LifeOptions, type Settings } from './life.ts';
import { copyOf, createOutside, type Outside, type Weather } from './outside.ts';
import { seededOwner } from './owner.ts';
import { createSchedule, settled } from './schedule.ts';

export interface Simulated {
  readonly seed: number;
  readonly findings: Findings;
  readonly lives: number;
  readonly messages: number;
  /** Committed steps of all actors. */
  readonly steps: number;
  /** The same for the same seed: over every journal row, in order. */
  readonly print: string;
  /** What the lives complained of in their logs, and what they refused to take. */
  readonly complaints: readonly string[];
  readonly ms: number;
}

/** All but the file that an agent goes on from. */
export interface Standing {
  readonly outside: Outside;
  readonly anchor: FoundAnchor;
  readonly now: number;
  readonly ids: number;
  readonly lives: number;
}

export interface SimulationOptions {
  readonly broken?: LifeOptions['broken'];
  /** Hears of what happens, a line each. */
  readonly tell?: (line: string) => void;
  /** So much happens instead of what the seed says. */
  readonly plan?: { readonly acts: number; readonly troubles: number; readonly weather: Weather };
  /** Hears of every write before it is made; what it throws is what SQLite says. */
  readonly disk?: (database: SqliteDatabase, sql: string, elapsedMs: number, standing: () => Standing) => void;
  /** Where its file lies; in memory without it. */
  readonly file?: string;
  /** It goes on from where another left off. */
  readonly from?: Standing;
  /** Looks at the rows before they go. */
  readonly look?: (ground: Ground, outside: Outside) => void;
}

/** 22 November 2026, at noon. */
const beginsAt = 1_795_348_800_000;
const weathers: readonly Weather[] = ['fair', 'fair', 'fair', 'modelDown', 'toolsDown', 'postDown'];
/** An agent that is not at rest after so many things is stuck. */
const patience = 5000;

export async function simulate(
  seed: number,
  { broken, plan, disk, file, from, tell = () => {}, look = () => {} }: SimulationOptions = {},
): Promise<Simulated> {
  const began = performance.now();
  const luck = luckOf(seed);
  let lives = from?.lives ?? 0;
  const schedule = createSchedule(from?.now ?? beginsAt, from?.ids);
  const outside = from?.outside ?? createOutside(plan?.weather ?? luck.pick(weathers));
  const standing = (): Standing => ({
    outside: copyOf(outside),
    anchor: ground.anchor.read(),
    now: schedule.now(),
    ids: schedule.ids,
    lives,
  });
  const ground: Ground = openGround({
    now: schedule.now,
    refused: what => outside.refused.push(what),
    file,
    anchor: from?.anchor,
    brokenLog: broken?.log ? broken.log : undefined,
    beforeWrite: disk ? (database, sql) => disk(database, sql, schedule.elapsed(), standing) : undefined,
  });
  const jobs = hasJobs(seed) && !plan ? seededJobOwner(ground, outside, seed, schedule.now) : undefined;
  const works = hasWorkers(seed) && !plan ? seededWorkOwner(ground, outside, seed) : undefined;
  const owner = seededOwner(ground, outside, luck, { jobs, works });
  const settings: Settings = {
    ...settingsOf(luck),
    hasAgents: hasAgents(seed) && !plan,
    hasPlans: hasPlans(seed) && !plan,
    hasWorkers: works !== undefined,
    isJudged: works !== undefined && luckOf(`is judged ${seed}`).once(2),
  };
  const defects: string[] = [];
  const problems: string[] = [];
  const complaints: string[] = [];
  let coming: Fate[] = [];
  const stamp = () => `${(schedule.elapsed() / 1000).toFixed(1)} s`;
  let stopping = false;
  let life = live();

  function live(): Life {
    for (;;) {
      lives += 1;
      stopping = false;
      const next = beginLife({
        ground,
        schedule,
        outside,
        luck,
        settings,
        number: lives,
        fate: () => coming.shift() ?? 'stands',
        broken,
      });
      const isSafe = !outside.isCalm && lives > 1 && luck.once(8);
      tell(`${stamp()} life ${lives}${isSafe ? ', in safe mode' : ''}`);
      next.boot(isSafe);
      if (!next.isDead) return next;
      died(next);
    }
  }

  function died(one: Life): void {
    defects.push(...one.defects);
    complaints.push(...one.complaints);
    for (const said of outside.said) said.underWay = false;
    coming = [];
    const downMs = luck.weighed({ soon: 6, later: 2, late: 1 });
    schedule.pass({ soon: 500, later: 30_000, late: 7_200_000 }[downMs]);
  }

  function trouble(): void {
    const what = luck.weighed({
      kill: 3,
      struck: 5,
      before: 3,
      after: 3,
      disk: 3,
      stop: 2,
      cut: 4,
      clock: 2,
      pause: 2,
      edit: 2,
    });
    tell(`${stamp()} ${what}`);
    switch (what) {
      case 'kill':
        life.kill();
        return;
      case 'struck':
        outside.isStruck = true;
        return;
      case 'before':
      case 'after': {
        const fate = what === 'before' ? 'diesBefore' : 'diesAfter';
        coming = [...Array<Fate>(luck.integer(4)).fill('stands'), fate];
        return;
      }
      case 'disk':
        coming = [...Array<Fate>(luck.integer(3)).fill('stands'), ...Array<Fate>(luck.between(1, 3)).fill('fails')];
        return;
      case 'stop':
        if (stopping) return;
        stopping = true;
        void life.stop(luck.pick([500, 5000, 30_000]));
        return;
      case 'cut':
        life.line?.cut({
          kind: 'unavailable',
          message: 'the line was cut',
          ...defined({ cause: luck.once(4) ? 'conflict' : undefined }),
        });
        return;
      case 'clock':
        schedule.set(luck.between(-3_600_000, 3_600_000));
        return;
      case 'pause':
        schedule.pass(luck.between(1000, 5_400_000));
        return;
      case 'edit':
        life.kill();
        outside.edited.push(...wedgeOne(ground, luck));
        return;
    }
  }

  /** One more thing happens; false: nothing ever will by itself. */
  function something(): boolean {
    if (schedule.ready > 0 && !luck.once(25)) {
      schedule.run(luck.integer);
      return true;
    }
    const { nextMs } = schedule;
    if (nextMs === undefined) return false;
    schedule.pass(nextMs);
    return true;
  }

  const follow = async () => {
    await settled();
    if (!life.isDead) return;
    died(life);
    life = live();
    await settled();
  };

  // ── what the seed has in store ──
  let { acts, troubles } = plan ?? { acts: luck.between(6, 24), troubles: luck.integer(11) };
  let happened = 0;
  for (; acts > 0 || troubles > 0; happened += 1) {
    if (happened > patience) {
      problems.push('stuck: the time of troubles never ended');
      break;
    }
    if (acts > 0 && luck.once(schedule.ready > 0 ? 12 : 2)) {
      acts -= 1;
      owner.act(life);
    } else if (troubles > 0 && luck.once(schedule.ready > 1 ? 10 : 40)) {
      troubles -= 1;
      trouble();
    } else if (!something()) {
      owner.act(life);
      acts -= 1;
    }
    await follow();
  }

  // ── then it is left in peace ──
  tell(`${stamp()} calm`);
  outside.isCalm = true;
  outside.isStruck = false;
  coming = [];
  let hasQuestion = false;
  for (let calm = 0; ; calm += 1) {
    if (calm > patience) {
      problems.push('stuck: it did not come to rest');
      break;
    }
    if (schedule.ready > 0) {
      schedule.run(luck.integer);
      hasQuestion = false;
    } else if (!hasQuestion && !stopping && owner.oblige(life)) {
      hasQuestion = true; // time passes before the owner asks again
    } else {
      const { nextMs } = schedule;
      // a commit that failed is tried again in a second; what was said waits for it
      const isHeard = outside.said.every(({ underWay }) => !underWay);
      if (nextMs === undefined || (!stopping && !hasQuestion && isHeard && isAtRest(life))) break;
      schedule.pass(nextMs);
      hasQuestion = false;
    }
    await follow();
  }

  const found = findingsOf({
    ground,
    outside,
    defects: [...defects, ...life.defects],
    steadyJobs: jobs?.steady,
    again: schedule.again,
  });
  const { n: steps, print } = printOf(ground);
  look(ground, outside);
  life.kill();
  ground.close();
  return {
    seed,
    findings: { ...found, stuck: found.stuck + problems.length, problems: [...problems, ...found.problems] },
    lives,
    messages: outside.said.length,
    steps,
    print,
    complaints: [...complaints, ...life.complaints, ...Array<string>(outside.turnedAway).fill('refused')],
    ms: performance.now() - began,
  };
}

function settingsOf(luck: Luck): Omit<Settings, 'hasAgents' | 'hasPlans' | 'hasWorkers' | 'isJudged'> {
  return {
    approvals: luck.pick(['continue', 'block']),
    expiresMs: luck.pick([null, 60_000, 3_600_000]),
    undoS: luck.pick([0, 5, 30]),
    steps: luck.between(3, 8),
    lanes: { model: luck.between(1, 3), tool: luck.between(1, 3), delivery: luck.between(1, 3) },
    liveActors: luck.pick([2, 2000]),
    snapshotEvery: luck.pick([2, 5, 50]),
  };
}

/** Another hand takes away what an actor waits for; answers whose rows they were. */
function wedgeOne({ database, store }: Ground, luck: Luck): readonly string[] {
  const waiting = store
    .actors(Number.MAX_SAFE_INTEGER)
    .filter(({ status, tags, machine }) => status === 'active' && machine === 'session' && tags.includes('busy'));
  if (waiting.length === 0) return [];
  const { address } = luck.pick(waiting);
  database.prepare('DELETE FROM effects WHERE owner = ?').run(address);
  database.prepare('DELETE FROM timers WHERE owner = ?').run(address);
  return [address];
}

/** What a channel that works waits for, and a run of the observer that the owner has not answered. */
const steady: readonly string[] = [
  'xstate.after.steady.channel.online',
  'xstate.after.patience.observer.waitingForInput',
];

/** Nothing is under way, and no timer will fire that anybody waits for. */
function isAtRest(life: Life): boolean {
  const { store } = life.system.host;
  return (
    life.line !== undefined &&
    store.wedged().length === 0 && // the watchdog has not looked yet
    store.inbox().length === 0 &&
    store.openEffects().every(({ src }) => src === 'inbox') &&
    store.timersDue(Number.MAX_SAFE_INTEGER, 1000).every(({ id }) => steady.includes(id))
  );
}

function printOf({ database }: Ground): { readonly n: number; readonly print: string } {
  const rows = database.prepare('SELECT actor, seq, at, event, hash FROM journal ORDER BY rowid').raw().all();
  return { n: rows.length, print: hash('sha256', JSON.stringify(rows)).slice(0, 16) };
}
