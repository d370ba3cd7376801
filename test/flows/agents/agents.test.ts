/** Work given to agents, in the whole program: side by side, killed in the middle, stopped, reset, asked, and held to its tools. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

/**
 * A conversation gives work by `delegate AGENT: WORK; AGENT: WORK`. Work is `call TOOL {JSON}`, or `hold` until the test
 * lets it go on. Each says what its calls came to.
 */
function mind({ said, results }: Asked, held: () => Promise<void>): Turn {
  if (results.length > 0) return { text: `It came to: ${results.map(({ text }) => text).join(' | ')}` };
  const [, work] = /^delegate (.+)$/s.exec(said) ?? [];
  if (work !== undefined)
    return {
      toolCalls: work.split('; ').map(one => {
        const [agent = '', ...task] = one.split(': ');
        return { name: 'delegate', arguments: { agent, task: task.join(': ') } };
      }),
    };
  const [, name = '', args = '{}'] = /^call (\w+)(?: (.*))?$/s.exec(said) ?? [];
  if (name !== '') return { toolCalls: [{ name, arguments: args }] };
  if (said.startsWith('hold')) return { text: `Held: ${said}`, between: held };
  return { text: `I see: ${said}` };
}

interface Told {
  readonly agent: TestAgent;
  /** Lets all that is held go on. */
  readonly release: () => void;
  /** What models were asked with, oldest first. */
  readonly asked: readonly Asked[];
}

async function withAgents(story: (told: Told) => Promise<void>, config = ''): Promise<void> {
  const asked: Asked[] = [];
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  const peer = await openaiPeer({
    models: ['test'],
    script(one) {
      asked.push(one);
      return mind(one, () => released);
    },
  });
  try {
    const settings = `[safe_mode]\nboots = 0\n[models]\ndefault = "own/test"\n[models.providers.own]\nbase_url = "${peer.url}/v1"\nkey = "none"\n${config}`;
    await withAgent({ config: settings }, agent => story({ agent, release, asked }));
  } finally {
    release();
    await peer.close();
  }
}

const becomes = (t: TestContext, look: () => void | Promise<void>) =>
  t.waitFor(look, { interval: 50, timeout: 60_000 });

const say = (running: Running, text: string, session = 'session:web:main') =>
  running.http(`/api/sessions/${session}/messages`, { clientId: clientId(), text });

const children = (agent: TestAgent) =>
  agent.tables.rows('SELECT agent, state, depth FROM agents_children ORDER BY started_at, agent');

const said = (agent: TestAgent, session = 'session:web:main') =>
  agent.tables
    .rows(`SELECT body FROM messages WHERE session = '${session}' AND role = 'assistant' ORDER BY n`)
    .map(({ body }) => String(body));

const results = (agent: TestAgent) =>
  agent.tables.rows("SELECT id FROM messages WHERE session = 'session:web:main' AND role = 'tool'").length;

test('given two pieces of work in one reply, when their agents have done them, then both results come to the one reply, and each has its row', t =>
  withAgents(async ({ agent, asked }) => {
    const running = await agent.start();
    await say(
      running,
      'delegate file_worker: call write_file {"path":"a.txt","content":"milk"}; researcher: call list_files {}',
    );
    await becomes(t, () =>
      assert.match(said(agent).at(-1) ?? '', /It came to: It came to: .*a\.txt.* \| It came to: /),
    );
    assert.equal(readFileSync(join(agent.workspace, 'a.txt'), 'utf8'), 'milk');
    assert.deepEqual(children(agent), [
      { agent: 'file_worker', state: 'done', depth: 1 },
      { agent: 'researcher', state: 'done', depth: 1 },
    ]);
    // neither knows the conversation, and each is offered its own tools alone
    const [own] = asked.filter(one => one.said.startsWith('call list_files'));
    assert.doesNotMatch(JSON.stringify(own?.body), /delegate file_worker/);
    const offered = JSON.stringify(own?.body['tools'] ?? []);
    assert.match(offered, /web_fetch/);
    assert.doesNotMatch(offered, /execute_command|memory_save|schedule_job|"delegate"/);
    const { value } = await agent.json('agents');
    assert.deepEqual(
      value.work.map((one: { state: string; calls: number }) => [one.state, one.calls]),
      [
        ['done', 1],
        ['done', 1],
      ],
    );
    assert.equal(
      agent.tables.value("SELECT count(*) FROM actors WHERE address LIKE 'session:agent:%' AND status = 'active'"),
      0,
    );
    await running.stop();
  }));

