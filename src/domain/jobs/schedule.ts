/**
 * When something is to happen: a cron expression in a time zone, one instant, an interval, or days of the calendar.
 *
 * Cron is that of the library croner: an optional field for seconds and one for years, `L`, `W`, `#` and `+`, nicknames
 * such as `@daily`, and its rules for changes of the clock. A job with one value each for second, minute and hour runs
 * once in an hour that is repeated, and right after a gap that swallowed its time; every other job follows real time.
 */

import { Cron } from 'croner';
import { type Form, type Sentence, says } from '../policy/sentence.ts';

/** Instants are epoch ms. */
export type Schedule =
  | { readonly kind: 'cron'; readonly expr: string; readonly timeZone: string }
  | { readonly kind: 'at'; readonly at: number }
  /**
   * Its instants are `from` and every `everyMs` after it; and before it, which counts only where the clock was set back
   * since it was made.
   */
  | { readonly kind: 'every'; readonly everyMs: number; readonly from: number }
  /** Every so many days at one time of the clock, from this local time on (`2026-11-29T09:00`). */
  | { readonly kind: 'days'; readonly days: number; readonly from: string; readonly timeZone: string };

/** What cannot be a schedule: what came, what was expected. */
export interface ScheduleProblem {
  readonly problem: Sentence;
}

/** The shortest and the longest interval. */
const intervalBounds = { leastMs: 1_000, mostMs: 366 * 86_400_000 } as const;

/**
 * Reads a cron expression, an instant (`2026-12-24T18:00`, in `timeZone` unless it says its own), an interval
 * (`every 90m`), or days (`every 14d from 2026-11-29T09:00`). `now`: intervals count from it, and what has no instant after it is refused with the reason;
 * `mayHavePassed`: one instant alone is taken also then.
 */
export function readSchedule(
  text: string,
  {
    timeZone,
    now,
    mayHavePassed = false,
  }: { readonly timeZone: string; readonly now: number; readonly mayHavePassed?: boolean | undefined },
): Schedule | ScheduleProblem {
  const zone = zoneProblem(timeZone);
  if (zone !== undefined) return { problem: zone };
  const words = text.trim().replace(/\s+/g, ' ');
  if (words === '')
    return { problem: says`the schedule is empty; expected a cron expression, an instant or "every 90m"` };
  const [, days, from = ''] = /^every (\d+) ?d(?:ays?)? from (\S+)$/i.exec(words) ?? [];
  if (days !== undefined) return readDays(Number(days), from, timeZone);
  const interval = /^@?every (.+)$/i.exec(words)?.[1];
  if (interval !== undefined) return readInterval(interval, now);
  if (looksLikeDate.test(words)) return readInstant(words, timeZone, mayHavePassed ? Number.NEGATIVE_INFINITY : now);
  return readCron(words, timeZone, now);
}

/**
 * The next `count` instants strictly after `after`, in order; fewer where there are no more. An expression that cannot
 * be read has none.
 */
export function instantsAfter(schedule: Schedule, after: number, count: number): readonly number[] {
  if (schedule.kind === 'at') return schedule.at > after ? [schedule.at].slice(0, count) : [];
  if (schedule.kind === 'cron')
    return cronOf(schedule.expr, schedule.timeZone).nextRuns(count, new Date(after)).map(Number);
  if (schedule.kind === 'days') return daysOf(schedule, after, count, 1);
  const { everyMs, from } = schedule;
  const first = from + (Math.floor((after - from) / everyMs) + 1) * everyMs;
  return Array.from({ length: count }, (_, at) => first + at * everyMs);
}

/** Why a time zone is none; undefined: it is one. */
export function zoneProblem(timeZone: string): Form | undefined {
  try {
    if (timeZone !== '') new Intl.DateTimeFormat('en', { timeZone });
    else return says`the time zone is empty; expected a name such as Europe/Berlin`;
  } catch {
    return says`"${timeZone.slice(0, 60)}" is no time zone; expected a name such as Europe/Berlin`;
  }
  return undefined;
}

/**
 * An instant as ISO 8601: with `Z` or an offset, or in `timeZone`. Undefined: it is none, or a day that no calendar
 * has.
 */
export function instantOf(text: string, timeZone: string): number | undefined {
  const [, day = '', time = '00:00', offset] = isoInstant.exec(text.trim()) ?? [];
  const written = Date.parse(`${day}T${time}Z`);
  // a 30th of February would become the 2nd of March
  if (day === '' || Number.isNaN(written) || !new Date(written).toISOString().startsWith(day)) return undefined;
  const withSeconds = /^\d\d:\d\d$/.test(time) ? `${time}:00` : time;
  if (offset !== undefined) {
    const at = Date.parse(`${day}T${withSeconds}${offset}`);
    return Number.isNaN(at) ? undefined : at;
  }
  const [seconds = withSeconds, fraction = ''] = withSeconds.split('.');
  const at = cronOf(`${day}T${seconds}`, timeZone).nextRun(new Date(written - 2 * 86_400_000));
  return at === null ? undefined : at.getTime() + Number(`0.${fraction || '0'}`) * 1000;
}

