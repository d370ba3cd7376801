/** Scheduled jobs: what runs by itself, when, and what came of it. */

import type { ZodType } from 'zod';
import { priorities } from '../../../domain/conversation/turn-terms.ts';
import type { JobDefinition } from '../../../domain/jobs/definition.ts';
import { catchUps, notifyModes, overlaps } from '../../../domain/jobs/job.ts';
import { type JobDetail, type JobRow, type JobRunRow, jobActs, mostListed } from '../../../domain/jobs/service.ts';
import { jobOfTemplate, jobTemplates } from '../../../domain/jobs/templates.ts';
import { type Sentence, says } from '../../../domain/policy/sentence.ts';
import { phrase } from '../../../domain/text/catalog.ts';
import { defined } from '../../../domain/text/json.ts';
import { readable } from '../../../domain/text/visible.ts';
import type { Caller, Fields } from '../../contract.ts';
import { operation } from '../../contract.ts';
import { between, count, instant, jsonObject, limit, oneOf, said, sentence, text } from '../../fields.ts';
import type { Provided } from '../../provided.ts';
import { refuse } from '../../refusal.ts';
import { lines } from '../../view.ts';
import { jobList, jobRuns, nextRuns, noJob, oneJob } from '../../views/jobs.ts';
import { z } from '../../zod.ts';
import { jobForms } from './job-forms.ts';

function name() {
  return z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,59}$/)
    .describe(
      phrase({
        en: 'the name of a job (1 to 60 lower case letters, digits, "-" or "_")',
        de: 'der Name eines Jobs (1 bis 60 Kleinbuchstaben, Ziffern, „-“ oder „_“)',
      }),
    );
}

const row = () => ({
  name: z.string(),
  id: z.string(),
  when: z.string(),
  does: z.string(),
  state: jobState(),
  seen: z.string().describe('which job it is and what it does, by a hash: for `jobs.act`'),
  next: instant().nullable(),
  timeZone: z.string(),
  notify: z.string(),
  failures: count(),
  by: z.string(),
  upcoming: z.array(instant()).readonly().optional(),
  last: z.object({ state: runState(), slot: instant(), reason: z.string().nullable() }).optional(),
});

function jobState() {
  return z.enum(['active', 'paused', 'failing', 'over', 'removed']);
}

function runState() {
  return z.enum(['running', 'done', 'failed', 'unknown', 'skipped']);
}

function jobRow(): ZodType<JobRow> {
  return z.object(row());
}

function jobDetail(): ZodType<JobDetail> {
  return z.object({
    ...row(),
    upcoming: z.array(instant()),
    schedule: z.string(),
    catchUp: z.string(),
    overlap: z.string(),
    taint: z.string(),
    retries: count(),
    timeoutMs: count(),
    budgetTokens: count(),
    priority: z.enum(priorities),
    action: z.object({
      say: z.string().optional(),
      command: z.string().optional(),
      tool: z.string().optional(),
      arguments: jsonObject().optional(),
      builtin: z.string().optional(),
      instruction: z.string().optional(),
      parameters: jsonObject().optional(),
    }),
  });
}

function runRow(): ZodType<JobRunRow> {
  return z.object({
    id: z.string(),
    slot: instant(),
    until: instant(),
    count: count(),
    attempt: count(),
    trigger: z.string(),
    state: runState(),
    reason: z.string().nullable(),
    at: instant(),
    endedAt: instant().nullable(),
    result: z.string().nullable(),
    work: z.string().nullable(),
    tokens: count(),
    micros: count().describe('what its model calls have cost, in micro-dollars'),
  });
}

