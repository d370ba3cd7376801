import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateView } from '../../src/api/views/state.ts';
import { status } from '../../src/commands/status.ts';
import { type FakeAgent, fakeAgent, fakeIo, row } from './fake-agent.ts';

test('given a running agent, when its status is asked, then state, model, channels and what waits are printed', async () => {
  const agent = fakeAgent();
  agent.needs = [{ kind: 'approval', id: 'approval:abc', text: 'Run\x1b[2J rm', since: 940_000 }];
  agent.health = { ...agent.health, deadLetters: 2, recovery: ['3 conversations came back', '1 outcome is unknown'] };
  const io = fakeIo();
  assert.equal(await status({ agent, io, home: '/h', json: false }), 0);
  for (const part of [
    /^Running for 1 min, version 0\.1\.0\nHome +\/h\n/,
    /Model +rehearsal\/builtin\n/,
    /Executor +bubblewrap \(no network\)\n/,
    /Channel +web: online \(http:\/\/127\.0\.0\.1:8420\)\n/,
    /Dead letters +2/,
    /Recovered +3 conversations came back\nRecovered +1 outcome is unknown\n/,
    /approval:abc +approval +for 1 min +Run⟨U\+001B⟩\[2J rm\n"straylight approvals" shows the approvals, and how each is answered\.$/,
  ])
    assert.match(io.output(), part);
});

test('given a question of the supervisor and an actor that was set aside, when the status is asked, then it names what to type about them', async () => {
  const agent = fakeAgent();
  agent.needs = [
    { kind: 'incident', id: 'incident:xyz', text: 'It is stuck.', since: 0, choices: ['restart', 'stop'] },
    { kind: 'stuck', id: 'session:web:main', text: 'it was quarantined', since: 0 },
  ];
  const io = { ...fakeIo(), program: './bin/straylight.js' };
  await status({ agent, io, home: '/h', json: false });
  assert.match(
    io.output(),
    /it was quarantined\n\.\/bin\/straylight\.js actors answer ID CHOICE\n\.\/bin\/straylight\.js actors show ID$/,
  );
});

test('given models and tools that are paused or have just failed, when the status is asked, then each is named', async () => {
  const agent = fakeAgent();
  const breaker = (subject: string, leaf: string, more: object) => {
    const id = `circuit-breaker:${subject}`;
    agent.rows.set(id, row(leaf, { id, kind: 'circuit-breaker', ...more }));
  };
  const { now } = await agent.state.show();
  breaker('model:anthropic/claude-sonnet-5', 'open', { timers: [{ event: 'rest', at: now + 60_000 }] });
  breaker('model:openai/gpt', 'halfOpen', {});
  breaker('tool:web_fetch', 'closed', { last: { type: 'call.failed', at: now - 60_000 } });
  breaker('tool:browser', 'closed', { last: { type: 'call.failed', at: now - 3_600_000 } });
  breaker('model:mine/old', 'closed', { last: { type: 'call.failed', at: now - 60_000 } });
  breaker('model:rehearsal/builtin', 'closed', { last: { type: 'call.failed', at: now - 60_000 } });
  const io = fakeIo();
  await status({ agent, io, home: '/h', json: false });
  assert.match(
    io.output(),
    /\nPaused after repeated errors: model anthropic\/claude-sonnet-5, tried again in 1 minute\nPaused after repeated errors: model openai\/gpt, the next call tests it\nFailed 1 minute ago: tool web_fetch\nFailed 1 minute ago: model mine\/old; it is asked only where your settings or a conversation name it[^\n]*\nFailed 1 minute ago: model rehearsal\/builtin; "straylight doctor" checks it\nNothing needs your answer/,
  );
});

test('given a conversation with a model of its own, when its status is shown, then that model is named, and the other one beside it', async () => {
  const state = await fakeAgent().state.show();
  const modelIn = (here?: string, language: 'en' | 'de' = 'en') =>
    stateView({ ...state, model: here }, { language, now: 1_000_000, typed: words => words }).flatMap(block =>
      block.kind === 'table' ? (block.rows.find(({ cells }) => /^Mod/.test(cells[0] ?? ''))?.cells[1] ?? []) : [],
    );
  assert.deepEqual(modelIn('openai/gpt'), ['openai/gpt (in this conversation; otherwise rehearsal/builtin)']);
  assert.deepEqual(modelIn('openai/gpt', 'de'), ['openai/gpt (in diesem Gespräch; sonst rehearsal/builtin)']);
  assert.deepEqual(modelIn('rehearsal/builtin'), ['rehearsal/builtin']);
  assert.deepEqual(modelIn(), ['rehearsal/builtin']);
});

test('given no running agent, when its status is asked as JSON, then running is false and the rest is there', async () => {
  const io = fakeIo();
  await status({ agent: fakeAgent({ where: 'here' }), io, home: '/h', json: true });
  const said = JSON.parse(io.output());
  assert.deepEqual([said.running, said.models.default, said.actors.active], [false, 'rehearsal/builtin', 3]);
  assert.deepEqual([said.ok, said.status], [false, 'stopped']);
});

test('given an agent that cannot work, when its status is asked, then the first line and the exit code say so; what waits for its owner is no fault', async () => {
  const asked = async (agent: FakeAgent) => {
    const [io, json] = [fakeIo(), fakeIo()];
    const code = await status({ agent, io, home: '/h', json: false });
    assert.equal(await status({ agent, io: json, home: '/h', json: true }), code);
    assert.equal(JSON.parse(json.output()).ok, code === 0);
    return [code, io.output().split('\n')[0]];
  };
  const failed = (leaf: string, ago: number, model = 'rehearsal/builtin') => {
    const agent = fakeAgent();
    const id = `circuit-breaker:model:${model}`;
    agent.rows.set(id, row(leaf, { id, kind: 'circuit-breaker', last: { type: 'call.failed', at: 1_000_000 - ago } }));
    return agent;
  };
  const silent = 'Running for 1 min, version 0.1.0; a model does not respond';
  const well = [0, 'Running for 1 min, version 0.1.0'];
  assert.equal((await fakeAgent().state.show()).now, 1_000_000);
  assert.deepEqual(await asked(fakeAgent()), well);
  assert.deepEqual(await asked(failed('open', 60_000)), [1, silent]);
  assert.deepEqual(await asked(failed('closed', 60_000)), [1, silent], 'the one that answers has just failed');
  assert.deepEqual(await asked(failed('closed', 3_600_000)), well, 'long ago');
  assert.deepEqual(await asked(failed('closed', 60_000, 'llamacpp/other')), well, 'not the one that answers');
  const cannotWrite = fakeAgent();
  cannotWrite.health = { ...cannotWrite.health, status: 'degraded' };
  assert.deepEqual(await asked(cannotWrite), [1, 'Running for 1 min, version 0.1.0; degraded']);
  const waiting = fakeAgent();
  waiting.needs = [{ kind: 'approval', id: 'approval:abc', text: 'Run rm', since: 940_000 }];
  assert.deepEqual(await asked(waiting), well);
  const stopped = 'Not running; "straylight start" starts it. What is stored:';
  assert.deepEqual(await asked(fakeAgent({ where: 'here' })), [1, stopped]);
});
