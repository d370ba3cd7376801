/** Jobs in a simulated agent: chart, lookups and writes are the real ones; the owner makes and steers them by luck. */

import { agenda } from '../../../src/actors/jobs/agenda.ts';
import { outcome } from '../../../src/actors/jobs/outcome.ts';
import type { System } from '../../../src/actors/runtime/system.ts';
import { work } from '../../../src/actors/work.ts';
import { sqliteJobLedger } from '../../../src/adapters/stores/sqlite/jobs/jobs.ts';
import { jobWriters } from '../../../src/adapters/stores/writers/job.ts';
import type { Body } from '../../../src/domain/conversation/body.ts';
import { type JobDefinition, jobFrom } from '../../../src/domain/jobs/definition.ts';
import { type JobRecord, type JobSpec, jobAddress } from '../../../src/domain/jobs/job.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import { fault } from '../../../src/domain/supervision/failure.ts';
import { jobMachine, lateEventsOfJobs } from '../../../src/machines/job/chart.ts';
import type { BuiltInInput } from '../../../src/machines/job/types.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { Toolbox } from '../../../src/ports/toolbox.ts';
import type { Count } from '../check.ts';
import { problemsOfRows } from '../jobs/rows.ts';
import { type Luck, luckOf } from './chance.ts';
import { screen } from './channels.ts';
import type { Ground } from './ground.ts';
import type { Life } from './life.ts';
import type { Outside } from './outside.ts';
import type { Schedule } from './schedule.ts';
import { failedSeeds, failedWithAgents, failedWithJobs } from './seeds.ts';

/** Half of the seeds; those that have failed before jobs were there stay as they were. */
export function hasJobs(seed: number): boolean {
  if (Object.hasOwn(failedWithJobs, seed)) return true;
  return !Object.hasOwn(failedSeeds, seed) && luckOf(`has jobs ${seed}`).once(2);
}

/** A third of the seeds; those that have failed before agents were there stay as they were. */
export function hasAgents(seed: number): boolean {
  if (Object.hasOwn(failedWithAgents, seed)) return true;
  const isKept = Object.hasOwn(failedSeeds, seed) || Object.hasOwn(failedWithJobs, seed);
  return !isKept && luckOf(`has agents ${seed}`).once(3);
}

/** Half of those with agents, but for seeds that have failed before plans were there. */
export function hasPlans(seed: number): boolean {
  return hasAgents(seed) && !Object.hasOwn(failedWithAgents, seed) && luckOf(`has plans ${seed}`).once(2);
}

/** What a life needs to have jobs. */
export function schedulingOf(
  ground: Ground,
  life: Life,
  {
    outside,
    luck,
    toolbox,
    clock,
  }: {
    readonly outside: Outside;
    readonly luck: Luck;
    readonly toolbox: Toolbox;
    readonly clock: Pick<Clock, 'now'>;
  },
) {
  const ledger = sqliteJobLedger(ground.database, 1_000_000);
  return {
    machine: {
      machine: jobMachine,
      lateEvents: lateEventsOfJobs,
      startsWith: () => ({ approvalExpiresAfterMs: 60_000 }),
    },
    builtin: work<Body, BuiltInInput>(
      ({ signal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          life.later(() => {
            if (!outside.isCalm && luck.once(4)) return reject(fault('unavailable', 'it is down'));
            if (outside.isCalm || !luck.once(10)) resolve('It is tidy.');
          });
        }),
    ),
    lookups: {
      agenda: agenda({ toolbox, ledger, conversation: ground.conversation, clock }),
      outcome: outcome({ conversation: ground.conversation }),
    },
    writers: jobWriters(ledger, () => {}),
  };
}

export interface JobOwner {
  act(life: Life): void;
  /** In calm times each job runs once more, and is paused then; false: none is left to be paused. */
  oblige(life: Life): boolean;
  /** Jobs whose instants were not interrupted by the owner. */
  readonly steady: ReadonlySet<string>;
}

type Event = Parameters<System['accept']>[0]['event'];

