/**
 * A tool that hangs: it is noticed, the owner is asked, it is cancelled with all its processes, and what became of it
 * is told.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { suite } from 'node:test';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { stands } from '../rig/telegram-agent.ts';

const config = '[watchdog]\nevery_ms = 200\nheartbeat_ms = 1000\n';
/** A command that only waits, to be told from all others. */
const sleeps = () => 86_000 + Math.floor(Math.random() * 9000);

function processesOf(seconds: number): number {
  const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  return all.split('\n').filter(line => line.trim() === `sleep ${seconds}`).length;
}

/** Says something that does not end by itself; resolves once the command runs. */
async function begins(running: Running, seconds: number) {
  const turn = running.say('session:web:main', `run sleep ${seconds}`);
  await stands(running, 'tool-call:', 'acting.');
  return { turn };
}

const told = (agent: TestAgent) =>
  agent.tables
    .rows("SELECT body, asks FROM deliveries WHERE channel = 'web' AND id LIKE 'report:%' ORDER BY at")
    .map(({ body, asks }) => ({
      text: JSON.parse(String(body)) as string,
      asks: asks === null ? null : JSON.parse(String(asks)),
    }));

suite('a command that hangs', () => {
  test('given nobody who answers, then the owner is asked, it is cancelled with its processes, and its end is told', () =>
    withAgent({ config }, async agent => {
      const seconds = sleeps();
      const running = await agent.start();
      const { turn } = await begins(running, seconds);
      const over = stands(running, 'incident:', 'done');
      const { outcome, reply } = await turn;
      assert.equal(outcome, 'done');
      assert.match(reply, /stopped|cancelled/i);
      assert.equal(processesOf(seconds), 0);
      await over;
      await running.stop();
      const [asked, ended] = told(agent);
      assert.match(asked?.text ?? '', /^No sign of life for [23] s: Run “sleep \d+”\. I cancel it in 1 s/);
      assert.deepEqual(asked?.asks?.choices, ['cancel', 'stop', 'leave']);
      assert.match(ended?.text ?? '', /was cancelled because it made no progress/);
      const kinds = agent.tables.rows("SELECT kind FROM reports WHERE subject LIKE 'tool-call:%' ORDER BY n");
      assert.deepEqual(
        kinds.map(({ kind }) => kind),
        ['stuck', 'inputRequired', 'completed'],
      );
    }));

  test('given an owner who says that it may take its time, then it runs on, and he is not asked again', () =>
    withAgent({ config: '[watchdog]\nevery_ms = 200\nheartbeat_ms = 4000\n' }, async agent => {
      const seconds = sleeps();
      const running = await agent.start();
      const { turn } = await begins(running, seconds);
      await stands(running, 'incident:', 'evaluating.waiting');
      const { asks } = told(agent)[0] ?? {};
      const answer = { commandId: 'leave-1', choice: 'leave' };
      const { status, json } = await running.http(`/api/incidents/${asks.incident}/answer`, answer);
      assert.equal(status, 202, JSON.stringify(json));
      assert.equal(agent.tables.value("SELECT status FROM actors WHERE machine = 'incident'"), 'done');
      assert.equal(processesOf(seconds) > 0, true);
      await running.http('/api/sessions/session%3Aweb%3Amain/abort', { commandId: 'stop-1' });
      await turn;
      await running.stop();
      assert.equal(told(agent).length, 1);
    }));
});
