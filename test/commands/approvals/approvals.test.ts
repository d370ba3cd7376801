import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApprovalAct, approvals } from '../../../src/commands/approvals/approvals.ts';
import { approval, type FakeAgent, fakeAgent, fakeIo } from '../fake-agent.ts';

const now = () => 1_000_000;

test('given pending approvals, when they are listed, then each is there whole; without any it says so', async () => {
  const agent = fakeAgent();
  const empty = fakeIo();
  assert.equal(await approvals({ agent, io: empty, json: false, now, signal: AbortSignal.abort() }), 0);
  assert.equal(empty.output(), 'Nothing waits for your approval.');
  agent.emit({ type: 'approval', approval: approval('abc', { repeat: true }) });
  agent.emit({ type: 'approval', approval: approval('old', {}, 'denied') });
  const [io, json] = [fakeIo(), fakeIo()];
  await approvals({ agent, io, json: false, now, signal: AbortSignal.abort() });
  assert.match(io.output(), /Approval abc[\s\S]*because it is not on the list[\s\S]*Asked again[\s\S]*│ rm -rf build/);
  assert.doesNotMatch(io.output(), /old/);
  await approvals({ agent, io: json, json: true, now, signal: AbortSignal.abort() });
  assert.equal(JSON.parse(json.output())[0].card.key, 'abc');
});

const decide = (agent: FakeAgent, act: ApprovalAct, json = false) => {
  const io = fakeIo();
  return {
    io,
    code: approvals({ agent, io, json, now, signal: AbortSignal.abort(), act }),
  };
};

test('given a key or an address, when it is decided, then the answer counts and carries no digest it did not see', async () => {
  const agent = fakeAgent();
  const { io, code } = decide(agent, { verb: 'approve', id: 'approval:abc' });
  assert.equal(await code, 0);
  assert.deepEqual(agent.decisions, [{ approval: 'abc', decision: 'approve', by: 'cli' }]);
  assert.equal(io.output(), 'abc: granted');
});

test('given a risk that wants more than a yes, when it is missing, then what to type is said, and with it the yes counts', async () => {
  const words = { word: 'harbour', choices: ['lemon', 'harbour', 'candle', 'zebra'] };
  for (const [more, needed] of [
    [{ risk: 'high' }, 'yes'],
    [{ risk: 'irreversible', ...words }, 'harbour'],
  ] as const) {
    const agent = fakeAgent({
      onDecide: ({ confirmation }) =>
        confirmation === needed
          ? { ok: true, state: 'granted', undoUntil: 1_005_000 }
          : { ok: false, why: 'unconfirmed', message: 'This needs more than one yes.' },
    });
    agent.emit({ type: 'approval', approval: approval('abc', more) });
    const bare = decide(agent, { verb: 'approve', id: 'abc' });
    assert.equal(await bare.code, 1);
    assert.match(bare.io.errors(), /^straylight: abc: This needs more than one yes\.\n {2}look at it/);
    const typed = /^ {2}(straylight approvals approve abc --confirm (\w+))$/m.exec(bare.io.errors());
    assert.equal(typed?.[2], needed);
    const whole = decide(agent, { verb: 'approve', id: 'abc', confirm: needed });
    assert.equal(await whole.code, 0);
    assert.equal(whole.io.output(), 'abc: granted; for 5.0 s: straylight approvals undo abc');
    assert.deepEqual(agent.decisions.at(-1), { approval: 'abc', decision: 'approve', by: 'cli', confirmation: needed });
  }
});

test('given a no with a reason, and a yes taken back, when they are typed, then Straylight gets them so', async () => {
  const agent = fakeAgent({
    onDecide: ({ decision }) => ({ ok: true, state: decision === 'undo' ? 'undone' : 'denied' }),
  });
  const no = decide(agent, { verb: 'deny', id: 'abc', why: 'not on a Friday' });
  const undo = decide(agent, { verb: 'undo', id: 'abc' });
  assert.deepEqual([await no.code, await undo.code], [0, 0]);
  assert.deepEqual(agent.decisions, [
    { approval: 'abc', decision: 'deny', by: 'cli', reason: 'not on a Friday' },
    { approval: 'abc', decision: 'undo', by: 'cli' },
  ]);
  assert.deepEqual([no.io.output(), undo.io.output()], ['abc: denied', 'abc: undone']);
});

