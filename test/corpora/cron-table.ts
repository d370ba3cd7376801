/**
 * Schedules and the instants from which they are asked for: zones, both changes of the clock, leap days, year ends, `L`,
 * `W`, `#`, and what never fires.
 */

export interface CronRow {
  readonly expr: string;
  readonly tz: string;
  /** ISO, in UTC. */
  readonly from: string;
  readonly count: number;
}

/** A day before each change of the clock: forward, then back. */
const changes: Readonly<Record<string, readonly string[]>> = {
  'Europe/Berlin': ['2026-03-28T20:00:00Z', '2026-10-24T20:00:00Z'],
  'America/New_York': ['2027-03-14T01:00:00Z', '2026-11-01T01:00:00Z'],
  'Australia/Lord_Howe': ['2026-10-03T10:00:00Z', '2027-04-03T10:00:00Z'],
  'America/St_Johns': ['2027-03-13T23:00:00Z', '2026-10-31T23:00:00Z'],
  'Africa/Cairo': ['2026-04-23T12:00:00Z', '2026-10-29T12:00:00Z'],
  'Pacific/Auckland': ['2026-09-26T08:00:00Z', '2027-04-03T08:00:00Z'],
};

const aroundChanges = [
  '30 2 * * *',
  '0 2 * * *',
  '30 1 * * *',
  '*/20 * * * *',
  '*/20 1-2 * * *',
  '15,45 2 * * *',
  '0 0 * * *',
  '0 3 * * SUN',
  '@hourly',
  '30 0-5/2 * * *',
];

const zones = ['UTC', 'Asia/Kolkata', 'America/Sao_Paulo', 'Pacific/Kiritimati', 'Asia/Kathmandu'];

const calendar: readonly (readonly [expr: string, from: string, count: number])[] = [
  ['0 12 29 2 *', '2026-01-01T00:00:00Z', 2],
  ['30 23 31 12 *', '2026-06-01T00:00:00Z', 2],
  ['@yearly', '2026-12-31T12:00:00Z', 2],
  ['@monthly', '2026-12-31T12:00:00Z', 3],
  ['@weekly', '2026-12-27T12:00:00Z', 3],
  ['@daily', '2028-02-28T12:00:00Z', 3],
  ['@midnight', '2027-02-27T12:00:00Z', 3],
  ['0 9 L * *', '2026-01-30T12:00:00Z', 4],
  ['0 9 L 2 *', '2026-01-30T12:00:00Z', 3],
  ['0 9 15W * *', '2026-08-01T00:00:00Z', 5],
  ['0 9 1W * *', '2026-08-01T00:00:00Z', 4],
  ['0 9 31W * *', '2026-01-01T00:00:00Z', 3],
  ['0 9 LW * *', '2026-01-01T00:00:00Z', 4],
  ['0 9 * * MON#1', '2026-11-23T00:00:00Z', 3],
  ['0 9 * * FRI#5', '2026-11-23T00:00:00Z', 3],
  ['0 9 * * FRI#L', '2026-11-23T00:00:00Z', 3],
  ['0 9 * * 1-5', '2026-11-27T00:00:00Z', 6],
  ['0 9 13 * FRI', '2026-11-01T00:00:00Z', 6],
  ['0 9 13 * +FRI', '2026-11-01T00:00:00Z', 2],
  ['0 9 1,15 * *', '2026-11-23T00:00:00Z', 4],
  ['0 9 * JAN,JUL MON', '2026-11-23T00:00:00Z', 4],
  ['0 9 31 * *', '2026-11-23T00:00:00Z', 4],
  ['0 9 30 2,4 *', '2026-11-23T00:00:00Z', 2],
  ['0 0 * * 7', '2026-11-23T00:00:00Z', 2],
  ['59 23 28-31 2 *', '2027-12-01T00:00:00Z', 3],
];

const seconds: readonly (readonly [expr: string, from: string, count: number])[] = [
  ['*/15 * * * * *', '2026-11-23T10:00:01Z', 6],
  ['30 59 23 31 12 *', '2026-12-31T12:00:00Z', 1],
  ['0 30 2 * * *', '2026-03-28T20:00:00Z', 2],
  ['5,10 0 2 * * *', '2026-10-24T20:00:00Z', 4],
  ['59 59 1 * * *', '2026-10-24T20:00:00Z', 2],
];

export const cronTable: readonly CronRow[] = [
  ...Object.entries(changes).flatMap(([tz, froms]) =>
    froms.flatMap(from => aroundChanges.map(expr => ({ expr, tz, from, count: 6 }))),
  ),
  ...zones.flatMap(tz => calendar.map(([expr, from, count]) => ({ expr, tz, from, count }))),
  ...seconds.map(([expr, from, count]) => ({ expr, tz: 'Europe/Berlin', from, count })),
];

/** What has no instant, with what says why. */
export const neverTable: readonly (readonly [expr: string, why: RegExp])[] = [
  ['0 0 30 2 *', /month 2 has no day 30; its last is the 29th/],
  ['0 0 31 2,4,6,9,11 *', /has no day 31/],
  ['0 0 31 feb *', /month feb has no day 31/],
  ['0 0 30W 2 *', /month 2 has no day 30W/],
  ['0 0 0 1 1 * 2020', /its last instant was 2019-12-31T23:00/],
  ['0 0 0 1 1 +MON 2027', /no day is day of month 1, month 1 and day of week \+MON, in the year 2027/],
  ['2020-12-24T18:00:00Z', /has passed/],
];

/** What cannot be read, with what says why. */
export const wrongTable: readonly (readonly [expr: string, why: RegExp])[] = [
  ['', /is empty/],
  ['* * *', /expected five fields/],
  ['61 * * * *', /the minute "61" is wrong; it may be 0 to 59/],
  ['0 24 * * *', /the hour "24" is wrong; it may be 0 to 23/],
  ['0 0 0 * *', /the day of month "0" is wrong/],
  ['0 0 * 13 *', /the month "13" is wrong/],
  ['0 0 * * 8', /the day of week "8" is wrong/],
  ['a b c d e', /the minute "a" is wrong/],
  ['*/0 * * * *', /the minute "\*\/0" is wrong/],
  ['5/5 * * * *', /the minute "5\/5" is wrong/],
  ['0 9 * * MON#6', /the day of week "MON#6" is wrong/],
  ['@reboot', /no time/],
  ['@fortnightly', /expected five fields/],
  ['2026-02-30T18:00', /no instant/],
  ['2026-13-01', /no instant/],
  ['every', /expected five fields/],
  ['every 0m', /at least 1 s/],
  ['every 3 moons', /is no interval/],
  ['every 400d', /at most 366 days/],
];
