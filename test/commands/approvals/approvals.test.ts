import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approval, type FakeAgent, fakeAgent, fakeIo, row } from '../fake-agent.ts';
import { typed } from '../typed.ts';

const now = () => 1_000_000;

test('given pending approvals, when they are listed, then each is there whole; without any it says so', async () => {
  const agent = fakeAgent();
  const empty = fakeIo();
  assert.equal(await typed(['approvals'], { agent, io: empty, now }), 0);
  assert.equal(empty.output(), 'No pending approvals.');
  agent.emit({ type: 'approval', approval: approval('abc', { repeat: true }) });
  agent.emit({ type: 'approval', approval: approval('old', {}, 'denied') });
  const [io, json] = [fakeIo(), fakeIo()];
  await typed(['approvals'], { agent, io, now });
  assert.match(io.output(), /Approval abc[\s\S]*• it is not on the list[\s\S]*This card replaces[\s\S]*│ rm -rf build/);
  assert.doesNotMatch(io.output(), /old/);
  await typed(['approvals', '--json'], { agent, io: json, now });
  assert.equal(JSON.parse(json.output())[0].card.key, 'abc');
});

/** What is typed after `approvals`. */
const decide = (agent: FakeAgent, text: string, ...more: readonly string[]) => {
  const io = fakeIo();
  return { io, code: typed(['approvals', ...text.split(' '), ...more], { agent, io, now }) };
};

test('given a key or an address, when it is decided, then the answer counts and carries no digest it did not see', async () => {
  const agent = fakeAgent();
  const { io, code } = decide(agent, 'approve approval:abc');
  assert.equal(await code, 0);
  assert.deepEqual(agent.decisions, [{ approval: 'abc', decision: 'approve', by: 'cli' }]);
  assert.equal(io.output(), 'abc: Approved.');
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
    const bare = decide(agent, 'approve abc');
    assert.equal(await bare.code, 1);
    assert.match(bare.io.errors(), /^straylight: abc: This needs more than one yes\.\n {2}check it/);
    const typed = /^ {2}(straylight approvals approve abc --confirm (\w+))$/m.exec(bare.io.errors());
    assert.equal(typed?.[2], needed);
    const whole = decide(agent, 'approve abc', '--confirm', needed);
    assert.equal(await whole.code, 0);
    assert.equal(
      whole.io.output(),
      'abc: Approved. It starts in 5 s. Until then you can undo it. To undo: straylight approvals undo abc',
    );
    assert.deepEqual(agent.decisions.at(-1), { approval: 'abc', decision: 'approve', by: 'cli', confirmation: needed });
  }
});

test('given a yes in German, when it confirms, then it is the same yes', async () => {
  const agent = fakeAgent();
  assert.equal(await decide(agent, 'approve abc', '--confirm', 'ja').code, 0);
  assert.deepEqual(agent.decisions, [{ approval: 'abc', decision: 'approve', by: 'cli', confirmation: 'yes' }]);
});

test('given a no with a reason, and a yes taken back, when they are typed, then Straylight gets them so', async () => {
  const agent = fakeAgent({
    onDecide: ({ decision }) => ({ ok: true, state: decision === 'undo' ? 'undone' : 'denied' }),
  });
  const no = decide(agent, 'deny abc', '--why', 'not on a Friday');
  const undo = decide(agent, 'undo abc');
  assert.deepEqual([await no.code, await undo.code], [0, 0]);
  assert.deepEqual(agent.decisions, [
    { approval: 'abc', decision: 'deny', by: 'cli', reason: 'not on a Friday' },
    { approval: 'abc', decision: 'undo', by: 'cli' },
  ]);
  assert.deepEqual(
    [no.io.output(), undo.io.output()],
    ['abc: Denied. Your reason: “not on a Friday”.', 'abc: Undone. Not run.'],
  );
});

test('given one approval, when it is shown, then all of it is there, and how to answer or who has', async () => {
  const agent = fakeAgent();
  const consequences = { approve: 'It runs once.', deny: 'It does not run.' };
  agent.emit({ type: 'approval', approval: approval('abc', { consequences, undoMs: 5_000 }) });
  agent.emit({ type: 'approval', approval: { ...approval('old', {}, 'denied'), decidedBy: 'telegram:42' } });
  const open = decide(agent, 'show abc');
  assert.equal(await open.code, 0);
  for (const part of [
    /Risk: ▮▮▯▯ medium\n {4}It takes a second yes[\s\S]*Tool: execute_command[\s\S]*expires in 5 min/,
    /^[^│]*│ rm -rf build[^│]*$/,
    /Approve: It runs once\.\n {2}Deny: It does not run\./,
    /can be undone for 5\.0 s/,
    /SHA-256 of the call digest-abc/,
    /straylight approvals approve abc --confirm yes\n {2}straylight approvals deny abc$/,
  ])
    assert.match(open.io.output(), part);
  const over = decide(agent, 'show old');
  await over.code;
  assert.match(over.io.output(), /Denied on Telegram \(42\)$/);
  const json = decide(agent, 'show abc --json');
  await json.code;
  assert.equal(JSON.parse(json.io.output()).card.digest, 'digest-abc');
  await assert.rejects(decide(agent, 'show none').code, /there is no approval none/);
  assert.deepEqual(agent.decisions, []);
});

test('given a decision that does not count, when it is refused, then why is said and the exit code is 1', async () => {
  const agent = fakeAgent({ onDecide: () => ({ ok: false, why: 'expired', message: 'it has expired' }) });
  const late = decide(agent, 'deny abc');
  assert.equal(await late.code, 1);
  assert.equal(late.io.errors(), 'straylight: abc: it has expired');
  await assert.rejects(decide(agent, 'deny ../x').code, /expected the ID/);
});

test('given a yes that is held in a running agent, when it is taken back from elsewhere, then that command waits for nothing', async () => {
  const agent = fakeAgent({ onDecide: () => ({ ok: true, state: 'undone' }) });
  agent.emit({ type: 'approval', approval: approval('abc', { undoUntil: 1_005_000 }, 'granted') });
  const io = fakeIo();
  const signal = new AbortController().signal;
  assert.equal(await typed(['approvals', 'undo', 'abc'], { agent, io, now, signal }), 0);
  assert.equal(io.output(), 'abc: Undone. Not run.');
});

test('given no running agent, when a yes is held and the signal comes, then it is taken back, and the exit code is 1', async () => {
  const stop = new AbortController();
  const agent = fakeAgent({
    where: 'here',
    onDecide: ({ decision }) =>
      decision === 'undo' ? { ok: true, state: 'undone' } : { ok: true, state: 'granted', undoUntil: 1_005_000 },
  });
  agent.emit({ type: 'approval', approval: approval('abc') });
  agent.emit({ type: 'row', row: row('deciding', { id: 'approval:abc', parent: 'tool-call:c1' }) });
  const io = fakeIo();
  const code = typed(['approvals', 'approve', 'abc'], { agent, io, now, signal: stop.signal });
  setImmediate(() => stop.abort());
  assert.equal(await code, 1);
  assert.equal(
    io.output(),
    'abc: Approved. It starts in 5 s. Until then you can undo it. To undo: press Ctrl-C\nabc: Undone. Not run.',
  );
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
  agent.emit({ type: 'row', row: row('deciding', { id: 'approval:abc', parent: 'tool-call:c1' }) });
  const code = typed(['approvals', 'approve', 'abc'], { agent, io: fakeIo(), now: () => time, signal: stop.signal });
  setImmediate(() => {
    time = 1_005_000;
    stop.abort();
  });
  assert.equal(await code, 0);
  assert.equal(agent.decisions.length, 1);
});