test('given two agents at work, when the process is killed twice, then they go on, each result comes once, and nothing is left over', t =>
  withAgents(async ({ agent, release, asked }) => {
    const held = () => new Set(asked.filter(one => one.said.startsWith('hold')).map(one => one.said)).size;
    const first = await agent.start();
    await say(first, 'delegate researcher: hold one; file_worker: hold two');
    await becomes(t, () => assert.equal(held(), 2));
    await first.kill();
    const second = await agent.start();
    const before = asked.length;
    await becomes(t, () => assert.ok(asked.length >= before + 2));
    await second.kill();
    const third = await agent.start();
    assert.deepEqual(children(agent), [
      { agent: 'file_worker', state: 'running', depth: 1 },
      { agent: 'researcher', state: 'running', depth: 1 },
    ]);
    release();
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /It came to: Held: hold one \| Held: hold two/));
    assert.deepEqual(
      children(agent).map(({ state }) => state),
      ['done', 'done'],
    );
    assert.equal(results(agent), 2);
    assert.equal(agent.tables.value("SELECT count(*) FROM turns WHERE session LIKE 'session:agent:%'"), 2);
    assert.equal(activeBelow(agent), 0);
    await third.stop();
  }));

const activeBelow = (agent: TestAgent) =>
  agent.tables.value(
    "SELECT count(*) FROM actors WHERE status = 'active' AND (address LIKE 'session:agent:%' OR machine IN ('delegation', 'tool-call'))",
  );

/** Kills the process at this point of its work, starts it again, and answers what the story has come to. */
async function killedAt(t: TestContext, point: string): Promise<void> {
  await withAgents(async ({ agent }) => {
    const running = await agent.start({ STRAYLIGHT_CRASH_AT: point });
    // the answer may be cut off by the kill: what was accepted before it counts
    void say(running, 'delegate file_worker: call write_file {"path":"a.txt","content":"milk"}').catch(() => {});
    assert.equal((await running.ended).signal, 'SIGKILL', point);
    const again = await agent.start();
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /^"?It came to: /, point));
    assert.equal(results(agent), 1, point);
    assert.equal(children(agent).length, 1, point);
    assert.notEqual(children(agent)[0]?.['state'], 'running', point);
    assert.equal(activeBelow(agent), 0, point);
    await again.stop();
  });
}

test('given work for an agent, when the process is killed at each step between the call and its result, then the result comes once', async t => {
  let points: readonly string[] = [];
  await withAgents(async ({ agent }) => {
    const log = join(agent.path, 'crash.log');
    const running = await agent.start({ STRAYLIGHT_CRASH_LOG: log });
    await say(running, 'delegate file_worker: call write_file {"path":"a.txt","content":"milk"}');
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /^"?It came to: It came to: /));
    await running.stop();
    points = readFileSync(log, 'utf8')
      .split('\n')
      .filter(line => /delegation|turn\.ended/.test(line));
  });
  assert.ok(points.length >= 3, points.join(', '));
  for (const point of points) await killedAt(t, point);
});

test('given an agent at work, when the turn that gave the work is stopped, then the agent is stopped with it, and its row says so', t =>
  withAgents(async ({ agent, asked }) => {
    const running = await agent.start();
    await say(running, 'delegate researcher: hold');
    await becomes(t, () => assert.ok(asked.some(one => one.said === 'hold')));
    await running.http('/api/sessions/session:web:main/abort', { commandId: clientId() });
    await becomes(t, () => assert.deepEqual(children(agent), [{ agent: 'researcher', state: 'cancelled', depth: 1 }]));
    await becomes(t, () => assert.equal(activeBelow(agent), 0));
    assert.deepEqual(agent.tables.rows("SELECT outcome FROM turns WHERE session LIKE 'session:agent:%'"), [
      { outcome: 'cancelled' },
    ]);
    await running.stop();
  }));

