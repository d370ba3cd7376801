/** `/jobs` in Telegram: the jobs there are, and one of them with what can be done about it. */
import { hash } from 'node:crypto';
import type { InlineKeyboardButton } from 'grammy/types';
import type { JobDetail, JobRow, JobRunRow, ListedJobs } from '../../../../domain/jobs/service.ts';
import { instantInWords } from '../../../../domain/jobs/words.ts';
import type { Language } from '../../../../domain/text/texts.ts';
import { oneRow } from '../../../../domain/text/visible.ts';
import type { Run } from '../outgoing/inline.ts';
import type { JobTexts } from './texts.ts';

/** A message with buttons. */
export interface JobPage {
  readonly runs: readonly Run[];
  readonly buttons: readonly (readonly InlineKeyboardButton[])[];
}

const acts = { show: 'o', look: 'b', run: 'r', enable: 'e', disable: 'p', remove: 'x', sure: 'X' } as const;

/** A button of a job. `show`: as a new message; `look`: in this one; `sure`: removes it, asked about before. */
export interface JobButton {
  readonly act: keyof typeof acts;
  /** The beginning of the hash of its address, which no other job ever has. */
  readonly name: string;
  /** What it did when it was shown, by a hash. */
  readonly does: string;
}

/** So many jobs stand in one message. */
export const mostJobs = 10;
const mostRuns = 3;

/** What the pages are written with. */
export interface JobLook {
  readonly words: JobTexts;
  readonly language: Language;
}

/** All there are, each with a button. */
export function jobsPage({ jobs, total }: ListedJobs, { words, language }: JobLook): JobPage {
  if (jobs.length === 0) return { runs: [plain(words.none)], buttons: [] };
  return {
    runs: [
      bold(words.some(total)),
      ...jobs.flatMap(job => [
        plain('\n\n'),
        bold(job.name),
        plain(`: ${oneRow(job.when, 120)}, ${oneRow(job.does, 160)}\n${stateOf(job, { words, language })}`),
      ]),
      ...(total > jobs.length ? [plain(`\n\n${words.more(total - jobs.length)}`)] : []),
    ],
    buttons: jobs.map(job => [{ text: job.name, callback_data: `j:${acts.show}${nameOf(job)}` }]),
  };
}

/** One job: when it runs next, what its last runs came to, and a button for each act. */
export function jobPage(job: JobDetail, runs: readonly JobRunRow[], { words, language }: JobLook): JobPage {
  const button = (act: 'run' | 'enable' | 'disable' | 'remove' | 'look'): InlineKeyboardButton => ({
    text: words.acts[act],
    callback_data: dataOf(job, act),
  });
  const upcoming = job.upcoming.map(at => instantInWords(at, language, job.timeZone));
  return {
    runs: [
      bold(job.name),
      plain(`: ${oneRow(job.when, 200)}, ${oneRow(job.does, 400)}\n${stateOf(job, { words, language })}`),
      ...(upcoming.length === 0 ? [] : [bold(`\n\n${words.next}`), plain(upcoming.map(one => `\n${one}`).join(''))]),
      ...(runs.length === 0 ? [] : [bold(`\n\n${words.runs}`)]),
      ...runs.slice(0, mostRuns).map(run => plain(`\n${lineOf(run, job, { words, language })}`)),
    ],
    buttons: [
      [button('run'), button(job.state === 'active' ? 'disable' : 'enable')],
      [button('remove'), button('look')],
    ],
  };
}

/** Is it to be removed for good? */
export function surePage(job: JobDetail, { words }: JobLook): JobPage {
  return {
    runs: [bold(words.sure(job.name))],
    buttons: [
      [{ text: words.yes, callback_data: dataOf(job, 'sure'), style: 'danger' }],
      [{ text: words.back, callback_data: dataOf(job, 'look') }],
    ],
  };
}

/** What is left of a message whose job is gone. */
export function lastPage(text: string): JobPage {
  return { runs: [bold(text)], buttons: [] };
}

/** Reads a button of a job; undefined for what is none. */
export function jobButton(data: string): JobButton | undefined {
  const [, letter = '', name = '', does = ''] = /^j:([a-zA-Z])([\w-]{8})(?:\.([\w-]{8}))?$/.exec(data) ?? [];
  const act = (Object.keys(acts) as (keyof typeof acts)[]).find(one => acts[one] === letter);
  if (act === undefined || (act === 'show') !== (does === '')) return undefined;
  return { act, name, does };
}

/** A job as its buttons name it. */
export function nameOf({ id }: Pick<JobRow, 'id'>): string {
  return short(id);
}

/** What a job does, as its buttons name it. */
export function doesOf({ action, schedule, timeZone }: JobDetail): string {
  return short(JSON.stringify([action, schedule, timeZone]));
}

function dataOf(job: JobDetail, act: keyof typeof acts): string {
  return `j:${acts[act]}${nameOf(job)}.${doesOf(job)}`;
}

function short(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 8);
}

function stateOf({ state, next, timeZone, last }: JobRow, { words, language }: JobLook): string {
  return [
    words.states[state],
    ...(next === null || state !== 'active' ? [] : [`${words.next}: ${instantInWords(next, language, timeZone)}`]),
    ...(last === undefined ? [] : [words.outcomes[last.state]]),
  ].join(' · ');
}

function lineOf(
  { slot, state, reason, result }: JobRunRow,
  { timeZone }: JobDetail,
  { words, language }: JobLook,
): string {
  const facts = [words.outcomes[state], ...(reason === null ? [] : [reason])].join(', ');
  const said = result === null || result === '' ? '' : `: ${oneRow(result, 200)}`;
  return `${instantInWords(slot, language, timeZone)}, ${facts}${said}`;
}

function plain(text: string): Run {
  return { text, style: {} };
}

function bold(text: string): Run {
  return { text, style: { bold: true } };
}
