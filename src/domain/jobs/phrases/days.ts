/**
 * The one day that a text names: "tomorrow", "the day after tomorrow", "4 May", "am Freitag".
 *
 * Days and dates in words are read by chrono-node. It reads the part of a text that it knows and passes over the rest,
 * and where two days are meant it takes one; so it gets what is left of a text, has to use all of it, and what can mean
 * two days is a question before.
 */
import { createRequire } from 'node:module';
import type * as Chrono from 'chrono-node/en';
import { dayFrom, daysAfter, nextDated, weekdayOfDay } from './calendar.ts';
import { dayName, weekdayOf } from './normal.ts';
import type { Question } from './texts.ts';

/** `weekday`: named as one, so it is another week's where its time is over. */
export interface SaidDay {
  readonly day: string;
  readonly isWeekday: boolean;
  /** A date without a year. */
  readonly isDate: boolean;
}

/** The whole of a normalised text as a day, seen from `today`. Undefined: it is none. */
export function dayOf(text: string, today: string): SaidDay | Question | undefined {
  const words = text
    .trim()
    .replace(/^(?:on|am|for|für)\s+(?=\S)/, '')
    .replace(/^the\s+(?=\d)/, '');
  if (words === '') return undefined;
  for (const { form, read } of forms) {
    const groups = form.exec(words)?.groups;
    const found = groups && read(groups, today);
    if (found !== undefined) return found;
  }
  return chronoDay(words, today);
}

type Groups = Readonly<Record<string, string | undefined>>;
interface Form {
  readonly form: RegExp;
  readonly read: (groups: Groups, today: string) => SaidDay | Question | undefined;
}

const on = (day: string, more: Partial<SaidDay> = {}): SaidDay => ({ day, isWeekday: false, isDate: false, ...more });
const oneDay = `(?<name>${dayName})`;

