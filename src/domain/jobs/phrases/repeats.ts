/** What happens again and again: "every weekday except Friday", "every other Sunday", "am letzten Tag jedes Monats". */
import { daysAfter, weekdayOfDay } from './calendar.ts';
import { dayOf, type SaidDay } from './days.ts';
import { lengthOf } from './lengths.ts';
import { dayName, weekdayOf } from './normal.ts';
import type { Question } from './texts.ts';

/** Days of the week, month or year, or a distance. */
export type Repeat =
  /** The fields of a cron expression behind minute and hour. */
  | { readonly kind: 'days'; readonly day: string; readonly month: string; readonly weekday: string }
  /** Every so many days, from this one on; `isOwnDay`: no day was said to begin with. */
  | { readonly kind: 'calendar'; readonly days: number; readonly from: string; readonly isOwnDay: boolean }
  /** `weekday`: on these alone. */
  | { readonly kind: 'interval'; readonly ms: number; readonly weekday: string };

/** The whole of a normalised text, without its times. `hasPart`: it had a part of the day, as "every morning" has. */
export function repeatOf(text: string, today: string, hasPart: boolean): Repeat | Question | undefined {
  const { base, without, isUnknown } = exceptionIn(text);
  if (isUnknown) return undefined;
  const plain = weekdaysOf(base, hasPart);
  if (plain !== undefined) {
    const left = plain.filter(day => !without.includes(day));
    return left.length === 0 ? { ask: 'whichDay' } : days({ weekday: fieldOf(left) });
  }
  if (without.length > 0) return undefined;
  for (const read of [otherOf, monthlyOf, yearlyOf, intervalOf]) {
    const found = read(base, today);
    if (found !== undefined) return found;
  }
  return undefined;
}

const days = (fields: { readonly day?: string; readonly month?: string; readonly weekday?: string }): Repeat => ({
  kind: 'days',
  day: '*',
  month: '*',
  weekday: '*',
  ...fields,
});

const all: readonly number[] = [0, 1, 2, 3, 4, 5, 6];
const work: readonly number[] = [1, 2, 3, 4, 5];
const list = `${dayName}(?:\\s*(?:\\s|and|und|&|or|oder)\\s*(?:(?:every|each|on|jeden|am)\\s+)?${dayName})*`;
const names = new RegExp(dayName, 'g');

function fieldOf(weekdays: readonly number[]): string {
  const sorted = [...new Set(weekdays)].sort();
  return sorted.length === 7 ? '*' : sorted.join() === work.join() ? '1-5' : sorted.join(',');
}

function namedIn(text: string): readonly number[] {
  return [...text.matchAll(names)].flatMap(([name]) => weekdayOf(name) ?? []);
}

const exceptWord = '(?:except(?:\\s+for)?|but(?:\\s+not)?|apart\\s+from|excluding|außer|aber\\s+nicht|nicht\\s+aber)';
const exception = new RegExp(
  `\\s*${exceptWord}\\s+(?:on\\s+|am\\s+|an\\s+)?(?:(?<named>${list})|(?<weekend>(?:the\\s+|den\\s+|dem\\s+)?(?:weekends?|wochenenden?)))`,
);

function exceptionIn(text: string) {
  const { named, weekend } = exception.exec(text)?.groups ?? {};
  const base = text.replace(exception, ' ').replace(/\s+/g, ' ').trim();
  const without = named === undefined ? (weekend === undefined ? [] : [0, 6]) : namedIn(named);
  return { base, without, isUnknown: new RegExp(`\\b${exceptWord}`).test(base) };
}

/** Days of each week. */
function weekdaysOf(text: string, hasPart: boolean): readonly number[] | undefined {
  if (/^(?:(?:every|each)(?: single)? day|daily|(?:an )?jede[nm] tag|täglich|alle tage)$/.test(text)) return all;
  if (hasPart && /^(?:every|each|jeden|jede)$/.test(text)) return all;
  if (
    /^(?:(?:every|each|on every) (?:weekday|workday|working day|business day)|(?:on )?(?:weekdays|workdays|working days)|werktags|wochentags|an (?:allen )?(?:werk|wochen|arbeits)tagen|jeden (?:werk|wochen|arbeits)tag)$/.test(
      text,
    )
  )
    return work;
  if (/^(?:(?:every|each) weekend|(?:on |at )?weekends|jedes wochenende|an (?:den )?wochenenden)$/.test(text))
    return [0, 6];
  const weekly = '(?:(?:every|each) week|weekly|jede woche|wöchentlich)(?: on| am| immer| jeweils)?';
  if (new RegExp(`^${weekly} (?:${list})$`).test(text)) return namedIn(text);
  const range = new RegExp(
    `^(?:every |each |from |on |jeden |von )?(?<first>${dayName}) ?(?:to|through|thru|until|till|-|–|bis) ?(?<last>${dayName})$`,
  ).exec(text)?.groups;
  if (range) return rangeOf(weekdayOf(range['first'] ?? ''), weekdayOf(range['last'] ?? ''));
  if (new RegExp(`^(?:every|each|on every|jeden|an jedem) (?:${list})$`).test(text)) return namedIn(text);
  const each = new RegExp(`^(?:on )?(?:${list})$`).test(text) ? [...text.matchAll(names)].map(([name]) => name) : [];
  return each.length > 0 && each.every(name => name.endsWith('s')) ? namedIn(text) : undefined;
}

