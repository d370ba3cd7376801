/** Every act on every kind of actor, pressed on the page of a real agent, and what journal and audit say of it. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { homePaths } from '../../../../../config/home.ts';
import { systemClock } from '../../../../../src/adapters/process/clock.ts';
import { openDatabase, type SqliteDatabase } from '../../../../../src/adapters/stores/sqlite/database.ts';
import { isPermanent } from '../../../../../src/domain/supervision/permanent.ts';
import type { Running, TestAgent } from '../../../../flows/rig/agent.ts';
import { becomes, repositoryOf, scriptedWorker, stateOf } from '../../../../flows/workers/rig.ts';
import type { Turn } from '../../../../peers/script.ts';
import { machines } from '../../../../proof/journals.ts';
import { test } from '../../../../slow.ts';
import { assertCalm, type Visit, visiting } from '../../browser.ts';
import { scriptedAgent, session } from '../../scripted-agent.ts';

interface Row {
  readonly id: string;
  readonly machine: string;
  readonly status: string;
  readonly parent?: string;
}

/** Another hand while Straylight is down: it died twice more. */
function leaveDeaths(agent: TestAgent): void {
  withDatabase(agent, database => {
    const died = database.prepare('INSERT INTO boots (id, program, started_at) VALUES (?, ?, ?)');
    for (const boot of ['died-1', 'died-2']) died.run(boot, '0.1.0', systemClock.now());
  });
}

/** The same hand: each of these actors has a message that could not be handed over. */
function leaveLetters(agent: TestAgent, ids: readonly string[]): void {
  withDatabase(agent, database => {
    const letter = database.prepare(
      `INSERT INTO dead_letters (target, event, child, attempts, failure, at)
       VALUES (?, ?, NULL, 1, '{"kind":"defect","message":"it was too much"}', ?)`,
    );
    for (const id of ids) {
      const event = { type: 'letter.of.before', at: 1, id: `letter-${id}` };
      letter.run(id, JSON.stringify(event), systemClock.now());
    }
  });
}

function withDatabase(agent: TestAgent, work: (database: SqliteDatabase) => void): void {
  const database = openDatabase({ file: homePaths(agent.path).database, synchronous: 'normal', now: Date.now });
  work(database);
  database.close();
}

/** Presses what the header offers, one after the other; each is taken by Straylight and then seen. */
async function actOn(page: Page, machine: string): Promise<void> {
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  const chip = page.locator('.actor-facts .chip');
  const told = async (type: string) => {
    const step = page.locator('.step-event', { hasText: type }).last();
    await step.waitFor().catch(async () => assert.fail(`${machine}: no ${type} in ${await page.innerText('.steps')}`));
  };
  /**
   * What Straylight answers. Where the actor has moved meanwhile, that is said, and pressing again is for what is on
   * the screen by then.
   */
  const order = async (name: string | RegExp): Promise<string> => {
    const answered = page.waitForResponse(response => response.url().endsWith('/commands'));
    await press(name);
    const answer = await answered;
    if (answer.ok()) return String(answer.status());
    const { message } = (await answer.json()).error;
    return message.includes('has changed since you looked') ? order(name) : `${answer.status()} ${message}`;
  };
  const isRoot = machine === 'supervisor';
  if (!isRoot) {
    assert.equal(await order('Suspend'), '202', machine);
    await chip.filter({ hasText: 'suspended' }).waitFor();
    assert.equal(await order('Resume'), '202', machine);
    await told('host.resumed');
  }
  // an incident is younger than the letters: it has none, and the page says so
  if (machine !== 'incident') {
    assert.equal(await order('Retry'), '202', machine);
  } else {
    assert.match(await order('Retry'), /^409 .* has no failed messages to retry/);
    await page.getByText('has no failed messages to retry').waitFor();
  }
  await press('Restart…');
  assert.equal(await order(/^From the last checkpoint/), '202', machine);
  await told('host.reinvoked');
  if (isPermanent(machine)) {
    for (const name of isRoot ? ['Suspend', 'Stop…'] : ['Stop…'])
      assert.ok(await page.getByRole('button', { name, exact: true }).isDisabled());
    return;
  }
  await press('Stop…');
  assert.equal(await order('Stop it'), '202', machine);
  await chip.filter({ hasText: 'stopped' }).waitFor();
}

