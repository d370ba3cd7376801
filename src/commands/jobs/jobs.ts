/** `straylight jobs`, and `/jobs` in every chat: what runs by itself, and what its owner can do about it. */
import type { Client } from '../../api/client/client.ts';
import type { Sent } from '../../api/contract.ts';
import type { Operations } from '../../api/operations.ts';
import { count, money } from '../../domain/budget/money.ts';
import { type JobAct, type JobDetail, type JobRow, type JobRunRow, jobActs } from '../../domain/jobs/service.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import { columns, duration, type Io, jsonText } from '../io.ts';

export interface JobsOptions {
  readonly agent: Pick<Client, 'jobs'>;
  readonly io: Io;
  readonly json: boolean;
  readonly now: () => number;
}

/** All that are not over. */
export async function listJobs({ agent, io, json, now }: JobsOptions): Promise<number> {
  const jobs: JobRow[] = [];
  for (let after: string | undefined, isMore = true; isMore; after = jobs.at(-1)?.id) {
    const found = await agent.jobs.list(after === undefined ? {} : { after });
    jobs.push(...found.jobs);
    isMore = found.jobs.length > 0 && jobs.length < found.total;
  }
  for (const line of json ? [jsonText(jobs)] : listLines(jobs, now())) io.out(line);
  return 0;
}

/** One of them. */
export async function showJob(
  { agent, io, json, now }: JobsOptions,
  { name }: Sent<Operations['jobs']['show']>,
): Promise<number> {
  const job = await agent.jobs.show({ name });
  if (!job) throw noJob(name);
  for (const line of json ? [jsonText(job)] : jobLines(job, now())) io.out(line);
  return 0;
}

/** Its next instants. */
export async function nextOfJob(
  { agent, io, json }: JobsOptions,
  { name, count = 5 }: Sent<Operations['jobs']['show']>,
): Promise<number> {
  const job = await agent.jobs.show({ name, count });
  if (!job) throw noJob(name);
  if (json) io.out(jsonText(job.upcoming.map(at => new Date(at).toISOString())));
  else for (const at of job.upcoming) io.out(instant(at, job.timeZone));
  return 0;
}

/** What came of its runs. */
export async function historyOfJob(
  { agent, io, json }: JobsOptions,
  { name, limit = 20 }: Sent<Operations['jobs']['history']>,
): Promise<number> {
  const found = await agent.jobs.history({ name, limit });
  if (!found) throw noJob(name);
  for (const line of json ? [jsonText(found.runs)] : historyLines(found.runs)) io.out(line);
  return 0;
}

/** Makes one, or changes it, and reads it back. */
export async function defineJob(
  { agent, io, json }: JobsOptions,
  written: Sent<Operations['jobs']['define']>,
): Promise<number> {
  const { message } = await agent.jobs.define(written);
  io.out(json ? jsonText({ job: written.name ?? written.template, message }) : readable(message));
  return 0;
}

/** Changes one, and reads it back. */
export async function changeJob(
  { agent, io, json }: JobsOptions,
  change: Sent<Operations['jobs']['change']>,
): Promise<number> {
  const done = await agent.jobs.change(change);
  if (!done) throw noJob(change.name);
  io.out(json ? jsonText({ job: change.name, message: done.message }) : readable(done.message));
  return 0;
}

/** Runs, enables, disables or removes one. */
export async function actOnJob(
  { agent, io, json }: JobsOptions,
  { name, act }: Sent<Operations['jobs']['act']>,
): Promise<number> {
  const done = await agent.jobs.act({ name, act });
  if (!done) throw noJob(name);
  io.out(json ? jsonText({ job: name, act, message: done.message }) : readable(done.message));
  return 0;
}

/** What `/jobs`, `/jobs NAME`, `/jobs history NAME` and `/jobs pause NAME` show in a chat. */
export async function jobsText(agent: Pick<Client, 'jobs'>, args: string, now: number): Promise<readonly string[]> {
  const [first = '', second = ''] = args.split(/\s+/);
  const act = jobActs.find(one => one === (also[first] ?? first));
  if (act !== undefined && second !== '') return [await acted(agent, second, act)];
  if (first === 'history' && second !== '') return historyText(agent, second);
  const name = first === 'show' && second !== '' ? second : first;
  if (name !== '') {
    const job = isName(name) ? await agent.jobs.show({ name }) : undefined;
    return job ? jobLines(job, now) : [missing(name)];
  }
  const { jobs, total } = await agent.jobs.list({ limit: mostInChat });
  if (jobs.length === 0) return [none];
  const lines = jobs.flatMap(job => [
    job.name,
    `  ${oneLine(job.when, 200)}: ${oneLine(job.does, 200)}`,
    `  ${stateOf(job, now)}`,
  ]);
  return total > jobs.length ? [...lines, `… and ${total - jobs.length} more. /jobs NAME shows any of them.`] : lines;
}

