/** The chart of a job with its real lookups: what it runs, tries again, leaves out, tells, and when it pauses itself. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { agenda } from '../../../src/actors/jobs/agenda.ts';
import { outcome } from '../../../src/actors/jobs/outcome.ts';
import { type JobDefinition, jobFrom } from '../../../src/domain/jobs/definition.ts';
import type { JobSpec } from '../../../src/domain/jobs/job.ts';
import { defined } from '../../../src/domain/text/json.ts';
import { jobMachine } from '../../../src/machines/job/chart.ts';
import type { DueRunsInput, RunReportInput } from '../../../src/machines/job/types.ts';
import { begin, type Stand } from '../play.ts';
import { frozenCall } from '../talk.ts';

type Job = Stand<typeof jobMachine>;

const midnight = Date.parse('2026-11-23T00:00:00Z');

function specOf(more: Partial<JobDefinition> = {}): JobSpec {
  const does = ['say', 'command', 'tool', 'builtin', 'instruction'].some(field => Object.hasOwn(more, field));
  const written = { name: 'a', schedule: '0 * * * *', ...defined({ builtin: does ? undefined : 'backup' }), ...more };
  const spec = jobFrom(written, { taint: 'owner', by: 'cli', language: 'en', now: midnight, timeZone: 'UTC' });
  assert.ok(!('problem' in spec), JSON.stringify(spec));
  return spec;
}

/** A job over counted time: its lookups answer as soon as they are asked. */
function playing(more: Partial<JobDefinition> = {}, defined: object = {}) {
  const keys: { readonly key: string; readonly at: number }[] = [];
  let now = midnight;
  let behindMs: number | undefined;
  const due = agenda({
    clock: { now: () => now },
    toolbox: { resolve: ({ name }: { readonly name: string }) => frozenCall(name) },
    conversation: { read: String },
    ledger: { hasRunUnder: (_, key, since) => keys.some(one => one.key === key && one.at > since) },
  });
  const report = outcome({ conversation: { read: String } as never });
  const all: { rows: object[]; told: { text: string; channel?: string; code: string }[] } = { rows: [], told: [] };
  const stopped: object[] = [];
  const settle = (stand: Job): Job => {
    stopped.push(...stand.sent('run-1'));
    for (const one of stand.wrote('beginRun'))
      if (one['dedupKey'] && one['state'] === 'running') keys.push({ key: String(one['dedupKey']), at: stand.at });
    all.rows.push(...stand.wrote('beginRun'), ...stand.wrote('endRun'));
    all.told.push(...(stand.sent('supervisor') as unknown as typeof all.told).filter(({ text }) => text !== undefined));
    const next = Object.entries(stand.children).find(([, { src }]) => src === 'agenda' || src === 'outcome');
    if (!next) return stand;
    const [id] = next;
    const input = stand.started(id) as unknown;
    now = behindMs === undefined ? Math.max(now, stand.at) : stand.at - behindMs;
    const answer = id === 'agenda' ? due(input as DueRunsInput) : report(input as RunReportInput);
    return settle(stand.ends(id, answer, { at: stand.at }));
  };
  const machine = { machine: jobMachine, address: 'job:a', input: { approvalExpiresAfterMs: null } };
  let stand: Job = settle(begin(machine).send({ type: 'job.defined', spec: specOf(more), at: midnight, ...defined }));
  return {
    get stand() {
      return stand;
    },
    rows: all.rows as readonly Readonly<Record<string, unknown>>[],
    told: all.told,
    /** What its first run was told. */
    stopped,
    send(event: { readonly type: string; readonly [field: string]: unknown }) {
      stand = settle(stand.send({ at: stand.at, ...event }));
    },
    fires() {
      stand = settle(stand.send({ type: 'job.due', at: stand.at + this.waitsMs }));
    },
    /** The newest run ends. */
    ends(output: unknown, at = stand.at) {
      stand = settle(stand.ends(newest(stand), output, { at }));
    },
    fails(message = 'it is down') {
      stand = settle(stand.fails(newest(stand), { kind: 'unavailable', message }, { at: stand.at }));
    },
    /** From now on its clock shows what the events say, or so much less. */
    setBack(ms = 0) {
      behindMs = ms;
    },
    get waitsMs() {
      return (Object.values(stand.timers)[0]?.due ?? Number.NaN) - stand.at;
    },
  };
}

