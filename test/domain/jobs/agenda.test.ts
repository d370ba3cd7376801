import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agendaOf, type Standing } from '../../../src/domain/jobs/agenda.ts';
import { type Author, type JobDefinition, jobFrom } from '../../../src/domain/jobs/definition.ts';
import type { JobSpec } from '../../../src/domain/jobs/job.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';

const at = (text: string) => Date.parse(text);
const hour = 3_600_000;

function job(schedule: string, more: Partial<JobDefinition> & { readonly zone?: string } = {}): JobSpec {
  const { zone = 'UTC', ...written } = more;
  const author: Author = { taint: 'owner', by: 'cli', language: 'en', now: at('2026-01-01T00:00:00Z'), timeZone: zone };
  const spec = jobFrom({ name: 'a', schedule, say: 'hi', ...written }, author);
  assert.ok(!('problem' in spec), JSON.stringify(spec));
  return spec;
}

function agenda(spec: JobSpec, last: string, now: string, more: Partial<Standing> = {}) {
  const found = agendaOf({ spec, last: at(last), waits: [], running: 0, isPaused: false, at: at(now), ...more });
  const iso = (instant: number) => new Date(instant).toISOString().slice(0, 19);
  return {
    starts: found.starts.map(({ slot, trigger }) => `${trigger} ${iso(slot)}`),
    skips: found.skips.map(({ slot, until, count, isMore, reason }) => [reason, iso(slot), iso(until), count, isMore]),
    next: found.next === null ? null : iso(found.next),
    last: iso(found.last),
    waits: found.waits,
  };
}

test('given an instant that has just come, when the agenda is made, then it runs, and the next is waited for', () => {
  const found = agenda(job('0 8 * * *'), '2026-11-22T09:00:00Z', '2026-11-23T08:00:00.400Z');
  assert.deepEqual(found.starts, ['due 2026-11-23T08:00:00']);
  assert.deepEqual([found.next, found.last, found.skips], ['2026-11-24T08:00:00', '2026-11-23T08:00:00', []]);
});

test('given thirty days without a process, when it is back, then one run makes up for all, none is, or the newest are', () => {
  const [from, to] = ['2026-10-23T12:00:00Z', '2026-11-22T12:00:00Z'];
  const once = agenda(job('0 8 * * *'), from, to);
  assert.deepEqual(once.starts, ['catchUp 2026-11-22T08:00:00']);
  assert.deepEqual(once.skips, [['missed', '2026-10-24T08:00:00', '2026-11-21T08:00:00', 29, false]]);
  const skip = agenda(job('0 8 * * *', { catch_up: 'skip' }), from, to);
  assert.deepEqual(skip.starts, []);
  assert.deepEqual(skip.skips, [['missed', '2026-10-24T08:00:00', '2026-11-22T08:00:00', 30, false]]);
  const all = agenda(job('0 8 * * *', { catch_up: 'all' }), from, to);
  assert.equal(all.starts.length + all.waits.length, 10);
  assert.deepEqual(all.skips, [['missed', '2026-10-24T08:00:00', '2026-11-12T08:00:00', 20, false]]);
  // of every second of a month they are not counted one by one, and none is left out
  const many = agenda(job('* * * * * *'), from, to);
  assert.deepEqual(many.starts, ['catchUp 2026-11-22T12:00:00']);
  assert.deepEqual(many.skips[0]?.slice(0, 2), ['missed', '2026-10-23T12:00:01']);
  assert.equal(many.skips[0]?.[4], true);
});

test('given three zones, when the clock is set forward or back, then a daily job runs once that day', () => {
  const zones = [
    ['Europe/Berlin', '30 2 * * *', ['2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z']],
    ['America/New_York', '30 1 * * *', ['2027-03-13T12:00:00Z', '2026-10-31T12:00:00Z']],
    ['Australia/Lord_Howe', '45 1 * * *', ['2026-10-03T00:00:00Z', '2027-04-03T00:00:00Z']],
  ] as const;
  for (const [zone, schedule, days] of zones)
    for (const day of days) {
      const spec = job(schedule, { zone });
      let last = at(day);
      let runs = 0;
      // counted time: a look each quarter of an hour for two days
      for (let now = last; now <= at(day) + 48 * hour; now += 900_000) {
        const found = agendaOf({ spec, last, waits: [], running: 0, isPaused: false, at: now });
        runs += found.starts.length;
        assert.deepEqual(found.skips, [], `${zone} ${day}`);
        last = found.last;
      }
      assert.equal(runs, 2, `${zone} ${day}`);
    }
});

