/** Plans in the whole program: approved as they are, carried out by agents, checked, killed in the middle, and changed behind their owner's back. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

const main = 'session:web:main';

/** The words of a task, up to the first empty line: behind it stands what the plan adds. */
const taskOf = (said: string) => said.split('\n\n')[0] ?? '';

/**
 * The conversation calls `run_plan` with the plan of the test. A step is `call TOOL {JSON}`, `lie`, which says that it is
 * done, or `mend`, which writes what is missing once it is told that it is.
 */
function mind({ said, results }: Asked, plan: string, held: (task: string) => Promise<void>): Turn {
  if (results.length > 0) return { text: `It came to: ${results.map(({ text }) => text).join(' | ')}` };
  if (said.startsWith('plan')) return { toolCalls: [{ name: 'run_plan', arguments: { plan } }] };
  const task = taskOf(said);
  const [, name = '', args = '{}'] = /^call (\w+)(?: (.*))?$/s.exec(task) ?? [];
  if (name !== '') return { toolCalls: [{ name, arguments: args }] };
  if (task === 'mend' && said.includes('was tried before'))
    return { toolCalls: [{ name: 'write_file', arguments: { path: 'mended.txt', content: 'mended' } }] };
  if (task.startsWith('hold')) return { text: `Held: ${task}`, between: () => held(task) };
  return { text: 'I have done it.' };
}

interface Told {
  readonly agent: TestAgent;
  readonly release: () => void;
  readonly asked: readonly Asked[];
}

async function withPlan(plan: string, story: (told: Told) => Promise<void>): Promise<void> {
  given.clear();
  const asked: Asked[] = [];
  const gate = Promise.withResolvers<void>();
  const peer = await openaiPeer({
    models: ['test'],
    script(one) {
      asked.push(one);
      return mind(one, plan, () => gate.promise);
    },
  });
  const config = `[safe_mode]\nboots = 0\n[sandbox]\nexecutor = "direct"\n[models]\ndefault = "own/test"\n[models.providers.own]\nbase_url = "${peer.url}/v1"\nkey = "none"\n[agents.looker]\npurpose = "Looks."\ntools = ["list_files"]\n`;
  try {
    await withAgent({ config }, agent => story({ agent, release: gate.resolve, asked }));
  } finally {
    gate.resolve();
    await peer.close();
  }
}

const becomes = (t: TestContext, look: () => void | Promise<void>) =>
  t.waitFor(look, { interval: 100, timeout: 90_000 });

const say = (running: Running, text: string) =>
  running.http(`/api/sessions/${main}/messages`, { clientId: clientId(), text });

const pending = async (running: Running) => (await running.http('/api/approvals?state=pending')).json.approvals;

/** Approves the plan, which has to be the first that waits. */
async function approved(t: TestContext, agent: TestAgent, running: Running): Promise<void> {
  await becomes(t, async () =>
    assert.ok((await pending(running)).some((one: { card: { tool: string } }) => one.card.tool === 'run_plan')),
  );
  const [{ card }] = await pending(running);
  yes(agent, card);
}

const given = new Set<string>();

/** Once, and without waiting for what comes of it, which may take as long as the plan does. */
function yes(agent: TestAgent, { key = '', word = 'yes' }: Readonly<Record<string, string>>): void {
  if (given.has(key)) return;
  given.add(key);
  void agent.straylight('approvals', 'approve', key, '--confirm', word);
}

/** What needs approval beside the plan is approved, as it comes: in direct mode every write asks. */
async function approvedUntil(t: TestContext, agent: TestAgent, running: Running, isOver: () => void): Promise<void> {
  await becomes(t, async () => {
    for (const { card } of await pending(running)) yes(agent, card);
    isOver();
  });
}

const steps = (agent: TestAgent) =>
  agent.tables
    .rows('SELECT step, state, attempt FROM agents_plan_steps ORDER BY n')
    .map(({ step, state, attempt }) => `${step} ${state} ${attempt}`);

const planRow = (agent: TestAgent) => {
  const [row] = agent.tables.rows('SELECT state, verdict FROM agents_plans');
  return row === undefined ? undefined : `${row['state']} ${row['verdict']}`;
};

const said = (agent: TestAgent) =>
  agent.tables
    .rows(`SELECT body FROM messages WHERE session = '${main}' AND role = 'assistant' ORDER BY n`)
    .map(({ body }) => String(body))
    .join('\n');

