import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cron } from 'croner';
import { instantOf, instantsAfter, instantsDue, readSchedule } from '../../../src/domain/jobs/schedule.ts';
import { inEnglish, says } from '../../../src/domain/policy/sentence.ts';
import { bruteForce } from '../../corpora/cron-brute-force.ts';
import { cronTable, neverTable, wrongTable } from '../../corpora/cron-table.ts';

const iso = (instants: readonly number[]) => instants.map(at => new Date(at).toISOString());

function nextOf(expr: string, tz: string, from: string, count: number): readonly string[] {
  const after = Date.parse(from);
  const schedule = readSchedule(expr, { timeZone: tz, now: after });
  assert.ok(!('problem' in schedule), `${expr}: ${JSON.stringify(schedule)}`);
  return iso(instantsAfter(schedule, after, count));
}

test('given the table of schedules, when the next instants are asked for, then the library and a search over all minutes agree', () => {
  assert.ok(cronTable.length >= 200, `${cronTable.length} rows`);
  for (const { expr, tz, from, count } of cronTable) {
    const ours = nextOf(expr, tz, from, count);
    const row = `${expr} in ${tz} from ${from}`;
    const library = new Cron(expr, { timezone: tz, paused: true }).nextRuns(count, new Date(from));
    assert.deepEqual(ours, iso(library.map(Number)), row);
    assert.deepEqual(ours, iso(bruteForce(expr, tz, Date.parse(from), count)), row);
  }
});

test('given a daily job, when the clock is set forward over its time or back over it, then it runs once that day', () => {
  assert.deepEqual(nextOf('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2), [
    '2026-03-29T01:00:00.000Z', // 03:00, right after the gap
    '2026-03-30T00:30:00.000Z',
  ]);
  assert.deepEqual(nextOf('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2), [
    '2026-10-25T00:30:00.000Z', // the first 02:30
    '2026-10-26T01:30:00.000Z',
  ]);
  // all others follow real time: both of the repeated hours
  assert.deepEqual(nextOf('*/30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 4), [
    '2026-10-25T00:00:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:00:00.000Z',
    '2026-10-25T01:30:00.000Z',
  ]);
});

test('given what never fires or cannot be read, when it is read, then it is refused with the reason', () => {
  const now = Date.parse('2026-11-23T10:00:00Z');
  for (const [expr, why] of neverTable) {
    const read = readSchedule(expr, { timeZone: 'Europe/Berlin', now });
    assert.ok('problem' in read, expr);
    assert.match(inEnglish(read.problem), /^it never fires: /, expr);
    assert.match(inEnglish(read.problem), why, expr);
  }
  for (const [expr, why] of wrongTable) {
    const read = readSchedule(expr, { timeZone: 'Europe/Berlin', now });
    assert.ok('problem' in read, expr);
    assert.match(inEnglish(read.problem), why, expr);
  }
  assert.deepEqual(readSchedule('0 8 * * *', { timeZone: 'Nowhere/X', now }), {
    problem: says`"${'Nowhere/X'}" is no time zone; expected a name such as Europe/Berlin`,
  });
});

test('given an instant or an interval, when the next instants are asked for, then they follow from it', () => {
  assert.deepEqual(nextOf('2026-12-24T18:00', 'Europe/Berlin', '2026-11-23T10:00:00Z', 3), [
    '2026-12-24T17:00:00.000Z',
  ]);
  assert.deepEqual(nextOf('2026-12-24T18:00:00+05:00', 'UTC', '2026-11-23T10:00:00Z', 3), ['2026-12-24T13:00:00.000Z']);
  assert.deepEqual(nextOf('every 90m', 'UTC', '2026-11-23T10:00:00Z', 2), [
    '2026-11-23T11:30:00.000Z',
    '2026-11-23T13:00:00.000Z',
  ]);
  const every = { kind: 'every', everyMs: 1_000, from: 5_000 } as const;
  assert.deepEqual(instantsAfter(every, 4_000, 2), [5_000, 6_000]);
  // the clock was set back since it was made
  assert.deepEqual(instantsAfter(every, 2_500, 3), [3_000, 4_000, 5_000]);
  assert.deepEqual(instantsAfter(every, 5_000, 1), [6_000]);
  assert.deepEqual(instantsAfter(every, 60_000_499, 1), [60_001_000]);
});

test('given lengths of time and instants as people write them, when they are read, then as they are meant or not at all', () => {
  const lengthOf = (text: string) => {
    const read = readSchedule(`every ${text}`, { timeZone: 'UTC', now: 0 });
    return 'everyMs' in read ? read.everyMs : undefined;
  };
  assert.deepEqual(
    ['90s', '20 min', '1h30m', '2 days', '1.5 h', '20 Minuten', '', '5', 'm', '5 moons', '5m!'].map(lengthOf),
    [90_000, 1_200_000, 5_400_000, 172_800_000, 5_400_000, 1_200_000, ...Array.from({ length: 5 }, () => undefined)],
  );
  assert.equal(instantOf('2026-03-29T02:30', 'Europe/Berlin'), Date.parse('2026-03-29T01:30:00Z'));
  assert.equal(instantOf('2026-12-01', 'Europe/Berlin'), Date.parse('2026-11-30T23:00:00Z'));
  for (const text of ['2026-02-29', '2026-12-01T25:00', 'tomorrow', '2026-12-01T10:00 CET'])
    assert.equal(instantOf(text, 'UTC'), undefined, text);
});

test('given a distance in days, when the clock changes, then it keeps its local time and each instant comes once', () => {
  assert.deepEqual(nextOf('every 14d from 2026-10-18T09:00', 'Europe/Berlin', '2026-10-01T00:00:00Z', 3), [
    '2026-10-18T07:00:00.000Z',
    '2026-11-01T08:00:00.000Z',
    '2026-11-15T08:00:00.000Z',
  ]);
  assert.deepEqual(nextOf('every 2 days from 2026-11-01T00:00', 'Pacific/Kiritimati', '2027-11-01T10:00:00Z', 2), [
    '2027-11-03T10:00:00.000Z',
    '2027-11-05T10:00:00.000Z',
  ]);
  const read = readSchedule('every 1d from 2026-01-01T09:00', { timeZone: 'Europe/Berlin', now: 0 });
  assert.ok(!('problem' in read));
  const due = instantsDue(read, Date.parse('2026-01-01T00:00Z'), Date.parse('2026-12-31T12:00Z'), 2);
  assert.deepEqual(iso(due?.newest ?? []), ['2026-12-30T08:00:00.000Z', '2026-12-31T08:00:00.000Z']);
  assert.equal(due?.isMore, true);
  for (const text of ['every 0d from 2026-11-01T09:00', 'every 400d from 2026-11-01T09:00', 'every 2d from 2026-11-01'])
    assert.ok('problem' in readSchedule(text, { timeZone: 'UTC', now: 0 }), text);
});
