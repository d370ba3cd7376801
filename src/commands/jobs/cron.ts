/** `straylight cron next`: when would this schedule fire? Needs no home, and nothing is scheduled. */

import { instantOf, instantsAfter, zoneProblem } from '../../domain/jobs/schedule.ts';
import { readWhen } from '../../domain/jobs/when.ts';
import { inEnglish, type Sentence, says } from '../../domain/policy/sentence.ts';
import { type Language, ownWords } from '../../domain/text/texts.ts';
import { readable } from '../../domain/text/visible.ts';
import { locales } from '../../domain/text/writing/locale.ts';
import { type Io, jsonText } from '../io.ts';

type Answer =
  | { readonly valid: true; readonly next: readonly string[] }
  | { readonly valid: false; readonly error: Sentence };

const usualCount = 3;
const mostCount = 1_000;

/** Exit code: 1 where the schedule, or a row, is none. */
export async function cronNext({
  io,
  json,
  expr,
  tz,
  from,
  count,
  lines = [],
  now,
  timeZone,
}: {
  readonly io: Io;
  readonly json: boolean;
  readonly now: number;
  /** Where a row or the options name none. */
  readonly timeZone: string;
  /** A cron expression, an instant or an interval; without it rows are read. */
  readonly expr?: string;
  /** As they were typed. */
  readonly tz?: string;
  readonly from?: string;
  readonly count?: string;
  /** JSON rows `{"expr", "tz"?, "from"?, "count"?}`, one a line. Empty lines are passed over. */
  readonly lines?: Iterable<string> | AsyncIterable<string>;
}): Promise<number> {
  if (expr !== undefined) {
    // what programs read is English
    const language = json ? 'en' : (io.language ?? 'en');
    const typed = { expr, tz, from, count: count === undefined ? undefined : Number(count) };
    const answer = nextOf(typed, now, timeZone, language);
    if (json) io.out(oneLine(answer));
    else if (answer.valid) for (const at of answer.next) io.out(inZone(at, tz ?? timeZone, language));
    else io.err(`straylight: ${readable(ownWords(answer.error, language))}`);
    return answer.valid ? 0 : 1;
  }
  let exitCode = 0;
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const row = rowOf(line);
    if (row === undefined) exitCode = 1;
    io.out(oneLine(row === undefined ? noRow : nextOf(row, now, timeZone, 'en')));
  }
  return exitCode;
}

const noRow: Answer = { valid: false, error: says`expected one JSON object: {"expr", "tz", "from", "count"}` };

function rowOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === 'object' && row !== null && !Array.isArray(row)
      ? (row as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function nextOf(
  { expr, tz, from, count }: Readonly<Record<string, unknown>>,
  now: number,
  timeZone: string,
  language: Language,
): Answer {
  if (typeof expr !== 'string')
    return wrong(says`expected "expr", a text: a cron expression, an instant or "every 90m"`);
  const zone = tz ?? timeZone;
  if (typeof zone !== 'string') return wrong(says`expected "tz", the name of a time zone such as Europe/Berlin`);
  const problem = zoneProblem(zone);
  if (problem !== undefined) return wrong(problem);
  const after =
    from === undefined || from === null ? now : typeof from === 'string' ? instantOf(from, zone) : undefined;
  if (after === undefined) return wrong(says`expected "from", an instant such as 2026-12-24T18:00:00Z`);
  const many = count ?? usualCount;
  if (typeof many !== 'number' || !Number.isInteger(many) || many < 1 || many > mostCount)
    return wrong(says`expected "count", a number from 1 to ${mostCount}`);
  const schedule = readWhen(expr, { timeZone: zone, now: after, language });
  if ('problem' in schedule) return wrong(schedule.problem);
  return { valid: true, next: instantsAfter(schedule, after, many).map(at => new Date(at).toISOString()) };
}

function wrong(error: Sentence): Answer {
  return { valid: false, error };
}

/** `Thu, 24 Dec 2026, 18:00:00 GMT+1  2026-12-24T17:00:00.000Z` */
function inZone(at: string, timeZone: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language].name, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  return `${format.format(Date.parse(at))}  ${at}`;
}

function oneLine(answer: Answer): string {
  return jsonText(answer.valid ? answer : { ...answer, error: inEnglish(answer.error) }).replace(/\n\s*/g, '');
}
