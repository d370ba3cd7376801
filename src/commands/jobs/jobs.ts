/** `straylight jobs`, and `/jobs` in every chat: what runs by itself, and what its owner can do about it. */
import type { Client } from '../../api/client/client.ts';
import type { Sent } from '../../api/contract.ts';
import type { Operations } from '../../api/operations.ts';
import { count, money } from '../../domain/budget/money.ts';
import { type JobAct, type JobDetail, type JobRow, type JobRunRow, jobActs } from '../../domain/jobs/service.ts';
import { ago, duration, until } from '../../domain/text/ago.ts';
import { instantText } from '../../domain/text/instant-text.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import { columns, jsonText, type TimedCommand } from '../io.ts';
import { noSuch } from '../missing.ts';
import { type JobTexts, jobTexts } from './texts.ts';

/** All that are not over. */
export async function listJobs({ agent, io, json, now }: TimedCommand<'jobs'>): Promise<number> {
  const jobs: JobRow[] = [];
  for (let after: string | undefined, isMore = true; isMore; after = jobs.at(-1)?.id) {
    const found = await agent.jobs.list(after === undefined ? {} : { after });
    jobs.push(...found.jobs);
    isMore = found.jobs.length > 0 && jobs.length < found.total;
  }
  for (const line of json ? [jsonText(jobs)] : listLines(jobs, now(), io.language)) io.out(line);
  return 0;
}

/** One of them. */
export async function showJob(
  { agent, io, json, now }: TimedCommand<'jobs'>,
  { name }: Sent<Operations['jobs']['show']>,
): Promise<number> {
  const job = await agent.jobs.show({ name });
  if (!job) throw noJob({ io, json }, name);
  for (const line of json ? [jsonText(job)] : jobLines(job, now(), io.language)) io.out(line);
  return 0;
}

/** Its next instants. */
export async function nextOfJob(
  { agent, io, json }: TimedCommand<'jobs'>,
  { name, count = 5 }: Sent<Operations['jobs']['show']>,
): Promise<number> {
  const job = await agent.jobs.show({ name, count });
  if (!job) throw noJob({ io, json }, name);
  if (json) io.out(jsonText(job.upcoming.map(at => new Date(at).toISOString())));
  else for (const at of job.upcoming) io.out(instant(at, job.timeZone, io.language));
  return 0;
}

/** What came of its runs. */
export async function historyOfJob(
  { agent, io, json, now }: TimedCommand<'jobs'>,
  { name, limit = 20 }: Sent<Operations['jobs']['history']>,
): Promise<number> {
  const found = await agent.jobs.history({ name, limit });
  if (!found) throw noJob({ io, json }, name);
  for (const line of json ? [jsonText(found.runs)] : historyTable(found.runs, now(), io.language)) io.out(line);
  return 0;
}

/** Makes one, or changes it, and reads it back. */
export async function defineJob(
  { agent, io, json }: TimedCommand<'jobs'>,
  written: Sent<Operations['jobs']['define']>,
): Promise<number> {
  const { message } = await agent.jobs.define(written);
  io.out(json ? jsonText({ job: written.name ?? written.template, message }) : readable(message));
  return 0;
}

/** Changes one, and reads it back. */
export async function changeJob(
  { agent, io, json }: TimedCommand<'jobs'>,
  change: Sent<Operations['jobs']['change']>,
): Promise<number> {
  const done = await agent.jobs.change(change);
  if (!done) throw noJob({ io, json }, change.name);
  io.out(json ? jsonText({ job: change.name, message: done.message }) : readable(done.message));
  return 0;
}

/** Runs, enables, disables or removes one. */
export async function actOnJob(
  { agent, io, json }: TimedCommand<'jobs'>,
  { name, act }: Sent<Operations['jobs']['act']>,
): Promise<number> {
  const done = await agent.jobs.act({ name, act });
  if (!done) throw noJob({ io, json }, name);
  io.out(json ? jsonText({ job: name, act, message: done.message }) : readable(done.message));
  return 0;
}

/** What `/jobs`, `/jobs NAME`, `/jobs history NAME` and `/jobs pause NAME` show in a chat. */
export async function jobsText(
  agent: Pick<Client, 'jobs'>,
  args: string,
  now: number,
  language: Language = 'en',
): Promise<readonly string[]> {
  const texts = jobTexts(language);
  const [first = '', second = ''] = args.split(/\s+/);
  const act = jobActs.find(one => one === (also[first] ?? first));
  if (act !== undefined && second !== '') return [await acted(agent, second, act, texts)];
  if (first === 'history' && second !== '') return historyText(agent, second, now, language);
  const name = first === 'show' && second !== '' ? second : first;
  if (name !== '') {
    const job = isName(name) ? await agent.jobs.show({ name }) : undefined;
    return job ? jobLines(job, now, language) : [texts.missing(oneLine(name, 80))];
  }
  const { jobs, total } = await agent.jobs.list({ limit: mostInChat });
  if (jobs.length === 0) return [texts.none];
  const lines = jobs.flatMap(job => [
    job.name,
    `  ${oneLine(job.when, 200)}: ${oneLine(job.does, 200)}`,
    `  ${stateOf(job, now, language)}`,
  ]);
  return total > jobs.length ? [...lines, texts.more(total - jobs.length)] : lines;
}