test('given a year’s end and a leap day, when the agenda is made, then the next instant is the right one', () => {
  assert.equal(agenda(job('0 0 1 1 *'), '2026-12-31T00:00:00Z', '2026-12-31T23:59:59Z').next, '2027-01-01T00:00:00');
  const leap = agenda(job('0 12 29 2 *'), '2026-12-31T00:00:00Z', '2027-03-01T00:00:00Z');
  assert.deepEqual([leap.next, leap.starts], ['2028-02-29T12:00:00', []]);
});

test('given a clock that is set back an hour, when its instants come again, then none is run twice', () => {
  const spec = job('0 * * * *');
  const back = agenda(spec, '2026-11-23T11:00:00Z', '2026-11-23T10:05:00Z');
  assert.deepEqual([back.starts, back.next], [[], '2026-11-23T12:00:00']);
  // an interval follows real time
  const every = agenda(job('every 10m'), '2026-11-23T11:00:00Z', '2026-11-23T10:05:00Z');
  assert.deepEqual([every.starts, every.next], [[], '2026-11-23T10:10:00']);
  // also where nobody looked between the change and its next instant
  const come = agenda(job('every 10m'), '2026-11-23T11:00:00Z', '2026-11-23T10:10:00.400Z');
  assert.deepEqual([come.starts, come.next, come.skips], [['due 2026-11-23T10:10:00'], '2026-11-23T10:20:00', []]);
  // a clock that was wrong by weeks does not silence the job until then
  const wrong = agenda(spec, '2026-12-31T11:00:00Z', '2026-11-23T10:05:00Z');
  assert.deepEqual([wrong.starts, wrong.next], [[], '2026-11-23T11:00:00']);
});

test('given a run under way, when the next instant comes, then it is left out, waits, or starts beside it', () => {
  const now = '2026-11-23T08:00:00Z';
  const found = (overlap: 'skip' | 'queue' | 'parallel') =>
    agenda(job('0 8 * * *', { overlap }), '2026-11-22T09:00:00Z', now, { running: 1 });
  assert.deepEqual(found('skip').skips, [['overlap', '2026-11-23T08:00:00', '2026-11-23T08:00:00', 1, false]]);
  assert.deepEqual([found('queue').starts, found('queue').waits.length], [[], 1]);
  assert.deepEqual(found('parallel').starts, ['due 2026-11-23T08:00:00']);
});

test('given a further attempt that waits, when a newer instant comes first, then it takes its place, and that is written', () => {
  const retry = {
    slot: at('2026-11-22T08:00:00Z'),
    trigger: 'retry',
    attempt: 2,
    from: at('2026-11-23T09:00:00Z'),
  } as const;
  const found = agenda(job('0 8 * * *'), '2026-11-22T09:00:00Z', '2026-11-23T08:00:00Z', { waits: [retry] });
  assert.deepEqual([found.starts, found.waits], [['due 2026-11-23T08:00:00'], []]);
  assert.deepEqual(found.skips, [['newer', '2026-11-22T08:00:00', '2026-11-22T08:00:00', 1, false]]);
  const alone = agenda(job('0 8 * * *'), '2026-11-23T08:00:00Z', '2026-11-23T09:00:00Z', { waits: [retry] });
  assert.deepEqual(alone.starts, ['retry 2026-11-22T08:00:00']);
});

test('given a job that is written wrongly, when it is read, then the sentence says what is wrong', () => {
  const author: Author = { taint: 'owner', by: 'cli', language: 'en', now: 0, timeZone: 'UTC' };
  const wrong: readonly (readonly [Partial<JobDefinition>, RegExp])[] = [
    [{ name: 'Not a name' }, /no name of a job/],
    [{ schedule: '0 0 30 2 *' }, /never fires/],
    [{ time_zone: 'X/Y' }, /no time zone/],
    [{ say: 'hi', command: 'ls' }, /got say and command/],
    [{ say: undefined }, /got none/],
    [{ timeout: 'soon' }, /timeout is a time/],
    [{ max_retries: 9 }, /max_retries/],
    [{ budget_tokens: 5 }, /budget_tokens/],
    [{ notify: 'sometimes' as never }, /notify is always/],
  ];
  for (const [change, why] of wrong) {
    const read = jobFrom({ name: 'a', schedule: '@daily', say: 'hi', ...change }, author);
    assert.ok('problem' in read, JSON.stringify(change));
    assert.match(inEnglish(read.problem), why);
  }
});