const newest = ({ context }: Job) => Object.keys(context.running).at(-1) ?? '';

suite('a run', () => {
  test('given an instant, when it comes, then its row is written in the step that begins it', () => {
    const job = playing();
    assert.equal(job.waitsMs, 3_600_000);
    job.fires();
    assert.partialDeepStrictEqual(job.rows, [{ id: 'job:a/1', state: 'running', slot: midnight + 3_600_000 }]);
    assert.equal(job.stand.leaf, 'acting');
    job.ends('The database was copied.');
    assert.partialDeepStrictEqual(job.rows[1], { id: 'job:a/1', state: 'done', result: 'The database was copied.' });
    assert.deepEqual(
      job.told.map(({ text }) => text),
      ['Job a: The database was copied.'],
    );
    assert.equal(job.stand.leaf, 'waitingForInput');
  });

  test('given a job that was asked for before a downtime, when it is taken after its instant, then the instant still counts', () => {
    const late = { at: midnight + 90_000, since: midnight };
    const once = playing({ schedule: 'in 20 seconds', say: 'hi' }, late);
    assert.equal(once.stand.status, 'done');
    assert.partialDeepStrictEqual(once.rows[0], { slot: midnight + 20_000, trigger: 'catchUp', state: 'running' });
    const often = playing({ schedule: '* * * * *', say: 'hi' }, late);
    assert.partialDeepStrictEqual(often.rows[0], { slot: midnight + 60_000 });
  });

  test('given a run that may or may not have happened, when that is known, then it is not run again, and the owner is asked', () => {
    const job = playing({ tool: 'clock', max_retries: 5 });
    job.fires();
    job.ends({ outcome: 'unknown', failed: true, text: 'Nobody knows.', taint: 'owner' });
    assert.partialDeepStrictEqual(job.rows[1], { state: 'unknown' });
    assert.equal(job.stand.context.waits.length, 0);
    assert.partialDeepStrictEqual(job.told, [{ code: 'cut' }]);
    assert.match(job.told[0]?.text ?? '', /may or may not have happened/);
  });
});

suite('a job without a further instant', () => {
  const once = { schedule: 'in 20 seconds' };

  test('given a run of it that may or may not have happened, then it is not over before its owner has chosen', () => {
    const cut = { outcome: 'unknown', failed: true, text: 'Nobody knows.', taint: 'owner' };
    const job = playing({ ...once, tool: 'clock' });
    job.fires();
    job.ends(cut);
    assert.equal(job.stand.leaf, 'waitingForInput');
    assert.partialDeepStrictEqual(job.stand.wrote('recordJob'), [{ state: 'active', next: null, endedAt: null }]);
    job.send({ type: 'job.requested' });
    assert.partialDeepStrictEqual(job.rows.at(-1), { state: 'running', trigger: 'manual' });
    job.ends(cut);
    job.send({ type: 'job.left' });
    assert.equal(job.stand.status, 'done');
  });

  test('given a run whose conversation waits for an approval, when it goes on, then that is told, and it is over', () => {
    const job = playing({ ...once, instruction: 'send the mail' });
    const ends = { type: 'turn.ended', session: 'session:job:a~1', taint: 'owner' };
    job.fires();
    job.send({ ...ends, outcome: 'done', text: 'It waits for you.', isOpen: true });
    assert.equal(job.stand.leaf, 'waitingForInput');
    job.send({ ...ends, outcome: 'done', text: 'It is sent.', isOpen: false });
    assert.equal(job.stand.status, 'done');
    assert.deepEqual(
      job.told.map(({ text }) => text),
      ['Job a: It waits for you.', 'Job a: It is sent.'],
    );
  });

  test('given a run whose time is up, then it is not over before the conversation has stopped', () => {
    const job = playing({ ...once, instruction: 'send the mail', timeout: '10s' });
    const stopped = { type: 'turn.ended', session: 'session:job:a~1', outcome: 'cancelled', text: 'Stopped.' };
    job.fires();
    job.fires();
    assert.equal(job.stand.leaf, 'waitingForInput');
    job.send({ ...stopped, taint: 'owner', isOpen: false });
    assert.equal(job.stand.status, 'done');
    assert.equal(job.told.length, 1);
  });

  test('given a removed job whose conversation waits for an approval, then its last words are told before it ends', () => {
    const job = playing({ instruction: 'send the mail' });
    const ends = { type: 'turn.ended', session: 'session:job:a~1', outcome: 'done', taint: 'owner' };
    job.fires();
    job.send({ ...ends, text: 'It waits for you.', isOpen: true });
    job.send({ type: 'job.removed' });
    assert.equal(job.stand.leaf, 'waitingForInput');
    assert.partialDeepStrictEqual(job.stand.wrote('recordJob'), [{ state: 'removed' }]);
    job.send({ ...ends, text: 'It is sent.', isOpen: false });
    assert.deepEqual([job.stand.leaf, job.told.length], ['cancelled', 2]);
  });
});

