import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createToolbox } from '../../../src/adapters/toolbox/toolbox.ts';
import { type JobTools, jobTools } from '../../../src/adapters/tools/jobs.ts';
import { jobFrom } from '../../../src/domain/jobs/definition.ts';
import type { JobSpec } from '../../../src/domain/jobs/job.ts';
import { fixedWhen } from '../../../src/domain/jobs/when.ts';
import { judge } from '../../../src/domain/policy/policy.ts';
import type { Taint } from '../../../src/domain/policy/taint.ts';
import type { FrozenCall } from '../../../src/domain/tools/tool.ts';
import type { RunningTool } from '../../../src/ports/tool.ts';

const monday = Date.parse('2026-11-23T10:00:00Z');

function toolsOver(jobs: Map<string, JobSpec>, clock = { now: monday }) {
  const over: JobTools = {
    plan: (written, author) => jobFrom(written, { ...author, language: 'en', now: clock.now, timeZone: 'UTC' }),
    fixed: (when, timeZone = 'UTC') => fixedWhen(when, { now: clock.now, timeZone }),
    make: async spec => {
      jobs.set(spec.name, spec);
      return spec.name;
    },
    find(name) {
      const spec = jobs.get(name);
      return spec && { spec };
    },
    list: () => ({ jobs: [], total: 0 }),
    act: async name => (jobs.delete(name) ? 'removed' : undefined),
  };
  const all = jobTools({ jobs: () => over, onlyReads: tool => tool === 'clock', now: () => clock.now });
  const called = (name: string) => all.find(one => one.name === name) as unknown as RunningTool;
  return {
    all,
    run: (name: string, args: object, taint: Taint = 'owner') =>
      called(name).run(called(name).schema.parse(args), {
        session: 'session:web:main',
        turn: 't',
        call: 'tool-call:a',
        taint,
        signal: new AbortController().signal,
        progress: () => {},
      }),
    judged(name: string, args: object, taint: Taint) {
      const facts = called(name).facts?.(called(name).schema.parse(args), { said: [] }) ?? {};
      const call = {
        callId: '',
        tool: name,
        arguments: '',
        digest: '',
        effect: 'act',
        timeoutMs: 0,
        intent: '',
        facts,
      } as const;
      return judge(call, { taint }).level;
    },
    problem(name: string, args: object) {
      const parsed = called(name).schema.safeParse(args);
      if (parsed.error) return parsed.error.issues[0]?.message;
      const problem = called(name).problem?.(parsed.data, undefined);
      return typeof problem === 'object' ? problem.text : problem;
    },
  };
}

const reminder = { schedule: 'every weekday at 8', say: 'drink water' };
const act = { schedule: '@daily', command: 'rm -r old' };

test('given what is to be scheduled, when it is judged, then what acts is asked about, and all of it where outside text may have asked', async () => {
  const { judged, run } = toolsOver(new Map());
  await run('schedule_job', { ...act, name: 'a' });
  assert.deepEqual(
    (['owner', 'external'] as const).map(taint => [
      judged('schedule_job', reminder, taint),
      judged('schedule_job', { schedule: '@daily', tool: 'clock' }, taint),
      judged('schedule_job', act, taint),
      judged('schedule_job', { schedule: '@daily', instruction: 'tidy up' }, taint),
      judged('cancel_job', { name: 'a' }, taint),
      judged('update_job', { name: 'a', schedule: '@hourly' }, taint),
    ]),
    [
      [1, 1, 2, 2, 1, 2],
      [2, 2, 2, 2, 2, 2],
    ],
  );
});

test('given a schedule that never fires, or a job that does two things, when it is asked for, then the model reads why not', () => {
  const { problem } = toolsOver(new Map());
  assert.match(String(problem('schedule_job', { ...reminder, schedule: '0 0 30 2 *' })), /never fires/);
  assert.match(String(problem('schedule_job', { ...reminder, command: 'ls' })), /one thing/);
  assert.match(String(problem('schedule_job', { ...reminder, name: 'No!' })), /lower case/);
});