test('given an agent at work, when the conversation that gave the work begins again, then the agent is stopped, and nothing is left over', t =>
  withAgents(async ({ agent, asked }) => {
    const running = await agent.start();
    await say(running, 'delegate researcher: hold');
    await becomes(t, () => assert.ok(asked.some(one => one.said === 'hold')));
    const { status } = await running.http('/api/actors/session:web:main/commands', {
      commandId: clientId(),
      verb: 'restart',
      mode: 'fresh',
      reason: 'a test',
    });
    assert.ok(status < 300, String(status));
    await becomes(t, () => assert.deepEqual(children(agent), [{ agent: 'researcher', state: 'cancelled', depth: 1 }]));
    await becomes(t, () => assert.equal(activeBelow(agent), 0));
    await say(running, 'hello');
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /I see: hello/));
    await running.stop();
  }));

test('given an agent whose conversation is stopped by its owner, when the work was waited for, then the one who gave it reads that it was stopped', t =>
  withAgents(async ({ agent, asked }) => {
    const running = await agent.start();
    await say(running, 'delegate researcher: hold');
    await becomes(t, () => assert.ok(asked.some(one => one.said === 'hold')));
    const session = String(agent.tables.value('SELECT session FROM agents_children'));
    const { status } = await running.http(`/api/actors/${encodeURIComponent(session)}/commands`, {
      commandId: clientId(),
      verb: 'stop',
      reason: 'a test',
    });
    assert.ok(status < 300, String(status));
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /researcher was stopped/));
    assert.deepEqual(children(agent), [{ agent: 'researcher', state: 'cancelled', depth: 1 }]);
    await running.stop();
  }));

/** Begins an actor again from its first step, by its owner's hand. */
async function beginAgain(running: Running, address: string): Promise<void> {
  const { status } = await running.http(`/api/actors/${encodeURIComponent(address)}/commands`, {
    commandId: clientId(),
    verb: 'restart',
    mode: 'fresh',
    reason: 'a test',
  });
  assert.ok(status < 300, `${address}: ${status}`);
}

test('given an agent at work, when the call that gave the work is begun again by itself, then no second agent begins, and the one who gave it reads that the first was stopped', t =>
  withAgents(async ({ agent, asked }) => {
    const running = await agent.start();
    await say(running, 'delegate researcher: hold');
    await becomes(t, () => assert.ok(asked.some(one => one.said === 'hold')));
    await beginAgain(running, String(agent.tables.value('SELECT call FROM agents_children')));
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /researcher was stopped/));
    assert.deepEqual(
      children(agent).map(({ state }) => state),
      ['cancelled', 'refused'],
    );
    assert.equal(asked.filter(one => one.said === 'hold').length, 1);
    assert.equal(results(agent), 1);
    await becomes(t, () => assert.equal(activeBelow(agent), 0));
    await running.stop();
  }));

test('given an agent at work, when what keeps watch over it is begun again, then the agent goes on, and its result comes once', t =>
  withAgents(async ({ agent, release, asked }) => {
    const running = await agent.start();
    await say(running, 'delegate researcher: hold');
    await becomes(t, () => assert.ok(asked.some(one => one.said === 'hold')));
    await beginAgain(running, String(agent.tables.value('SELECT id FROM agents_children')));
    release();
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /It came to: Held: hold/));
    assert.deepEqual(children(agent), [{ agent: 'researcher', state: 'done', depth: 1 }]);
    assert.equal(asked.filter(one => one.said === 'hold').length, 1);
    assert.equal(results(agent), 1);
    await running.stop();
  }));