test('given a clock that is set back, when a job that is not paused is enabled, then no instant comes again', () => {
  const job = playing({ schedule: '* * * * *', tool: 'clock' });
  job.fires();
  const { last } = job.stand.context;
  job.setBack();
  job.send({ type: 'job.enabled', at: job.stand.at - 600_000 });
  assert.equal(job.stand.context.last, last);
});

test('given a run that waits for another, when that ends after the clock was set back, then it begins', () => {
  const job = playing({ schedule: '@daily', tool: 'clock', overlap: 'queue' });
  job.send({ type: 'job.requested' });
  job.send({ type: 'job.requested', at: job.stand.at + 1_000 });
  assert.equal(job.stand.context.waits.length, 1);
  job.setBack(600_000);
  job.ends({ outcome: 'done', text: 'It is noon.', failed: false }, job.stand.at + 1_000);
  assert.deepEqual([job.stand.leaf, job.stand.context.waits], ['acting', []]);
  assert.equal(job.rows.filter(({ state }) => state === 'running').length, 2);
});

test('given a run that had ended before a downtime, when its end is read after the instants that were missed, then none of these comes again', () => {
  const job = playing({ schedule: 'every 40s', tool: 'clock', overlap: 'queue' });
  job.fires();
  job.send({ type: 'job.requested' });
  const ended = job.stand.at + 1_000;
  job.send({ type: 'job.due', at: job.stand.at + 200_000 });
  const { last } = job.stand.context;
  job.ends({ outcome: 'done', text: 'It is late.', failed: false }, ended);
  assert.equal(job.stand.context.last, last);
  const slots = job.rows
    .filter(({ state, trigger }) => state === 'running' && trigger !== 'manual')
    .map(({ slot }) => slot);
  assert.equal(new Set(slots).size, slots.length);
});

test('given runs that wait, when the job is paused, then each has its row', () => {
  const job = playing({ schedule: '* * * * *', tool: 'clock', overlap: 'queue' });
  job.fires();
  job.fires();
  job.send({ type: 'job.disabled' });
  assert.partialDeepStrictEqual(job.rows.at(-1), { state: 'skipped', reason: 'paused', slot: midnight + 120_000 });
  assert.deepEqual(job.stand.context.waits, []);
});

for (const [what, event, reason] of [
  ['has another schedule', { type: 'job.defined', spec: specOf({ schedule: '@daily', tool: 'clock' }) }, 'changed'],
  ['is removed', { type: 'job.removed' }, 'removed'],
] as const)
  test(`given runs and a further attempt that wait, when the job ${what}, then each has its row`, () => {
    const job = playing({ schedule: '* * * * *', tool: 'clock', overlap: 'queue', max_retries: 2 });
    job.fires();
    job.fires();
    job.send(event);
    assert.partialDeepStrictEqual(job.rows.at(-1), { state: 'skipped', reason, slot: midnight + 120_000 });
    const again = playing({ tool: 'clock', max_retries: 2 });
    again.fires();
    again.fails();
    again.send(event);
    assert.partialDeepStrictEqual(again.rows.at(-1), { state: 'skipped', reason, attempt: 2 });
    assert.deepEqual([...job.stand.context.waits, ...again.stand.context.waits], []);
  });