test('given one approval, when it is shown, then all of it is there, and how to answer or who has', async () => {
  const agent = fakeAgent();
  const consequences = { approve: 'It runs once.', deny: 'It does not run.' };
  agent.emit({ type: 'approval', approval: approval('abc', { consequences, undoMs: 5_000 }) });
  agent.emit({ type: 'approval', approval: { ...approval('old', {}, 'denied'), decidedBy: 'telegram:42' } });
  const open = decide(agent, { verb: 'show', id: 'abc' });
  assert.equal(await open.code, 0);
  for (const part of [
    /risk ▮▮▯▯ medium, execute_command, expires in 5 min/,
    /│ rm -rf build/,
    /approve: It runs once\.\n {2}deny: {4}It does not run\./,
    /taken back for 5\.0 s/,
    /SHA-256 of the call digest-abc/,
    /straylight approvals approve abc --confirm yes\n {2}straylight approvals deny abc$/,
  ])
    assert.match(open.io.output(), part);
  const over = decide(agent, { verb: 'show', id: 'old' });
  await over.code;
  assert.match(over.io.output(), /denied by telegram:42$/);
  const json = decide(agent, { verb: 'show', id: 'abc' }, true);
  await json.code;
  assert.equal(JSON.parse(json.io.output()).card.digest, 'digest-abc');
  await assert.rejects(decide(agent, { verb: 'show', id: 'none' }).code, /there is no approval none/);
  assert.deepEqual(agent.decisions, []);
});

test('given a decision that does not count, when it is refused, then why is said and the exit code is 1', async () => {
  const agent = fakeAgent({ onDecide: () => ({ ok: false, why: 'expired', message: 'it has expired' }) });
  const late = decide(agent, { verb: 'deny', id: 'abc' });
  assert.equal(await late.code, 1);
  assert.equal(late.io.errors(), 'straylight: abc: it has expired');
  await assert.rejects(decide(agent, { verb: 'deny', id: '../x' }).code, /expected the key/);
});

test('given a yes that is held in a running agent, when it is taken back from elsewhere, then that command waits for nothing', async () => {
  const agent = fakeAgent({ onDecide: () => ({ ok: true, state: 'undone' }) });
  agent.emit({ type: 'approval', approval: approval('abc', { undoUntil: 1_005_000 }, 'granted') });
  const io = fakeIo();
  const signal = new AbortController().signal;
  assert.equal(await approvals({ agent, io, json: false, now, signal, act: { verb: 'undo', id: 'abc' } }), 0);
  assert.equal(io.output(), 'abc: undone');
});

test('given no running agent, when a yes is held and the signal comes, then it is taken back, and the exit code is 1', async () => {
  const stop = new AbortController();
  const agent = fakeAgent({
    where: 'here',
    onDecide: ({ decision }) =>
      decision === 'undo' ? { ok: true, state: 'undone' } : { ok: true, state: 'granted', undoUntil: 1_005_000 },
  });
  agent.emit({ type: 'approval', approval: approval('abc') });
  const io = fakeIo();
  const act = { verb: 'approve', id: 'abc' } as const;
  const code = approvals({ agent, io, json: false, now, signal: stop.signal, act });
  setImmediate(() => stop.abort());
  assert.equal(await code, 1);
  assert.equal(io.output(), 'abc: granted; for 5.0 s: Ctrl-C here takes it back\nabc: undone, nothing is run');
  assert.deepEqual(
    agent.decisions.map(({ decision }) => decision),
    ['approve', 'undo'],
  );
});

test('given no running agent, when the signal comes after the act has begun, then nothing is taken back', async () => {
  const stop = new AbortController();
  let time = 1_000_000;
  const agent = fakeAgent({ where: 'here', onDecide: () => ({ ok: true, state: 'granted', undoUntil: 1_005_000 }) });
  agent.emit({ type: 'approval', approval: approval('abc') });
  const act = { verb: 'approve', id: 'abc' } as const;
  const code = approvals({ agent, io: fakeIo(), json: false, now: () => time, signal: stop.signal, act });
  setImmediate(() => {
    time = 1_005_000;
    stop.abort();
  });
  assert.equal(await code, 0);
  assert.equal(agent.decisions.length, 1);
});
