/** Times of the day in a text, in English and German: "half past 7", "um halb acht", "at 5 pm", "at 9 and 18". */

export interface SaidTime {
  /** Of the day; 1440 is where it ends: "24 Uhr". */
  readonly minutes: number;
  /** The hour may be one of the afternoon as well: "at 3". */
  readonly isOpen: boolean;
}

export type PartOfDay = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night';

/** What was found, and the text with a bar where each piece stood. */
export interface FoundTimes {
  readonly times: readonly SaidTime[];
  readonly part: PartOfDay | undefined;
  /** The part of the day is said of each day: "evenings". `maybe`: of each, or of one, as in "abends um 8". */
  readonly isEach: boolean | 'maybe';
  readonly pieces: readonly string[];
  readonly rest: string;
}

/**
 * Takes the times and the part of the day out of a normalised text. Undefined: a time that no day has, or two parts.
 */
export function timesIn(text: string): FoundTimes | undefined {
  const pieces: string[] = [];
  const times: SaidTime[] = [];
  let isWrong = false;
  let rest = text;
  for (const { form, read } of forms)
    rest = rest.replace(form, (piece, ...others) => {
      const time = read(others.at(-1) as Groups);
      if (time === undefined) isWrong = true;
      else times.push(time);
      pieces.push(piece.replace(/^[\s|]+/, '').trim());
      return ' | ';
    });
  const found: PartOfDay[] = [];
  for (const [part, form, instead = ''] of parts)
    rest = rest.replace(form, piece => {
      found.push(part);
      pieces.push(piece.trim());
      return ` ${instead} | `;
    });
  if (isWrong || new Set(found).size > 1) return undefined;
  return { times, part: found[0], isEach: eachIn(text), pieces, rest };
}

/** "8 Uhr abends" is one time of the day; "abends um 8" may be said of each evening. */
function eachIn(text: string): boolean | 'maybe' {
  if (/\b(?:mornings|afternoons|evenings|nights)\b/.test(text)) return true;
  return /^(?:in der früh |früh )?(?:morgens|vormittags|nachmittags|abends|nachts)(?![\p{L}])/u.test(text)
    ? 'maybe'
    : false;
}

/** The minutes of the day that are meant. `open`: two times of the day may be; `none`: the part of the day says no. */
export function minutesOf({ minutes, isOpen }: SaidTime, part: PartOfDay | undefined): number | 'open' | 'none' {
  const hour = Math.floor(minutes / 60);
  if (part === undefined) return isOpen && hour >= 1 && hour <= 5 ? 'open' : minutes;
  const both = isOpen ? [minutes, (minutes + 720) % 1440] : [minutes];
  const [fitting, other] = both.filter(at => isWithin(part, at));
  return fitting === undefined ? 'none' : other === undefined ? fitting : 'open';
}

/** When a part of the day is, where no time says it. */
export const usualMinutes: Readonly<Record<PartOfDay, number>> = {
  morning: 8 * 60,
  noon: 12 * 60,
  afternoon: 15 * 60,
  evening: 18 * 60,
  night: 20 * 60,
};

/** What each part of a day holds; a night lasts until 5. */
function isWithin(part: PartOfDay, at: number): boolean {
  const hour = at / 60;
  switch (part) {
    case 'morning':
      return hour >= 3 && hour < 12;
    case 'noon':
      return hour >= 11 && hour < 15;
    case 'afternoon':
      return hour >= 12 && hour < 19;
    case 'evening':
      return hour >= 16;
    case 'night':
      return hour >= 19 || hour < 5;
  }
}

type Groups = Readonly<Record<string, string | undefined>>;

/** "um 9 am Freitag" has no morning in it. */
const meridiem = String.raw`(?:am(?!\s+(?:\d|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|morgen|abend|nachmittag|vormittag))|pm)\b`;
const mark = String.raw`(?:\s*(?<mark>${meridiem}|(?:uhr|oclock)\b))`;
const preposition = String.raw`(?:at|um|gegen|around|about)\s+(?:around\s+|about\s+|ca\.?\s+|etwa\s+)?`;
const start = String.raw`(?<![\p{L}\d.:/-])(?:${preposition})?`;
/** What a number counts, or the day it names, so that it is no hour. */
const counts = String.raw`\s*(?:[.:/-]?\d|st\b|nd\b|rd\b|th\b|\.|%|(?:s|m|h|d|w|sec|min|hr|second|minute|hour|day|week|month|year|fortnight|sekunde|stunde|tag|woche|monat|jahr)(?:s|n|e|en)?\b|(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez))`;

interface Form {
  readonly form: RegExp;
  readonly read: (groups: Groups) => SaidTime | undefined;
}