test('given an agent that has worked before, when it gets more work, then it is told in counts what that came to, and each piece of work has its row', t =>
  withAgents(async ({ agent, asked }) => {
    const running = await agent.start();
    await say(running, 'delegate researcher: call list_files {}');
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /It came to: /));
    const seen = asked.length;
    await say(running, 'delegate researcher: hello');
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /I see: hello/));
    const [own] = asked.slice(seen).filter(one => one.said === 'hello');
    assert.match(
      own?.system ?? '',
      /Of your last 1 pieces of work 1 were done\..*\nTools whose calls worked: list_files/,
    );
    assert.doesNotMatch(asked[0]?.system ?? '', /pieces of work/);
    const { value } = await agent.json('outcomes', '--kind', 'agent');
    assert.deepEqual(
      value.map(({ kind, name, about, state, calls }: Record<string, unknown>) => [kind, name, about, state, calls]),
      [
        ['agent', 'researcher', 'hello', 'done', 0],
        ['agent', 'researcher', 'call list_files {}', 'done', 1],
      ],
    );
    await running.stop();
  }));

const cheap = '[agents.cheap]\npurpose = "Spends little."\ntools = ["*"]\nbudget_tokens = 1000\n';

test('given an agent with a budget of its own, when its work takes more, then it ends, the one who gave the work reads why, and another agent goes on', t =>
  withAgents(async ({ agent }) => {
    const running = await agent.start();
    await say(running, 'delegate cheap: call list_files {}; researcher: call list_files {}');
    await becomes(t, () =>
      assert.match(said(agent).at(-1) ?? '', /cheap did not finish\..*budget.* \| It came to: /is),
    );
    assert.deepEqual(children(agent), [
      { agent: 'cheap', state: 'failed', depth: 1 },
      { agent: 'researcher', state: 'done', depth: 1 },
    ]);
    await running.stop();
  }, cheap));

const posting = '[agents.poster]\npurpose = "Deletes."\ntools = ["execute_command"]\n[sandbox]\nexecutor = "direct"\n';

test('given an agent whose call needs approval, when the process is killed while it waits and the owner says yes, then it runs once, and the result comes', t =>
  withAgents(async ({ agent }) => {
    const running = await agent.start();
    await say(running, 'delegate poster: call execute_command {"command":"echo done > made.txt"}');
    const pending = async (at: Running) => (await at.http('/api/approvals?state=pending')).json.approvals;
    await becomes(t, async () => assert.equal((await pending(running)).length, 1));
    assert.deepEqual(children(agent), [{ agent: 'poster', state: 'running', depth: 1 }]);
    await running.kill();
    const again = await agent.start();
    const [{ card }] = await pending(again);
    assert.equal(existsSync(join(agent.workspace, 'made.txt')), false);
    await becomes(t, async () => {
      const { code, err } = await agent.straylight('approvals', 'approve', card.key, '--confirm', card.word ?? 'yes');
      assert.equal(code, 0, err);
    });
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /It came to: It came to: /));
    assert.equal(readFileSync(join(agent.workspace, 'made.txt'), 'utf8'), 'done\n');
    assert.equal(agent.tables.value("SELECT count(*) FROM tool_calls WHERE tool = 'execute_command'"), 1);
    await again.stop();
  }, posting));

test('given conversations that give eighteen pieces of work, when they are given, then sixteen begin, and two are refused', t =>
  withAgents(async ({ agent, release }) => {
    const running = await agent.start();
    const sessions = ['main', 'second', 'third'].map(name => `session:web:${name}`);
    for (const session of sessions)
      await say(
        running,
        `delegate ${Array.from({ length: 6 }, (_, at) => `researcher: hold ${at}`).join('; ')}`,
        session,
      );
    await becomes(t, () => assert.equal(children(agent).length, 18));
    const inState = (state: string) => children(agent).filter(one => one['state'] === state).length;
    assert.deepEqual([inState('running'), inState('refused')], [16, 2]);
    release();
    await becomes(t, () => assert.deepEqual([inState('done'), inState('refused')], [16, 2]));
    await becomes(t, () =>
      assert.ok(sessions.some(session => /Agents have 16 pieces of work/.test(said(agent, session).at(-1) ?? ''))),
    );
    await running.stop();
  }));