/** Kinds of actors that work for a conversation; the first test has none of them. */
const atWork = ['plan', 'delegation', 'worker'];

/** Whoever belongs to another comes first: a child ends with its parent. */
const order = ['circuit-breaker', 'approval', 'tool-call', 'session', 'job', 'approval-desk', 'channel', 'supervisor'];

/**
 * One living actor of each of these kinds, in their order, none of them beneath another: a child ends with its parent,
 * and some parents with their child.
 */
async function living(running: Running, kinds: readonly string[]): Promise<readonly Row[]> {
  const { actors } = (await running.http('/api/state')).json as { readonly actors: readonly Row[] };
  const chosen: Row[] = [];
  for (const kind of kinds) {
    const found = actors.find(
      ({ id, machine, status, parent }) =>
        machine === kind &&
        status === 'active' &&
        !chosen.some(one => (one.parent === id && kind === 'tool-call') || one.id === parent),
    );
    if (found) chosen.push(found);
  }
  return chosen;
}

async function actOnAll(visit: Visit, { url }: Running, rows: readonly Row[]): Promise<void> {
  for (const { id, machine } of rows) {
    await visit.page.goto(`${url}/#/actor/${encodeURIComponent(id)}`);
    await visit.page.locator('h1', { hasText: id }).waitFor();
    await actOn(visit.page, machine);
  }
  assertCalm(visit);
}

/** What audit and journal say of all that was pressed. */
async function assertWritten(agent: TestAgent, running: Running, { id, machine }: Row): Promise<void> {
  const held = machine === 'supervisor' ? [] : ['suspend', 'resume'];
  const retried = machine === 'incident' ? [] : ['retry'];
  const stopped = isPermanent(machine) ? [] : ['stop'];
  const audited = agent.tables.rows("SELECT facts FROM audit WHERE kind = 'admin.done' AND subject = ? ORDER BY n", id);
  assert.deepEqual(
    audited.map(({ facts }) => JSON.parse(String(facts))).map(({ by, verb }) => `${verb} by ${by}`),
    [...held, ...retried, 'restart', ...stopped].map(verb => `${verb} by web`),
    id,
  );
  const { json } = await running.http(`/api/actors/${encodeURIComponent(id)}/journal?limit=200`);
  const types: readonly string[] = json.entries.map(({ event }: { event: { type: string } }) => event.type);
  assert.deepEqual(
    types.filter(type => type.startsWith('host.')),
    [
      ...held.map(verb => (verb === 'suspend' ? 'host.suspended' : 'host.resumed')),
      'host.reinvoked',
      ...stopped.map(() => 'host.stopped'),
    ],
    id,
  );
}

function assertHandedOver(agent: TestAgent, rows: readonly Row[]): void {
  const buried = "SELECT count(*) FROM dead_letters WHERE target = ? AND event LIKE '%letter.of.before%'";
  for (const { id } of rows) assert.equal(agent.tables.value(buried, id), 0, `the letter for ${id} was handed over`);
}

const plan = `---
id: count
title: Count the files
steps:
  - id: count
    agent: researcher
    task: wait with the files
---
`;

/** Given at once: to an agent, to the agent of a plan, and to a program. None of them comes to an end. */
const works: Turn['toolCalls'] = [
  { name: 'delegate', arguments: { agent: 'researcher', task: 'wait with the letters' } },
  { name: 'run_plan', arguments: { plan } },
  { name: 'code', arguments: { worker: 'scripted', folder: 'toy', task: 'write b.txt hello\nhang' } },
];

/** How the agents and the worker stand. */
const statesOf = (agent: TestAgent) => [
  ...agent.tables.rows('SELECT state FROM agents_children').map(({ state }) => state),
  stateOf(agent),
];