const mostInChat = 50;

/** What is typed for an act, too. */
const also: Readonly<Record<string, JobAct>> = { pause: 'disable', resume: 'enable', cancel: 'remove' };

async function historyText(
  agent: Pick<Client, 'jobs'>,
  name: string,
  now: number,
  language: Language,
): Promise<readonly string[]> {
  const found = isName(name) ? await agent.jobs.history({ name, limit: 10 }) : undefined;
  return found ? historyLines(found.runs, now, language) : [jobTexts(language).missing(oneLine(name, 80))];
}

async function acted(agent: Pick<Client, 'jobs'>, name: string, act: JobAct, texts: JobTexts): Promise<string> {
  const done = isName(name) ? await agent.jobs.act({ name, act }) : undefined;
  return done ? done.message : texts.missing(oneLine(name, 80));
}

function isName(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,59}$/.test(text);
}

function noJob(at: Pick<TimedCommand<'jobs'>, 'io' | 'json'>, name: string) {
  return noSuch(at, 'there is no job "{name}"; "straylight jobs list" shows all', { name: oneLine(name, 80) });
}

function listLines(jobs: readonly JobRow[], now: number, language: Language = 'en'): readonly string[] {
  const texts = jobTexts(language);
  if (jobs.length === 0) return [texts.none];
  return columns([
    texts.columns,
    ...jobs.map(job => [job.name, stateOf(job, now, language), oneLine(job.when, 60), oneLine(job.does, 80)]),
  ]);
}

function stateOf({ state, next, failures, last }: JobRow, now: number, language: Language): string {
  const texts = jobTexts(language);
  const facts = [
    state === 'failing' ? texts.failing(failures) : texts.states[state],
    ...(next === null ? [] : [texts.next(until(next - now, language))]),
    ...(last === undefined ? [] : [texts.last(texts.outcomes[last.state])]),
  ];
  return facts.join(', ');
}

function jobLines(job: JobDetail, now: number, language: Language = 'en'): readonly string[] {
  const texts = jobTexts(language);
  const { rows } = texts;
  const { catchUp, overlap, retries, timeoutMs } = job;
  return columns([
    [rows.job, job.name],
    [rows.state, stateOf(job, now, language)],
    [rows.when, oneLine(`${job.when} [${job.schedule}]`, 300)],
    [rows.does, oneLine(job.does, 300)],
    [rows.next, job.upcoming.map(at => instant(at, job.timeZone, language)).join('; ') || whyNever(job, texts)],
    [rows.notify, texts.notify[job.notify] ?? job.notify],
    [rows.catchUp, texts.terms(catchUp, overlap, retries, duration(timeoutMs, language))],
    [rows.budget, texts.tokensEach(job.budgetTokens)],
    [rows.by, oneLine(job.by, 120)],
  ]);
}

function whyNever({ name, state }: JobDetail, texts: JobTexts): string {
  return state === 'paused' || state === 'failing' ? texts.notBefore(name) : texts.neverByItself;
}

function historyTable(runs: readonly JobRunRow[], now: number, language: Language = 'en'): readonly string[] {
  const texts = jobTexts(language);
  if (runs.length === 0) return [texts.notYet];
  return columns([
    texts.historyColumns,
    ...runs.map(run => [
      instantText(run.slot),
      ago(Math.max(0, now - run.slot), language),
      outcomeOf(run, language),
      tookOf(run, language),
      oneLine(run.result ?? '', 80),
    ]),
  ]);
}

/** For a telephone, where no table fits. */
function historyLines(runs: readonly JobRunRow[], now: number, language: Language = 'en'): readonly string[] {
  if (runs.length === 0) return [jobTexts(language).notYet];
  return runs.flatMap(run => {
    const took = tookOf(run, language);
    return [
      `${instantText(run.slot)} (${ago(Math.max(0, now - run.slot), language)})`,
      `  ${outcomeOf(run, language)}${took === '' ? '' : `, ${took}`}`,
      ...(run.result === null || run.result === '' ? [] : [`  ${oneLine(run.result, 200)}`]),
    ];
  });
}

function outcomeOf(run: JobRunRow, language: Language): string {
  const texts = jobTexts(language);
  return [
    texts.outcomes[run.state],
    ...(run.reason === null ? [] : [oneLine(run.reason, 120)]),
    ...(run.count > 1 ? [texts.instants(run.count, instantText(run.until))] : []),
    ...(run.tokens > 0 ? [texts.tokens(count(run.tokens, language))] : []),
    ...(run.micros > 0 ? [money(run.micros, language)] : []),
    ...(run.attempt > 1 ? [texts.attempt(run.attempt)] : []),
  ].join(', ');
}

/** Empty where it is not over, or did not run. */
function tookOf({ endedAt, state, at }: JobRunRow, language: Language): string {
  return endedAt === null || state === 'skipped' ? '' : duration(endedAt - at, language);
}

function instant(at: number, timeZone: string, language: Language = 'en'): string {
  return new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);
}