test('given a run that waits, when the job does something else at the same instants, then the run is made', () => {
  const job = playing({ schedule: '* * * * *', tool: 'clock', overlap: 'queue' });
  job.fires();
  job.fires();
  job.send({ type: 'job.defined', spec: specOf({ schedule: '* * * * *', tool: 'other', overlap: 'queue' }) });
  assert.equal(job.stand.context.waits.length, 1);
});

test('given many runs that are asked for while one lasts, then those that cannot wait have a row', () => {
  const job = playing({ tool: 'clock' });
  job.fires();
  for (let asked = 1; asked <= 21; asked += 1) job.send({ type: 'job.requested' });
  assert.equal(job.stand.context.waits.length, 10);
  assert.equal(job.rows.filter(({ reason }) => reason === 'overlap').length, 11);
});

test('given a job that is enabled while a run lasts, when the run ends before the next instant is known, then the job goes on', () => {
  const job = playing({ instruction: 'send the mail' });
  job.fires();
  job.send({ type: 'job.disabled' });
  const asks = job.stand.send({ type: 'job.enabled', at: job.stand.at });
  const ends = { type: 'turn.ended', session: 'session:job:a~1', outcome: 'done', text: 'done', taint: 'owner' };
  const reports = asks.send({ ...ends, isOpen: false, at: asks.at });
  const ended = reports.ends('outcome', { text: 'done', isChanged: true }, { at: asks.at });
  assert.deepEqual([ended.leaf, Object.keys(ended.children)], ['thinking', ['agenda']]);
});

suite('a run that fails', () => {
  test('given five retries, when each attempt fails, then they follow after 30 s, 1, 5, 15 and 60 minutes, and no more', () => {
    const job = playing({ schedule: '@yearly', on_failure: 'retry' });
    job.send({ type: 'job.requested' });
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      job.fails();
      pauses.push(job.waitsMs / 1000);
      job.fires();
    }
    assert.deepEqual(pauses, [30, 60, 300, 900, 3600]);
    assert.deepEqual(job.told, []);
    job.fails();
    assert.equal(job.stand.context.waits.length, 0);
    assert.deepEqual(
      job.rows.filter(({ attempt }) => attempt !== undefined).map(({ attempt }) => attempt),
      [1, 2, 3, 4, 5, 6],
    );
    assert.deepEqual(
      job.told.map(({ text }) => text),
      ['Job a failed: it is down'],
    );
    assert.equal(job.stand.context.failures, 1);
  });

  test('given on_failure = "skip", when a run fails, then it is not made again', () => {
    const job = playing({ on_failure: 'skip', max_retries: 3 });
    job.fires();
    job.fails();
    assert.deepEqual(job.stand.context.waits, []);
  });

  test('given failures in a row, when the fifth comes, then it pauses itself and asks once; of the others the first was told', () => {
    const job = playing();
    for (let failures = 1; failures <= 5; failures += 1) {
      job.fires();
      job.fails(`failure ${failures}`);
    }
    assert.deepEqual(
      job.told.map(({ code }) => code),
      ['tell', 'failing'],
    );
    assert.match(job.told[1]?.text ?? '', /failed 5 times in a row and is paused now.*failure 5/);
    assert.deepEqual([job.stand.leaf, job.stand.timers], ['idle', {}]);
    assert.deepEqual(
      job.stand.wrote('recordJob').map(({ state }) => state),
      ['failing'],
    );
    job.send({ type: 'job.enabled' });
    assert.deepEqual([job.stand.leaf, job.stand.context.failures], ['waitingForInput', 0]);
  });

  test('given failures that nobody wants to read of twice, when it works again, then that is said', () => {
    const job = playing({ notify: 'failure' });
    job.fires();
    job.fails();
    job.fires();
    job.fails();
    job.fires();
    job.ends('fine');
    assert.deepEqual(
      job.told.map(({ text }) => text),
      ['Job a failed: it is down', 'Job a works again, after 2 failed runs.'],
    );
  });
});

