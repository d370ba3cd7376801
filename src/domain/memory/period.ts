/** The time a question speaks of ("last week", "am 3. Mai", "im März 2025"), in English and German. */
import { dayTeller } from '../budget/day.ts';

/** A span of time: from the first instant to before the last. */
export interface Period {
  readonly from: number;
  readonly to: number;
  /** The question without the words for the time. */
  readonly rest: string;
}

const dayMs = 86_400_000;

/** A calendar day: year, month from 0, day of the month. */
type Day = readonly [year: number, month: number, day: number];

interface Calendar {
  /** The day of now. */
  readonly today: Day;
  /** When a day begins; days beyond the ends of a month count on. */
  start(day: Day): number;
}

function calendarOf(now: number, timeZone: string): Calendar {
  const teller = dayTeller(timeZone);
  const [year = 0, month = 1, day = 1] = teller(now).day.split('-').map(Number);
  return {
    today: [year, month - 1, day],
    start([y, m, d]) {
      const noon = Date.UTC(y, m, d, 12);
      const wanted = new Date(noon).toISOString().slice(0, 10);
      // in some zones noon of UTC belongs to the next day
      const near = [noon, noon - dayMs / 2, noon + dayMs / 2].find(at => teller(at).day === wanted) ?? noon;
      return teller(near).startsAt;
    },
  };
}

type Span = readonly [from: Day, to: Day];
type Reading = readonly [form: RegExp, span: (match: RegExpMatchArray, today: Day) => Span | undefined];

const months = [
  'jan(?:uary|uar)?|jänner|jaenner',
  'feb(?:ruary|ruar)?',
  'mar(?:ch)?|märz|maerz',
  'apr(?:il)?',
  'may|mai',
  'june?|juni',
  'july?|juli',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'o[ck]t(?:ober)?',
  'nov(?:ember)?',
  'de[cz](?:ember)?',
];
const monthWords = months.join('|');
const weekdays = [
  'sundays?|sonntags?',
  'mondays?|montags?',
  'tuesdays?|dienstags?',
  'wednesdays?|mittwochs?',
  'thursdays?|donnerstags?',
  'fridays?|freitags?',
  'saturdays?|samstags?|sonnabends?',
];
const last = '(?:last|past|previous|letzten?[srm]?|vorigen?[srm]?|vergangenen?[srm]?)';
const numbers: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  einem: 1,
  einer: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
};
const numberWords = `\\d{1,3}|${Object.keys(numbers).join('|')}`;

const indexOf = (all: readonly string[], word: string) =>
  all.findIndex(one => new RegExp(`^(?:${one})$`, 'i').test(word));
const plus = ([y, m, d]: Day, days: number): Day => [y, m, d + days];
const weekdayOf = ([y, m, d]: Day) => new Date(Date.UTC(y, m, d)).getUTCDay();
/** The Monday of its week. */
const monday = (day: Day): Day => plus(day, -((weekdayOf(day) + 6) % 7));
const oneDay = (day: Day): Span => [day, plus(day, 1)];
const wholeMonth = (y: number, m: number): Span => [
  [y, m, 1],
  [y, m + 1, 1],
];

