/** Steps of a plan on copies of a repository: side by side, held to their copy, merged once they are checked, and killed in the middle. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

const main = 'session:web:main';

/** Steps wait at `hold NAME` until the test lets them go. */
interface Told {
  readonly agent: TestAgent;
  readonly repo: string;
  readonly asked: readonly Asked[];
  /** The steps that wait. */
  readonly held: ReadonlySet<string>;
  readonly letGo: (name: string) => void;
}

/** A message of a request. */
interface Wire {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly { readonly function: { readonly name: string } }[];
}

/**
 * The conversation calls `run_plan` with the plan of the test. A step is one call a line, `TOOL {JSON}`; `$COPY` is the
 * folder that it was told to work in, and `hold NAME` waits.
 */
function mind({ said, body, results, steps }: Asked, plan: string, held: (name: string) => Promise<void>): Turn {
  const { messages } = body as { readonly messages: readonly Wire[] };
  const came = messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.stringify(content));
  if (said.startsWith('plan') && came.length === 0) return { toolCalls: [{ name: 'run_plan', arguments: { plan } }] };
  // what its owner has answered meanwhile may stand behind it
  if (messages.some(({ tool_calls: calls }) => calls?.[0]?.function.name === 'run_plan'))
    return { text: `It came to: ${came.join(' | ')}` };
  const [task = ''] = said.split('\n\n');
  const [, copy = ''] = /Work only in the folder (\S+), which is a copy of toy/.exec(said) ?? [];
  const isAgain = said.includes('This was tried before');
  const lines = task.split('; ').filter(line => isAgain || !line.startsWith('again '));
  const next = lines[steps]?.replace(/^again /, '');
  if (next === undefined) return { text: `Done: ${results.map(({ text }) => text).join(' | ')}` };
  const [name = '', ...rest] = next.split(' ');
  if (name === 'hold')
    return {
      text: 'One moment.',
      toolCalls: [{ name: 'list_files', arguments: { path: copy || '/workspace' } }],
      between: () => held(rest.join(' ')),
    };
  return { toolCalls: [{ name, arguments: rest.join(' ').replaceAll('$COPY', copy) }] };
}

async function withCopies(plan: string, story: (told: Told) => Promise<void>): Promise<void> {
  const asked: Asked[] = [];
  const held = new Set<string>();
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gate = (name: string) => {
    const known = gates.get(name) ?? Promise.withResolvers<void>();
    gates.set(name, known);
    return known;
  };
  const peer = await openaiPeer({
    models: ['test'],
    script(one) {
      asked.push(one);
      return mind(one, plan, name => {
        held.add(name);
        return gate(name).promise;
      });
    },
  });
  const config = `[safe_mode]\nboots = 0\n[models]\ndefault = "own/test"\n[models.providers.own]\nbase_url = "${peer.url}/v1"\nkey = "none"\n`;
  try {
    await withAgent({ config }, async agent => {
      const repo = repositoryIn(agent);
      // in no commit, and in the copies all the same
      writeFileSync(join(repo, 'draft.txt'), 'draft\n');
      await story({ agent, repo, asked, held, letGo: name => gate(name).resolve() });
    });
  } finally {
    for (const { resolve } of gates.values()) resolve();
    await peer.close();
  }
}

/** With a file and a commit. */
function repositoryIn(agent: TestAgent): string {
  const repo = join(agent.workspace, 'toy');
  mkdirSync(repo, { recursive: true });
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: repo, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(repo, 'a.txt'), 'one\n');
  git('add', '-A');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '-qm', 'First');
  return repo;
}

const becomes = (t: TestContext, look: () => void | Promise<void>) =>
  t.waitFor(look, { interval: 100, timeout: 90_000 });

const say = (running: Running, text: string) =>
  running.http(`/api/sessions/${main}/messages`, { clientId: clientId(), text });

