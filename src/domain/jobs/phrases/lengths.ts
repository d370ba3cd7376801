/** Lengths of time: "2 hours and 15 minutes", "half an hour", "anderthalb Stunden", "1h30m", "3 months". */

/** Months and days follow the calendar; the rest is a time that passes. */
export interface Length {
  readonly months: number;
  readonly days: number;
  readonly ms: number;
}

/** The whole of a normalised text as a length; `vague`: "a few days". Undefined: it is none. */
export function lengthOf(text: string): Length | 'vague' | undefined {
  const words = text.trim();
  if (vague.test(words)) return 'vague';
  let rest = words;
  let sum: Length = { months: 0, days: 0, ms: 0 };
  while (rest !== '') {
    const match = fixed.exec(rest) ?? counted.exec(rest);
    if (match === null) return undefined;
    const part = partOf(match.groups ?? {});
    if (part === undefined) return undefined;
    sum = { months: sum.months + part.months, days: sum.days + part.days, ms: sum.ms + part.ms };
    rest = rest.slice(match[0].length).replace(/^\s*(?:and\s+|und\s+)?/, '');
  }
  return sum.months + sum.days + sum.ms > 0 ? sum : undefined;
}

const hourMs = 3_600_000;

const unit = String.raw`(?<unit>seconds?|secs?|sekunden?|s|minutes?|minuten?|mins?|m|hours?|hrs?|stunden?|std|h|days?|tage?n?|d|weeks?|wochen?|w|fortnights?|months?|monate?n?|years?|jahre?n?)(?![\p{L}])\.?`;
const fixed =
  /^(?:(?<threeQuarters>(?:3|three) quarters of an hour|(?:1 )?dreiviertelstunde|(?:1 )?dreiviertel stunde)|(?<hourAndHalf>(?:an|1) hour and a half|anderthalb stunden?|1einhalb stunden?|eineinhalb stunden?)|(?<half>half an hour|a half hour|half hour|1 halben? stunde|halbe[nr]? stunde)|(?<quarter>(?:a )?quarter of an hour|(?:a )?quarter hour|(?:1 )?viertelstunde)|(?<andHalf>\d+) and a half (?<halfUnit>hours?|days?)|(?<hoursAndHalf>\d+) (?:hours?|stunden?) (?:and a half|und 1 halbe)|(?<einhalb>zwei|drei|vier|fünf|sechs)einhalb stunden)(?![\p{L}])/u;
const vague = new RegExp(
  String.raw`^(?:a few|a couple(?: of)?|some|several|ein paar|1 paar|einige[rn]?|mehrere[rn]?)\s+${unit}$`,
  'u',
);
/** A bare letter is a unit behind digits alone: "an s" is none. */
const counted = new RegExp(String.raw`^(?<count>\d+(?:\.\d+)?|an?(?=\s+\p{L}{3}))\s*${unit}`, 'u');

function partOf(groups: Readonly<Record<string, string | undefined>>): Length | undefined {
  const { threeQuarters, hourAndHalf, half, quarter, andHalf, halfUnit = '', hoursAndHalf, einhalb } = groups;
  const { count = '', unit = '' } = groups;
  const of = (hours: number): Length => ({ months: 0, days: 0, ms: hours * hourMs });
  if (threeQuarters !== undefined) return of(0.75);
  if (hourAndHalf !== undefined) return of(1.5);
  if (half !== undefined) return of(0.5);
  if (quarter !== undefined) return of(0.25);
  if (andHalf !== undefined) return of((Number(andHalf) + 0.5) * (halfUnit.startsWith('day') ? 24 : 1));
  if (hoursAndHalf !== undefined) return of(Number(hoursAndHalf) + 0.5);
  if (einhalb !== undefined) return of({ zwei: 2.5, drei: 3.5, vier: 4.5, fünf: 5.5 }[einhalb] ?? 6.5);
  const number = count.startsWith('a') ? 1 : Number(count);
  return inUnit(number, unit);
}

function inUnit(count: number, unit: string): Length | undefined {
  const isWhole = Number.isInteger(count);
  const none = { months: 0, days: 0, ms: 0 };
  if (/^(?:s$|sec|sek)/.test(unit)) return { ...none, ms: count * 1_000 };
  if (/^(?:m$|min)/.test(unit)) return { ...none, ms: count * 60_000 };
  if (/^(?:h|std|stunde)/.test(unit)) return { ...none, ms: count * hourMs };
  if (!isWhole) return /^(?:d|tag)/.test(unit) ? { ...none, ms: count * 24 * hourMs } : undefined;
  if (/^(?:d|tag)/.test(unit)) return { ...none, days: count };
  if (unit.startsWith('fortnight')) return { ...none, days: 14 * count };
  if (/^(?:w)/.test(unit)) return { ...none, days: 7 * count };
  return { ...none, months: /^(?:year|jahr)/.test(unit) ? 12 * count : count };
}