const forms: readonly Form[] = [
  { form: /^(?<today>today|heute)$/, read: (_, today) => on(today) },
  {
    form: new RegExp(`^(?<this>(?:this|diese[nrms]?)\\s+)?${oneDay}$`),
    // "this Friday" is of this week, whatever the time
    read: ({ name = '', this: isThis }, today) => on(coming(name, today), { isWeekday: isThis === undefined }),
  },
  {
    form: new RegExp(`^(?:(?:the |this )?coming|(?:den )?kommende[nrms]?)\\s+${oneDay}$`),
    read({ name = '' }, today) {
      const day = coming(name, today);
      // said on that day, it may be the next one
      return day === today ? { ask: 'days', days: [today, daysAfter(today, 7)] } : on(day, { isWeekday: true });
    },
  },
  {
    form: new RegExp(`^(?:the\\s+)?(?:next|nächste[nrms]?|den nächsten)\\s+${oneDay}$`),
    read({ name = '' }, today) {
      const first = coming(name, today);
      const near = first === today ? daysAfter(first, 7) : first;
      return { ask: 'days', days: [near, daysAfter(near, 7)] };
    },
  },
  {
    form: new RegExp(
      `^(?:(?<count>a|\\d{1,2}) weeks? (?:from|on) ${oneDay}|${oneDay.replace('name', 'first')} (?:week|in (?<other>a|\\d{1,2}) (?:weeks?|wochen?)))$`,
    ),
    read({ name, first = '', count, other }, today) {
      const weeks = countOf(count ?? other);
      const day = daysAfter(coming(name ?? first, today), 7 * weeks);
      // of the week in two weeks, or two weeks behind the next such day
      return count === undefined && weeks > 1 ? { ask: 'days', days: [daysAfter(day, -7), day] } : on(day);
    },
  },
  {
    form: /^(?:(?<count>a|\d+) weeks? (?:from )?today|(?:today|heute) in (?<other>a|\d+) (?<unit>weeks?|wochen?|days?|tagen?))$/,
    read: ({ count, other = '', unit = '' }, today) =>
      on(daysAfter(today, (/^[dt]/.test(unit) ? 1 : 7) * countOf(count ?? other))),
  },
  {
    form: new RegExp(
      `^(?:${oneDay} (?:of )?(?:next|nächste[rn]?) (?:week|woche)|(?:next|nächste) (?:week|woche)(?: on| am)? ${oneDay.replace('name', 'last')})$`,
    ),
    read({ name, last = '' }, today) {
      const monday = daysAfter(today, 7 - ((weekdayOfDay(today) + 6) % 7));
      return on(daysAfter(monday, ((weekdayOf(name ?? last) ?? 1) + 6) % 7));
    },
  },
  {
    form: /^(?:the\s+)?(?<date>\d{1,2})(?:st|nd|rd|th|\.)(?:\s+(?<month>(?:of\s+)?(?:this|next)\s+month|(?:des\s+)?(?:nächsten|diesen|kommenden)\s+monats))?$/,
    read: ({ date = '', month }, today) => ofMonth(Number(date), month, today),
  },
  {
    form: new RegExp(`^${oneDay} (?:the |den |dem |der )?(?<date>\\d{1,2})(?:st|nd|rd|th|\\.)$`),
    read({ name = '', date = '' }, today) {
      const found = ofMonth(Number(date), undefined, today);
      const isOther = found !== undefined && 'day' in found && weekdayOfDay(found.day) !== weekdayOf(name);
      return isOther ? { ask: 'noSuchDay' } : found;
    },
  },
  {
    form: /^(?<date>\d{1,2})\.\s?(?<month>\d{1,2})(?:\.?|\.\s?(?<year>\d{4}|\d\d))$/,
    read: ({ date, month, year }, today) => dated(Number(date), Number(month), year, today),
  },
  {
    form: /^(?<first>\d{1,2})(?:\/|-(?=\d+-))(?<second>\d{1,2})(?:[/-](?<year>\d{4}|\d\d))?$/,
    read({ first, second, year }, today) {
      const [one, two] = [Number(first), Number(second)];
      if (one === two || two > 12) return dated(two, one, year, today);
      if (one > 12) return dated(one, two, year, today);
      const days = [dated(two, one, year, today), dated(one, two, year, today)];
      return { ask: 'days', days: days.flatMap(day => (day && 'day' in day ? [day.day] : [])) };
    },
  },
  // the library knows this day in leap years alone
  {
    form: /^(?<leap>(?:the )?29(?:th|\.)?(?: of)? (?:feb|february|februar)|(?:feb|february) 29(?:th)?)$/,
    read: (_, today) => dated(29, 2, undefined, today),
  },
  {
    form: /^(?<date>\d{4}-\d\d-\d\d)$/,
    read: ({ date = '' }) => {
      const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
      const found = dayFrom(year, month, day);
      return found === undefined ? { ask: 'noSuchDay' } : on(found);
    },
  },
  {
    form: /^(?<which>(?:next|this|the coming|nächste[nrs]?|diese[nrs]?|kommende[nrs]?) (?:week|month|year|woche|monat|jahr)|(?:at |on )?(?:the |this |next )?weekend|(?:dieses |nächstes |kommendes )?wochenende|(?:at )?(?:the )?end of (?:the|this|next) week|ende (?:der|dieser|nächster|kommender) woche)$/,
    read: () => ({ ask: 'whichDay' }),
  },
];

function countOf(count: string | undefined): number {
  return count === undefined || count === 'a' ? 1 : Number(count);
}

/** The day of that name from today on. */
function coming(name: string, today: string): string {
  return daysAfter(today, ((weekdayOf(name) ?? 0) - weekdayOfDay(today) + 7) % 7);
}

function ofMonth(date: number, month: string | undefined, today: string): SaidDay | Question | undefined {
  if (date < 1 || date > 31) return undefined;
  const [year = 0, now = 1] = today.split('-').map(Number);
  if (month !== undefined) {
    const first = new Date(Date.UTC(year, now - 1 + (/this|diesen/.test(month) ? 0 : 1), 1));
    const day = dayFrom(first.getUTCFullYear(), first.getUTCMonth() + 1, date);
    return day === undefined ? { ask: 'noSuchDay' } : on(day);
  }
  // not each month has one, and "on the 31st" is said of each as often as of the next
  if (date > 28) return { ask: 'onceOrMonthly', date };
  const here = dayFrom(year, now, date) ?? today;
  const later = new Date(Date.UTC(year, now, date)).toISOString().slice(0, 10);
  return on(here >= today ? here : later, { isDate: true });
}

