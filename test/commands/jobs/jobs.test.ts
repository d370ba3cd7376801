import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slashAnswer } from '../../../src/commands/conversation/slash.ts';
import { type Io, style } from '../../../src/commands/io.ts';
import { printView } from '../../../src/commands/view.ts';
import type { JobAct, JobDetail, JobRunRow, JobService } from '../../../src/domain/jobs/service.ts';
import type { Language } from '../../../src/domain/text/texts.ts';
import { agentOver } from '../agent-over.ts';

const job: JobDetail = {
  name: 'load',
  id: 'job:load',
  seen: 'first',
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

/** A job that is there, and another of its name once `seen` is told. */
function oneJob({ seen = job.seen }: { readonly seen?: string } = {}) {
  const acts: JobAct[] = [];
  const jobs: JobService = {
    list: () => ({ jobs: [job], total: 3 }),
    show: name => (name === 'load' ? { ...job, seen } : undefined),
    history: () => ({
      timeZone: 'Europe/Berlin',
      runs: [run, { ...run, work: 'session:job:load~1', tokens: 12_345, micros: 31_000 }],
    }),
    define: () => assert.fail('nothing makes a job here'),
    change: () => assert.fail('nothing changes a job here'),
    async act(name, act) {
      if (name === 'load') acts.push(act);
      return name === 'load' ? `${act} it is` : undefined;
    },
  };
  const agent = agentOver({ jobs });
  const chat = async (args: string, language: Language = 'en') =>
    (await slashAnswer('jobs', { agent, args, chat: 'session:web:main', now: 0, language }))?.lines.join('\n') ?? '';
  const printed = async (name: string, input: object, json = false, language: Language = 'en') => {
    const lines: string[] = [];
    const out = (line: string) => lines.push(line);
    const io: Io = { out, err: () => {}, readAll: async () => '', style: style(false), language };
    assert.equal(await printView({ agent, io, json, now: () => 0 }, name, { ...input }), 0);
    return lines.join('\n');
  };
  return { agent, acts, chat, printed };
}

test('given /jobs in a chat, when it is paused, resumed, looked at or asked for its past in plain words, then each does what it says', async () => {
  const { acts, chat } = oneJob();
  for (const words of ['pause load', 'resume load', 'disable load', 'run load', 'cancel load yes', 'remove load yes'])
    await chat(words);
  assert.deepEqual(acts, ['disable', 'enable', 'disable', 'run', 'remove', 'remove']);
  assert.match(
    await chat('history load'),
    /\nThu, 1 Jan 1970, 01:01 CET {2}just now {2}done {24}1\.0 s {2}0\.5\n.* {2}done, 12,345 tokens, \$0\.03 {2}1\.0 s {2}0\.5$/,
  );
  assert.match(await chat(''), /\nload +paused +every minute \(UTC\) +run “uptime”\n… and 2 more\. "\/jobs NAME"/);
  assert.match(await chat('load'), /Next +not before "\/jobs enable load"/);
  assert.equal(await chat('show load'), await chat('load'));
  assert.match(await chat('load', 'de'), /Nächste +erst nach „\/jobs enable load“/);
  await assert.rejects(chat('pause nothing'), { message: 'there is no job "nothing"; "/jobs list" shows all' });
  await assert.rejects(chat('pause nothing!'), { message: /^expected name to be the name of a job/ });
});

test('given a job to be removed, when it is typed in a chat, then it is said first, and done when that is confirmed', async () => {
  const { acts, chat } = oneJob();
  assert.match(
    await chat('remove load'),
    /^The job load would be removed.*\nNothing was done\. .*\/jobs remove load yes$/,
  );
  assert.match(await chat('cancel load', 'de'), /würde entfernt.*\nNichts wurde getan\. .*\/jobs remove load ja$/);
  assert.deepEqual(acts, []);
});

test('given a button of a job, when the job does something else by now, then it is left as it is', async () => {
  const shown = oneJob();
  await shown.agent.jobs.act({ name: 'load', act: 'run', seen: 'first' });
  assert.deepEqual(shown.acts, ['run']);
  const changed = oneJob({ seen: 'second' });
  await assert.rejects(changed.agent.jobs.act({ name: 'load', act: 'run', seen: 'first' }), {
    message: 'the job "load" does something else than when this was shown; look at it again',
  });
  assert.deepEqual(changed.acts, []);
});

test('given the commands of jobs, when they are run, then they print what they did before, and as JSON the same fields', async () => {
  const { printed } = oneJob();
  assert.match(await printed('jobs.show', { name: 'load' }), /^Job +load\nState +paused\n/);
  assert.equal(await printed('jobs.next', { name: 'load' }), 'not before "straylight jobs enable load"');
  assert.deepEqual(JSON.parse(await printed('jobs.next', { name: 'load' }, true)), []);
  assert.equal(JSON.parse(await printed('jobs.history', { name: 'load' }, true)).length, 2);
  assert.deepEqual(JSON.parse(await printed('jobs.act', { name: 'load', act: 'run' }, true)), {
    job: 'load',
    act: 'run',
    message: 'run it is',
  });
  await assert.rejects(printed('jobs.show', { name: 'none' }, false, 'de'), {
    message: 'es gibt keinen Job „none“; „straylight jobs list“ zeigt alle',
  });
});
