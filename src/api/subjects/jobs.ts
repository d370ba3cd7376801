/** Scheduled jobs: what runs by itself, when, and what came of it. */
import type { ZodType } from 'zod';
import { priorities } from '../../domain/conversation/turn-terms.ts';
import { catchUps, notifyModes, overlaps } from '../../domain/jobs/job.ts';
import { type JobDetail, type JobRow, type JobRunRow, jobActs, mostListed } from '../../domain/jobs/service.ts';
import { jobTemplates } from '../../domain/jobs/templates.ts';
import { commandForms } from '../command-forms.ts';
import { operation } from '../contract.ts';
import { between, count, instant, jsonObject, limit, oneOf, sentence, text } from '../fields.ts';
import { z } from '../zod.ts';

function name() {
  return z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,59}$/)
    .describe('the name of a job (1 to 60 lower case letters, digits, "-" or "_")');
}

const row = () => ({
  ...{ name: z.string(), id: z.string(), when: z.string(), does: z.string() },
  state: z.enum(['active', 'paused', 'failing', 'over', 'removed']),
  next: instant().nullable(),
  ...{ timeZone: z.string(), notify: z.string(), failures: count(), by: z.string() },
  upcoming: z.array(instant()).readonly().exactOptional(),
  last: z.object({ state: runState(), slot: instant(), reason: z.string().nullable() }).exactOptional(),
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
    ...{ schedule: z.string(), catchUp: z.string(), overlap: z.string(), taint: z.string() },
    ...{ retries: count(), timeoutMs: count(), budgetTokens: count(), priority: z.enum(priorities) },
    action: z.object({
      say: z.string().exactOptional(),
      command: z.string().exactOptional(),
      tool: z.string().exactOptional(),
      arguments: jsonObject().exactOptional(),
      builtin: z.string().exactOptional(),
      instruction: z.string().exactOptional(),
      parameters: jsonObject().exactOptional(),
    }),
  });
}

function runRow(): ZodType<JobRunRow> {
  return z.object({
    ...{ id: z.string(), slot: instant(), until: instant(), count: count(), attempt: count(), trigger: z.string() },
    ...{ state: runState(), reason: z.string().nullable(), at: instant(), endedAt: instant().nullable() },
    ...{ result: z.string().nullable(), work: z.string().nullable(), tokens: count() },
    micros: count().describe('what its model calls have cost, in micro-dollars'),
  });
}

/** What can be written of a job beside its name. */
function written() {
  return {
    schedule: text('a cron expression, an instant, "every 90m", or "every weekday at 8"', 200).exactOptional(),
    timeZone: text('the name of a time zone', 60).exactOptional(),
    say: text('what it says', 4_000).exactOptional(),
    command: text('a shell command', 20_000).exactOptional(),
    instruction: text('what its conversation begins with', 20_000).exactOptional(),
    tool: text('the name of a tool', 100).exactOptional(),
    arguments: jsonObject().exactOptional(),
    builtin: text('what Straylight does for itself', 60).exactOptional(),
    notify: oneOf(...notifyModes).exactOptional(),
    catchUp: oneOf(...catchUps).exactOptional(),
    overlap: oneOf(...overlaps).exactOptional(),
    priority: oneOf(...priorities).exactOptional(),
    retries: between(0, 5).exactOptional(),
    timeout: text('a time such as 5m', 20).exactOptional(),
    budgetTokens: between(1_000, 100_000_000, 'tokens').exactOptional(),
  };
}

const missing = 'job';

export const jobs = {
  define: operation({
    summary:
      'Makes a job, or changes the one of that name. A template gives what is left out. Answers when it runs, in words.',
    role: 'owner',
    http: { method: 'POST', path: '/api/jobs' },
    offered: ['http', 'page', 'command'],
    commands: commandForms['jobs.define'],
    input: () => ({
      template: oneOf(...jobTemplates).exactOptional(),
      url: text('the address of the page that watch-page reads', 2_000).exactOptional(),
      name: name().exactOptional(),
      ...written(),
    }),
    output: sentence,
  }),
  change: operation({
    summary:
      'Changes a job: when it runs, what it does, or on which terms. What is left out stays. Answers when it runs, in words.',
    role: 'owner',
    http: { method: 'PATCH', path: '/api/jobs/{name}' },
    offered: ['http', 'page', 'command'],
    commands: commandForms['jobs.change'],
    input: () => ({ name: name(), ...written() }),
    output: sentence,
    missing,
  }),
  list: operation({
    summary:
      'The scheduled jobs by name, or those that run by themselves, the nearest first; with how the last run ended.',
    role: 'reader',
    http: { method: 'GET', path: '/api/jobs' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: commandForms['jobs.list'],
    input: () => ({
      limit: limit(mostListed, mostListed),
      order: oneOf('name', 'next').default('name'),
      after: text('the `id` of the last job of the page before', 100).exactOptional(),
      upcoming: between(0, 50).default(0),
    }),
    output: () =>
      z.object({ jobs: z.array(jobRow()).readonly(), total: count().describe('how many jobs there are in all') }),
  }),
  show: operation({
    summary: 'One job, with its next instants.',
    role: 'reader',
    http: { method: 'GET', path: '/api/jobs/{name}' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: commandForms['jobs.show'],
    input: () => ({ name: name(), count: between(1, 100).default(3) }),
    output: jobDetail,
    missing,
  }),
  history: operation({
    summary: 'The runs of a job, the newest first: what came of each, why one was left out, and what it used.',
    role: 'reader',
    http: { method: 'GET', path: '/api/jobs/{name}/runs' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: commandForms['jobs.history'],
    input: () => ({ name: name(), limit: limit(500, 50) }),
    output: () => z.object({ runs: z.array(runRow()).readonly() }),
    missing,
  }),
  act: operation({
    summary: 'Runs a job now, enables, disables or removes it.',
    role: 'owner',
    http: { method: 'POST', path: '/api/jobs/{name}/{act}' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: commandForms['jobs.act'],
    input: () => ({ name: name(), act: oneOf(...jobActs) }),
    output: sentence,
    missing,
  }),
};