export function seededJobOwner(ground: Ground, outside: Outside, seed: number, now: () => number): JobOwner {
  const luck = luckOf(`jobs ${seed}`);
  const made = new Set<string>();
  const steady = new Set<string>();
  const ledger = () => sqliteJobLedger(ground.database, 1_000_000);
  let calmSince: number | undefined;

  function send(life: Life, target: string, event: Event): void {
    void life.system.accept({ target, event }).catch(() => {
      if (!life.isDead) outside.turnedAway += 1;
    });
  }

  function define(life: Life): void {
    const name = `j${luck.between(1, 3)}`;
    const target = jobAddress(name);
    if (ledger().get(target)?.endedAt) return; // an address is never used again
    const spec = jobFrom(definitionOf(name, luck), {
      taint: luck.once(4) ? 'external' : 'owner',
      by: 'cli',
      language: 'en',
      now: now(),
      timeZone: 'Europe/Berlin',
    });
    if ('problem' in spec) throw new Error(inEnglish(spec.problem));
    if (made.has(target)) steady.delete(target);
    else steady.add(target);
    made.add(target);
    send(life, target, { type: 'job.defined', spec, since: now() });
  }

  return {
    steady,
    act(life) {
      const target = [...made][luck.integer(Math.max(1, made.size))];
      const what = luck.weighed({ define: 4, run: 4, disable: 1, enable: 2, remove: made.size > 0 ? 1 : 0 });
      if (what === 'define' || target === undefined) return define(life);
      if (ledger().get(target)?.endedAt) return; // it takes nothing more
      if (what !== 'run') steady.delete(target);
      const type = { run: 'job.requested', disable: 'job.disabled', enable: 'job.enabled', remove: 'job.removed' }[
        what
      ];
      send(life, target, { type });
    },
    oblige(life) {
      calmSince ??= now();
      const since = calmSince;
      const hasRun = ({ id, next }: JobRecord) =>
        (next ?? 0) > now() + 3_600_000 ||
        ledger()
          .runs(id, 1)
          .some(({ at }) => at >= since);
      const job = ledger()
        .list()
        .find(one => one.state === 'active' && hasRun(one));
      if (job) send(life, job.id, { type: 'job.disabled' });
      return job !== undefined;
    },
  };
}

function definitionOf(name: string, luck: Luck): JobDefinition {
  const what = `of ${name}`;
  const tool = luck.weighed({ look_up: 4, send_mail: 2, ring_bell: 4, execute_command: 1, nothing_such: 1 });
  const does = luck.pick<Partial<JobDefinition>>([
    { say: 'drink water' },
    { tool, arguments: { what } },
    { tool, arguments: { what } },
    { builtin: 'tidy' },
    { instruction: 'do what you think is right on {{date}}' },
  ]);
  const once = luck.once(3) ? { idempotency_key: '{{date}}', dedup_window: '10m' } : {};
  return {
    name,
    ...does,
    schedule: luck.pick(['* * * * *', '*/5 * * * *', 'every 40s', 'in 20 seconds']),
    overlap: luck.pick(['skip', 'queue', 'parallel']),
    catch_up: luck.pick(['once', 'skip', 'all']),
    notify: luck.pick(['always', 'failure', 'change']),
    max_retries: luck.integer(3),
    timeout: '2m',
    ...once,
  };
}

/**
 * How often an instant may come once more. An interval follows real time: where the clock was set back, it comes to the
 * same readings again, first to the newest one before the time that the clock then shows.
 */
function comesAgain(schedule: JobSpec['schedule'], slot: number, again: Schedule['again']): number {
  if (schedule.kind !== 'every') return 0;
  return again.filter(({ from, to }) => from - schedule.everyMs < slot && slot <= to).length;
}

/** Each instant is in one row, each row has ended, each run did its work once, and a cut one was told of. */
export function jobFindings(
  { database }: Ground,
  { sent }: Outside,
  { steady, again }: { readonly steady: ReadonlySet<string>; readonly again: Schedule['again'] },
  found: (count: Count, problem: string) => void,
): void {
  const ledger = sqliteJobLedger(database, 1_000_000);
  const calls = database.prepare<[string], { readonly outcome: string }>(
    'SELECT outcome FROM tool_calls WHERE turn = ?',
  );
  const cut = (name: string) => `A run of the job ${name} was cut off`;
  for (const { id, spec } of ledger.list(true)) {
    const runs = ledger.runs(id, 1_000_000);
    for (const { id: run, state, work: did } of runs) {
      if (state === 'running') found('stuck', `${run} still runs`);
      const made = calls.all(run);
      if (made.length > 1) found('doubled', `${run} made ${made.length} calls`);
      if (state === 'done' && spec.action.kind === 'tool' && did === spec.action.tool && made.length === 0)
        found('lost', `${run} is done and made no call`);
      if (made.some(({ outcome: end }) => end === 'unknown') && state !== 'unknown')
        found('untold', `${run} made a call that is unknown and is ${state}`);
      if (state === 'unknown' && !sent.some(({ channel, text }) => channel === screen && text.includes(cut(spec.name))))
        found('untold', `${run} is unknown and nobody was told`);
    }
    const due = runs.filter(({ attempt, trigger }) => attempt === 1 && trigger !== 'manual');
    for (const [slot, { length }] of Map.groupBy(due, one => one.slot)) {
      if (length > 1 + comesAgain(spec.schedule, slot, again))
        found('doubled', `${id} has the instant ${slot} in ${length} rows`);
    }
    for (const problem of steady.has(id) ? problemsOfRows(id, spec.schedule, runs) : [])
      found(problem.includes(' 0 rows') ? 'lost' : 'doubled', problem);
  }
}