const mostInChat = 50;

/** What is typed for an act, too. */
const also: Readonly<Record<string, JobAct>> = { pause: 'disable', resume: 'enable', cancel: 'remove' };

async function historyText(agent: Pick<Client, 'jobs'>, name: string): Promise<readonly string[]> {
  const found = isName(name) ? await agent.jobs.history({ name, limit: 10 }) : undefined;
  return found ? historyLines(found.runs) : [missing(name)];
}

async function acted(agent: Pick<Client, 'jobs'>, name: string, act: JobAct): Promise<string> {
  const done = isName(name) ? await agent.jobs.act({ name, act }) : undefined;
  return done ? done.message : missing(name);
}

const none = 'There are no jobs. Ask the agent to do something later, or regularly.';

function isName(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,59}$/.test(text);
}

function missing(name: string): string {
  return `There is no job "${oneLine(name, 80)}"; /jobs lists them.`;
}

function noJob(name: string) {
  return fault('invalid', `there is no job "${oneLine(name, 80)}"; "straylight jobs list" shows all`);
}

function listLines(jobs: readonly JobRow[], now: number): readonly string[] {
  if (jobs.length === 0) return [none];
  return columns([
    ['JOB', 'STATE', 'WHEN', 'DOES'],
    ...jobs.map(job => [job.name, stateOf(job, now), oneLine(job.when, 60), oneLine(job.does, 80)]),
  ]);
}

function stateOf({ state, next, failures, last }: JobRow, now: number): string {
  const facts = [
    state === 'failing' ? `paused after ${failures} failures` : state,
    ...(next === null ? [] : [`next in ${duration(Math.max(0, next - now))}`]),
    ...(last === undefined ? [] : [`last ${last.state}`]),
  ];
  return facts.join(', ');
}

function jobLines(job: JobDetail, now: number): readonly string[] {
  return columns([
    ['Job', job.name],
    ['State', stateOf(job, now)],
    ['When', oneLine(`${job.when} [${job.schedule}]`, 300)],
    ['Does', oneLine(job.does, 300)],
    ['Next', job.upcoming.map(at => instant(at, job.timeZone)).join('; ') || whyNever(job)],
    ['Notify', job.notify],
    ['Catch-up', `${job.catchUp}; overlap ${job.overlap}; ${job.retries} retries; timeout ${duration(job.timeoutMs)}`],
    ['Budget', `${job.budgetTokens} tokens a run`],
    ['Made by', oneLine(job.by, 120)],
  ]);
}

function whyNever({ name, state }: JobDetail): string {
  return state === 'paused' || state === 'failing' ? `not before "jobs enable ${name}"` : 'never by itself';
}

function historyLines(runs: readonly JobRunRow[]): readonly string[] {
  if (runs.length === 0) return ['It has not run yet.'];
  return runs.flatMap(run => {
    const took = run.endedAt === null || run.state === 'skipped' ? '' : `, ${duration(run.endedAt - run.at)}`;
    const many = run.count > 1 ? ` (${run.count} instants until ${new Date(run.until).toISOString()})` : '';
    const facts = [
      run.state,
      ...(run.reason === null ? [] : [run.reason]),
      ...(run.tokens > 0 ? [`${count(run.tokens, 'en')} tokens`] : []),
      ...(run.micros > 0 ? [money(run.micros, 'en')] : []),
    ];
    const attempt = run.attempt > 1 ? `, attempt ${run.attempt}` : '';
    return [
      `${new Date(run.slot).toISOString()}${many}  ${facts.join(', ')}${took}${attempt}`,
      ...(run.result === null || run.result === '' ? [] : [`  ${oneLine(run.result, 200)}`]),
    ];
  });
}

function instant(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'short', year: 'numeric', month: 'short', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short', timeZone },
  }).format(at);
}
