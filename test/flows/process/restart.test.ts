/** What a death or a stop leaves behind, and what the next start makes of it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'node:test';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, type TestAgentOptions, withAgent } from '../rig/agent.ts';

/** Resolves once a file is there. */
async function appears(file: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (existsSync(file)) resolve();
  };
  const watcher = watch(dirname(file), look);
  look();
  await promise.finally(() => watcher.close());
}

/** Asks, since it deletes; writes `begun`, waits for `go`, writes `ended`; each word once a run. */
const slowCommand =
  'rm -r old; echo begun >> log; touch begun; until [ -e go ]; do sleep 0.02; done; echo ended >> log';

/** The slow command, approved and under way. */
async function underWay(agent: TestAgent, running: Running): Promise<void> {
  const { waiting } = await running.say('session:web:main', `run \`${slowCommand}\``);
  assert.equal((await running.decide(waiting[0], 'approve')).status, 202);
  await appears(join(agent.workspace, 'begun'));
}

/** What Straylight found when it started, a line each. */
async function recovered({ http }: Running): Promise<string> {
  return (await http('/health')).json.recovery.join('\n');
}

const logOf = (agent: TestAgent) => readFileSync(join(agent.workspace, 'log'), 'utf8');

/** An agent whose model does not answer the first time; `thinking` resolves once it was asked. */
async function withThinker(
  options: TestAgentOptions,
  story: (agent: TestAgent, thinking: Promise<void>) => Promise<void>,
): Promise<void> {
  const thinking = Promise.withResolvers<void>();
  const hangs = (): Turn => {
    thinking.resolve();
    return { fault: 'hang' };
  };
  const model = await anthropicPeer({ script: [hangs, { text: 'Here I am again.' }] });
  const { config = '' } = options;
  try {
    await withAgent(
      {
        config: `[models]\ndefault = "anthropic/claude-sonnet-5"\n${config}`,
        env: { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: model.url },
      },
      agent => story(agent, thinking.promise),
    );
  } finally {
    await model.close();
  }
}

/** The one turn of Straylight goes on and ends with the one reply. */
async function answersOnce(agent: TestAgent, running: Running): Promise<void> {
  const stream = await running.stream();
  const turn = String(agent.tables.value('SELECT id FROM turns'));
  const { json: report } = await running.http(`/api/turns/${turn}`);
  if (report.outcome === 'running') await stream.until('turn', data => data.report.turn === turn);
  const { json } = await running.http('/api/sessions/terminal%3Amain/messages');
  assert.deepEqual(
    json.messages.map(({ role, text }: { role: string; text: string }) => [role, text]),
    [
      ['owner', 'hello'],
      ['assistant', 'Here I am again.'],
    ],
  );
  assert.match(await recovered(running), /^Resumed: what was running \(\d+\)/m);
}

describe('kill -9', { concurrency: 3 }, () => {
  test('given a model that thinks, when the process is killed, then the next one asks it again and answers once', () =>
    withThinker({}, async (agent, thinking) => {
      const first = await agent.start();
      const asked = agent.straylight('ask', 'hello');
      await thinking;
      await first.kill();
      await answersOnce(agent, await agent.start());
      const { code, out } = await asked;
      assert.deepEqual([code, out], [0, 'Here I am again.\n'], 'whoever asked hears it, too');
    }));

  test('given a command that runs, when the process is killed, then it is not run again, and its owner is told that nobody knows', () =>
    withAgent({}, async agent => {
      const first = await agent.start();
      await underWay(agent, first);
      await first.kill();
      const second = await agent.start();
      assert.match(await recovered(second), /^Unknown: Run “rm -r old; .*” was interrupted; it may or may not/m);
      const stream = await second.stream();
      const told = /^(Interrupted: Run |I did not repeat )/m;
      const { json } = await second.http('/api/sessions/web%3Amain/messages');
      if (!json.messages.some(({ text }: { text: string }) => told.test(text)))
        await stream.until('turn', ({ report }) => told.test(report.reply));
      assert.equal(logOf(agent), 'begun\n');
      assert.deepEqual(agent.tables.rows('SELECT tool, outcome FROM tool_calls'), [
        { tool: 'execute_command', outcome: 'unknown' },
      ]);
      assert.deepEqual(agent.tables.rows("SELECT status FROM effects WHERE src = 'execution'"), [
        { status: 'unknown' },
      ]);
    }));

  test('given an approval that waits, when the process is killed and the deadline passes, then it expires and nothing runs', () =>
    withAgent({ config: '[approvals]\nexpires_ms = 1500\n' }, async agent => {
      const first = await agent.start();
      await first.say('session:web:main', 'run rm -r old; touch late.txt');
      const key = String(agent.tables.value('SELECT address FROM approvals')).slice('approval:'.length);
      await first.kill();
      const second = await agent.start();
      const stream = await second.stream();
      const { json } = await second.http('/api/approvals?state=pending');
      if (json.approvals.length > 0) await stream.until('approval', ({ approval }) => approval.state === 'expired');
      const late = await agent.straylight('approvals', 'approve', key);
      assert.equal(late.code, 1);
      assert.match(late.err, /expired\. Not run/);
      assert.ok(!existsSync(join(agent.workspace, 'late.txt')));
    }));

  test('given what a killed process left lying about, when commands come, then the home is theirs, and a new start holds it', () =>
    withAgent({}, async agent => {
      const first = await agent.start();
      await first.say('session:terminal:main', 'remember that I like tea');
      await first.kill();
      assert.ok(existsSync(join(agent.path, 'run', 'lock')) && existsSync(join(agent.path, 'run', 'port')));
      const { value } = await agent.json('status');
      assert.equal(value.running, false);
      assert.match(await agent.ask('what do I like?'), /“I like tea”/);
      const second = await agent.start();
      assert.equal((await agent.json('status')).value.running, true);
      assert.equal((await second.stop()).code, 0);
      assert.deepEqual(agent.tables.rows('SELECT count(*) AS left_open FROM boots WHERE ended_at IS NULL'), [
        { left_open: 1 },
      ]);
    }));
});