const looksLikeDate = /^\d{4}-\d{2}-\d{2}/;
const isoInstant = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Reads nothing but its arguments: without a function the library arms no timer. */
function cronOf(expr: string, timeZone: string): Cron {
  return new Cron(expr, { timezone: timeZone, paused: true });
}

function readInstant(text: string, timeZone: string, now: number): Schedule | ScheduleProblem {
  const at = instantOf(text, timeZone);
  if (at === undefined)
    return { problem: says`"${text.slice(0, 40)}" is no instant; expected one such as 2026-12-24T18:00` };
  if (at <= now) return { problem: says`it never fires: ${new Date(at).toISOString()} has passed` };
  return { kind: 'at', at };
}

function readDays(days: number, from: string, timeZone: string): Schedule | ScheduleProblem {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(from) ? instantOf(from, timeZone) : undefined;
  if (at === undefined)
    return {
      problem: says`"${from.slice(0, 40)}" is no local time to count days from; expected one such as 2026-12-24T18:00`,
    };
  if (days < 1 || days > 366) return { problem: says`an interval is at least 1 and at most 366 days, not ${days}` };
  return { kind: 'days', days, from, timeZone };
}

/** So many of its instants: after `at`, or with -1 those before it and at it, the newest first. */
function daysOf(
  { days, from, timeZone }: Extract<Schedule, { readonly kind: 'days' }>,
  at: number,
  count: number,
  way: 1 | -1,
): readonly number[] {
  const [day = '', time = ''] = from.split('T');
  const first = Date.parse(`${day}T00:00Z`);
  const instant = (step: number) =>
    instantOf(`${new Date(first + step * days * dayMs).toISOString().slice(0, 10)}T${time}`, timeZone);
  // a local time is within a day of the same time in UTC
  const near = Math.floor((at - first) / (days * dayMs));
  const found: number[] = [];
  for (let step = way > 0 ? Math.max(0, near - 2) : near + 2; found.length < count && step >= 0; step += way) {
    const one = instant(step);
    if (one === undefined) break;
    if (way > 0 ? one > at : one <= at) found.push(one);
  }
  return found;
}

const dayMs = 86_400_000;

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function readInterval(text: string, now: number): Schedule | ScheduleProblem {
  const everyMs = durationOf(text);
  if (everyMs === undefined)
    return { problem: says`"${text.slice(0, 40)}" is no interval; expected one such as 90s, 20m, 1h30m or 2d` };
  const { leastMs, mostMs } = intervalBounds;
  if (everyMs < leastMs || everyMs > mostMs)
    return { problem: says`an interval is at least 1 s and at most 366 days, not "${text.slice(0, 40)}"` };
  return { kind: 'every', everyMs, from: now + everyMs };
}

/** `90s`, `20 min`, `1h30m`, `2 days` in ms; undefined: it is no length of time. */
export function durationOf(text: string): number | undefined {
  const parts =
    text
      .trim()
      .toLowerCase()
      .match(/\d+(?:\.\d+)? ?[a-z]+/g) ?? [];
  if (
    parts.length === 0 ||
    parts.join('') !==
      text
        .trim()
        .toLowerCase()
        .replace(/(?<=[a-z]) /g, '')
  )
    return undefined;
  let ms = 0;
  for (const part of parts) {
    const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([a-z]+)$/.exec(part) ?? [];
    const short = unitNames[unit];
    if (short === undefined) return undefined;
    ms += Number(count) * (unitMs[short] ?? 0);
  }
  return Number.isFinite(ms) ? Math.round(ms) : undefined;
}

const unitNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    s: ['s', 'sec', 'secs', 'second', 'seconds', 'sekunde', 'sekunden'],
    m: ['m', 'min', 'mins', 'minute', 'minutes', 'minuten'],
    h: ['h', 'hr', 'hrs', 'hour', 'hours', 'stunde', 'stunden'],
    d: ['d', 'day', 'days', 'tag', 'tage', 'tagen'],
    w: ['w', 'week', 'weeks', 'woche', 'wochen'],
  }).flatMap(([short, names]) => names.map(name => [name, short])),
);

function readCron(expr: string, timeZone: string, now: number): Schedule | ScheduleProblem {
  let cron: Cron;
  try {
    cron = cronOf(expr, timeZone);
  } catch {
    return { problem: cronProblem(expr) };
  }
  if (cron.nextRun(new Date(now)) === null) return { problem: says`it never fires: ${whyNever(cron, expr, now)}` };
  return { kind: 'cron', expr, timeZone };
}