/** The first that fits. A day or month without a year is the last one that has begun. */
const readings: readonly Reading[] = [
  [/\b(?:the day before yesterday|vorgestern)\b/i, (_, today) => oneDay(plus(today, -2))],
  [/\b(?:yesterday|gestern)\b/i, (_, today) => oneDay(plus(today, -1))],
  [/\b(?:today|heute)\b/i, (_, today) => oneDay(today)],
  [word(`${last} (?:week|woche)`), (_, today) => [plus(monday(today), -7), monday(today)]],
  [word('(?:this|diese[rn]?) (?:week|woche)'), (_, today) => [monday(today), plus(monday(today), 7)]],
  [word(`${last} (?:month|monats?)`), (_, [y, m]) => wholeMonth(y, m - 1)],
  [word('(?:this|diese[snm]?) (?:month|monats?)'), (_, [y, m]) => wholeMonth(y, m)],
  [
    word(`${last} (?:year|jahre?s?)`),
    (_, [y]) => [
      [y - 1, 0, 1],
      [y, 0, 1],
    ],
  ],
  [
    word('(?:this|diese[snm]?) (?:year|jahre?s?)'),
    (_, [y]) => [
      [y, 0, 1],
      [y + 1, 0, 1],
    ],
  ],
  [
    word(
      `(?:in the )?(?:${last}|die letzten|in den letzten) (${numberWords}) (days|weeks|months|tagen?|wochen|monaten?)`,
    ),
    ([, count = '', unit = ''], today) => [back(today, count, unit), plus(today, 1)],
  ],
  [
    word(`(${numberWords}) (days?|weeks?|months?) ago|vor (${numberWords}) (tag(?:en)?|wochen?|monat(?:en)?)`),
    ([, en, enUnit, de, deUnit], today) =>
      around(back(today, en ?? de ?? '', enUnit ?? deUnit ?? ''), enUnit ?? deUnit ?? ''),
  ],
  [/\b(\d{4})-(\d{1,2})-(\d{1,2})\b/, ([, y, m, d]) => oneDay([Number(y), Number(m) - 1, Number(d)])],
  [/\b(\d{1,2})\.\s?(\d{1,2})\.(\d{4})?/, ([, d, m, y], today) => oneDay(dated(today, Number(d), Number(m) - 1, y))],
  [
    word(`(?:on |am )?(?:the )?(\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?(${monthWords})\\.?(?: (\\d{4}))?`),
    ([, d, m = '', y], today) => oneDay(dated(today, Number(d), indexOf(months, m), y)),
  ],
  [
    word(
      `(?:on )?(january|february|march|april|may|june|july|august|september|october|november|december) (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?`,
    ),
    ([, m = '', d, y], today) => oneDay(dated(today, Number(d), indexOf(months, m), y)),
  ],
  [
    word(`(?:in|im|during|${last}) (${monthWords})(?: (\\d{4}))?`),
    ([, m = '', y], today) => {
      const [year, month] = dated(today, 1, indexOf(months, m), y);
      return wholeMonth(year, month);
    },
  ],
  [
    word('(?:in|im jahr) ((?:19|20)\\d\\d)'),
    ([, y]) => [
      [Number(y), 0, 1],
      [Number(y) + 1, 0, 1],
    ],
  ],
  [
    word(`(?:on|am|${last}) (${weekdays.join('|')})`),
    ([, name = ''], today) => oneDay(plus(today, -(((weekdayOf(today) - indexOf(weekdays, name) + 6) % 7) + 1))),
  ],
];

/** The period a text speaks of; undefined: it speaks of none. */
export function periodIn(text: string, now: number, timeZone: string): Period | undefined {
  const calendar = calendarOf(now, timeZone);
  for (const [form, span] of readings) {
    const match = form.exec(text);
    const found = match && span(match, calendar.today);
    if (!match || !found) continue;
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
      .replace(/\s+/g, ' ')
      .trim();
    return { from: calendar.start(found[0]), to: calendar.start(found[1]), rest };
  }
  return undefined;
}

/** In whole words, also beside letters that `\b` does not know. */
function word(form: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])(?:${form})(?![\\p{L}\\d])`, 'iu');
}

function back([y, m, d]: Day, count: string, unit: string): Day {
  const many = numbers[count.toLowerCase()] ?? Number(count);
  if (/^mon/i.test(unit)) return [y, m - many, d];
  return [y, m, d - many * (/^[w]/i.test(unit) ? 7 : 1)];
}

/** "Three weeks ago" is about then: the day, or the week or month around it. */
function around(day: Day, unit: string): Span {
  if (/^w/i.test(unit)) return [monday(day), plus(monday(day), 7)];
  return /^mon/i.test(unit) ? wholeMonth(day[0], day[1]) : oneDay(day);
}

function dated([year, month, today]: Day, day: number, of: number, given: string | undefined): Day {
  if (given !== undefined) return [Number(given), of, day];
  return [of > month || (of === month && day > today) ? year - 1 : year, of, day];
}
