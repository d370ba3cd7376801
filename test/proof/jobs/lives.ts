/**
 * Jobs over simulated lives: the real host, chart, lookups and writers over rows that stay, with kills, restarts,
 * downtimes and a clock that is set, all drawn from one seed. At the end every instant has to be in exactly one row.
 */

import { setup } from 'xstate';
import { agenda } from '../../../src/actors/jobs/agenda.ts';
import { outcome } from '../../../src/actors/jobs/outcome.ts';
import { recover } from '../../../src/actors/runtime/recovery.ts';
import { createRegistry } from '../../../src/actors/runtime/registry.ts';
import { createSystem, type System } from '../../../src/actors/runtime/system.ts';
import { work } from '../../../src/actors/work.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../src/adapters/stores/sqlite/host/host.ts';
import { sqliteJobLedger } from '../../../src/adapters/stores/sqlite/jobs/jobs.ts';
import { jobWriters } from '../../../src/adapters/stores/writers/job.ts';
import type { Body } from '../../../src/domain/conversation/body.ts';
import { type JobDefinition, jobFrom } from '../../../src/domain/jobs/definition.ts';
import type { JobRun } from '../../../src/domain/jobs/job.ts';
import type { Schedule } from '../../../src/domain/jobs/schedule.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import { fault } from '../../../src/domain/supervision/failure.ts';
import { jobMachine, lateEventsOfJobs } from '../../../src/machines/job/chart.ts';
import type { BuiltInInput } from '../../../src/machines/job/types.ts';
import type { HostStore } from '../../../src/ports/store.ts';
import type { Writer } from '../../../src/ports/writer.ts';
import { luckOf } from '../simulation/chance.ts';
import { createSchedule, settled } from '../simulation/schedule.ts';
import { problemsOfRows } from './rows.ts';

export interface JobLives {
  /** Instants that came due. */
  readonly slots: number;
  readonly lives: number;
  readonly steps: number;
  /** A sentence for each instant that is in no row or in two, and for each run that began late without a reason. */
  readonly problems: readonly string[];
}

const beginsAt = Date.parse('2026-10-24T20:00:00Z'); // the clock goes back in Berlin that night
const timeZone = 'Europe/Berlin';

const definitions: readonly JobDefinition[] = [
  { name: 'minute', schedule: '* * * * *', say: 'tick' },
  { name: 'half', schedule: '*/30 2 * * *', builtin: 'wait', overlap: 'queue' },
  { name: 'night', schedule: '30 2 * * *', say: 'night', catch_up: 'skip' },
  { name: 'hour', schedule: '@hourly', builtin: 'fail', max_retries: 2, notify: 'failure' },
  {
    name: 'all',
    schedule: '*/20 * * * *',
    builtin: 'wait',
    catch_up: 'all',
    overlap: 'parallel',
    idempotency_key: '{{datetime}}',
  },
  { name: 'rest', schedule: 'every 7m', say: 'rest' },
];

/** Everybody who is told something: takes whatever comes. */
const listener = (id: string) =>
  setup({ types: { tags: {} as 'resting' } }).createMachine({
    id,
    version: '1',
    initial: 'standing',
    states: { standing: { tags: ['resting'], on: { '*': {} } } },
  });