/** In the order in which they are taken out. */
const forms: readonly Form[] = [
  {
    form: new RegExp(String.raw`${start}(?<named>(?:12\s+)?(?:noon|midday|midnight|mitternacht))\b`, 'gu'),
    read: ({ named = '' }) => ({ minutes: /noon|midday/.test(named) ? 720 : 0, isOpen: false }),
  },
  {
    form: new RegExp(
      String.raw`(?<!\bfrom\s)(?<![\p{L}\d.:/-])(?<said>${preposition})?(?<by>half|(?:a\s+)?quarter|viertel|(?:5|10|20|25)(?=\s+(?:past|to|after|before|nach|vor))|\d{1,2}(?=\s+minute))(?:\s+minuten?s?)?\s+(?<way>past|after|to|before|nach|vor)\s+(?<halb>halb\s+)?(?<hour>\d{1,2})(?![:.]?\d)${mark}?(?!${counts})`,
      'gu',
    ),
    read({ said, by = '', way = '', halb, hour = '', mark }) {
      // "tomorrow 10 to 11" is how long it lasts
      if (said === undefined && way === 'to' && Number(by) < Number(hour)) return undefined;
      const minutes = by === 'half' ? 30 : /quarter|viertel/.test(by) ? 15 : Number(by);
      const shift = /past|after|nach/.test(way) ? minutes : -minutes;
      return timeOf(Number(hour), shift - (halb === undefined ? 0 : 30), mark);
    },
  },
  {
    form: new RegExp(String.raw`${start}(?<how>halb|dreiviertel)\s+(?<hour>\d{1,2})(?![:.]?\d)${mark}?`, 'gu'),
    read: ({ how, hour = '', mark }) => timeOf(Number(hour), how === 'halb' ? -30 : -15, mark),
  },
  {
    form: new RegExp(String.raw`${start}(?<hour>\d{1,2})\s*uhr\s*(?<minute>\d{2})(?![\d.])`, 'gu'),
    read: ({ hour = '', minute }) => timeOf(Number(hour), Number(minute), 'uhr', hour.startsWith('0')),
  },
  {
    form: new RegExp(
      String.raw`${start}(?<hour>\d{1,2})(?::|\.(?=\d\d\s*(?:uhr|am|pm)\b)|(?<=(?:at|um|gegen)\s+\d{1,2})\.(?=\d\d(?:\s|$)))(?<minute>\d{2})(?![\d:]|\.\d)${mark}?`,
      'gu',
    ),
    read: ({ hour = '', minute, mark }) => timeOf(Number(hour), Number(minute), mark, hour.startsWith('0')),
  },
  {
    form: /(?<![\p{L}\d])(?:at|um)\s+(?<hour>[01]\d|2[0-3])(?<minute>[0-5]\d)(?:\s+hours)?(?!\d|\s*(?:min|stunden|tage|hour))/gu,
    read: ({ hour = '', minute }) => timeOf(Number(hour), Number(minute), undefined, true),
  },
  {
    form: new RegExp(String.raw`${start}(?<hour>\d{1,2})${mark}`, 'gu'),
    read: ({ hour = '', mark }) => timeOf(Number(hour), 0, mark, hour.startsWith('0')),
  },
  {
    form: new RegExp(String.raw`(?<![\p{L}\d])${preposition}(?<hour>\d{1,2})(?![\p{L}\d])(?!${counts})`, 'gu'),
    read: ({ hour = '' }) => timeOf(Number(hour), 0, undefined, hour.startsWith('0')),
  },
  {
    form: /\|\s*(?:and|und)\s+(?<hour>\d{1,2})(?=\s*(?:\||$))/gu,
    read: ({ hour = '' }) => timeOf(Number(hour), 0, undefined, hour.startsWith('0')),
  },
];

function timeOf(hour: number, shift: number, mark: string | undefined, isWhole = false): SaidTime | undefined {
  const isHalf = mark === 'am' || mark === 'pm';
  if (hour > 24 || shift > 59 || (isHalf && (hour < 1 || hour > 12))) return undefined;
  const of = mark === 'pm' && hour < 12 ? hour + 12 : mark === 'am' && hour === 12 ? 0 : hour;
  const minutes = of * 60 + shift;
  if (minutes < 0 || minutes > 1440) return undefined;
  const isOpen = !isHalf && !isWhole && hour >= 1 && hour <= 12;
  // "halb eins" is half past twelve
  return { minutes: isOpen && minutes < 60 ? minutes + 720 : minutes, isOpen };
}

/** Third: what stays, since it also names the day. */
const parts: readonly (readonly [PartOfDay, RegExp, string?])[] = [
  ['night', /\btonight\b/g, 'today'],
  ['night', /\b(?:this|to)\s?night\b/g, 'today'],
  ['morning', /\bthis\s+morning\b/g, 'today'],
  ['afternoon', /\bthis\s+afternoon\b/g, 'today'],
  ['evening', /\bthis\s+evening\b/g, 'today'],
  ['morning', /\b(?:in\s+the\s+(?:early\s+)?|early\s+(?:in\s+the\s+)?)?mornings?\b/g],
  ['afternoon', /\b(?:in\s+the\s+)?afternoons?\b/g],
  ['evening', /\b(?:in\s+the\s+)?evenings?\b/g],
  ['night', /\b(?:at\s+|in\s+the\s+)?nights?\b/g],
  ['morning', /(?<![\p{L}])(?:am\s+)?(?:früh\s+morgens|morgens|vormittags?)(?![\p{L}])/gu],
  ['morning', /(?<![\p{L}])(?:in\s+der\s+früh|früh)(?![\p{L}])/gu],
  [
    'morning',
    /(?<=(?:heute|übermorgen|jeden|am|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)\s+)morgen(?![\p{L}])/gu,
  ],
  ['afternoon', /(?<![\p{L}])(?:am\s+)?nachmittags?(?![\p{L}])/gu],
  ['noon', /(?<![\p{L}])(?:am\s+)?mittags?(?![\p{L}])/gu],
  ['evening', /(?<![\p{L}])(?:am\s+)?abends?(?![\p{L}])/gu],
  ['night', /(?<![\p{L}])(?:in\s+der\s+)?nachts?(?![\p{L}])/gu],
];