function rangeOf(first: number | undefined, last: number | undefined): readonly number[] | undefined {
  if (first === undefined || last === undefined) return undefined;
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, more) => (first + more) % 7);
}

const starting = /\s*(?:starting|beginning|from|ab|beginnend)(?:\s+(?:on|am|ab|with|mit))?\s+(?<start>.+)$/;
const nth = '(?<nth>1st|2nd|3rd|4th|5th|second|last|1\\.|2\\.|3\\.|4\\.|5\\.|letzten)';

/** Every so many days or weeks, and "every second Tuesday", which can mean two things. */
function otherOf(text: string, today: string): Repeat | Question | undefined {
  const { start } = starting.exec(text)?.groups ?? {};
  const base = start === undefined ? text : text.replace(starting, '').trim();
  const begins = start === undefined ? undefined : dayOf(start, today);
  if (start !== undefined && begins === undefined) return undefined;
  if (begins !== undefined && 'ask' in begins) return begins;
  const second = new RegExp(`^(?:every|each|on every|jeden|an jedem) ${nth} (?<name>${dayName})$`).exec(base)?.groups;
  if (second) return secondOf(second['nth'] ?? '', second['name'] ?? '');
  const other = new RegExp(`^(?:every other|every 2) (?<name>${dayName})$`).exec(base)?.groups;
  if (other) return fortnightly(weekdayOf(other['name'] ?? '') ?? 0, 14, today, begins);
  const on = new RegExp(`\\s*(?:(?:on|am|jeweils(?: am)?)\\s+)?(?<name>${dayName})\\s*`).exec(base)?.groups?.['name'];
  const every = distanceOf(
    on === undefined ? base : base.replace(new RegExp(`(?:(?:on|am|jeweils(?: am)?)\\s+)?${on}`), '').trim(),
  );
  if (every === undefined) return undefined;
  if (every === 'months') return { ask: 'startMonth' };
  if (on !== undefined) return every % 7 === 0 ? fortnightly(weekdayOf(on) ?? 0, every, today, begins) : undefined;
  if (every < 1 || every > 366) return { ask: 'tooLong' };
  return { kind: 'calendar', days: every, from: begins?.day ?? today, isOwnDay: begins === undefined };
}

function secondOf(said: string, name: string): Repeat | Question {
  const weekday = weekdayOf(name) ?? 0;
  if (/^(?:last|letzten)$/.test(said)) return days({ weekday: `${cronNames[weekday]}#L` });
  const number = said === 'second' ? 2 : Number.parseInt(said, 10);
  return number === 1 ? days({ weekday: `${cronNames[weekday]}#1` }) : { ask: 'everyOtherOrNth', nth: number, weekday };
}

function fortnightly(weekday: number, every: number, today: string, begins: SaidDay | undefined): Repeat | Question {
  const near = daysAfter(today, (weekday - weekdayOfDay(today) + 7) % 7);
  const from = begins === undefined ? near : begins.day;
  if (weekdayOfDay(from) !== weekday) return { ask: 'whichDay' };
  return { kind: 'calendar', days: every, from, isOwnDay: false };
}

/** In days. */
function distanceOf(text: string): number | 'months' | undefined {
  if (/^(?:every (?:other|second|2nd) day|jeden 2\. tag)$/.test(text)) return 2;
  if (
    /^(?:every (?:other|second|2nd) week|fortnightly|every fortnight|jede 2\.? woche|(?:alle )?(?:14-tägig|14tägig|vierzehntägig|zweiwöchentlich))$/.test(
      text,
    )
  )
    return 14;
  if (
    /^(?:every (?:other|second|2nd) (?:month|year)|quarterly|vierteljährlich|halbjährlich|jeden 2\. monat)$/.test(text)
  )
    return 'months';
  const every = /^(?:every|each|alle) (?<length>\d+ .+)$/.exec(text)?.groups?.['length'];
  const length = every === undefined ? undefined : lengthOf(every);
  if (length === undefined || length === 'vague' || length.ms > 0) return undefined;
  return length.months > 0 ? 'months' : length.days;
}

const cronNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const month = '(?:(?:of |in |im )?(?:every |each |jedes |jeden |eines jeden )(?:month|monats?))';
/** What stands in each month once: a date alone may be of this one. */
const anyMonth = `(?:${month}|(?:of the|of a|in the|in a|im|des) (?:month|monats?))`;
const before = '(?:(?:every|each) month|monthly|jeden monat|monatlich)';
const dates = String.raw`\d{1,2}(?:st|nd|rd|th|\.)(?:(?:\s*(?:and|und|&)\s*|\s+)(?:the |am |den )?\d{1,2}(?:st|nd|rd|th|\.))*`;

