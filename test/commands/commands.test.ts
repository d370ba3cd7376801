import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { exportActor, journalOfActor, listActors, replayActor, showActor } from '../../src/commands/actors.ts';
import { type ApprovalAct, approvals } from '../../src/commands/approvals.ts';
import { lastExchange, lineChat } from '../../src/commands/chat.ts';
import { start } from '../../src/commands/start.ts';
import { status } from '../../src/commands/status.ts';
import { approval, type FakeAgent, fakeAgent, fakeIo, report, row } from './fake-agent.ts';

const now = () => 1_000_000;

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
    /Channels +web: online \(http:\/\/127\.0\.0\.1:8420\)\n/,
    /Dead letters +2/,
    /At the start +3 conversations came back\n +1 outcome is unknown\n/,
    /approval approval:abc: Run⟨U\+001B⟩\[2J rm \(for 1 min\)/,
  ])
    assert.match(io.output(), part);
});

test('given no running agent, when its status is asked as JSON, then running is false and the rest is there', async () => {
  const io = fakeIo();
  await status({ agent: fakeAgent({ where: 'here' }), io, home: '/h', json: true });
  const said = JSON.parse(io.output());
  assert.deepEqual([said.running, said.models.default, said.actors.active], [false, 'rehearsal/builtin', 3]);
});

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

test('given actors, when they are listed, shown, journaled and exported, then each is readable and parsable', async () => {
  const agent = fakeAgent();
  const last = { type: 'message.received', at: 999_000 };
  agent.emit({
    type: 'row',
    row: row('thinking.completing', { last, timers: [{ event: 'turn.expired', at: 1_060_000 }] }),
  });
  agent.journals.set('session:terminal:main', [
    {
      seq: 1,
      at: 0,
      event: { type: 'message.received' },
      to: { thinking: { completing: {} } },
      path: [],
      hash: 'h',
      codeHash: 'c',
      source: 'terminal',
    },
  ]);
  const base = { agent, json: false, id: 'session:terminal:main' };
  const [list, show, journal, file] = [fakeIo(), fakeIo(), fakeIo(), fakeIo()];
  await listActors({ ...base, io: list });
  assert.match(
    list.output(),
    /^ACTOR +STATE +SINCE +QUEUED +STATUS\nsession:terminal:main +thinking\.completing +10\.0 s +0 +active$/,
  );
  await showActor({ ...base, io: show });
  assert.match(show.output(), /Last event +message\.received, 1\.0 s ago[\s\S]*Timer +turn\.expired in 1 min/);
  await journalOfActor({ ...base, io: journal });
  assert.match(
    journal.output(),
    /^#1 {2}1970-01-01 00:00:00\.000 {2}message\.received {2}→ thinking\.completing {2}from terminal$/,
  );
  await exportActor({ ...base, io: file });
  assert.deepEqual(JSON.parse(file.output()), { format: 1, id: 'session:terminal:main' });
  for (const act of [showActor, journalOfActor, exportActor])
    await assert.rejects(act({ ...base, io: fakeIo(), id: 'session:none' }), /there is no actor "session:none"/);
});

test('given an exported file, when it is replayed, then the outcome is printed and told by the exit code', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-replay-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'actor.json');
  writeFileSync(file, '{"a":1}');
  const [good, bad] = [fakeIo(), fakeIo()];
  assert.equal(await replayActor({ file, io: good, json: false, replayFile: () => ({ verified: true, steps: 7 }) }), 0);
  assert.match(good.output(), /Verified: 7 steps/);
  const firstDivergence = { seq: 4, expected: 'idle', actual: 'thinking' };
  assert.equal(
    await replayActor({
      file,
      io: bad,
      json: false,
      replayFile: () => ({ verified: false, steps: 7, firstDivergence }),
    }),
    1,
  );
  assert.match(bad.output(), /differs is 4, of 7\.\n {2}expected: "idle"\n {2}actual: "thinking"/);
  const changed = fakeIo();
  const elsewhere = { verified: 'code-changed', steps: 7, firstDivergence } as const;
  assert.equal(await replayActor({ file, io: changed, json: true, replayFile: () => elsewhere }), 1);
  assert.deepEqual(JSON.parse(changed.output()), elsewhere);
  writeFileSync(file, 'no json');
  for (const path of [file, join(folder, 'none')])
    await assert.rejects(
      replayActor({ file: path, io: bad, json: false, replayFile: () => ({ verified: true, steps: 0 }) }),
      /expected a file made by/,
    );
});

