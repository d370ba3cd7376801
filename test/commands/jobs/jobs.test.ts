import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobsText } from '../../../src/commands/jobs/jobs.ts';
import type { JobAct, JobDetail, JobRunRow } from '../../../src/domain/jobs/service.ts';

const job: JobDetail = {
  name: 'load',
  id: 'job:load',
  state: 'paused',
  when: 'every minute (UTC)',
  does: 'run “uptime”',
  next: null,
  timeZone: 'UTC',
  notify: 'always',
  failures: 0,
  by: 'cli',
  upcoming: [],
  schedule: 'every minute',
  catchUp: 'once',
  overlap: 'skip',
  retries: 0,
  timeoutMs: 300_000,
  budgetTokens: 50_000,
  taint: 'owner',
  priority: 'normal',
  action: { command: 'uptime' },
};
const run: JobRunRow = {
  id: 'job:load/1',
  slot: 60_000,
  until: 60_000,
  count: 1,
  attempt: 1,
  trigger: 'due',
  state: 'done',
  reason: null,
  at: 60_000,
  endedAt: 61_000,
  result: '0.5',
  work: 'execute_command',
  tokens: 0,
  micros: 0,
};

test('given /jobs in a chat, when it is paused, resumed, looked at or asked for its past in plain words, then each does what it says', async () => {
  const acts: JobAct[] = [];
  const jobs = {
    list: async () => ({ jobs: [job], total: 3 }),
    show: async ({ name }: { readonly name: string }) => (name === 'load' ? job : undefined),
    history: async () => ({ runs: [run, { ...run, work: 'session:job:load~1', tokens: 12_345, micros: 31_000 }] }),
    act: async ({ act }: { readonly act: JobAct }) => {
      acts.push(act);
      return { message: act };
    },
  };
  const text = async (args: string) => (await jobsText({ jobs } as never, args, 0)).join('\n');
  for (const words of ['pause load', 'resume load', 'disable load', 'run load', 'cancel load', 'remove load'])
    await text(words);
  assert.deepEqual(acts, ['disable', 'enable', 'disable', 'run', 'remove', 'remove']);
  assert.match(await text('history load'), /^1970-01-01 00:01 UTC \(.+\)\n {2}done, 1\.0 s\n {2}0\.5\n/);
  assert.match(await text('history load'), /\n {2}done, 12,345 tokens, \$0\.03, 1\.0 s\n {2}0\.5$/);
  assert.match(await text(''), /load\n[\s\S]*… and 2 more/);
  assert.match(await text('load'), /Next +not before "jobs enable load"/);
  assert.equal(await text('show load'), await text('load'));
  assert.match(await text('pause nothing!'), /There is no job "nothing!"/);
});