/** What can be written of a job beside its name. */
function written() {
  return {
    schedule: text(
      {
        en: 'a cron expression, an instant, "every 90m", or "every weekday at 8"',
        de: 'ein Cron-Ausdruck, ein Zeitpunkt, „every 90m“ oder „every weekday at 8“',
      },
      200,
    ).optional(),
    timeZone: text({ en: 'the name of a time zone', de: 'der Name einer Zeitzone' }, 60).optional(),
    say: text('what it says', 4_000).optional(),
    command: text({ en: 'a shell command', de: 'ein Befehl der Shell' }, 20_000).optional(),
    instruction: text(
      { en: 'what its conversation begins with', de: 'womit sein Gespräch beginnt' },
      20_000,
    ).optional(),
    tool: text('the name of a tool', 100).optional(),
    arguments: jsonObject().optional(),
    builtin: text({ en: 'what Straylight does for itself', de: 'eine Aufgabe von Straylight selbst' }, 60).optional(),
    notify: oneOf(...notifyModes).optional(),
    catchUp: oneOf(...catchUps).optional(),
    overlap: oneOf(...overlaps).optional(),
    priority: oneOf(...priorities).optional(),
    retries: between(0, 5).optional(),
    timeout: text({ en: 'a time such as 5m', de: 'eine Zeit wie 5m' }, 20).optional(),
    budgetTokens: between(1_000, 100_000_000, 'tokens').optional(),
  };
}

const missing = 'job';

const newJob = () => ({
  template: oneOf(...jobTemplates).optional(),
  url: text(
    { en: 'the address of the page that watch-page reads', de: 'die Adresse der Seite, die watch-page liest' },
    2_000,
  ).optional(),
  name: name().optional(),
  ...written(),
});

const oneAct = () => ({
  name: name(),
  act: oneOf(...jobActs),
  seen: text('`seen` of the job as it was shown; one that does something else by now is left alone', 50).optional(),
});

const changedJob = () => ({ name: name(), ...written() });