const notices = (agent: TestAgent) =>
  agent.tables
    .rows(`SELECT body FROM messages WHERE session = '${main}' AND role = 'notice' ORDER BY n`)
    .map(({ body }) => String(body))
    .join('\n');

const activeBelow = (agent: TestAgent) =>
  agent.tables.value(
    "SELECT count(*) FROM actors WHERE status = 'active' AND (address LIKE 'session:agent:%' OR machine IN ('plan', 'delegation', 'tool-call'))",
  );

const write = (path: string) => `call write_file {"path":"${path}","content":"words"}`;

const report = `---
id: report
title: Write the report
steps:
  - id: look
    agent: looker
    task: call list_files {}
    depends_on: []
  - id: draft
    agent: file_worker
    task: 'hold the draft'
    depends_on: []
  - id: write
    agent: file_worker
    task: '${write('report.txt')}'
    depends_on: [look, draft]
    verify: [file_exists report.txt, { run: wc -w < report.txt, expect: { output_gt: 0 } }]
---
What all should know.
`;

test('given a plan of three steps, when it is approved and the process is killed twice, then two steps run side by side, the third has their results, each is begun once, and its checks confirm it', t =>
  withPlan(report, async ({ agent, release, asked }) => {
    const running = await agent.start();
    await say(running, 'plan it');
    await becomes(t, async () => assert.equal((await pending(running)).length, 1));
    assert.equal(planRow(agent), undefined, 'nothing has begun');
    await running.kill();
    const again = await agent.start();
    const [{ card }] = await pending(again);
    assert.match(JSON.stringify(card), /Write the report.*3 steps/);
    await approved(t, agent, again);
    await becomes(t, () => assert.deepEqual(steps(agent), ['look done 1', 'draft running 1', 'write waiting 1']));
    await again.kill();
    const third = await agent.start();
    assert.deepEqual(steps(agent), ['look done 1', 'draft running 1', 'write waiting 1']);
    release();
    await approvedUntil(t, agent, third, () => assert.equal(planRow(agent), 'done holds'));
    assert.deepEqual(steps(agent), ['look done 1', 'draft done 1', 'write done 1']);
    await becomes(t, () => assert.match(said(agent), /Plan “Write the report”: all steps are done/));
    const [last] = asked.filter(one => taskOf(one.said) === write('report.txt'));
    assert.match(last?.said ?? '', /What all should know\.[\s\S]*file_exists report\.txt[\s\S]*stands above/);
    assert.match(JSON.stringify(last?.body), /What the step draft came to:[^H]*Held: hold the draft/);
    await becomes(t, () => assert.match(notices(agent), /Plan “Write the report”: confirmed by its checks/));
    assert.equal(agent.tables.value('SELECT count(*) FROM agents_children'), 3);
    assert.equal(activeBelow(agent), 0);
    assert.equal(agent.tables.value(`SELECT count(*) FROM messages WHERE session = '${main}' AND role = 'tool'`), 1);
    const { value } = await agent.json('plans');
    assert.equal(value[0].verdict, 'holds');
    assert.equal(value[0].steps[2].checks[0].before.outcome, 'fails', 'it was shown to be able to fail');
    const outcomes = await agent.json('outcomes', '--kind', 'plan');
    assert.deepEqual([outcomes.value[0].about, outcomes.value[0].verdict], ['Write the report', 'holds']);
    await third.stop();
  }));

const lying = (task: string, onStuck = 'replan') => `---
id: mend
title: Mend it
on_stuck: ${onStuck}
steps:
  - id: mend
    agent: file_worker
    task: ${task}
    verify: [file_exists mended.txt]
  - id: after
    agent: looker
    task: call list_files {}
  - id: apart
    agent: looker
    task: call list_files {}
    depends_on: []
---
`;

