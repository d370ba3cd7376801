/** Scheduled jobs: what runs by itself, when, and what came of it. */

import type { ZodType } from 'zod';
import { priorities } from '../../domain/conversation/turn-terms.ts';
import type { JobDefinition } from '../../domain/jobs/definition.ts';
import { catchUps, notifyModes, overlaps } from '../../domain/jobs/job.ts';
import { type JobDetail, type JobRow, type JobRunRow, jobActs, mostListed } from '../../domain/jobs/service.ts';
import { jobOfTemplate, jobTemplates } from '../../domain/jobs/templates.ts';
import { defined } from '../../domain/text/json.ts';
import type { CommandForm } from '../command-form.ts';
import type { Caller, Fields } from '../contract.ts';
import { operation } from '../contract.ts';
import { between, count, instant, jsonObject, limit, oneOf, said, sentence, text } from '../fields.ts';
import type { Provided } from '../provided.ts';
import { refuse } from '../refusal.ts';
import { z } from '../zod.ts';

function name() {
  return z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,59}$/)
    .describe('the name of a job (1 to 60 lower case letters, digits, "-" or "_")');
}

const row = () => ({
  name: z.string(),
  id: z.string(),
  when: z.string(),
  does: z.string(),
  state: z.enum(['active', 'paused', 'failing', 'over', 'removed']),
  next: instant().nullable(),
  timeZone: z.string(),
  notify: z.string(),
  failures: count(),
  by: z.string(),
  upcoming: z.array(instant()).readonly().optional(),
  last: z.object({ state: runState(), slot: instant(), reason: z.string().nullable() }).optional(),
});

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
    schedule: text('a cron expression, an instant, "every 90m", or "every weekday at 8"', 200).optional(),
    timeZone: text('the name of a time zone', 60).optional(),
    say: text('what it says', 4_000).optional(),
    command: text('a shell command', 20_000).optional(),
    instruction: text('what its conversation begins with', 20_000).optional(),
    tool: text('the name of a tool', 100).optional(),
    arguments: jsonObject().optional(),
    builtin: text('what Straylight does for itself', 60).optional(),
    notify: oneOf(...notifyModes).optional(),
    catchUp: oneOf(...catchUps).optional(),
    overlap: oneOf(...overlaps).optional(),
    priority: oneOf(...priorities).optional(),
    retries: between(0, 5).optional(),
    timeout: text('a time such as 5m', 20).optional(),
    budgetTokens: between(1_000, 100_000_000, 'tokens').optional(),
  };
}

const missing = 'job';

function ofJob(act: string, help: string): CommandForm {
  return { words: `jobs ${act}`, help, args: { name: 'NAME' }, fixed: { act } };
}

/** What can be said of a job where it is made or changed. */
const jobOptions = {
  say: { field: 'say', value: 'TEXT', help: 'only say this: a reminder' },
  command: { field: 'command', value: 'TEXT', help: 'run this command in the sandbox' },
  ask: { field: 'instruction', value: 'TEXT', help: 'begin a conversation with this instruction' },
  builtin: {
    field: 'builtin',
    value: 'NAME',
    help: 'do what Straylight does for itself: backup, consolidate, audit, heartbeat',
  },
  tz: { field: 'timeZone', value: 'ZONE', help: 'the time zone (default: yours)' },
  notify: { field: 'notify', value: 'MODE', help: 'always (default), success, failure, change or never' },
  'catch-up': { field: 'catchUp', value: 'MODE', help: 'of missed runs make up for once (default), skip or all' },
  overlap: { field: 'overlap', value: 'MODE', help: 'while a run lasts: skip (default), queue or parallel' },
  retries: { field: 'retries', value: 'N', help: 'further attempts of a failed run, 0 (default) to 5' },
  timeout: { field: 'timeout', value: '5m', help: 'end a run after this time' },
  budget: { field: 'budgetTokens', value: 'N', help: 'tokens that one run may use (default: 50000)' },
} as const;

