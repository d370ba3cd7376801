/** The proofs of `npm run prove`, each with what it counts. */
import { hash } from 'node:crypto';
import { chartNames, walkOnHost } from './charts/walks.ts';
import { counts, type Findings, isClean, nothingFound, sumOf } from './check.ts';
import { corpus } from './corpus.ts';
import { evaluate } from './evaluation/evaluation.ts';
import { whyNotObservable } from './evaluation/observe.ts';
import { flowNamed, flows } from './flows.ts';
import { jobLives } from './jobs/lives.ts';
import { realJobs } from './jobs/real.ts';
import { outsideKills } from './kills/outside.ts';
import { randomKills } from './kills/random-kills.ts';
import { whyNotTraced } from './kills/system-calls.ts';
import { upgradeKills } from './kills/upgrade-kills.ts';
import { outage } from './outage/outage.ts';
import type { RunResult } from './run/run.ts';
import type { AgentFigures } from './run/run-agent.ts';
import { brokenSimulations } from './simulation/broken.ts';
import { seedsOf } from './simulation/seeds.ts';
import { simulate } from './simulation/simulate.ts';
import { noteOf, soak } from './soak/soak.ts';
import { countWrites, faultAt, faultKinds } from './storage/faults.ts';
import { flipBits } from './storage/flips.ts';
import { cutEverywhere } from './storage/wal-cuts.ts';
import { type BrokenHost, type BrokenName, brokenHosts } from './sweep/broken-hosts.ts';
import { relay } from './sweep/relay.ts';
import { failureLines, reportLine, sweep, whyNotFound } from './sweep/sweep.ts';
import type { Row } from './table.ts';
import { restartTimers } from './timers/restarts.ts';
import { keptDatabases, upgrade } from './upgrades/upgrade.ts';

export interface ProofOptions {
  readonly flow: string | undefined;
  /** Second kills of each flow. */
  readonly second: number;
  readonly lanes: number;
  readonly seeds: number;
  /** Names the fresh seeds: the same name gives the same seeds. */
  readonly draw: string;
  readonly kills: number;
  /** Shell programs that are judged and run. */
  readonly programs: number;
  /** How long the soak takes. */
  readonly minutes: number;
  /** Hears of each finding, and of each part as it ends. */
  readonly tell: (line: string) => void;
}

export interface Proof {
  readonly name: string;
  /** About how long it takes on two processors, in seconds; measured once, so that somebody who starts it knows. */
  seconds(options: ProofOptions): number;
  run(options: ProofOptions): Promise<readonly Row[]>;
}

/** So many failures of a kind are told in full; one cause makes many. */
const mostShown = 10;

/** Flows that take so long that a run for each of their points takes more than an hour. */
const longFlows = ['plan', 'copies', 'worker'];

/** Where a relay kills: more than a recovery passes, so that each life gets on. */
const pointsOfALife = 60;

/** Tells of the first runs that were not clean. */
function tellsFailures(tell: ProofOptions['tell']): (result: RunResult) => void {
  let shown = 0;
  return result => {
    if (!isClean(result.findings) && shown++ < mostShown) tell(failureLines(result));
  };
}