/** Which of its fields is at fault, and what it may be. */
function cronProblem(expr: string): Form {
  const shown = expr.length > 60 ? `${expr.slice(0, 60)}…` : expr;
  if (/^@reboot$/i.test(expr)) return says`@reboot is no time: a schedule cannot wait for a start of this computer`;
  const fields = expr.split(' ');
  if (fields.length < 5 || fields.length > 7)
    return says`"${shown}" is no cron expression; expected five fields (minute, hour, day of month, month, day of week), or six with seconds before them, or seven with a year behind them`;
  const named = fields.length === 5 ? fieldTexts.slice(1, 6) : fieldTexts.slice(0, fields.length);
  const at = fields.findIndex((field, at) => !isField(field, at, fields.length));
  const field = fields[at]?.slice(0, 40);
  const fault =
    field === undefined
      ? says`the combination of its fields can be true of no day`
      : says`${named[at]?.name ?? ''} "${field}" is wrong; it may be ${named[at]?.may ?? ''}`;
  return says`"${shown}" is no cron expression: ${fault}`;
}

/** Can the field stand beside others that say nothing? */
function isField(field: string, at: number, count: number): boolean {
  try {
    cronOf(Array.from({ length: count }, (_, place) => (place === at ? field : '*')).join(' '), 'UTC');
    return true;
  } catch {
    return false;
  }
}

const fieldOf = (name: Form, is: Form) => ({
  name,
  may: says`${is}, also several (1,15), a range (9-17) or every so many (*/5)`,
});
/** With the seconds that come first of six, and the year that comes last of seven. */
const fieldTexts = [
  fieldOf(says`the second`, says`${0} to ${59}`),
  fieldOf(says`the minute`, says`${0} to ${59}`),
  fieldOf(says`the hour`, says`${0} to ${23}`),
  fieldOf(says`the day of month`, says`1 to 31, L for the last, 15W for the weekday nearest the 15th`),
  fieldOf(says`the month`, says`1 to 12 or JAN to DEC`),
  fieldOf(says`the day of week`, says`0 to 7 or SUN to SAT, FRI#2 for the second Friday, FRI#L for the last`),
  fieldOf(says`the year`, says`${1} to ${9999}`),
];

/** Why no instant follows, in the terms of the expression. */
function whyNever(cron: Cron, expr: string, now: number): Form {
  const [last] = cron.previousRuns(1, new Date(now));
  if (last) return says`its last instant was ${last.toISOString()}`;
  const fields = expr.split(' ');
  const [days = '', months = '', weekdays = '', years] = fields.length === 5 ? fields.slice(2) : fields.slice(3);
  const longest = longestMonth(months);
  const least = Math.min(...days.split(',').map(day => Number.parseInt(day, 10)));
  if (/^[\d,W-]+$/i.test(days) && least > longest)
    return says`month ${months} has no day ${days}; its last is the ${longest}th at most`;
  return years === undefined
    ? says`no day is day of month ${days}, month ${months} and day of week ${weekdays}`
    : says`no day is day of month ${days}, month ${months} and day of week ${weekdays}, in the year ${years}`;
}

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Of months given by number or name; 31 where that is not plain to see. */
function longestMonth(months: string): number {
  const names = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
  const lengths = months.split(',').map(month => {
    const number = names.indexOf(month.toUpperCase()) + 1 || Number(month);
    return monthDays[number - 1] ?? 31;
  });
  return Math.max(...lengths);
}

/** What came due after one instant and until another. */
export interface DueInstants {
  readonly first: number;
  /** The newest, in order, as many as were asked for. */
  readonly newest: readonly number[];
  readonly count: number;
  /** There were more than were counted. */
  readonly isMore: boolean;
}

/** So many are counted one by one: a search takes 0.1 ms for each. */
const mostCounted = 100;

/** Every instant after `after` and not after `at`, the newest `most` by name; undefined: there is none. */
export function instantsDue(schedule: Schedule, after: number, at: number, most: number): DueInstants | undefined {
  const [first] = instantsAfter(schedule, after, 1);
  if (first === undefined || first > at) return undefined;
  const counted = instantsAfter(schedule, after, mostCounted).filter(one => one <= at);
  const isMore =
    counted.length === mostCounted && (instantsAfter(schedule, counted.at(-1) ?? at, 1)[0] ?? at + 1) <= at;
  const newest = isMore ? newestUpTo(schedule, at, most) : counted.slice(-most);
  return { first, newest, count: counted.length, isMore };
}

function newestUpTo(schedule: Schedule, at: number, most: number): readonly number[] {
  if (schedule.kind === 'at') return [schedule.at];
  if (schedule.kind === 'every') {
    const last = at - ((at - schedule.from) % schedule.everyMs);
    return Array.from({ length: most }, (_, index) => last - (most - 1 - index) * schedule.everyMs);
  }
  if (schedule.kind === 'days') return daysOf(schedule, at, most, -1).toReversed();
  // the library looks back from before a whole second
  const before = new Date(Math.floor(at / 1000) * 1000 + 1000);
  return cronOf(schedule.expr, schedule.timeZone).previousRuns(most, before).map(Number).reverse();
}