const newJob = () => ({
  template: oneOf(...jobTemplates).optional(),
  url: text('the address of the page that watch-page reads', 2_000).optional(),
  name: name().optional(),
  ...written(),
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
    commands: [
      {
        words: 'jobs add',
        help: 'Add a job, or change the one of that name. WHEN is cron, an instant, "every 90m" or "every weekday at 8".',
        args: { name: 'NAME', schedule: 'WHEN' },
        options: jobOptions,
        oneOf: ['say', 'command', 'ask', 'builtin'],
      },
      {
        words: 'jobs template',
        help: 'Add a ready job: morning-briefing, weekly-review, or watch-page with --url.',
        args: { template: 'TEMPLATE' },
        options: {
          url: { field: 'url', value: 'URL', help: 'the page that watch-page reads' },
          name: { field: 'name', value: 'NAME', help: 'what the job is called (default: as the template)' },
          at: { field: 'schedule', value: 'WHEN', help: 'when it runs, if not as the template says' },
          tz: { field: 'timeZone', value: 'ZONE', help: 'the time zone (default: yours)' },
        },
      },
    ],
    input: newJob,
    output: sentence,
    needs: ['jobs'],
    run: defineJob,
  }),
  change: operation({
    summary:
      'Changes a job: when it runs, what it does, or on which terms. What is left out stays. Answers when it runs, in words.',
    role: 'owner',
    wakes: true,
    http: { method: 'PATCH', path: '/api/jobs/{name}' },
    offered: ['http', 'page', 'command'],
    commands: [
      {
        words: 'jobs change',
        help: 'Change a job. What is left out stays as it is.',
        args: { name: 'NAME' },
        options: { at: { field: 'schedule', value: 'WHEN', help: 'when it runs' }, ...jobOptions },
      },
    ],
    input: changedJob,
    output: sentence,
    missing,
    needs: ['jobs'],
    run: changeJob,
  }),
  list: operation({
    summary:
      'The scheduled jobs by name, or those that run by themselves, the nearest first; with how the last run ended.',
    role: 'reader',
    http: { method: 'GET', path: '/api/jobs' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: [
      {
        words: 'jobs list',
        about: 'Scheduled jobs, their runs, and acting on them',
        isDefault: true,
        help: 'List the scheduled jobs.',
      },
    ],
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
  }),
  show: operation({
    summary: 'One job, with its next instants.',
    role: 'reader',
    http: { method: 'GET', path: '/api/jobs/{name}' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: [
      {
        words: 'jobs show',
        help: 'Show one job: when it runs, what it does, its next instants.',
        args: { name: 'NAME' },
      },
      {
        words: 'jobs next',
        help: 'Show when a job runs next.',
        args: { name: 'NAME' },
        options: { count: { field: 'count', value: 'N', help: 'how many instants (default: 5)' } },
      },
    ],
    input: () => ({ name: name(), count: between(1, 100).default(3) }),
    output: jobDetail,
    missing,
    needs: ['jobs'],
    run: ({ jobs }, { name, count }) => jobs.show(name, count),
  }),
  history: operation({
    summary: 'The runs of a job, the newest first: what came of each, why one was left out, and what it used.',
    role: 'reader',
    http: { method: 'GET', path: '/api/jobs/{name}/runs' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: [
      {
        words: 'jobs history',
        help: 'Show what came of the runs of a job, and why any was left out.',
        args: { name: 'NAME' },
        options: { limit: { field: 'limit', value: 'N', help: 'how many runs (default: 20)' } },
      },
    ],
    input: () => ({ name: name(), limit: limit(500, 50) }),
    output: () => z.object({ runs: z.array(runRow()).readonly() }),
    missing,
    needs: ['jobs'],
    run: ({ jobs }, { name, limit }) => {
      const runs = jobs.history(name, limit);
      return runs && { runs };
    },
  }),
  act: operation({
    summary: 'Runs a job now, enables, disables or removes it.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/jobs/{name}/{act}' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: [
      ofJob('run', 'Run a job now.'),
      ofJob('enable', 'Enable a paused job.'),
      ofJob('disable', 'Pause a job.'),
      { ...ofJob('remove', 'Remove a job.'), will: 'The job {name} would be removed, and never run again.' },
    ],
    input: () => ({ name: name(), act: oneOf(...jobActs) }),
    output: sentence,
    missing,
    needs: ['jobs'],
    run: async ({ jobs }, { name, act }, { by, commandId }) => said(await jobs.act(name, act, by, commandId)),
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
  const ready: Partial<JobDefinition> | { readonly problem: string } =
    template === undefined ? {} : jobOfTemplate(template, url);
  if ('problem' in ready) throw refuse(400, ready.problem);
  const { name, schedule, ...does } = { ...ready, ...written };
  if (name === undefined || schedule === undefined)
    throw refuse(400, `a job needs a name and a schedule; expected both, or one of ${jobTemplates.join(', ')}`);
  return { message: await jobs.define({ name, schedule, ...does }, by, commandId) };
}

async function changeJob({ jobs }: Pick<Provided, 'jobs'>, { name, ...given }: Change, { by, commandId }: Caller) {
  const change = definitionOf(given);
  if (Object.keys(change).length === 0) throw refuse(400, 'expected something of the job to change, got nothing');
  return said(await jobs.change(name, change, by, commandId));
}

/** As a job is written everywhere else. */
function definitionOf({ timeZone, catchUp, retries, budgetTokens, ...written }: Given): Partial<JobDefinition> {
  return {
    ...written,
    ...defined({ time_zone: timeZone, catch_up: catchUp, max_retries: retries, budget_tokens: budgetTokens }),
  };
}