export const jobs = {
  define: operation({
    summary:
      'Makes a job, or changes the one of that name. A template gives what is left out. Answers when it runs, in words.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/jobs' },
    offered: ['http', 'page', 'command'],
    commands: jobForms.define,
    input: newJob,
    output: sentence,
    needs: ['jobs'],
    run: defineJob,
    json: ({ message }, { name, template }) => ({ job: name ?? template, message }),
    view: ({ message }) => [lines(readable(message))],
  }),
  change: operation({
    summary:
      'Changes a job: when it runs, what it does, or on which terms. What is left out stays. Answers when it runs, in words.',
    role: 'owner',
    wakes: true,
    http: { method: 'PATCH', path: '/api/jobs/{name}' },
    offered: ['http', 'page', 'command'],
    commands: jobForms.change,
    input: changedJob,
    output: sentence,
    missing,
    needs: ['jobs'],
    run: changeJob,
    json: ({ message }, { name }) => ({ job: name, message }),
    view: ({ message }) => [lines(readable(message))],
    absent: noJob,
  }),
  list: operation({
    summary:
      'The scheduled jobs by name, or those that run by themselves, the nearest first; with how the last run ended.',
    role: 'reader',
    http: { method: 'GET', path: '/api/jobs' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: jobForms.list,
    input: () => ({
      limit: limit(mostListed, mostListed),
      order: oneOf('name', 'next').default('name'),
      after: text('the `id` of the last job of the page before', 100).optional(),
      upcoming: between(0, 50).default(0),
    }),
    output: () =>
      z.object({ jobs: z.array(jobRow()).readonly(), total: count().describe('how many jobs there are in all') }),
    needs: ['jobs'],
    run: ({ jobs }, query) => jobs.list(query),
    json: ({ jobs }) => jobs,
    view: jobList,
  }),
  show: operation({
    summary: 'One job, with its next instants.',
    role: 'reader',
    http: { method: 'GET', path: '/api/jobs/{name}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: jobForms.show,
    input: () => ({ name: name(), count: between(1, 100).default(3) }),
    output: jobDetail,
    missing,
    needs: ['jobs'],
    run: ({ jobs }, { name, count }) => jobs.show(name, count),
    view: oneJob,
    absent: noJob,
  }),
  next: operation({
    summary: 'When a job runs next: its next instants.',
    role: 'reader',
    http: { method: 'GET', path: '/api/jobs/{name}/next' },
    offered: ['http', 'command', 'slash'],
    commands: jobForms.next,
    input: () => ({ name: name(), count: between(1, 100).default(5) }),
    output: () =>
      z.object({ name: z.string(), state: jobState(), timeZone: z.string(), next: z.array(instant()).readonly() }),
    missing,
    needs: ['jobs'],
    run({ jobs }, { name, count }) {
      const job = jobs.show(name, count);
      return job && { name: job.name, state: job.state, timeZone: job.timeZone, next: job.upcoming };
    },
    json: ({ next }) => next.map(at => new Date(at).toISOString()),
    view: nextRuns,
    absent: noJob,
  }),
  history: operation({
    summary: 'The runs of a job, the newest first: what came of each, why one was left out, and what it used.',
    role: 'reader',
    http: { method: 'GET', path: '/api/jobs/{name}/runs' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: jobForms.history,
    input: () => ({ name: name(), limit: limit(500, 50) }),
    output: () => z.object({ timeZone: z.string(), runs: z.array(runRow()).readonly() }),
    missing,
    needs: ['jobs'],
    run: ({ jobs }, { name, limit }) => jobs.history(name, limit),
    typed: ({ limit = 20, ...job }) => ({ limit, ...job }),
    json: ({ runs }) => runs,
    view: jobRuns,
    absent: noJob,
  }),
  act: operation({
    summary: 'Runs a job now, enables, disables or removes it.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/jobs/{name}/{act}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: jobForms.act,
    input: oneAct,
    output: sentence,
    missing,
    needs: ['jobs'],
    run: actOnJob,
    json: ({ message }, { name, act }) => ({ job: name, act, message }),
    view: ({ message }) => [lines(readable(message))],
    about: 'jobs.show',
    absent: noJob,
  }),
};

type Wanted = Fields<typeof newJob>;
type Change = Fields<typeof changedJob>;
type Given = Omit<Wanted, 'template' | 'url'>;

/** A new job, or one in place of that of its name. */
async function defineJob(
  { jobs }: Pick<Provided, 'jobs'>,
  { template, url, ...given }: Wanted,
  { by, commandId }: Caller,
) {
  const written = definitionOf(given);
  const ready: Partial<JobDefinition> | { readonly problem: Sentence } =
    template === undefined ? {} : jobOfTemplate(template, url);
  if ('problem' in ready) throw refuse(400, ready.problem);
  const { name, schedule, ...does } = { ...ready, ...written };
  if (name === undefined || schedule === undefined)
    throw refuse(400, says`a job needs a name and a schedule; expected both, or one of ${jobTemplates.join(', ')}`);
  return { message: await jobs.define({ name, schedule, ...does }, by, commandId) };
}

async function changeJob({ jobs }: Pick<Provided, 'jobs'>, { name, ...given }: Change, { by, commandId }: Caller) {
  const change = definitionOf(given);
  if (Object.keys(change).length === 0) throw refuse(400, says`expected something of the job to change, got nothing`);
  return said(await jobs.change(name, change, by, commandId));
}

/** Not if it does something else than when it was shown. */
async function actOnJob(
  { jobs }: Pick<Provided, 'jobs'>,
  { name, act, seen }: Fields<typeof oneAct>,
  { by, commandId }: Caller,
) {
  const now = seen === undefined ? undefined : jobs.show(name)?.seen;
  if (now !== seen && now !== undefined)
    throw refuse(409, says`the job "${name}" does something else than when this was shown; look at it again`);
  return said(await jobs.act(name, act, by, commandId));
}

/** As a job is written everywhere else. */
function definitionOf({ timeZone, catchUp, retries, budgetTokens, ...written }: Given): Partial<JobDefinition> {
  return {
    ...written,
    ...defined({ time_zone: timeZone, catch_up: catchUp, max_retries: retries, budget_tokens: budgetTokens }),
  };
}