/** Lets as many instants pass as asked for, and then some time in peace. `look` sees the rows before they go. */
export async function jobLives(
  seed: number,
  slots: number,
  look: (store: HostStore) => void = () => {},
): Promise<JobLives> {
  const luck = luckOf(`jobs ${seed}`);
  const schedule = createSchedule(beginsAt);
  const database = openDatabase({ file: ':memory:', synchronous: 'normal', now: schedule.now });
  const ledger = sqliteJobLedger(database, 1_000_000);
  const ground = sqliteHostStore(database);
  const wentWrong: { readonly from: number; readonly to: number }[] = [];
  let lives = 0;
  let isCalm = false;
  let whose = {};
  let system: System;

  function live(): void {
    lives += 1;
    const life = {};
    whose = life;
    const clock = schedule.clock(life);
    const registry = createRegistry(
      [
        { machine: jobMachine, lateEvents: lateEventsOfJobs, startsWith: () => ({ approvalExpiresAfterMs: null }) },
        { machine: listener('supervisor'), startsWith: () => ({}) },
        { machine: listener('tool-call'), startsWith: () => ({}) },
      ],
      {
        builtin: {
          logic: work<Body, BuiltInInput>(async ({ name, signal }) => {
            const { promise, resolve, reject } = Promise.withResolvers<void>();
            signal.addEventListener('abort', () => reject(signal.reason), { once: true });
            schedule.add(life, luck.between(0, 90_000), resolve);
            await promise;
            if (name === 'fail' && !isCalm && luck.once(3)) throw fault('unavailable', 'it is down');
            return 'done';
          }),
          policy: 'repeatable',
          timeoutMs: 1_800_000,
        },
      },
      jobWriters(ledger, () => {}) as Readonly<Record<string, Writer>>,
      {
        agenda: agenda({
          toolbox: { resolve: ({ callId, name }) => ({ callId, tool: name, problem: 'none' }) },
          ledger,
          conversation: { read: String },
          clock,
        }),
        outcome: outcome({
          conversation: { read: (body: Body) => (typeof body === 'string' ? body : '') } as never,
        }),
      },
    );
    system = createSystem({
      store: ground,
      registry,
      clock,
      boot: `boot-${lives}`,
      redact: (text: string) => text,
      soon: schedule.soon(life),
      reportsTo: 'supervisor',
    });
    recover(system.host);
    ground.beginBoot(`boot-${lives}`, 'simulation', clock.now());
    system.start();
  }

  async function settle(): Promise<void> {
    for (await settled(); schedule.ready > 0; await settled()) schedule.run(luck.integer);
  }

  function down(): void {
    const from = schedule.now();
    schedule.drop(whose);
    schedule.pass(
      { none: 0, soon: luck.between(1, 60_000), later: luck.between(60_000, 7_200_000) }[
        luck.weighed({ none: 2, soon: 4, later: 2 })
      ],
    );
    wentWrong.push({ from, to: schedule.now() });
    live();
  }

  live();
  for (const definition of definitions) {
    const author = { taint: 'owner', by: 'cli', language: 'en', now: schedule.now(), timeZone } as const;
    const spec = jobFrom(definition, author);
    if ('problem' in spec) throw new Error(inEnglish(spec.problem));
    void system!.accept({ target: `job:${spec.name}`, event: { type: 'job.defined', spec }, dedupe: spec.name });
  }
  await settle();
  const dealt = () =>
    database
      .prepare<[], { readonly n: number }>('SELECT COALESCE(SUM(count), 0) AS n FROM job_runs WHERE attempt = 1')
      .get()?.n ?? 0;
  const pass = async () => {
    schedule.pass(schedule.nextMs ?? 1000);
    await settle();
  };
  while (dealt() < slots) {
    if (luck.once(8)) {
      const what = luck.weighed({ kill: 5, stop: 2, clock: 2, request: 1 });
      if (what === 'kill') down();
      else if (what === 'stop') {
        const stopped = system!.stop(1_000);
        await settle();
        while (
          schedule.nextMs !== undefined &&
          (await Promise.race([stopped, settled().then(() => 'runs')])) === 'runs'
        )
          await pass();
        down();
      } else if (what === 'clock') {
        const from = schedule.now();
        schedule.set(luck.between(-3_600_000, 3_600_000));
        wentWrong.push({ from: Math.min(from, schedule.now()), to: Math.max(from, schedule.now()) + 2_000 });
      } else void system!.accept({ target: 'job:half', event: { type: 'job.requested' } });
      await settle();
    }
    await pass();
  }
  isCalm = true;
  for (const until = schedule.elapsed() + 3 * 3_600_000; schedule.elapsed() < until; ) await pass();
  look(ground);
  const problems = ledger
    .list(true)
    .flatMap(({ id, spec, state }) => [
      ...(state === 'active' || state === 'failing' ? [] : [`${id} is ${state}`]),
      ...(state === 'active' ? problemsOf(id, spec.schedule, ledger.runs(id, 1_000_000), wentWrong) : []),
    ]);
  const { n: steps } = database.prepare<[], { readonly n: number }>('SELECT count(*) AS n FROM journal').get() ?? {
    n: 0,
  };
  const report = { slots: dealt(), lives, steps, problems };
  schedule.drop(whose);
  database.close();
  return report;
}

/** Each instant between the first and the last row stands in exactly one of them. */
function problemsOf(
  id: string,
  schedule: Schedule,
  runs: readonly JobRun[],
  wentWrong: readonly { readonly from: number; readonly to: number }[],
): readonly string[] {
  const problems: string[] = [];
  const first = runs.filter(({ attempt, trigger }) => attempt === 1 && trigger !== 'manual');
  for (const { slot, at, trigger, state } of first) {
    const mayBeLate =
      state === 'skipped' || trigger === 'catchUp' || wentWrong.some(({ from, to }) => at >= from && slot <= to);
    if (!mayBeLate && at - slot > 1_000 && !isQueued(id)) problems.push(`${id} ran ${at - slot} ms late at ${slot}`);
    if (at < slot) problems.push(`${id} ran before ${slot}`);
  }
  return [...problems, ...problemsOfRows(id, schedule, runs)];
}

/** Its runs may wait for one another. */
const isQueued = (id: string) => id === 'job:half' || id === 'job:all';