suite('what its owner reads', () => {
  const results = ['same', 'same', 'other'];
  for (const [notify, expected] of [
    ['always', ['Job a: same', 'Job a: same', 'Job a: other', 'Job a failed: it is down']],
    ['success', ['Job a: same', 'Job a: same', 'Job a: other']],
    ['failure', ['Job a failed: it is down']],
    ['change', ['Job a: same', 'Job a: other', 'Job a failed: it is down']],
    ['never', []],
  ] as const)
    test(`given notify = "${notify}", when three runs work and one fails, then ${expected.length} are told`, () => {
      const job = playing({ notify });
      for (const text of results) {
        job.fires();
        job.ends(text);
      }
      job.fires();
      job.fails();
      assert.deepEqual(
        job.told.map(({ text }) => text),
        expected,
      );
    });

  test('given a text and a channel of its own for success and for failure, when it ends, then they are used', () => {
    const job = playing({
      notify: 'never',
      on_success: { template: '{{job_id}} on {{date}}: {{summary}}', channel: 'telegram' },
      on_failure: { template: 'broken: {{error}}' },
    });
    job.fires();
    job.ends('copied');
    job.fires();
    job.fails();
    assert.deepEqual(
      job.told.map(({ text, channel }) => [text, channel]),
      [
        ['a on 2026-11-23: copied', 'telegram'],
        ['broken: it is down', undefined],
      ],
    );
  });
});

suite('runs that meet', () => {
  test('given a key and a window, when a second run falls into it, then it is left out, and one after it is made', () => {
    const job = playing({ idempotency_key: '{{job_id}}', dedup_window: '90m' });
    job.fires();
    job.ends('done');
    job.fires();
    assert.partialDeepStrictEqual(job.rows.at(-1), { state: 'skipped', reason: 'duplicate' });
    job.fires();
    assert.partialDeepStrictEqual(job.rows.at(-1), { state: 'running', slot: midnight + 3 * 3_600_000 });
  });

  test('given a key, when a run that is asked for falls into the window, then its row says that it was asked for', () => {
    const job = playing({ idempotency_key: '{{job_id}}', dedup_window: '90m' });
    job.fires();
    job.ends('done');
    job.send({ type: 'job.requested' });
    assert.partialDeepStrictEqual(job.rows.at(-1), { state: 'skipped', reason: 'duplicate', trigger: 'manual' });
  });

  test('given a further attempt that meets a run, when overlap = "skip", then its row says which attempt it was', () => {
    const job = playing({ max_retries: 1 });
    job.fires();
    job.fails();
    job.send({ type: 'job.requested' });
    job.fires();
    assert.partialDeepStrictEqual(job.rows.at(-1), {
      state: 'skipped',
      reason: 'overlap',
      trigger: 'retry',
      attempt: 2,
    });
  });

  for (const [overlap, states, running] of [
    ['skip', ['running', 'skipped'], 1],
    ['queue', ['running'], 1],
    ['parallel', ['running', 'running'], 2],
  ] as const)
    test(`given overlap = "${overlap}", when an instant comes while a run lasts, then there are ${running} runs`, () => {
      const job = playing({ schedule: '* * * * *', overlap });
      job.fires();
      job.fires();
      assert.deepEqual(
        job.rows.map(({ state }) => state),
        states,
      );
      assert.equal(Object.keys(job.stand.context.running).length, running);
      if (overlap !== 'queue') return;
      job.ends('done');
      assert.partialDeepStrictEqual(job.rows.at(-1), { state: 'running', slot: midnight + 120_000 });
    });

  test('given a command that does not end, when its time is up, then it is stopped, and that is no success', () => {
    const job = playing({ tool: 'clock', timeout: '10s' });
    job.fires();
    assert.equal(job.waitsMs, 10_000);
    job.fires();
    assert.deepEqual(job.stopped, [{ type: 'tool.cancelled' }]);
    job.ends({ outcome: 'cancelled', failed: true, text: 'stopped', taint: 'owner' });
    assert.partialDeepStrictEqual(job.rows.at(-1), { state: 'failed', reason: 'timeout' });
  });
});
