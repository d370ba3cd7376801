/**
 * When something is to happen, as people say it in English or German: "in 20 minutes", "every weekday at 8", "jeden
 * Montag um halb neun". Rules and no model.
 *
 * A text is a time only as a whole: what is understood in part, or can mean two things, is a question and no time.
 */

import { daysAfter, localNow, monthsAfter, weekdayOfDay, written } from './calendar.ts';
import { cityOf } from './cities.ts';
import { type FoundTimes, minutesOf, type SaidTime, timesIn, usualMinutes } from './clock.ts';
import { dayOf, type SaidDay } from './days.ts';
import { type Length, lengthOf } from './lengths.ts';
import { normal } from './normal.ts';
import { type Repeat, repeatOf } from './repeats.ts';
import type { Question } from './texts.ts';

/** `when`: a text of schedule.ts. */
export type Reading = { readonly when: string } | Question;

/** The whole text as a time, for one who says it at `now` in `timeZone`. Undefined: nothing of it is one. */
export function readPhrase(text: string, now: number, timeZone: string): Reading | undefined {
  const [said = '', loose] = text.split(looseMark);
  if (loose?.toLowerCase() === `in ${cityOf(timeZone)}`) return readPhrase(said, now, timeZone);
  if (loose !== undefined) return { ask: 'rest', understood: [said.trim()], rest: loose.trim() };
  const words = normal(text);
  if (words === '' || words.length > longest) return undefined;
  const { window, rest: base } = windowIn(words);
  const found = timesIn(base);
  if (found === undefined) return { ask: 'noSuchTime' };
  if (isOfSeveralDays(found)) return { ask: 'oneTime' };
  const left = joined(found.rest);
  const at = { now, ...localNow(now, timeZone) };
  const each = found.isEach === true ? `every ${left.replace(/^on /, '') || 'day'}` : undefined;
  const repeat =
    (each === undefined ? undefined : repeatOf(each, at.day, true)) ?? repeatOf(left, at.day, found.part !== undefined);
  if (repeat !== undefined) return 'ask' in repeat ? repeat : repeated(repeat, found, window, at);
  if (window !== undefined) return restOf(found, words);
  const length = inLength(left);
  if (length === 'vague') return { ask: 'howMany' };
  if (length !== undefined) return later(length, found, at);
  if (left === '' && found.isEach === 'maybe') return { ask: 'onceOrDaily' };
  if (left === '' && found.times.length + (found.part === undefined ? 0 : 1) > 0) return onClock(found, at);
  const day = dayOf(left, at.day);
  if (day !== undefined) return 'ask' in day ? day : onDay(day, found, at);
  return restOf(found, left);
}

const longest = 200;

/** Stands between a time and what looks like one and does not go with it. */
export const looseMark = ' … ';

interface Now {
  readonly now: number;
  readonly day: string;
  readonly minutes: number;
}