test('given a step whose agent says that it is done and is not, when its check does not hold, then it is tried once more with that, what depends on it is left out, and the plan is not done', t =>
  withPlan(lying('lie'), async ({ agent, asked }) => {
    const running = await agent.start();
    await say(running, 'plan it');
    await approved(t, agent, running);
    await becomes(t, () => assert.equal(planRow(agent), 'failed fails'));
    assert.deepEqual(steps(agent), ['mend failed 2', 'after skipped 1', 'apart done 1']);
    const tries = asked.filter(one => taskOf(one.said) === 'lie');
    assert.equal(tries.length, 2);
    assert.match(tries[1]?.said ?? '', /This was tried before, and it is not done/);
    assert.match(JSON.stringify(tries[1]?.body), /file_exists mended\.txt: there is no mended\.txt/);
    await becomes(t, () => assert.match(said(agent), /Plan “Mend it”: not done[\s\S]*refuted/));
    await becomes(t, () => assert.match(notices(agent), /Plan “Mend it”: refuted by its checks/));
    assert.equal(activeBelow(agent), 0);
    await running.stop();
  }));

test('given a step that mends what its check found, when it is tried again, then the plan is done', t =>
  withPlan(lying('mend'), async ({ agent }) => {
    const running = await agent.start();
    await say(running, 'plan it');
    await approved(t, agent, running);
    await approvedUntil(t, agent, running, () => assert.equal(planRow(agent), 'done holds'));
    assert.deepEqual(steps(agent), ['mend done 2', 'after done 1', 'apart done 1']);
    await running.stop();
  }));

test('given a step that fails twice in a plan that asks then, when its owner goes on without it, then what depends on it is left out', t =>
  withPlan(lying('lie', 'ask'), async ({ agent }) => {
    const running = await agent.start();
    await say(running, 'plan it');
    await approved(t, agent, running);
    await becomes(t, () => assert.match(said(agent), /The step mend of the plan “Mend it” has failed twice/));
    await running.kill();
    const again = await agent.start();
    await say(again, 'Go on without it');
    await becomes(t, () => assert.equal(planRow(agent), 'failed fails'));
    assert.deepEqual(steps(agent), ['mend failed 2', 'after skipped 1', 'apart done 1']);
    await again.stop();
  }));

test('given an approved plan, when what one of its agents may do is changed before the next step, then nothing more of it is carried out', t =>
  withPlan(report, async ({ agent, release }) => {
    const running = await agent.start();
    await say(running, 'plan it');
    await approved(t, agent, running);
    await becomes(t, () => assert.deepEqual(steps(agent), ['look done 1', 'draft running 1', 'write waiting 1']));
    await running.kill();
    const file = join(agent.path, 'config.toml');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n[agents.file_worker]\npurpose = "Does all."\ntools = ["*"]\n`);
    const again = await agent.start();
    release();
    await becomes(t, () => assert.equal(planRow(agent)?.split(' ')[0], 'failed'));
    assert.deepEqual(steps(agent), ['look done 1', 'draft done 1', 'write skipped 1']);
    await becomes(t, () => assert.match(said(agent), /is not what its owner approved/));
    await again.stop();
  }));

test('given an approved plan, when the turn is stopped, then its agents are stopped with it, and nothing is left over', t =>
  withPlan(report, async ({ agent }) => {
    const running = await agent.start();
    await say(running, 'plan it');
    await approved(t, agent, running);
    await becomes(t, () => assert.deepEqual(steps(agent), ['look done 1', 'draft running 1', 'write waiting 1']));
    await running.http(`/api/sessions/${main}/abort`, { commandId: clientId() });
    await becomes(t, () => assert.equal(planRow(agent)?.split(' ')[0], 'cancelled'));
    assert.deepEqual(steps(agent), ['look done 1', 'draft cancelled 1', 'write skipped 1']);
    await becomes(t, () => assert.equal(activeBelow(agent), 0));
    await running.stop();
  }));

test('given a plan that cannot be carried out, when it is written, then its model reads what is wrong, and nobody is asked', t =>
  withPlan(report.replace('[look, draft]', '[look, nothing]'), async ({ agent }) => {
    const running = await agent.start();
    await say(running, 'plan it');
    await becomes(t, () =>
      assert.match(said(agent), /Step write depends on nothing, which is no step\. There are: look, draft, write\./),
    );
    assert.deepEqual(await pending(running), []);
    await running.stop();
  }));

test('given an agent without plans, when a turn does not speak of one, then no request holds a word of them', t =>
  withPlan(report, async ({ agent, asked }) => {
    const running = await agent.start();
    await say(running, 'hello there');
    await becomes(t, () => assert.match(said(agent), /I have done it/));
    assert.equal(asked[0]?.tools.includes('run_plan'), false);
    assert.equal(asked.length, 1);
    await running.stop();
  }));
