/**
 * The instants of a cron expression by trying every minute (or second) in order. It shares nothing with the library: the
 * fields are read here, and the local time of an instant comes from `Intl`.
 */

interface Fields {
  readonly second: ReadonlySet<number>;
  readonly minute: ReadonlySet<number>;
  readonly hour: ReadonlySet<number>;
  readonly isDay: (date: Local) => boolean;
  /** One value each for second, minute and hour. */
  readonly isFixed: boolean;
}

interface Local {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly weekday: number;
}

const nicknames: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

const dayMs = 86_400_000;

/** At most `count` instants strictly after `from`, none later than nine years on. */
export function bruteForce(expr: string, timeZone: string, from: number, count: number): readonly number[] {
  const plain = nicknames[expr] ?? expr;
  const fields = fieldsOf(plain);
  const stepMs = plain.split(' ').length === 5 ? 60_000 : 1_000;
  const offset = offsetsOf(timeZone);
  const found: number[] = [];
  const ends = from + 9 * 366 * dayMs;
  for (let day = Math.floor(from / dayMs) * dayMs; day < ends && found.length < count; day += dayMs) {
    const [early, late] = [offset(day), offset(day + dayMs)];
    const isPlain = early === late;
    // no minute of a day of the calendar that does not count can count; a day of UTC touches two of those
    const touched = [day + early, day + dayMs - 1 + early, day + late, day + dayMs - 1 + late].map(localOf);
    if (!touched.some(fields.isDay)) continue;
    const now = isPlain ? () => early : offset;
    for (let at = day; at < day + dayMs && found.length < count; at += stepMs) {
      if (at <= from) continue;
      if (fires(fields, at, stepMs, now)) found.push(at);
    }
  }
  return found;
}

function fires(fields: Fields, at: number, stepMs: number, offset: (at: number) => number): boolean {
  const [here, before] = [offset(at), offset(at - stepMs)];
  // the clock has just been set forward: a fixed time that was left out counts now
  if (fields.isFixed && here > before)
    for (let gap = at + before; gap < at + here; gap += stepMs) if (matches(fields, localOf(gap))) return true;
  if (!matches(fields, localOf(at + here))) return false;
  // a fixed time that comes twice counts the first time
  return !fields.isFixed || !isSecond(at, here, offset);
}

/** Was it the same time on the clock before, within the last three hours? */
function isSecond(at: number, here: number, offset: (at: number) => number): boolean {
  const earlier = offset(at - 3 * 3_600_000);
  if (earlier <= here) return false;
  const first = at - (earlier - here);
  return offset(first) === earlier;
}

function matches({ second, minute, hour, isDay }: Fields, local: Local): boolean {
  return second.has(local.second) && minute.has(local.minute) && hour.has(local.hour) && isDay(local);
}

function localOf(shifted: number): Local {
  const date = new Date(shifted);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    weekday: date.getUTCDay(),
  };
}

/** No zone sets its clock within a quarter of an hour, so one answer serves the whole of it. */
const quarterMs = 900_000;
const offsets = new Map<string, Map<number, number>>();

/** How far a zone is ahead of UTC at an instant, in ms. */
function offsetsOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', timeZoneName: 'longOffset' });
  const known = offsets.get(timeZone) ?? new Map<number, number>();
  offsets.set(timeZone, known);
  const offset = (at: number) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):?(\d+)?/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  };
  return at => {
    const quarter = Math.floor(at / quarterMs);
    const answer = known.get(quarter) ?? offset(quarter * quarterMs);
    known.set(quarter, answer);
    return answer;
  };
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

function fieldsOf(expr: string): Fields {
  const all = expr.toLowerCase().split(' ');
  const [second = '', minute = '', hour = '', day = '', month = '', weekday = ''] =
    all.length === 5 ? ['0', ...all] : all;
  const months = numbersOf(named(month, monthNames, 1), 1, 12);
  const isDayOfMonth = dayOfMonth(day);
  const isWeekday = dayOfWeek(named(weekday.replace('+', ''), dayNames, 0));
  const isAnd = weekday.startsWith('+') || day === '*' || weekday === '*';
  return {
    second: numbersOf(second, 0, 59),
    minute: numbersOf(minute, 0, 59),
    hour: numbersOf(hour, 0, 23),
    isDay: date =>
      months.has(date.month) && (isAnd ? isDayOfMonth(date) && isWeekday(date) : isDayOfMonth(date) || isWeekday(date)),
    isFixed: [second, minute, hour].every(field => /^\d+$/.test(field)),
  };
}

function named(field: string, names: readonly string[], first: number): string {
  return names.reduce((text, name, at) => text.replaceAll(name, String(at + first)), field);
}

function numbersOf(field: string, least: number, most: number): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const part of field.split(',')) {
    const [range = '', step = '1'] = part.split('/');
    const [low, high] = range === '*' ? [least, most] : range.split('-').map(Number);
    for (let one = low ?? least; one <= (high ?? low ?? most); one += Number(step)) numbers.add(one);
  }
  return numbers;
}

const lengthOf = ({ year, month }: Local) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const weekdayOf = ({ year, month }: Local, day: number) => new Date(Date.UTC(year, month - 1, day)).getUTCDay();
const isWorkday = (weekday: number) => weekday > 0 && weekday < 6;

function dayOfMonth(field: string): (date: Local) => boolean {
  if (field === 'l') return date => date.day === lengthOf(date);
  if (field === 'lw')
    return date =>
      date.day ===
      Array.from({ length: lengthOf(date) }, (_, at) => at + 1).findLast(day => isWorkday(weekdayOf(date, day)));
  const nearest = /^(\d+)w$/.exec(field)?.[1];
  if (nearest !== undefined) return date => date.day === nearestWorkday(date, Number(nearest));
  const numbers = numbersOf(field, 1, 31);
  return ({ day }) => numbers.has(day);
}

/** Of the same month. */
function nearestWorkday(date: Local, day: number): number | undefined {
  const length = lengthOf(date);
  if (day > length) return undefined;
  const candidates = Array.from({ length }, (_, at) => at + 1).filter(one => isWorkday(weekdayOf(date, one)));
  const distance = (one: number) => Math.abs(one - day);
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0];
}

function dayOfWeek(field: string): (date: Local) => boolean {
  const [, one, nth] = /^(\d)#(\d|l)$/.exec(field) ?? [];
  if (one !== undefined)
    return date =>
      date.weekday === Number(one) &&
      (nth === 'l' ? date.day + 7 > lengthOf(date) : Math.ceil(date.day / 7) === Number(nth));
  const numbers = new Set([...numbersOf(field, 0, 6)].map(day => day % 7));
  return ({ weekday }) => numbers.has(weekday);
}