export const proofs: readonly Proof[] = [
  {
    name: 'sweeps',
    seconds: ({ flow, second, lanes }) =>
      ((flow === undefined ? 2100 : 130) + (flow === undefined ? 16 : 1) * Math.min(second, 3000)) * (3 / lanes),
    async run({ flow, second, lanes, tell }) {
      const rows: Row[] = [];
      for (const one of flow === undefined ? flows : [flowNamed(flow)]) {
        const report = await sweep({
          flow: one,
          second,
          lanes,
          onRun: tellsFailures(tell),
        });
        tell(reportLine(report));
        rows.push({ ...report, test: `killed everywhere: ${one.name}`, cases: report.runs });
      }
      return rows;
    },
  },
  {
    name: 'relays',
    seconds: ({ flow, lanes }) => ((flow === undefined ? longFlows.length : 1) * 2400) / lanes,
    async run({ flow, lanes, tell }) {
      const rows: Row[] = [];
      for (const name of flow === undefined ? longFlows : [flow]) {
        const { failures, ...report } = await relay({
          flow: flowNamed(name),
          every: pointsOfALife,
          lanes,
          onRun: tellsFailures(tell),
        });
        const note = `${report.runs} runs, at most ${report.lives} lives each, ${pointsOfALife} points a life`;
        rows.push({ ...report, test: `killed again and again: ${name}`, cases: report.kills, note });
      }
      return rows;
    },
  },
  {
    name: 'broken-hosts',
    seconds: ({ lanes }) => 240 / lanes,
    async run({ lanes, tell }) {
      let unfound = 0;
      for (const [name, host] of Object.entries<BrokenHost>(brokenHosts)) {
        const { about, flow, at } = host;
        const only = (point: string) => at.test(point);
        const report = await sweep({ flow: flowNamed(flow), broken: name as BrokenName, only, lanes });
        const why = whyNotFound(report, host);
        const seen = counts.filter(count => report[count] > 0).map(count => `${report[count]} ${count}`);
        tell(`broken host ${name} (${about}): ${why === undefined ? seen.join(', ') : `NOT FOUND, ${why}`}`);
        if (why === undefined) continue;
        unfound += 1;
        tell([reportLine(report), ...report.failures.map(failureLines)].join('\n'));
      }
      return [found('broken hosts that no kill has shown', Object.keys(brokenHosts).length, unfound)];
    },
  },
  {
    name: 'simulation',
    seconds: ({ seeds }) => seeds * 0.45,
    async run({ seeds, draw, tell }) {
      tell(`fresh seeds: --draw ${draw}`);
      const chosen = seedsOf(draw, seeds);
      const all: Findings[] = [];
      for (const seed of chosen) {
        const { findings } = await simulate(seed);
        all.push(findings);
        if (!isClean(findings)) tell(`seed ${seed} (npm run prove -- --seed ${seed}):\n${problemLines(findings)}`);
      }
      return [{ ...sumOf(all), test: 'simulated lives', cases: chosen.length }];
    },
  },
  {
    name: 'broken-simulations',
    seconds: () => 20,
    async run({ tell }) {
      let unfound = 0;
      for (const [name, { about, red, broken }] of Object.entries(brokenSimulations)) {
        let seed = 1;
        while (seed <= 100 && (await simulate(seed, { broken })).findings[red] === 0) seed += 1;
        tell(`broken host ${name} (${about}): ${seed <= 100 ? `found by seed ${seed}` : 'NOT FOUND'}`);
        if (seed > 100) unfound += 1;
      }
      return [found('broken hosts that no seed has shown', Object.keys(brokenSimulations).length, unfound)];
    },
  },
  {
    name: 'storage',
    seconds: () => 300,
    async run({ tell }) {
      const writes = await countWrites();
      const rows: Row[] = [];
      for (const kind of faultKinds) {
        const all: Findings[] = [];
        let hit = 0;
        let unseen = 0;
        for (const at of upTo(writes)) {
          const result = await faultAt(kind, at);
          all.push(result.findings);
          if (result.isHit) hit += 1;
          if (!result.isSeen) unseen += 1;
          if (!isClean(result.findings)) tell(`${kind} at write ${at}:\n${problemLines(result.findings)}`);
        }
        const sum = sumOf(all);
        const row = { ...sum, untold: sum.untold + unseen, test: `storage fails: ${kind}`, cases: writes };
        rows.push({ ...row, note: `${hit} hit` });
      }
      return rows;
    },
  },
  {
    name: 'log-cuts',
    seconds: () => 60,
    async run({ tell }) {
      const { cuts, frames, commits, goneOn, problems } = await cutEverywhere();
      for (const problem of problems) tell(problem);
      const note = `${frames} frames; gone on from ${goneOn} of ${commits} commits`;
      return [{ ...nothing, diverged: problems.length, test: 'log cut at every frame', cases: cuts, note }];
    },
  },
  {
    name: 'bit-flips',
    seconds: () => 120,
    async run({ draw, tell }) {
      const all = await flipBits(draw, 700);
      return Object.entries(all).map(([what, { flips, refused, told, found, harmless, unseen, problems }]) => {
        for (const problem of problems) tell(problem);
        const note = `${refused} refused, ${told} told, ${found} found, ${harmless} harmless, ${unseen} in texts without a checksum`;
        const untold = what === 'file' ? 0 : unseen;
        return { ...nothing, lost: problems.length, untold, test: `bits flipped: ${what}`, cases: flips, note };
      });
    },
  },
  {
    name: 'timers',
    seconds: () => 8,
    async run() {
      const { restarts, timers, lost, doubled, early, outlived, latestMs, latestAfterSetMs } =
        await restartTimers(1000);
      const note = `${timers} timers, latest ${latestMs} ms after a start, ${latestAfterSetMs} ms after the clock was set`;
      const late = latestMs > 1000 || latestAfterSetMs > 60_000 ? 1 : 0;
      return [
        {
          ...nothing,
          test: 'timers over restarts',
          cases: restarts,
          lost,
          doubled: doubled + early + outlived,
          stuck: late,
          note,
        },
      ];
    },
  },
  {
    name: 'jobs',
    seconds: () => 200,
    async run({ draw, tell }) {
      tell(`when it is killed: --draw ${draw}`);
      const counted = { slots: 0, lives: 0, missed: 0, doubled: 0, late: 0 };
      const first = Number.parseInt(hash('sha256', draw, 'hex').slice(0, 6), 16);
      for (let seed = first; counted.slots < 1000; seed += 1) {
        const { slots, lives, problems } = await jobLives(seed, 350);
        for (const problem of problems) tell(`seed ${seed}: ${problem}`);
        const missed = problems.filter(problem => problem.includes(' 0 rows')).length;
        const doubled = problems.filter(problem => / \d+ rows/.test(problem)).length - missed;
        counted.slots += slots;
        counted.lives += lives;
        counted.missed += missed;
        counted.doubled += doubled;
        counted.late += problems.length - missed - doubled;
      }
      const { slots, lives, missed, doubled, late } = counted;
      const simulated = { ...nothing, lost: missed, doubled, stuck: late, cases: slots, note: `${lives} lives` };
      const real = await realJobs({ slots: 500, draw });
      for (const problem of real.problems) tell(problem);
      const note = `${real.kills} kills, ${real.commands} commands; late by ${real.p95Ms} ms (p95), ${real.latestMs} ms at most`;
      return [
        { ...simulated, test: 'instants of jobs in simulated lives' },
        {
          ...nothing,
          test: 'instants of jobs, process killed',
          cases: real.slots,
          note,
          lost: real.missed,
          doubled: real.doubled,
        },
      ];
    },
  },
  {
    name: 'kills',
    seconds: ({ kills }) => kills * 2.2,
    async run({ kills, tell }) {
      const every = Math.max(1, Math.floor(kills / 10));
      const report = await randomKills({
        kills,
        actors: 1000,
        onKill: kill => void (kill % every === 0 && tell(`${kill} of ${kills} kills`)),
      });
      const { findings, broken, messages, acts, pollingMs } = report;
      if (!isClean(findings)) tell(problemLines(findings));
      const sorted = pollingMs.toSorted((a, b) => a - b);
      const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
      const note = `${messages} messages, ${acts} acts; polling again after ${Math.round(p95)} ms (p95; goal 2000)`;
      const { problems: _, ...sum } = findings;
      return [{ ...sum, diverged: sum.diverged + broken, test: 'random kills under load', cases: kills, note }];
    },
  },
  {
    name: 'outside',
    seconds: ({ kills, lanes }) => (kills * 3) / lanes,
    async run({ kills, draw, flow: only, lanes, tell }) {
      tell(`where it is killed: --draw ${draw}`);
      const why = whyNotTraced();
      if (why !== undefined) throw new Error(`system calls cannot be traced: ${why}`);
      const rows: Row[] = [];
      const chosen = only === undefined ? flows : [flowNamed(only)];
      for (const flow of chosen) {
        const { runs, findings, missed, calls } = await outsideKills({
          flow,
          draw,
          lanes,
          kills: Math.ceil(kills / chosen.length),
          onRun: result => void (isClean(result.findings) || tell(failureLines(result))),
        });
        const counted = Object.entries(calls).map(([kind, count]) => `${kind} ${count}`);
        const note = `${missed} ended first; calls: ${counted.join(', ')}`;
        rows.push({ ...sumOf(findings), test: `killed at system calls: ${flow.name}`, cases: runs.length, note });
      }
      for (const name of only === undefined ? keptDatabases() : []) {
        const report = await upgradeKills(name, Math.ceil(kills / 20), draw);
        for (const one of report.findings) if (!isClean(one)) tell(`${name}:\n${problemLines(one)}`);
        const test = `killed at system calls: upgrade of ${name}`;
        rows.push({ ...sumOf(report.findings), test, cases: report.kills, note: `${report.missed} ended first` });
      }
      return rows;
    },
  },
  {
    name: 'charts',
    seconds: () => 30,
    async run({ tell }) {
      const rows: Row[] = [];
      for (const chart of chartNames) {
        const { paths, problems, share, text, missing } = await walkOnHost(chart);
        for (const problem of problems.slice(0, mostShown)) tell(problem);
        for (const name of missing) tell(`${chart}: no path takes ${name}`);
        const row = { ...nothing, diverged: problems.length, failed: share < 0.95 ? 1 : 0 };
        rows.push({
          ...row,
          test: `shortest paths on the host: ${chart}`,
          cases: paths,
          note: text.replace(/^.*?: /, ''),
        });
      }
      return rows;
    },
  },
  {
    name: 'upgrades',
    seconds: () => 15,
    async run({ tell }) {
      const rows: Row[] = [];
      for (const name of keptDatabases()) {
        const { schema, actors, copies, findings } = await upgrade(name);
        if (!isClean(findings)) tell(`${name}:\n${problemLines(findings)}`);
        const { problems: _, ...sum } = findings;
        const note = `${actors} live actors${copies.length > 0 ? `, copied to backups/${copies.join(', ')}` : ''}`;
        rows.push({ ...sum, test: `opened from schema ${schema}`, cases: actors, note });
      }
      return rows;
    },
  },
  {
    name: 'outage',
    seconds: () => 150,
    async run({ draw, tell }) {
      tell(`what fails, and when: --draw ${draw}`);
      const { findings, kinds, messages, failed, marked, notices } = await outage({
        minutes: 60,
        speed: 30,
        kills: 2,
        draw,
      });
      if (!isClean(findings)) tell(problemLines(findings));
      const { problems: _, ...sum } = findings;
      const note = `${kinds.length} ways to fail, ${failed} calls failed; ${marked} marked repeats, ${notices} notices`;
      return [{ ...sum, test: 'an hour in which everything outside fails', cases: messages, note }];
    },
  },
  {
    name: 'soak',
    seconds: ({ minutes }) => minutes * 75,
    async run({ minutes, tell }) {
      const report = await soak({ ms: minutes * 60_000, onSample: told(minutes, tell) });
      const { findings, grown, orphans, messages } = report;
      for (const line of [...grown, ...findings.problems.slice(0, mostShown)]) tell(line);
      for (const pid of orphans) tell(`process ${pid} was left behind`);
      const { problems: _, ...sum } = findings;
      const failed = sum.failed + grown.length + orphans.length;
      return [{ ...sum, failed, test: 'soak', cases: messages, note: noteOf(report) }];
    },
  },
  {
    name: 'evaluation',
    seconds: ({ programs, lanes }) => (programs * 0.014) / lanes,
    async run({ programs, draw, lanes, tell }) {
      const why = whyNotObservable();
      if (why !== undefined) throw new Error(why);
      const first = Number.parseInt(hash('sha256', draw, 'hex').slice(0, 6), 16) * 1000;
      tell(`programs of the seeds from ${first} (--draw ${draw})`);
      const { problems, run, levels } = await evaluate({ first, count: programs }, { lanes, tell });
      const note = `${run} would run unasked and were run; by level ${levels.join(', ')}`;
      return [{ ...nothing, diverged: problems.length, test: 'verdict and real bash', cases: programs, note }];
    },
  },
  {
    name: 'replay',
    seconds: () => 2,
    async run({ tell }) {
      const { actors, steps, problems } = corpus();
      for (const problem of problems) tell(problem);
      return [
        { ...nothing, diverged: problems.length, test: 'recorded journals', cases: actors, note: `${steps} steps` },
      ];
    },
  },
];

const { problems: _, ...nothing } = nothingFound;

/** Ten times on the way: what Straylight holds. */
function told(minutes: number, tell: ProofOptions['tell']) {
  let next = minutes * 6000;
  return ({ rss, handles, live, rows }: AgentFigures, ms: number): void => {
    if (ms < next) return;
    next += minutes * 6000;
    const mb = Math.round(rss / 2 ** 20);
    tell(`${(ms / 60_000).toFixed(1)} minutes: ${mb} MB, ${handles} handles, ${live} live actors, ${rows} rows`);
  };
}

function found(test: string, cases: number, unfound: number): Row {
  return { ...nothing, failed: unfound, test, cases };
}

function problemLines({ problems }: Findings): string {
  return problems
    .slice(0, mostShown)
    .map(problem => `  ${problem}`)
    .join('\n');
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