describe('an orderly stop', { concurrency: 3 }, () => {
  test('given a model that thinks for longer than the grace, when the process is asked to stop, then the next one goes on with the turn', () =>
    withThinker({ config: '[shutdown]\ngrace_ms = 300\n' }, async (agent, thinking) => {
      const first = await agent.start();
      const asked = agent.straylight('ask', 'hello');
      await thinking;
      assert.equal((await first.stop()).code, 0);
      await answersOnce(agent, await agent.start());
      assert.equal((await asked).code, 0);
    }));

  test('given a question whose model thinks, when it is interrupted by Ctrl-C, then its turn ends, and that is said', () =>
    withThinker({}, async (agent, thinking) => {
      const asking = agent.launch(['ask', 'hello']);
      await thinking;
      process.kill(asking.pid, 'SIGINT');
      const { code, out } = await asking.ended;
      assert.deepEqual([code, out], [1, 'Stopped. Nothing was done.\nTurn cancelled.\n']);
      assert.deepEqual(agent.tables.rows('SELECT outcome FROM turns'), [{ outcome: 'cancelled' }]);
    }));

  test('given a command that runs, when the process is asked to stop, then it ends with the command, and the result is told later', () =>
    withAgent({}, async agent => {
      const first = await agent.start();
      await underWay(agent, first);
      const stopping = first.stop();
      writeFileSync(join(agent.workspace, 'go'), '');
      const { code, err } = await stopping;
      assert.deepEqual(
        [code, err],
        [0, 'Stopping after running work has finished. Press Ctrl-C again to stop at once.\n'],
      );
      assert.equal(logOf(agent), 'begun\nended\n');
      assert.deepEqual(agent.tables.rows("SELECT status FROM effects WHERE src = 'execution'"), [{ status: 'done' }]);

      const second = await agent.start();
      await second.say('session:web:main', 'hello');
      assert.equal((await second.stop()).code, 0);
      assert.equal(
        agent.tables.value("SELECT count(*) FROM messages WHERE role = 'assistant' AND body LIKE '%Done: Run %'"),
        1,
      );
    }));

  test('given a command that does not end, when the grace is over, then it is stopped, the process ends, and that is recorded', () =>
    withAgent({ config: '[shutdown]\ngrace_ms = 300\n' }, async agent => {
      const first = await agent.start();
      await underWay(agent, first);
      assert.equal((await first.stop()).code, 0);
      assert.equal(logOf(agent), 'begun\n');
      const [effect] = agent.tables.rows("SELECT status, outcome FROM effects WHERE src = 'execution'");
      assert.equal(effect?.['status'], 'done');
      assert.match(String(effect?.['outcome']), /stopped: cancelled after/);
      writeFileSync(join(agent.workspace, 'go'), '');
      const second = await agent.start();
      assert.doesNotMatch(await recovered(second), /Unknown/);
      await second.say('session:web:main', 'hello');
      assert.equal(logOf(agent), 'begun\n');
    }));
});

describe('one agent, one process', { concurrency: 3 }, () => {
  test('given a process that holds the home, when another starts, then it is refused and named, and commands reach the first', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      const second = await agent.straylight('start');
      assert.deepEqual([second.code, second.out], [1, '']);
      assert.match(
        second.err,
        new RegExp(
          `^straylight: Straylight is already running \\(process ${running.pid}\\) with this home; "straylight chat"`,
        ),
      );
      assert.match(await agent.ask('remember that I like tea'), /Saved/);
      assert.equal(agent.tables.value('SELECT count(*) FROM boots'), 1);
      const { json } = await running.http('/api/sessions/terminal%3Amain/messages');
      assert.equal(json.messages[0].text, 'remember that I like tea');
    }));

  test('given a process without HTTP, when a command comes, then it is refused and told why', () =>
    withAgent({ web: 'enabled = false' }, async agent => {
      const running = agent.launch(['start']);
      await running.line(/^Page {6}off$/m);
      const { code, err } = await agent.straylight('ask', 'hello');
      assert.equal(code, 1);
      assert.match(err, new RegExp(`^straylight: process ${running.pid} is using this home, but the HTTP API is off`));
    }));

  test('given settings of the agent that are broken, when the process starts, then it says so and takes the last good ones', () =>
    withAgent({}, async agent => {
      const file = join(agent.path, 'settings', 'agent.toml');
      assert.equal((await agent.straylight('init')).code, 0);
      writeFileSync(file, '[personality]\nname = "Molly"\n');
      await agent.ask('hello');
      writeFileSync(file, '[personality\nname = ');
      const running = await agent.start();
      const { code, err } = await running.stop();
      assert.equal(code, 0);
      assert.match(err, /agent\.toml.*The last good copy is used\./);
      writeFileSync(file, '\0');
      assert.match(await agent.ask('hello'), /Hello\./);
    }));

  test('given settings of the owner that are broken, when the process starts, then it lists every fault and starts nothing', () =>
    withAgent({}, async agent => {
      await agent.ask('hello');
      writeFileSync(join(agent.path, 'config.toml'), '[owner]\nlanguage = "fr"\n[limits]\nmax_steps = 3\n');
      const { code, out, err } = await agent.straylight('start');
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, /2 faults:\n.*owner\.language.*\n.*limits\.max_steps/);
    }));
});
