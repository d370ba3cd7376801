/**
 * When something is to happen, as people say it in English or German: "in 20 minutes", "every weekday at 8", "jeden
 * Montag um halb neun". Rules and no model; what they do not know they leave alone.
 */

/** A text of schedule.ts, and what was said beside it. */
export interface FoundPhrase {
  readonly when: string;
  /** As it was said. */
  readonly phrase: string;
  readonly rest: string;
}

/** The first time that a sentence names; undefined: none. `now` and `timeZone` are those of who says it. */
export function findPhrase(text: string, now: number, timeZone: string): FoundPhrase | undefined {
  for (const { form, read } of rules) {
    const match = form.exec(text);
    const when = match && read(match.groups ?? {}, now, timeZone);
    if (!match || !when) continue;
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
    return { when, phrase: match[0].trim(), rest: rest.replace(/\s+/g, ' ').replace(/^[\s,:]+|[\s,]+$/g, '') };
  }
  return undefined;
}

/** The whole text as a phrase. */
export function wholePhrase(text: string, now: number, timeZone: string): string | undefined {
  const found = findPhrase(text.trim(), now, timeZone);
  return found?.rest === '' ? found.when : undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;
interface Rule {
  readonly form: RegExp;
  readonly read: (groups: Groups, now: number, timeZone: string) => string | undefined;
}

const numberWords: Readonly<Record<string, number>> = {
  ...{
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
  },
  ...{ eins: 1, ein: 1, zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, sieben: 7, acht: 8, neun: 9, zehn: 10, elf: 11 },
  zwölf: 12,
};
const numbers = Object.keys(numberWords).join('|');

const dayNames: Readonly<Record<string, number>> = {
  ...{ sunday: 0, monday: 1, tuesday: 2, wednesday: 3, thursday: 4, friday: 5, saturday: 6 },
  ...{ sonntag: 0, montag: 1, dienstag: 2, mittwoch: 3, donnerstag: 4, freitag: 5, samstag: 6, sonnabend: 6 },
};
const dayName = `(?:${Object.keys(dayNames).join('|')})s?`;
const dayList = `${dayName}(?:(?:\\s*,\\s*|\\s+(?:and|und)\\s+)(?:jeden\\s+)?${dayName})*`;

const clock = [
  `half\\s+past\\s+(?:${numbers}|\\d{1,2})`,
  `quarter\\s+(?:past|to)\\s+(?:${numbers}|\\d{1,2})`,
  `(?:halb|dreiviertel|viertel\\s+(?:nach|vor))\\s+(?:${numbers}|\\d{1,2})`,
  '\\d{1,2}[:.]\\d{2}\\s*(?:am\\b|pm\\b|uhr\\b)?',
  "\\d{1,2}\\s*(?:uhr\\s+\\d{2}\\b|uhr\\b|am\\b|pm\\b|o'clock\\b)",
  `(?:${numbers})\\s+(?:o'clock|uhr|am|pm)\\b`,
  '(?:noon|midnight|mittags?|mitternacht)\\b',
  `(?:${numbers})\\b`,
  '\\d{1,2}\\b',
].join('|');
const at = `(?:\\s*,?\\s*(?:at|um|gegen)\\s+(?<clock>${clock}))`;

const unit =
  '(?<unit>seconds?|secs?|minutes?|mins?|hours?|days?|weeks?|sekunden?|minuten?|stunden?|tag(?:en?)?|wochen?)';

const rules: readonly Rule[] = [
  {
    form: new RegExp(
      `\\bin\\s+(?<count>\\d+(?:[.,]\\d+)?|half\\s+an|einer\\s+halben|an?|einer?m?|${numbers})\\s+${unit}\\b`,
      'i',
    ),
    read({ count = '', unit = '' }, now) {
      const ms = countOf(count) * unitMs(unit);
      return ms > 0 ? new Date(now + ms).toISOString() : undefined;
    },
  },
  {
    form: new RegExp(`\\b(?:every|alle)\\s+(?<count>\\d+|${numbers})\\s+${unit}\\b`, 'i'),
    read: ({ count = '', unit = '' }) => everySo(countOf(count), unitMs(unit)),
  },
  {
    form: new RegExp(`\\b(?:every|on|jeden|am)\\s+(?<days>${dayList})${at}?`, 'i'),
    read: ({ days = '', clock }) => weekly(days, clock),
  },
  {
    form: new RegExp(`\\b(?<days>(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs)${at}?`, 'i'),
    read: ({ days = '', clock }) => weekly(days, clock),
  },
  {
    form: new RegExp(
      `(?:\\b(?:every|each)\\s+(?:weekday|workday|working\\s+day)|\\bon\\s+weekdays|\\bweekdays|\\bjeden\\s+werktag|\\bwerktags)${at}?`,
      'i',
    ),
    read: ({ clock }) => daily('1-5', clock, morning),
  },
  {
    form: new RegExp(`\\b(?:every\\s+(?<part>morning|evening|night)|jeden\\s+(?<teil>morgen|abend))${at}?`, 'i'),
    read: ({ part, teil, clock }) => daily('*', clock, /morning|morgen/i.test(part ?? teil ?? '') ? morning : evening),
  },
  { form: /\b(?:every|each)\s+minute\b|\bjede\s+minute\b|\bminütlich\b/i, read: () => '* * * * *' },
  { form: /\b(?:every|each)\s+hour\b|\bhourly\b|\bjede\s+stunde\b|\bstündlich\b/i, read: () => '@hourly' },
  {
    form: new RegExp(`(?:\\b(?:every|each)\\s+day|\\bdaily|\\bjeden\\s+tag|\\btäglich)${at}?`, 'i'),
    read: ({ clock }) => daily('*', clock, morning),
  },
  {
    form: new RegExp(`(?:\\b(?:every|each)\\s+week|\\bweekly|\\bjede\\s+woche|\\bwöchentlich)${at}?`, 'i'),
    read: ({ clock }) => daily('1', clock, morning),
  },
  {
    form: new RegExp(
      `(?:\\b(?:every|each)\\s+month|\\bmonthly|\\bjeden\\s+monat|\\bmonatlich)(?:\\s+(?:on\\s+the|am)\\s+(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?)?${at}?`,
      'i',
    ),
    read: ({ day = '1', clock }) => onDay(day, clock),
  },
  {
    form: new RegExp(`\\b(?<day>today|tomorrow|heute|morgen)${at}`, 'i'),
    read({ day = '', clock = '' }, now, timeZone) {
      return /^(tomorrow|morgen)$/i.test(day) ? onDate(now, timeZone, 1, clock) : onDate(now, timeZone, 0, clock);
    },
  },
  { form: /\b(?:tomorrow|morgen)\b/i, read: (_, now, timeZone) => onDate(now, timeZone, 1, '9') },
  {
    form: new RegExp(`\\b(?:at|um)\\s+(?<clock>${clock})`, 'i'),
    read({ clock = '' }, now, timeZone) {
      const time = clockOf(clock);
      if (time === undefined) return undefined;
      const isOver = time <= localTime(now, timeZone);
      return onDate(now, timeZone, isOver ? 1 : 0, clock);
    },
  },
];

const morning = '8';
const evening = '18';

function countOf(text: string): number {
  if (/half|halben/i.test(text)) return 0.5;
  if (/^(an?|eine?[rm]?)$/i.test(text)) return 1;
  return numberWords[text.toLowerCase()] ?? Number(text.replace(',', '.'));
}

function unitMs(unit: string): number {
  const first = unit.toLowerCase();
  if (/^s(ec|ek)/.test(first)) return 1_000;
  if (first.startsWith('min')) return 60_000;
  if (/^(hour|stunde)/.test(first)) return 3_600_000;
  return /^(day|tag)/.test(first) ? 86_400_000 : 604_800_000;
}

/** At round times of the clock where that comes out even. */
function everySo(count: number, ms: number): string | undefined {
  if (!Number.isInteger(count) || count < 1) return undefined;
  if (ms === 60_000 && 60 % count === 0) return count === 60 ? '@hourly' : `*/${count} * * * *`;
  if (ms === 3_600_000 && 24 % count === 0) return count === 24 ? '@daily' : `0 */${count} * * *`;
  return `every ${(count * ms) / 1000}s`;
}

function weekly(days: string, clock: string | undefined): string | undefined {
  const numbers = [...days.toLowerCase().matchAll(new RegExp(dayName, 'g'))].map(([name]) => dayNumber(name));
  const known = [...new Set(numbers.filter(number => number !== undefined))].sort();
  return known.length === 0 ? undefined : daily(known.join(','), clock, morning);
}

function dayNumber(name: string): number | undefined {
  return dayNames[name] ?? dayNames[name.replace(/s$/, '')];
}

function daily(weekdays: string, clock: string | undefined, usual: string): string | undefined {
  const time = clockOf(clock ?? usual);
  return time === undefined ? undefined : `${time % 60} ${Math.floor(time / 60)} * * ${weekdays}`;
}

function onDay(day: string, clock: string | undefined): string | undefined {
  const time = clockOf(clock ?? morning);
  const number = Number(day);
  if (time === undefined || number < 1 || number > 31) return undefined;
  return `${time % 60} ${Math.floor(time / 60)} ${number} * *`;
}

/** Minutes of the day; undefined: no such time. */
function clockOf(text: string): number | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (/^(noon|mittags?)$/.test(words)) return 720;
  if (/^(midnight|mitternacht)$/.test(words)) return 0;
  const [, how = '', hour = ''] =
    /^(half past|quarter past|quarter to|halb|dreiviertel|viertel nach|viertel vor) (\S+)$/.exec(words) ?? [];
  if (how !== '') {
    const shift = { 'half past': 30, 'quarter past': 15, 'viertel nach': 15, halb: -30 }[how] ?? -15;
    const minutes = countOf(hour) * 60 + shift;
    return minutes >= 0 && minutes < 1440 ? minutes : undefined;
  }
  const [, first = '', minute = '00', half] =
    /^(\d{1,2}|[a-zäöü]+)(?:[:.]| uhr )?(\d{2})? ?(am|pm|uhr|o'clock)?$/.exec(words) ?? [];
  let number = countOf(first);
  if (half === 'pm' && number < 12) number += 12;
  if (half === 'am' && number === 12) number = 0;
  const minutes = number * 60 + Number(minute);
  return Number.isInteger(minutes) && Number(minute) < 60 && minutes < 1440 && minutes >= 0 ? minutes : undefined;
}

/** A local time without its zone, which schedule.ts reads in the owner's. */
function onDate(now: number, timeZone: string, days: number, clock: string): string | undefined {
  const time = clockOf(clock);
  if (time === undefined) return undefined;
  const today = Date.parse(`${new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)}T00:00:00Z`);
  const two = (number: number) => String(number).padStart(2, '0');
  const date = new Date(today + days * 86_400_000).toISOString().slice(0, 10);
  return `${date}T${two(Math.floor(time / 60))}:${two(time % 60)}`;
}

function localTime(now: number, timeZone: string): number {
  const [hour = 0, minute = 0] = new Intl.DateTimeFormat('sv-SE', { hour: '2-digit', minute: '2-digit', timeZone })
    .format(now)
    .split(':')
    .map(Number);
  return hour * 60 + minute;
}