/** Without the bars that stand where a time was. */
function joined(text: string): string {
  return text
    .replace(/\|(?:\s*(?:and|und|,)?\s*\|)+/g, '|')
    .replace(/\|/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** "every monday at 9 and every friday at 10": each time stands with days of its own. */
function isOfSeveralDays({ times, rest }: FoundTimes): boolean {
  return (
    times.length > 1 && rest.split('|').filter(piece => /\p{L}{3}/u.test(piece.replace(joinWords, ' '))).length > 1
  );
}

const joinWords = /(?<![\p{L}])(?:and|und|then|dann)(?![\p{L}])/gu;

/** What is not understood beside what is. Nothing of it is: it is no time. */
function restOf({ pieces }: FoundTimes, rest: string): Question | undefined {
  const isTime = pieces.length > 0 || timeWord.test(rest);
  return isTime ? { ask: 'rest', understood: pieces, rest: rest === '' ? pieces.join(' ') : rest } : undefined;
}

const timeWord =
  /(?<![\p{L}])(?:every|each|daily|weekly|monthly|tomorrow|today|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|jede[nrsm]?|alle|täglich|morgen|heute|übermorgen|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|next|nächste[nrsm]?|\d+\s*(?:min|hour|day|week|month|minute|stunde|tag|woche|monat))/u;

/** "between 9 and 17", "von 9 bis 17 Uhr": whole hours. */
const windowForm =
  /\s*(?<![\p{L}])(?:between|from|zwischen|von)\s+(?<first>\d{1,2})(?::00)?\s*(?<half>am|pm|uhr)?\s*(?:and|to|until|till|und|bis|-|–)\s*(?<last>\d{1,2})(?::00)?\s*(?<other>am|pm|uhr)?(?![\d:.]|\s*\p{L}*(?:min|st|nd|rd|th)(?!\p{L}))/u;

function windowIn(text: string): { readonly window?: readonly [number, number]; readonly rest: string } {
  const { first, last, half, other } = windowForm.exec(text)?.groups ?? {};
  if (first === undefined || last === undefined) return { rest: text };
  const hour = (number: string, mark: string | undefined) =>
    mark === 'pm' ? (Number(number) % 12) + 12 : mark === 'am' ? Number(number) % 12 : Number(number);
  const [from, to] = [hour(first, half), hour(last, other)];
  if (from >= to || to > 23) return { rest: text };
  return { window: [from, to], rest: joined(text.replace(windowForm, ' ')) };
}

/** The one time of the day that is said; undefined: none is. */
function timeOf(found: FoundTimes): number | Question | undefined {
  const [time, ...more] = found.times;
  if (more.length > 0) return { ask: 'oneTime' };
  return time === undefined ? usualOf(found) : plainMinutes(time, found.part);
}

/** "tonight" is the evening; "heute Nacht" is any hour until the next morning. */
function usualOf({ part, pieces }: FoundTimes): number | Question | undefined {
  if (part === 'night' && pieces.some(piece => /nacht/.test(piece))) return { ask: 'whichTime' };
  return part === undefined ? undefined : usualMinutes[part];
}

function plainMinutes(time: SaidTime, part: FoundTimes['part']): number | Question {
  const minutes = minutesOf(time, part);
  if (minutes === 'none') return { ask: 'noSuchTime' };
  return minutes === 'open' ? { ask: 'halfDay', minutes: time.minutes } : minutes;
}

/** By itself: the next such time. */
function onClock(found: FoundTimes, { day, minutes: now }: Now): Reading {
  const minutes = timeOf(found);
  if (minutes === undefined) return { ask: 'whichTime' };
  if (typeof minutes !== 'number') return minutes;
  const isOpen = found.part === undefined && found.times[0]?.isOpen === true;
  // at 15 o'clock "at 8" may be this evening or tomorrow morning, and "at 12" midnight
  if (isOpen && minutes <= now && (minutes === 720 || minutes + 720 > now)) return { ask: 'halfDay', minutes };
  // so may "halb eins" at a quarter past midnight
  if (isOpen && minutes - 720 > now) return { ask: 'halfDay', minutes };
  return { when: written(minutes > now ? day : daysAfter(day, 1), minutes) };
}

const usualTime = 9 * 60;

function onDay({ day, isWeekday, isDate }: SaidDay, found: FoundTimes, at: Now): Reading {
  const isToday = day === at.day;
  const [only] = found.times;
  if (isToday && found.part === undefined && only?.isOpen === true && found.times.length === 1) {
    const coming = [only.minutes % 720, (only.minutes % 720) + 720].filter(one => one > at.minutes);
    if (!isWeekday && coming.length === 1 && only.minutes >= 60 && only.minutes < 360)
      return { when: written(day, coming[0] ?? 0) };
  }
  if (isToday && !isDate && only === undefined && found.part === undefined)
    return isWeekday ? { ask: 'days', days: [day, daysAfter(day, 7)] } : { ask: 'whichTime' };
  const minutes = timeOf(found) ?? usualTime;
  if (typeof minutes !== 'number') return minutes;
  if (minutes === 0 && isMidnight(found))
    return isToday ? { when: written(daysAfter(day, 1), 0) } : { ask: 'midnight' };
  if (found.part === 'night' && minutes < 300) return { ask: 'nightOf' };
  const isOver = day < at.day || (isToday && minutes <= at.minutes);
  if (!isOver) return { when: written(day, minutes) };
  return isWeekday ? { when: written(daysAfter(day, 7), minutes) } : { ask: 'past' };
}

/** Said by its name, or as the end of a day: which of two days it belongs to is not plain. */
function isMidnight({ times, pieces }: FoundTimes): boolean {
  return times.some(
    ({ minutes, isOpen }) =>
      minutes === 1440 || (minutes === 0 && !isOpen && /night|mitternacht/.test(pieces.join(' '))),
  );
}

function inLength(text: string): Length | 'vague' | undefined {
  const { length, from } =
    /^(?:in |nach )(?<length>.+)$|^(?<from>.+?) (?:from now|later|ab jetzt)$/.exec(text)?.groups ?? {};
  const said = (length ?? from)?.replace(/ (?:from now|time)$/, '');
  return said === undefined ? undefined : lengthOf(said);
}

function later({ months, days, ms }: Length, found: FoundTimes, { now, day, minutes }: Now): Reading {
  const said = timeOf(found);
  if (said !== undefined && typeof said !== 'number') return said;
  if (ms > 0 && said !== undefined) return { ask: 'noSuchTime' };
  if (months + days === 0) return ms > mostMs ? { ask: 'tooLong' } : { when: new Date(now + ms).toISOString() };
  const moved = months > mostMonths || days > mostDays ? undefined : months === 0 ? day : monthsAfter(day, months);
  if (moved === undefined) return months > mostMonths || days > mostDays ? { ask: 'tooLong' } : { ask: 'shortMonth' };
  const to = daysAfter(moved, days);
  if (ms === 0) return { when: written(to, said ?? minutes) };
  const passing = Date.parse(`${to}T00:00Z`) - Date.parse(`${day}T00:00Z`);
  return { when: new Date(now + passing + ms).toISOString() };
}

/** As far ahead as a reminder makes sense. */
const [mostMonths, mostDays, mostMs] = [1200, 36_500, 36_500 * 86_400_000];

const usualOfRepeat = 8 * 60;

function repeated(repeat: Repeat, found: FoundTimes, window: readonly [number, number] | undefined, at: Now): Reading {
  if (repeat.kind === 'interval') return interval(repeat, found, window);
  if (window !== undefined) return { ask: 'noSuchTime' };
  const times = found.times.map(time => plainMinutes(time, found.part));
  const question = times.find(time => typeof time !== 'number');
  if (question !== undefined && typeof question !== 'number') return question;
  const minutes = times.filter(time => typeof time === 'number').sort((a, b) => a - b);
  if (minutes.length === 0) {
    const usual = usualOf(found) ?? usualOfRepeat;
    if (typeof usual !== 'number') return usual;
    minutes.push(usual);
  }
  const [first = usualOfRepeat] = minutes;
  // the small hours of "Friday night" are Saturday's
  const isDayly = repeat.kind === 'days' && repeat.weekday === '*' && repeat.day === '*';
  if (found.part === 'night' && first < 300 && !isDayly) return { ask: 'nightOf' };
  if (isMidnight(found) && !isDayly) return { ask: 'midnight' };
  if (repeat.kind === 'days') {
    if (minutes.some(one => one % 60 !== first % 60)) return { ask: 'oneTime' };
    const hours = [...new Set(minutes.map(one => Math.floor(one / 60) % 24))].join(',');
    return { when: `${first % 60} ${hours} ${repeat.day} ${repeat.month} ${repeat.weekday}` };
  }
  if (minutes.length > 1) return { ask: 'oneTime' };
  return { when: `every ${repeat.days}d from ${written(beginning(repeat, found, first, at), first)}` };
}

/** Where no day was said to begin with: days from the next such time on, weeks from today's day on. */
function beginning(
  { days, from, isOwnDay }: Extract<Repeat, { readonly kind: 'calendar' }>,
  { times, part }: FoundTimes,
  minutes: number,
  { day, minutes: now }: Now,
): string {
  if (isOwnDay && days % 7 === 0) return daysAfter(day, days);
  const isTimed = times.length > 0 || part !== undefined;
  const isOver = from < day || (from === day && minutes <= now);
  if (!isOver) return from;
  if (isOwnDay) return isTimed ? daysAfter(day, 1) : daysAfter(day, days);
  return weekdayOfDay(from) === weekdayOfDay(day) && days % 7 === 0 ? daysAfter(from, 7) : daysAfter(from, days);
}

function interval(
  { ms, weekday }: Extract<Repeat, { readonly kind: 'interval' }>,
  { times, part }: FoundTimes,
  window: readonly [number, number] | undefined,
): Reading {
  if (times.length > 0 || part !== undefined) return { ask: 'noSuchTime' };
  const hours = ms / 3_600_000;
  if (window !== undefined) {
    if (!Number.isInteger(hours)) return { ask: 'noSuchTime' };
    return { when: `0 ${window.join('-')}${hours === 1 ? '' : `/${hours}`} * * ${weekday}` };
  }
  const field = clockField(ms);
  if (field !== undefined) return { when: `${field} * * ${weekday}` };
  return weekday === '*' ? { when: `every ${ms / 1000}s` } : { ask: 'noSuchTime' };
}

/** Minute and hour of a cron expression, at round times of the clock where that comes out even. */
function clockField(ms: number): string | undefined {
  const minutes = ms / 60_000;
  if (minutes === 1) return '* *';
  if (minutes < 60 && Number.isInteger(minutes) && 60 % minutes === 0) return `*/${minutes} *`;
  const hours = minutes / 60;
  if (hours === 1) return '0 *';
  return Number.isInteger(hours) && hours < 24 && 24 % hours === 0 ? `0 */${hours}` : undefined;
}