test('given a job, when it is changed, then the rest stays, and it is never trusted further than before', async () => {
  const jobs = new Map<string, JobSpec>();
  const { run } = toolsOver(jobs);
  await run('schedule_job', { ...act, max_retries: 2 }, 'external');
  assert.equal(jobs.get('rm-r-old')?.taint, 'external');
  await run('update_job', { name: 'rm-r-old', schedule: '@hourly', notify: 'never' }, 'owner');
  const changed = jobs.get('rm-r-old');
  assert.deepEqual(
    [changed?.when, changed?.notify, changed?.retries, changed?.taint, changed?.action.kind],
    ['@hourly', 'never', 2, 'external', 'tool'],
  );
  await run('schedule_job', { ...act, name: 'rm-r-old' }, 'owner');
  assert.equal(jobs.get('rm-r-old')?.taint, 'external');
  // a job without a name takes none that is there
  await run('schedule_job', act);
  assert.deepEqual([...jobs.keys()], ['rm-r-old', 'rm-r-old-2']);
  assert.equal((await run('cancel_job', { name: 'nothing' })).failed, true);
});

test('given a reminder in 5 minutes that waits for approval, when it is approved, then its instant is the one that was shown', async () => {
  for (const late of [2, 45]) {
    const jobs = new Map<string, JobSpec>();
    const clock = { now: monday };
    const toolbox = createToolbox(toolsOver(jobs, clock).all);
    const text = JSON.stringify({ name: 'tea', schedule: 'in 5 minutes', say: 'tea' });
    const call = toolbox.resolve({ callId: 'a', name: 'schedule_job', arguments: text }) as FrozenCall;
    assert.match(call.intent, /23 Nov 2026, 10:05 UTC/);
    clock.now = monday + late * 60_000;
    const { tool, args } = toolbox.open(call, String(call.arguments));
    const done = await (tool as RunningTool).run(args, {
      session: 'session:web:main',
      turn: 't',
      call: 'tool-call:a',
      taint: 'owner',
      signal: new AbortController().signal,
      progress: () => {},
    });
    assert.deepEqual(jobs.get('tea')?.schedule, { kind: 'at', at: monday + 5 * 60_000 });
    assert.equal(/runs now/.test(done.text), late === 45, done.text);
  }
});

test('given an instant that has passed, when a model asks for it, then it is refused', () => {
  const toolbox = createToolbox(toolsOver(new Map()).all);
  const text = JSON.stringify({ name: 'tea', schedule: '2026-11-23T09:00', say: 'tea' });
  assert.match(
    String((toolbox.resolve({ callId: 'a', name: 'schedule_job', arguments: text }) as { problem: string }).problem),
    /has passed/,
  );
});

test('given the name of a goal’s reminder, when a job would take it or do something else under it, then none does, and other terms are possible', async () => {
  const jobs = new Map<string, JobSpec>();
  const { problem, run } = toolsOver(jobs);
  const kept = /the name "goal-3-due" is kept for the reminder of a goal/;
  for (const wanted of [reminder, act, { schedule: '@daily', instruction: 'tidy up' }])
    assert.match(problem('schedule_job', { ...wanted, name: 'goal-3-due' }) ?? '', kept);
  await run('schedule_job', { schedule: '@daily', say: 'Goal 3: due!' });
  assert.deepEqual([...jobs.keys()], ['job-goal-3-due']);
  const made = jobFrom(
    { ...reminder, name: 'goal-3-due' },
    { taint: 'owner', by: 'cli', language: 'en', now: monday, timeZone: 'UTC', mayRemind: true },
  );
  jobs.set('goal-3-due', made as JobSpec);
  assert.match(problem('schedule_job', { ...reminder, name: 'goal-3-due' }) ?? '', kept);
  await run('update_job', { name: 'goal-3-due', command: 'cat list' });
  assert.equal(jobs.get('goal-3-due')?.action.kind, 'say');
  assert.equal((await run('update_job', { name: 'goal-3-due', schedule: '@weekly' })).failed, undefined);
  assert.equal(jobs.get('goal-3-due')?.when, '@weekly');
});

test('given a job, when outside text asks for what it is already, then nothing is done, and it is trusted as before', async () => {
  const jobs = new Map<string, JobSpec>();
  const { run } = toolsOver(jobs);
  await run('schedule_job', { ...reminder, name: 'water' });
  const before = jobs.get('water');
  for (const change of [{ enabled: true }, { say: reminder.say }, {}])
    assert.match(String((await run('update_job', { name: 'water', ...change }, 'external')).text), /like this already/);
  assert.match(
    String((await run('schedule_job', { ...reminder, name: 'water' }, 'external')).text),
    /like this already/,
  );
  assert.equal(jobs.get('water'), before);
});