test('given lines on standard input, when they are chatted, then each waits for the turn before it and none approves', async () => {
  const order: string[] = [];
  const agent = fakeAgent({
    onSay: (text, turn, agent) => {
      order.push(`said ${text}`);
      setImmediate(() => {
        order.push(`ended ${text}`);
        agent.emit({ type: 'turn', report: report(turn, { reply: `re: ${text}`, waiting: [approval('abc')] }) });
      });
    },
  });
  const io = fakeIo();
  async function* lines() {
    yield* ['one', '', 'yes', '/quit', 'never'];
  }
  const options = { agent, io, session: 'session:terminal:main', lines: lines(), clientId: () => 'c', now };
  assert.equal(await lineChat({ ...options, signal: new AbortController().signal }), 0);
  assert.deepEqual(order, ['said one', 'ended one', 'said yes', 'ended yes']);
  assert.deepEqual(agent.decisions, []);
  assert.match(io.output(), /re: one\nApproval abc/);
});

test('given a started agent, when the signal comes, then it is stopped once and the exit code is 0', async () => {
  const stop = new AbortController();
  const acts: string[] = [];
  const io = fakeIo();
  const greeting = () => {
    queueMicrotask(() => stop.abort());
    return ['home /h', 'model \x1brehearsal'];
  };
  const act = (name: string) => async () => void acts.push(name);
  assert.equal(await start({ io, start: act('start'), stop: act('stop'), greeting, signal: stop.signal }), 0);
  assert.deepEqual(acts, ['start', 'stop']);
  assert.equal(io.output(), 'home /h\nmodel ⟨U+001B⟩rehearsal');
});

test('given a chat that ends, when the owner has left, then Straylight is stopped without a signal', async () => {
  const acts: string[] = [];
  const act = (name: string) => async () => void acts.push(name);
  const chat = async (lines: readonly string[]) => void acts.push(`chat ${lines.length}`);
  const signal = new AbortController().signal;
  await start({ io: fakeIo(), start: act('start'), stop: act('stop'), greeting: () => ['a', 'b'], chat, signal });
  assert.deepEqual(acts, ['start', 'chat 2', 'stop']);
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

test('given a line that fails, when lines are chatted, then it is told, the others are said, and the exit code is 1', async () => {
  const agent = fakeAgent({
    onSay: (text, turn, agent) => agent.emit({ type: 'turn', report: report(turn, { reply: `re: ${text}` }) }),
  });
  const io = fakeIo();
  async function* lines() {
    yield* ['/session 99', 'one', 'two'];
  }
  const choose = () => Promise.reject(new Error('there is no conversation 99 here'));
  const picky = { ...agent, sessions: { ...agent.sessions, choose } };
  const options = { agent: picky, io, session: 'session:terminal:main', lines: lines(), clientId: () => 'c', now };
  assert.equal(await lineChat({ ...options, signal: new AbortController().signal }), 1);
  assert.equal(io.errors(), 'straylight: there is no conversation 99 here');
  assert.equal(io.output(), 're: one\nre: two');
});

test('given a start that fails, when it ends, then it is stopped, and nothing is said but what failed', async () => {
  const acts: string[] = [];
  const io = fakeIo();
  const stop = async () => {
    acts.push('stop');
    throw new Error('nothing to stop');
  };
  const failing = () => Promise.reject(new Error('the port is in use'));
  const signal = new AbortController().signal;
  await assert.rejects(start({ io, start: failing, stop, greeting: () => [], signal }), /the port is in use/);
  assert.deepEqual([acts, io.errors(), io.output()], [['stop'], '', '']);
});

test('given a conversation, when a chat is opened on it, then what was said last and its answer are told; nothing where nothing was said', async () => {
  const agent = fakeAgent();
  const look = () => lastExchange(agent, 'session:terminal:main', fakeIo());
  assert.deepEqual(await look(), []);
  const say = (role: 'owner' | 'assistant' | 'tool', text: string, more: object = {}) =>
    agent.stored.push({ id: `m${agent.stored.length}`, turn: 't', role, text, at: 0, ...more });
  say('owner', 'older');
  say('assistant', 'older answer');
  say('owner', 'when is\nher birthday?');
  assert.deepEqual(await look(), ['You said last: when is her birthday?', 'No answer has come yet.']);
  say('assistant', 'let me see');
  say('tool', '{"found":1}');
  say('assistant', '4 May\x07.');
  say('assistant', 'unsaid', { isSetAside: true });
  assert.deepEqual(await look(), ['You said last: when is her birthday?', '4 May⟨U+0007⟩.']);
});