function monthlyOf(text: string): Repeat | Question | undefined {
  if (alone.test(text)) return { ask: 'whichDay' };
  if (monthly(text, 'last|letzten') || monthly(text, 'last day|letzten tag', anyMonth)) return days({ day: 'L' });
  const week = monthly(text, `${nth} (?<name>${dayName})`, anyMonth);
  if (week) {
    const number = week['nth'] === 'second' ? 2 : Number.parseInt(week['nth'] ?? '', 10);
    const weekday = cronNames[weekdayOf(week['name'] ?? '') ?? 0];
    return days({ weekday: `${weekday}#${Number.isNaN(number) ? 'L' : number}` });
  }
  const dated =
    monthly(text, `(?<dates>${dates})`) ??
    groupsOf(`(?:every|each|jeden|an jedem) (?:the )?(?<dates>${dates}) (?:of the month|des monats|im monat)`, text) ??
    groupsOf(`(?:every|each|jeden) (?:the )?(?<dates>${dates})`, text);
  if (dated) return onDates(dated['dates'] ?? '');
  const once = groupsOf(
    '(?:on |am |zum )?(?:the )?(?<date>\\d{1,2})(?:st|nd|rd|th|\\.) (?:of the month|des monats|im monat)',
    text,
  );
  return once ? { ask: 'onceOrMonthly', date: Number(once['date']) } : undefined;
}

/** "each month" and its kin, without a day. */
const alone = new RegExp(
  `^(?:${before}|(?:every|each) week|weekly|jede woche|wöchentlich|every year|yearly|annually|jedes jahr|jährlich)$`,
);

/** Before or behind the words for each month. */
function monthly(text: string, form: string, months = month): Readonly<Record<string, string>> | undefined {
  return (
    groupsOf(`${before} (?:on |am |zum )?(?:the )?(?:${form})`, text) ??
    groupsOf(`(?:on |am |zum |den |(?:on )?every |each |jeden |an jedem )?(?:the )?(?:${form}) ${months}`, text)
  );
}

function groupsOf(form: string, text: string): Readonly<Record<string, string>> | undefined {
  const match = new RegExp(`^(?:${form})$`).exec(text);
  return match === null ? undefined : (match.groups ?? {});
}

function onDates(text: string): Repeat | Question {
  const numbers = [...text.matchAll(/\d+/g)].map(([number]) => Number(number));
  const wrong = numbers.find(number => number < 1 || number > 31);
  if (wrong !== undefined) return { ask: 'noSuchDay' };
  const late = numbers.find(number => number > 28);
  return late === undefined ? days({ day: numbers.join(',') }) : { ask: 'monthEnd', date: late };
}

const yearly = '(?:every year|each year|yearly|annually|jedes jahr|jährlich|alljährlich)';

function yearlyOf(text: string, today: string): Repeat | Question | undefined {
  const { first, last, every } =
    new RegExp(`^(?:${yearly} (?<first>.+)|(?<last>.+) ${yearly}|(?:every|each|jeden) (?<every>\\d.*))$`).exec(text)
      ?.groups ?? {};
  const date = first ?? last ?? every;
  const found = date === undefined ? undefined : dayOf(date, today);
  if (found === undefined || 'ask' in found) return found;
  // "every 5" of something, or a date with its year, is no day of each year
  if (!found.isDate || !/\p{L}{3}|\.\s?\d|\//u.test(date ?? '')) return undefined;
  const [, number = '', day = ''] = found.day.split('-');
  return days({ day: String(Number(day)), month: String(Number(number)) });
}

/** Every so many minutes or hours. */
function intervalOf(text: string): Repeat | Question | undefined {
  const {
    every,
    hourly,
    minutely,
    on = '',
  } = new RegExp(
    `^(?:(?:every|each|alle|jede)\\s+(?<every>.+?)|(?<hourly>hourly|stündlich)|(?<minutely>minütlich))(?:\\s+(?<on>on weekdays|weekdays|werktags|an werktagen|on weekends|(?:on )?(?:${list})))?$`,
  ).exec(text)?.groups ?? {};
  const words = (every ?? '')
    .replace(/^(?:other|second|2nd|2\.)\s+(?=(?:hour|minute|stunde)$)/, '2 ')
    .replace(/^(?=(?:hour|minute|second|stunde|sekunde)\b)/, '1 ');
  const length = hourly ? 3_600_000 : minutely ? 60_000 : msOf(words);
  const weekday = on === '' ? all : weekdaysOf(on, false);
  if (length === undefined || weekday === undefined) return undefined;
  return length < 1_000 ? { ask: 'tooLong' } : { kind: 'interval', ms: length, weekday: fieldOf(weekday) };
}

function msOf(text: string): number | undefined {
  const length = lengthOf(text.replace(/^(half|quarter) (?=hour)/, '$1 '));
  if (length === undefined || length === 'vague' || length.months + length.days > 0) return undefined;
  return length.ms;
}