function dated(date: number, month: number, year: string | undefined, today: string): SaidDay | Question {
  const inYear = year === undefined ? 0 : Number(year.length === 2 ? `20${year}` : year);
  const day = year === undefined ? nextDated(today, month, date) : dayFrom(inYear, month, date);
  return day === undefined ? { ask: 'noSuchDay' } : on(day, { isDate: year === undefined });
}

// With the first time in words: it is a fifth of what else a start would read, and most starts read none.
const load = createRequire(import.meta.url);
/** What is left of a text has a letter of either language; it is tried in both. */
const locales = ['chrono-node/en', 'chrono-node/de'] as const;

/** What the library takes for a day though it is a length or a range: "several days", "the week after", "half a month". */
const lengthWord =
  /(?<![\p{L}])(?:days?|weeks?|months?|quarters?|years?|tage?[ns]?|wochen?|monat(?:s|en?)?|jahr(?:s|es|en?)?)(?![\p{L}])/u;
const dayWithLength =
  /^(?:(?:the |\d+ )?days? after tomorrow|end of (?:the |this |next )?month|end of (?:this |next )?year)$/;

function chronoDay(text: string, today: string): SaidDay | Question | undefined {
  const words = text
    .replace(/^day after tomorrow$/, 'the day after tomorrow')
    .replace(/^(\d{1,2}(?:st|nd|rd|th)?) day of /, '$1 of ');
  if (lengthWord.test(words) && !dayWithLength.test(words)) return undefined;
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number);
  for (const locale of locales) {
    const { casual } = load(locale) as typeof Chrono;
    // noon is no time that a change of the clock swallows, in whichever zone this process is
    const [found, ...more] = casual.parse(words, new Date(year, month - 1, date, 12), { forwardDate: true });
    if (!found || more.length > 0 || found.end != null || found.text !== words) continue;
    const { start } = found;
    // a zone is none of a day, and would be lost
    if (start.isCertain('hour') || start.isCertain('timezoneOffset') || !start.isCertain('day')) continue;
    const [d, m, y] = [start.get('day') ?? 0, start.get('month') ?? 0, start.get('year') ?? 0];
    const saidDate = /\d{1,2}(?!\d)/.exec(words.replace(/\d{4}/, ''))?.[0];
    if (/\p{L}/u.test(words) && saidDate !== undefined && isMonthNamed(words) && Number(saidDate) !== d)
      return { ask: 'noSuchDay' };
    const named = new RegExp(dayName).exec(words)?.[0];
    if (
      named !== undefined &&
      start.isCertain('weekday') &&
      isOtherWeekday(named, d, m, start.isCertain('year') ? y : undefined, today)
    )
      return { ask: 'noSuchDay' };
    if (start.isCertain('year')) {
      const day = dayFrom(y, m, d);
      return day === undefined ? { ask: 'noSuchDay' } : on(day);
    }
    return dated(d, m, undefined, today);
  }
  return isMonthNamed(words) &&
    /^\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?\p{L}+$|^\p{L}+ \d{1,2}(?:st|nd|rd|th)?$/u.test(words)
    ? { ask: 'noSuchDay' }
    : undefined;
}

/** "Friday, 4 December" in a year where that is no Friday. */
function isOtherWeekday(name: string, date: number, month: number, year: number | undefined, today: string): boolean {
  const day = year === undefined ? nextDated(today, month, date) : dayFrom(year, month, date);
  return day !== undefined && weekdayOf(name) !== weekdayOfDay(day);
}

function isMonthNamed(words: string): boolean {
  return /(?<![\p{L}])(?:jan|feb|m[aä]r|apr|ma[iy]|ju[nl]|aug|sep|o[ck]t|nov|de[cz])/u.test(words);
}