/** Says that the plan is to be made, and approves its card. */
async function approved(t: TestContext, agent: TestAgent, running: Running, words = 'plan it'): Promise<string> {
  await say(running, words);
  let exact = '';
  await becomes(t, async () => {
    const [one] = (await running.http('/api/approvals?state=pending')).json.approvals;
    assert.equal(one?.card.tool, 'run_plan', said(agent));
    exact = one.card.exact;
    void agent.straylight('approvals', 'approve', one.card.key, '--confirm', one.card.word ?? 'yes');
  });
  return exact;
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

const copies = (agent: TestAgent) =>
  ['workspace/plan-copies', 'plan-copies'].flatMap(folder => {
    const path = join(agent.path, folder);
    return existsSync(path) ? readdirSync(path) : [];
  });

const write = (path: string, content: string) => `write_file {"path":"${path}","content":"${content}\\n"}`;

const beside = `---
id: beside
title: Side by side
steps:
  - id: first
    agent: file_worker
    task: '${write('$COPY/b.txt', 'bee')}; hold first'
    depends_on: []
    worktree: toy
    verify: [file_exists b.txt, file_exists draft.txt]
  - id: second
    agent: file_worker
    task: '${write('toy/c.txt', 'past it')}; read_file {"path":"$COPY/draft.txt"}; list_files {}; ${write('$COPY/a.txt', 'two')}; hold second'
    depends_on: []
    worktree: toy
    verify: ['grep -q two a.txt']
  - id: notes
    agent: file_worker
    task: '${write('notes.txt', 'noted')}; hold notes'
    depends_on: []
  - id: look
    agent: researcher
    task: 'read_file {"path":"toy/b.txt"}; search_files {"text":"bee"}'
    depends_on: [first, second, notes]
---
`;

test('given two steps on copies of one repository beside a writer of the workspace, when the process is killed in the middle, then all work side by side, each is held to its copy, and what was checked is merged once', t =>
  withCopies(beside, async ({ agent, repo, asked, held, letGo }) => {
    const running = await agent.start();
    const card = await approved(t, agent, running);
    assert.match(
      card,
      /── steps that work on copies ──\nfirst: a copy of toy; it is merged when its checks hold\nsecond: /,
    );
    await becomes(t, () =>
      assert.deepEqual(steps(agent), ['first running 1', 'second running 1', 'notes running 1', 'look waiting 1']),
    );
    await becomes(t, () => assert.equal(held.size, 3));
    assert.equal(existsSync(join(repo, 'b.txt')), false, 'nothing of it is in the folder yet');
    assert.equal(existsSync(join(repo, 'c.txt')), false, 'it wrote to its copy alone');
    const last = asked.filter(({ said, steps }) => said.includes('toy/c.txt') && steps === 4);
    const read = JSON.stringify(last[0]?.body);
    assert.equal(read.match(/may only use these folders: plan-copies\/\w{8}-second/g)?.length, 2);
    await running.kill();
    const again = await agent.start();
    for (const name of ['notes', 'second', 'first']) letGo(name);
    await becomes(t, () => assert.equal(planRow(agent), 'done unknown'));
    assert.deepEqual(steps(agent), ['first done 1', 'second done 1', 'notes done 1', 'look done 1']);
    assert.equal(readFileSync(join(repo, 'a.txt'), 'utf8'), 'two\n');
    assert.equal(readFileSync(join(repo, 'b.txt'), 'utf8'), 'bee\n');
    await becomes(t, () => assert.match(said(agent), /Plan “Side by side”: all steps are done[\s\S]*merged into toy/));
    assert.deepEqual(copies(agent), []);
    const looked = JSON.stringify(asked.findLast(one => one.said.startsWith('read_file {"path":"toy/b.txt"'))?.body);
    assert.match(looked, /toy\/b\.txt:1: bee/);
    assert.doesNotMatch(looked, /plan-copies\/\w+-\w+\/b\.txt/, 'copies are not searched');
    const { value } = await agent.json('undo', 'list');
    const merges = JSON.stringify(value).match(/Merge the step \w+ of the plan/g) ?? [];
    assert.equal(merges.length, 2);
    assert.equal(JSON.stringify(value).includes('plan-copies'), false, 'copies are no change of a turn');
    await again.stop();
  }));

const clash = (onStuck: string) => `---
id: clash
title: It does not fit
on_stuck: ${onStuck}
steps:
  - id: change
    agent: file_worker
    task: '${write('$COPY/a.txt', 'agent')}; hold change'
    worktree: toy
    verify: ['grep -q agent a.txt']
---
`;

test('given a repository that has changed so that a step does not fit, then nothing is merged before its owner has answered, and it is done again on a new copy', t =>
  withCopies(clash('replan'), async ({ agent, repo, asked, held, letGo }) => {
    const running = await agent.start();
    await approved(t, agent, running);
    await becomes(t, () => assert.equal(held.size, 1));
    writeFileSync(join(repo, 'a.txt'), 'owner\n');
    letGo('change');
    await becomes(t, () => assert.match(said(agent), /is done on its copy, but “toy” has changed meanwhile.*a\.txt/));
    assert.deepEqual(steps(agent), ['change stuck 1']);
    await running.kill();
    const again = await agent.start();
    assert.equal(readFileSync(join(repo, 'a.txt'), 'utf8'), 'owner\n');
    await say(again, 'Again on a new copy');
    await becomes(t, () => assert.equal(planRow(agent), 'done holds'));
    assert.deepEqual(steps(agent), ['change done 2']);
    assert.equal(readFileSync(join(repo, 'a.txt'), 'utf8'), 'agent\n');
    const tries = asked.filter(({ said }) => said.includes('This was tried before'));
    assert.match(JSON.stringify(tries[0]?.body), /could not be merged into toy/);
    await becomes(t, () => assert.deepEqual(copies(agent), []));
    await again.stop();
  }));

test('given a step that does not fit, when its owner goes on without it, then its changes are merged nowhere', t =>
  withCopies(clash('consult_planner'), async ({ agent, repo, held, letGo }) => {
    const running = await agent.start();
    await approved(t, agent, running);
    await becomes(t, () => assert.equal(held.size, 1));
    writeFileSync(join(repo, 'a.txt'), 'owner\n');
    letGo('change');
    await becomes(t, () => assert.deepEqual(steps(agent), ['change stuck 1']));
    await becomes(t, () => assert.match(said(agent), /has changed meanwhile/));
    await say(running, 'Go on without it');
    await becomes(t, () => assert.equal(planRow(agent), 'failed holds'));
    assert.equal(readFileSync(join(repo, 'a.txt'), 'utf8'), 'owner\n');
    await becomes(t, () => assert.match(said(agent), /Its changes were not merged into toy/));
    await becomes(t, () => assert.deepEqual(copies(agent), []));
    await running.stop();
  }));

test('given a plan with steps on copies, when its turn is stopped, then nothing is merged, and no copy is left', t =>
  withCopies(clash('ask'), async ({ agent, repo, held }) => {
    const running = await agent.start();
    await approved(t, agent, running);
    await becomes(t, () => assert.equal(held.size, 1));
    await running.http(`/api/sessions/${main}/abort`, { commandId: clientId() });
    await becomes(t, () => assert.equal(planRow(agent)?.split(' ')[0], 'cancelled'));
    await becomes(t, () => assert.deepEqual(copies(agent), []));
    assert.equal(readFileSync(join(repo, 'a.txt'), 'utf8'), 'one\n');
    await running.stop();
  }));

test('given a plan with steps on copies, when its actor is stopped from outside, then no copy is left', t =>
  withCopies(clash('ask'), async ({ agent, held }) => {
    const running = await agent.start();
    await approved(t, agent, running);
    await becomes(t, () => assert.equal(held.size, 1));
    assert.equal(copies(agent).length, 2);
    const [row] = agent.tables.rows('SELECT id FROM agents_plans');
    await agent.straylight('actors', 'stop', String(row?.['id']), '--yes');
    await becomes(t, () => assert.deepEqual(copies(agent), []));
    await running.stop();
  }));

const lying = `---
id: lying
title: Not at first
steps:
  - id: mend
    agent: file_worker
    task: 'list_files {"path":"$COPY"}; again ${write('$COPY/b.txt', 'bee')}'
    worktree: toy
    verify: [file_exists b.txt]
---
`;

test('given a step on a copy that is refuted by its check, then nothing is merged before it is done on the same copy', t =>
  withCopies(lying, async ({ agent, repo }) => {
    const running = await agent.start();
    await approved(t, agent, running);
    await becomes(t, () => assert.equal(planRow(agent), 'done holds'));
    assert.deepEqual(steps(agent), ['mend done 2']);
    assert.equal(readFileSync(join(repo, 'b.txt'), 'utf8'), 'bee\n');
    await becomes(t, () => assert.deepEqual(copies(agent), []));
    await running.stop();
  }));

test('given a folder that is no repository, when a plan is written, then its model reads that, and nobody is asked', t =>
  withCopies(lying.replace('worktree: toy', 'worktree: notes'), async ({ agent }) => {
    const running = await agent.start();
    await say(running, 'plan it');
    await becomes(t, () =>
      assert.match(said(agent), /Step mend, worktree: expected a folder.*git repository.*notes is none/),
    );
    await running.stop();
  }));

test('given the demo model, when a plan on copies is asked for in a sentence, then both steps are done side by side and merged', t =>
  withAgent({ config: '[safe_mode]\nboots = 0\n' }, async agent => {
    const repo = repositoryIn(agent);
    const running = await agent.start();
    await approved(
      t,
      agent,
      running,
      'make a plan on copies of toy: write “hello” to b.txt and write “there” to c.txt',
    );
    await becomes(t, () => assert.equal(planRow(agent), 'done holds'));
    assert.deepEqual(
      ['b.txt', 'c.txt'].map(name => readFileSync(join(repo, name), 'utf8').trim()),
      ['hello', 'there'],
    );
    await becomes(t, () => assert.match(said(agent), /The plan “Several steps” is carried out/));
    await running.stop();
  }));
