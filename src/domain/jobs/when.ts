/** When a job is to run, as it was written: in one of the forms of schedule.ts, or in words. */

import { createRequire } from 'node:module';
import type { Sentence } from '../policy/sentence.ts';
import type { Language } from '../text/texts.ts';
import type * as Calendar from './phrases/calendar.ts';
import type * as Phrase from './phrases/phrase.ts';
import type * as Sentences from './phrases/sentence.ts';
import type * as Texts from './phrases/texts.ts';
import { durationOf, readSchedule, type Schedule, zoneProblem } from './schedule.ts';

// With the first time in words: most starts read none.
const load = createRequire(import.meta.url);
const readPhrase: typeof Phrase.readPhrase = (...args) =>
  (load('./phrases/phrase.ts') as typeof Phrase).readPhrase(...args);

/** For whom it is read, and when. */
export interface WhenTerms {
  readonly now: number;
  readonly timeZone: string;
  /** Of the question where it is not clear what is meant. */
  readonly language: Language;
  readonly mayHavePassed?: boolean | undefined;
}

/** Why it is no schedule. `isQuestion`: something is meant, and only who said it knows what. */
export interface WhenProblem {
  readonly problem: Sentence;
  readonly isQuestion?: true;
}

/** The schedule, if all of the text is understood and can mean one thing alone. */
export function readWhen(text: string, { language, ...terms }: WhenTerms): Schedule | WhenProblem {
  if (isWritten(text) || zoneProblem(terms.timeZone) !== undefined) return readSchedule(text, terms);
  const reading = readPhrase(text, terms.now, terms.timeZone);
  if (reading !== undefined && 'when' in reading) return readSchedule(reading.when, terms);
  const question = reading ?? ({ ask: 'rest', understood: [], rest: text } as const);
  const { questionText } = load('./phrases/texts.ts') as typeof Texts;
  return { problem: questionText(text.trim(), question, language), isQuestion: true };
}

/**
 * Words that count from now ("in 20 minutes", "every other day at 9") with the day they mean; all else as it is. What
 * is agreed to later is then still what was shown. `ownerZone`: who says "tomorrow" means the day after their own.
 */
export function fixedWhen(
  text: string,
  { now, timeZone, ownerZone = timeZone }: Pick<WhenTerms, 'now' | 'timeZone'> & { readonly ownerZone?: string },
): string {
  if (isWritten(text) || zoneProblem(timeZone) !== undefined) return text;
  const said = ownerZone === timeZone ? text : ofOwnersDay(text, now, ownerZone);
  const reading = readPhrase(said, now, timeZone);
  return reading !== undefined && 'when' in reading && /\d{4}-\d\d-\d\d/.test(reading.when) ? reading.when : said;
}

/** With the date in the place of "today" and "tomorrow"; as it is where it says neither, or "every morning". */
function ofOwnersDay(text: string, now: number, zone: string): string {
  if (zoneProblem(zone) !== undefined) return text;
  const { daysAfter, localNow } = load('./phrases/calendar.ts') as typeof Calendar;
  const { day } = localNow(now, zone);
  for (const [words, count] of ownersDays) {
    const rest = text.replace(words, '').replace(/\s+/g, ' ').trim();
    if (rest !== text.trim()) return `on ${daysAfter(day, count)}${/^\d/.test(rest) ? ' at' : ''} ${rest}`.trim();
  }
  return text;
}

const ownersDays: readonly (readonly [words: RegExp, days: number])[] = [
  [/(?<!\p{L})(?:(?:the )?day after tomorrow|übermorgen)(?!\p{L})/iu, 2],
  [/(?<!\p{L})(?:tomorrow|(?<!(?:heute|gestern|jeden|am|früh|tags?|mittwoch|every|each) )morgen)(?!\p{L})/iu, 1],
  [/(?<!\p{L})(?:today|heute)(?!\p{L})/iu, 0],
];

/** The time in a sentence that asks for something, and the rest of it; undefined: there is none. */
export function timeIn(sentence: string): Sentences.FoundPhrase | undefined {
  return (load('./phrases/sentence.ts') as typeof Sentences).findPhrase(sentence);
}

/** Does one of these texts say this time, by itself? An instant may be as far off as the two were written apart. */
export function isSaidTime(schedule: string, texts: readonly string[], terms: WhenTerms): boolean {
  const meant = readWhen(schedule, terms);
  if ('problem' in meant) return false;
  const { phrasesIn } = load('./phrases/sentence.ts') as typeof Sentences;
  return texts.flatMap(phrasesIn).some(phrase => {
    const said = readWhen(phrase.replace(/[.,:;]+$/, ''), terms);
    if ('problem' in said) return false;
    if (said.kind === 'at' && meant.kind === 'at') return Math.abs(said.at - meant.at) <= apartMs;
    return said.kind === meant.kind && writtenAs(said) === writtenAs(meant);
  });
}

const apartMs = 120_000;

/** A further answer to what was asked about a time; undefined: it is no time. */
export function timeAnswered(before: string, answer: string): string | undefined {
  return (load('./phrases/sentence.ts') as typeof Sentences).answeredPhrase(before, answer);
}

/** What a model reads of a question about a time: it is the owner's to answer. */
export function leftToOwner(question: string): string {
  return `${notScheduled}${question}${askOwner}`;
}

/** The question in it, for one who passes it on word by word. */
export function questionIn(text: string): string | undefined {
  const [from, to] = [text.indexOf(notScheduled), text.lastIndexOf(askOwner)];
  return from < 0 || to < 0 ? undefined : text.slice(from + notScheduled.length, to);
}

const notScheduled = 'Nothing is scheduled. ';
const askOwner =
  ' Unless the owner has said it, ask them; do not choose for them. Then call it again with the time they mean.';

/** A form of schedule.ts that means the same under the same rules, whenever it is read. */
export function writtenAs(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'at':
      return new Date(schedule.at).toISOString();
    case 'cron':
      return schedule.expr;
    case 'every':
      return `every ${schedule.everyMs / 1000}s`;
    case 'days':
      return `every ${schedule.days}d from ${schedule.from}`;
  }
}

/** Is it a cron expression, an instant or an interval, or meant as one? */
function isWritten(text: string): boolean {
  const words = text.trim().replace(/\s+/g, ' ');
  if (words === '' || /^@|^\d{4}-\d\d-\d\d[T ]\d|^every \d+ ?d(?:ays?)? from \d/i.test(words)) return true;
  const interval = /^every (.+)$/i.exec(words)?.[1] ?? '';
  if (/^\d+(?:\.\d+)?[smhdw]/i.test(interval) && durationOf(interval) !== undefined) return true;
  const fields = words.split(' ');
  // "24 dec 2026" is a day, and no expression begins with the name of one
  const isLikeCron = (fields.length > 3 || (fields.length > 1 && words.includes('*'))) && !/^[a-z]/i.test(words);
  return isLikeCron && fields.every(field => cronField.test(field));
}

const cronField =
  /^(?:[\d*?LW#+/,-]|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)(?![a-z]))+$/i;
