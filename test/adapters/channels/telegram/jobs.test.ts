import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JobAct, JobDetail, JobRunRow, JobService } from '../../../../src/domain/jobs/service.ts';
import { receiver } from '../../../contracts/channel.ts';
import type { SentMessage } from '../../../peers/telegram/telegram.ts';
import { owner, type Rig, rigged } from './telegram-rig.ts';

const at = Date.parse('2026-11-23T16:00:00Z');
const load: JobDetail = {
  name: 'load',
  id: 'job:load',
  seen: 'AbCdEfGhIjKl',
  state: 'active',
  when: 'every minute (UTC)',
  does: 'run “uptime <b>”',
  next: at,
  timeZone: 'UTC',
  notify: 'always',
  failures: 0,
  by: 'cli',
  upcoming: [at, at + 60_000],
  schedule: '* * * * *',
  catchUp: 'once',
  overlap: 'skip',
  retries: 0,
  timeoutMs: 300_000,
  budgetTokens: 50_000,
  priority: 'normal',
  taint: 'owner',
  action: { command: 'uptime' },
};
const run: JobRunRow = {
  id: 'job:load/1',
  slot: at,
  until: at,
  count: 1,
  attempt: 1,
  trigger: 'due',
  state: 'done',
  reason: null,
  at,
  endedAt: at,
  result: '0.5 *0.4*',
  work: 'execute_command',
  tokens: 0,
  micros: 0,
};

/** A chat with an owner who has one job. */
async function withJob(
  story: (kept: {
    readonly rig: Rig;
    readonly jobs: Map<string, JobDetail>;
    readonly acts: readonly JobAct[];
    readonly tap: (user: number, message: SentMessage, label: string, options?: object) => Promise<string>;
    readonly said: (text: string, answer: RegExp) => Promise<SentMessage>;
  }) => Promise<void>,
): Promise<void> {
  await using rig = await rigged();
  const jobs = new Map([[load.name, load]]);
  const acts: JobAct[] = [];
  const service: JobService = {
    list: ({ after } = {}) => ({ jobs: after === undefined ? [...jobs.values()] : [], total: jobs.size }),
    show: name => jobs.get(name),
    history: name => (jobs.has(name) ? { timeZone: 'UTC', runs: [run] } : undefined),
    define: () => assert.fail(),
    change: () => assert.fail(),
    async act(name, act) {
      const job = jobs.get(name);
      if (!job) return undefined;
      acts.push(act);
      if (act === 'remove') jobs.delete(name);
      else jobs.set(name, { ...job, state: act === 'disable' ? 'paused' : 'active' });
      return act;
    },
  };
  await rig.hearing(receiver({ jobs: service, command: async name => `the text of /${name}` }), () =>
    story({
      rig,
      jobs,
      acts,
      async tap(user, message, label, options) {
        const id = rig.peer.press(user, message, label, options);
        const { text } = await rig.peer.answers.until(answer => answer.id === id);
        await rig.done();
        return text;
      },
      async said(text, answer) {
        const from = rig.peer.sent.all.length;
        rig.peer.say(owner, text);
        return rig.peer.sent.until(message => answer.test(message.text), { from });
      },
    }),
  );
}

const labels = (message: SentMessage) => message.buttons.map(({ text }) => text);