suite('acts on the page', { concurrency: 1 }, () => {
  test('given an actor of every kind, when it is suspended, resumed, retried, restarted and stopped on the page, then each happens that may, and journal and audit say so', () =>
    scriptedAgent({}, async ({ agent, running: first, play, say, asks }) => {
      play({ fault: { status: 500 } });
      await say();
      await asks('high', 'high');
      await agent.straylight('jobs', 'add', 'water', 'every day at 10:30', '--say', 'drink a glass of water');
      await first.kill();
      leaveDeaths(agent);
      const active = agent.tables.rows("SELECT address FROM actors WHERE status = 'active'");
      leaveLetters(
        agent,
        active.map(({ address }) => String(address)),
      );
      const safe = await agent.start();
      const [incident] = await living(safe, ['incident']);
      assert.ok(incident);
      await visiting(safe, {}, visit => actOnAll(visit, safe, [incident]));
      await safe.stop();

      const running = await agent.start();
      const others = await living(running, order);
      await visiting(running, {}, visit => actOnAll(visit, running, others));
      const all = [incident, ...others];
      // an observation and a consolidation last as long as their model calls
      const absent = ['observer', 'consolidation', ...atWork];
      const kinds = [...machines.keys()].filter(machine => !absent.includes(machine));
      assert.deepEqual(all.map(({ machine }) => machine).sort(), kinds.sort(), 'one of each kind');
      for (const row of all) await assertWritten(agent, running, row);
      await running.stop();
      assertHandedOver(agent, all);
      // letters nobody tried again, and what came for actors that had been stopped
      withDatabase(agent, database => database.exec('DELETE FROM dead_letters'));
    }));

  test('given an agent, a plan and a coding worker at work, when each is suspended, resumed, retried, restarted and stopped on the page, then each happens, journal and audit say so, nothing of the work is left over, and the conversation goes on', t =>
    scriptedAgent({ config: scriptedWorker() }, async ({ agent, running: first, play, answer, write }) => {
      repositoryOf(agent);
      play({ toolCalls: works });
      answer(({ said }) => (said.startsWith('wait') ? { fault: 'hang' } : { text: 'I have read it.' }));
      await write('Delegate the letters, plan the files, and have the toy coded.');
      await becomes(t, () => assert.deepEqual(statesOf(agent), ['running', 'running', 'working']));
      const all = await living(first, atWork);
      assert.deepEqual(
        all.map(({ machine }) => machine),
        atWork,
        'one of each kind',
      );
      const ids = all.map(({ id }) => id);
      await first.kill();
      leaveLetters(agent, ids);

      const running = await agent.start();
      await visiting(running, {}, visit => actOnAll(visit, running, all));
      for (const row of all) await assertWritten(agent, running, row);
      assert.deepEqual(statesOf(agent), ['cancelled', 'cancelled', 'stopped']);
      assert.equal(agent.tables.value('SELECT state FROM agents_plans'), 'cancelled');
      await becomes(t, () => assert.deepEqual(readdirSync(join(agent.path, 'workers')), []));
      await becomes(t, () => {
        const active = agent.tables.rows("SELECT machine FROM actors WHERE status = 'active'");
        const left = active.filter(({ machine }) => [...atWork, 'tool-call'].includes(String(machine)));
        assert.deepEqual(left, []);
      });
      const heard = "SELECT body FROM messages WHERE session = ? AND role = 'owner' ORDER BY n DESC";
      await becomes(t, () =>
        assert.match(String(agent.tables.value(heard, session)), /The work of scripted .* was stopped/),
      );
      const results = agent.tables
        .rows("SELECT body FROM messages WHERE session = ? AND role IN ('tool', 'notice')", session)
        .map(({ body }) => String(body))
        .join('\n');
      assert.match(results, /researcher was stopped\. Part of the work may have happened/);
      assert.match(results, /The plan was stopped from outside/);
      const { outcome } = await running.say(session, 'Is it all over?');
      assert.equal(outcome, 'done');
      await running.stop();
      assertHandedOver(agent, all);
    }));
});