test('given agents that call tools they may not have, when these are judged, then each is refused, and nothing has happened', t =>
  withAgents(async ({ agent }) => {
    const running = await agent.start();
    const calls = [
      'execute_command {"command":"touch x"}',
      'schedule_job {"name":"x","at":"tomorrow at 9","say":"x"}',
      'memory_save {"content":"x"}',
      'memory_search {"query":"x"}',
      'write_file {"path":"x","content":"x"}',
      'create_tool {"name":"x"}',
      'delegate {"agent":"file_worker","task":"call write_file {}"}',
    ];
    for (const [at, call] of calls.entries()) {
      await say(running, `delegate researcher: call ${call}`);
      await becomes(t, () => assert.equal(children(agent).filter(({ state }) => state === 'done').length, at + 1));
    }
    const outcomes = agent.tables.rows("SELECT tool, outcome FROM tool_calls WHERE session LIKE 'session:agent:%'");
    assert.deepEqual(
      outcomes.filter(({ outcome }) => outcome !== 'denied' && outcome !== 'failed'),
      [],
    );
    assert.equal(outcomes.filter(({ outcome }) => outcome === 'denied').length >= 5, true, JSON.stringify(outcomes));
    assert.equal(existsSync(join(agent.workspace, 'x')), false);
    for (const table of ['jobs', 'memories'])
      assert.equal(agent.tables.value(`SELECT count(*) FROM ${table}`), 0, table);
    await running.stop();
  }));

test('given an agent that asks its owner something, when the owner answers in the chat that gave the work, then the agent has the answer', t =>
  withAgents(async ({ agent }) => {
    const running = await agent.start();
    await say(running, 'delegate researcher: call ask_owner {"question":"Which one?"}');
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /Which one\?/));
    await becomes(t, async () => {
      const { json } = await running.http('/api/state');
      assert.deepEqual(
        json.needs.map((need: { kind: string; id: string }) => [need.kind, need.id]),
        [['question', 'session:web:main']],
      );
    });
    await running.kill();
    const again = await agent.start();
    await say(again, 'the red one');
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /It came to: It came to: .*the red one/));
    assert.deepEqual(children(agent), [{ agent: 'researcher', state: 'done', depth: 1 }]);
    await again.stop();
  }));

const boss = '[agents.boss]\npurpose = "Gives work on."\ntools = ["delegate", "read_file", "list_files"]\n';

test('given an agent that may give work on, when it does so, then what is below has no more than it has, and there is no third level', t =>
  withAgents(async ({ agent }) => {
    const running = await agent.start();
    const nested = (inner: string) => `delegate boss: call delegate ${inner}`;
    await say(
      running,
      nested('{"agent":"file_worker","task":"call write_file {\\"path\\":\\"y\\",\\"content\\":\\"y\\"}"}'),
    );
    await becomes(t, () => assert.equal(children(agent).filter(({ state }) => state === 'done').length, 2));
    assert.equal(existsSync(join(agent.workspace, 'y')), false);
    assert.deepEqual(agent.tables.rows('SELECT depth, tools FROM agents_children ORDER BY depth'), [
      { depth: 1, tools: '["delegate","read_file","list_files"]' },
      { depth: 2, tools: '["read_file","list_files"]' },
    ]);
    const third =
      '{"agent":"boss","task":"call delegate {\\"agent\\":\\"boss\\",\\"task\\":\\"call list_files {}\\"}"}';
    await say(running, nested(third));
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /Work can be given on 2 levels/));
    assert.equal(agent.tables.value('SELECT max(depth) FROM agents_children'), 2);
    await running.stop();
  }, boss));

test('given nine pieces of work in one reply, when they are given, then eight begin, and the ninth is refused', t =>
  withAgents(async ({ agent, release }) => {
    const running = await agent.start();
    await say(running, `delegate ${Array.from({ length: 9 }, (_, at) => `researcher: hold ${at}`).join('; ')}`);
    await becomes(t, () => assert.equal(children(agent).length, 9));
    release();
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /has 8 pieces of work with agents/));
    assert.equal(results(agent), 9);
    assert.equal(children(agent).filter(({ state }) => state === 'done').length, 8);
    assert.equal(children(agent).filter(({ state }) => state === 'refused').length, 1);
    await running.stop();
  }));