describe('jobs in Telegram', () => {
  test('given a job, when it is opened from the list, run, paused, resumed and removed by taps, then each is done once and shown', () =>
    withJob(async ({ rig, acts, tap, said, jobs }) => {
      const list = await said('/jobs', /^Job/);
      assert.match(list.text, /\nload {2}active.* · every minute \(UTC\) · run “uptime <b>”$/);
      assert.deepEqual(labels(list), ['Show', 'Look again']);
      assert.equal(await tap(owner, list, 'Show'), '');
      const page = await rig.peer.sent.until(({ text }) => /^Job {2}load/.test(text));
      assert.match(page.text, /\nNext {2}Mon, 23 Nov 2026, 16:00 UTC; .*16:01 UTC\n/);
      assert.deepEqual(labels(page), ['Run now', 'Pause', 'Remove', 'Past runs', 'Look again']);
      assert.equal(await tap(owner, page, 'Past runs'), '');
      const runs = await rig.peer.sent.until(({ text }) => /^Run ·/.test(text));
      assert.match(runs.text, / · done · .*0\.5 \*0\.4\*$/);
      assert.equal(await tap(owner, page, 'Run now'), 'run');
      assert.match(page.text, /^run\n\nJob {2}load\n/);
      await tap(owner, page, 'Pause');
      assert.deepEqual(labels(page), ['Run now', 'Resume', 'Remove', 'Past runs', 'Look again']);
      await tap(owner, page, 'Resume');
      assert.equal(await tap(owner, page, 'Remove'), 'Tap again to confirm.');
      assert.match(page.text, /^Remove the job load\?/);
      assert.equal(await tap(owner, page, 'Back'), '');
      await tap(owner, page, 'Remove');
      assert.deepEqual(acts, ['run', 'disable', 'enable']);
      assert.equal(await tap(owner, page, 'Remove'), 'remove');
      assert.deepEqual([acts.at(-1), jobs.size, page.text, labels(page)], ['remove', 0, 'remove', []]);
      await said('/jobs', /^There are no jobs/);
      await said('/jobs load', /there is no job "load"/);
      await said('/jobs run', /^the text of \/jobs$/);
    }));

  test('given /jobs remove NAME, when it is typed, then it asks first, as the button does, and what it asks about is removed alone', () =>
    withJob(async ({ acts, tap, said, jobs }) => {
      await said('/jobs remove nothing', /there is no job "nothing"/);
      const page = await said('/jobs remove load', /load/);
      assert.deepEqual([acts, jobs.size, labels(page)], [[], 1, ['Yes, do it', 'Back']]);
      jobs.set('load', { ...load, id: 'job:load~2', seen: 'another' });
      assert.match(await tap(owner, page, 'Yes, do it'), /does something else than when this was shown/);
      assert.deepEqual([acts, jobs.size], [[], 1]);
      const again = await said('/jobs remove load', /load/);
      assert.equal(await tap(owner, again, 'Yes, do it'), 'remove');
      assert.deepEqual([acts, jobs.size], [['remove'], 0]);
    }));

  test('given a job that does something else by now, or is gone, when its old button is tapped, then it is neither run nor removed, and it is shown as it is', () =>
    withJob(async ({ acts, jobs, tap, said }) => {
      const page = await said('/jobs load', /^Job {2}load/);
      jobs.set('load', { ...load, action: { command: 'rm -r old' }, does: 'run “rm -r old”', seen: 'another' });
      assert.match(await tap(owner, page, 'Run now'), /does something else than when this was shown/);
      assert.match(page.text, /rm -r old/);
      jobs.delete('load');
      assert.match(await tap(owner, page, 'Run now'), /there is no job "load"/);
      assert.match(await tap(owner, page, 'Look again'), /there is no job "load"/);
      assert.deepEqual([acts, labels(page)], [[], []]);
    }));

  test('given a name that is too long for a button, when its button is tapped, then it is that job', () =>
    withJob(async ({ acts, jobs, tap, said }) => {
      const name = 'the-report-of-every-weekday-at-eight';
      jobs.clear();
      jobs.set(name, { ...load, name, id: `job:${name}` });
      const page = await said(`/jobs ${name}`, /^Job {2}the-report/);
      assert.match(page.buttons[0]?.data ?? '', /^o:jobs\.act#[\w-]{16}$/);
      assert.equal(await tap(owner, page, 'Run now'), 'run');
      assert.deepEqual(acts, ['run']);
    }));

  test('given somebody else and data that no button has, when they are pressed, then nothing is done', () =>
    withJob(async ({ acts, jobs, tap, said }) => {
      const page = await said('/jobs load', /^Job {2}load/);
      assert.match(await tap(666, page, 'Run now'), /not your agent/);
      const { data = '' } = page.buttons[0] ?? assert.fail();
      for (const forged of [
        ...[data.replace('act=run', 'act=remove'), 'o:jobs.act?name=load&act=run', 'o:jobs.act', `${data}0`],
        ...['j:rAAAAAAAA.AAAAAAAA', 'o:jobs.remove?name=load'],
      ])
        assert.equal(await tap(owner, page, '', { data: forged }), 'This button no longer works.', forged);
      assert.deepEqual([acts, jobs.size], [[], 1]);
    }));

  test('given /jobs remove from somebody else, in a group, or forwarded by the owner, when it is read, then nothing is done', () =>
    withJob(async ({ rig, acts, jobs, said }) => {
      rig.peer.say(666, '/jobs remove load');
      rig.peer.say(owner, '/jobs remove load', { group: -100 });
      rig.peer.update({
        message: {
          message_id: 900,
          date: 1,
          chat: { id: owner, type: 'private' },
          from: { id: owner, is_bot: false },
          text: '/jobs remove load',
          entities: [{ type: 'bot_command', offset: 0, length: 5 }],
          forward_origin: { type: 'hidden_user', date: 1, sender_user_name: 'Eve' },
        },
      });
      await said('/jobs', /^Job/);
      assert.deepEqual([acts, jobs.size], [[], 1]);
      assert.deepEqual(
        rig.texts().filter(text => text.startsWith('the text of')),
        [],
      );
    }));
});
