import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AskOptions, ask, textToSay } from '../../../src/commands/conversation/ask.ts';
import { takeTurn } from '../../../src/commands/conversation/turn.ts';
import { fault } from '../../../src/domain/supervision/failure.ts';
import type { ApprovalRow } from '../../../src/domain/supervision/view.ts';
import { approval, fakeAgent, fakeIo, report, row } from '../fake-agent.ts';

const session = 'session:terminal:main';
const base = { session, json: false, clientId: 'c1', signal: new AbortController().signal, now: () => 1_000_000 };
const run = (options: Pick<AskOptions, 'agent' | 'io' | 'text'> & Partial<AskOptions>) => ask({ ...base, ...options });

test('given an agent that answers, when it is asked, then the reply is printed and nobody watches any more', async () => {
  const agent = fakeAgent({
    onSay: (_, turn, agent) => agent.emit({ type: 'turn', report: report(turn, { reply: '4 May.' }) }),
  });
  const io = fakeIo();
  assert.equal(await run({ agent, io, text: 'when is her birthday?' }), 0);
  assert.equal(io.output(), '4 May.');
  assert.deepEqual(agent.said, [{ session, clientId: 'c1', text: 'when is her birthday?' }]);
  assert.equal(agent.watchers, 0);
});

test('given a reminder that came since, when something is asked, then it is said before anything is drawn of the turn', async () => {
  const agent = fakeAgent({
    onSay: (_, turn, agent) => agent.emit({ type: 'turn', report: report(turn, { reply: '4 May.' }) }),
  });
  const reminder = { id: 'm1', role: 'notice' as const, turn: '', at: 940_000, text: 'Reminder: call Ada' };
  const sessions = { ...agent.sessions, messages: async () => ({ messages: [{ ...reminder, session }] }) };
  const io = fakeIo();
  let before = '';
  const live = async () => {
    before = io.errors();
    return undefined;
  };
  assert.equal(await run({ agent: { ...agent, sessions } as typeof agent, io, text: 'hello', live }), 0);
  assert.match(before, /· 1 minute ago: Reminder: call Ada/);
});

test('given words or a single -, when they are read, then they or standard input are the text; an empty one is refused', async () => {
  assert.equal(await textToSay('hello - world', fakeIo()), 'hello - world');
  assert.equal(await textToSay('-', fakeIo('from a pipe\n')), 'from a pipe');
  await assert.rejects(textToSay('-', fakeIo(' \n')), /the message is empty/);
});

test('given words, when something is piped in as well, then it stands below them; what never came is said', async () => {
  const io = fakeIo();
  const said = (piped?: string) => textToSay('what changes?', io, async () => piped);
  assert.equal(await said('- tea\n+ coffee\n'), 'what changes?\n\n- tea\n+ coffee');
  assert.equal(await said(''), 'what changes?');
  assert.equal(io.errors(), '');
  assert.equal(await said(), 'what changes?');
  assert.match(io.errors(), /Nothing came on standard input for 3 seconds/);
});

test('given a command of chats, when it is asked, then no model gets it, and what does the same is named', async () => {
  const refused = async (text: string, advice: RegExp) => assert.rejects(textToSay(text, fakeIo()), advice);
  await refused('/status', /^Fault: \/status is a command of a chat, .*use "straylight status"$/);
  await refused('/undo 4 yes', /use "straylight undo"/);
  await refused('/answer abc go', /use it in "straylight chat"/);
  await refused('/frob', /^Fault: there is no command \/frob; /);
  await refused('/new', /use it in "straylight chat"/);
  for (const message of ['/etc/hosts: what is in it?', '/tmp is full, why?'])
    assert.equal(await textToSay(message, fakeIo()), message);
});

test('given a reply with terminal escapes, when it is printed, then nothing steers the terminal', async () => {
  const reply = 'fine\x1b]0;owned\x07\x9b2J';
  const agent = fakeAgent({ onSay: (_, turn, agent) => agent.emit({ type: 'turn', report: report(turn, { reply }) }) });
  const [plain, json] = [fakeIo(), fakeIo()];
  await run({ agent, io: plain, text: 'x' });
  await run({ agent, io: json, text: 'x', json: true });
  for (const io of [plain, json]) assert.doesNotMatch(io.output(), /[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  assert.equal(JSON.parse(json.output()).reply, reply);
});

test('given a turn that leaves an approval pending, when it ends, then the card and how to answer it are printed', async () => {
  const waiting = [approval('k3Qm9xTd', { exact: 'rm \u202e-rf\nbuild' })];
  const agent = fakeAgent({
    onSay: (_, turn, agent) =>
      agent.emit({ type: 'turn', report: report(turn, { reply: 'It waits for you.', waiting }) }),
  });
  const io = fakeIo();
  assert.equal(await run({ agent, io, text: 'clean up' }), 0);
  assert.match(io.output(), /It waits for you\.\nApproval k3Qm9xTd {2}Run a command/);
  assert.match(io.output(), / {2}│ rm ⟨U\+202E⟩-rf\n {2}│ build\n/);
  assert.match(io.output(), /expires in 5 min/);
  assert.match(
    io.output(),
    /straylight approvals approve k3Qm9xTd --confirm yes {3}or {3}straylight approvals deny k3Q/,
  );
});

test('given an approval that waited before, when a turn ends, then it is a line and how to answer it, and the new one is shown whole', async () => {
  const waiting = [approval('older', { exact: 'rm -rf build' }), approval('newer', { exact: 'make' })];
  const agent = fakeAgent({
    onSay: (_, turn, agent) => agent.emit({ type: 'turn', report: report(turn, { reply: 'Two wait.', waiting }) }),
  });
  agent.emit({ type: 'approval', approval: waiting[0] as ApprovalRow });
  const io = fakeIo();
  assert.equal(await run({ agent, io, text: 'x' }), 0);
  assert.match(
    io.output(),
    /^Approval older {2}Run a command.* \(still pending\)\n {2}straylight approvals approve older /m,
  );
  assert.doesNotMatch(io.output(), /rm -rf build/);
  assert.match(io.output(), /│ make\n {2}straylight approvals approve newer/);
});

test('given a session that waits for an approval in mid-turn, when it is asked, then it ends and says what waits', async () => {
  const agent = fakeAgent({
    onSay: (_, _turn, agent) => {
      agent.emit({ type: 'approval', approval: approval('abc') });
      agent.emit({ type: 'approval', approval: approval('other', { session: 'session:telegram:1' }) });
      agent.emit({ type: 'row', row: row('waitingForInput.approval') });
    },
  });
  const io = fakeIo();
  assert.equal(await run({ agent, io, text: 'x' }), 0);
  assert.match(io.output(), /Approval abc/);
  assert.doesNotMatch(io.output(), /Approval other/);
  assert.match(io.output(), /continues after your decision/);
});

test('given a session that asks the owner, when it waits, then the question is printed, in JSON too', async () => {
  const onSay = (_: string, _turn: string, agent: ReturnType<typeof fakeAgent>) => {
    agent.needs = [{ kind: 'question', id: session, text: 'Which sister?', since: 0 }];
    agent.emit({ type: 'row', row: row('waitingForInput') });
  };
  const [plain, json] = [fakeIo(), fakeIo()];
  assert.equal(await run({ agent: fakeAgent({ onSay }), io: plain, text: 'x' }), 0);
  assert.match(plain.output(), /Which sister\?\nWaiting for your answer/);
  assert.equal(await run({ agent: fakeAgent({ onSay }), io: json, text: 'x', json: true }), 0);
  const { question, outcome, turn } = JSON.parse(json.output());
  assert.deepEqual([question, outcome, turn], ['Which sister?', 'running', 'turn-1']);
});

test('given a late frame of the wait before, when the answer is still queued, then the turn is followed to its end', async () => {
  const agent = fakeAgent({
    onSay: (_, turn, agent) => {
      agent.emit({ type: 'row', row: row('waitingForInput', { queued: 1 }) });
      agent.emit({ type: 'turn', report: report(turn, { reply: 'Thank you.' }) });
    },
  });
  const io = fakeIo();
  await run({ agent, io, text: 'the older one' });
  assert.equal(io.output(), 'Thank you.');
});

test('given a stream that was cut, when Straylight is asked as well, then the finished turn is found', async () => {
  const agent = fakeAgent({ onSay: (_, turn, agent) => void agent.turns.set(turn, report(turn, { reply: 'found' })) });
  const end = await takeTurn({ ...base, agent, text: 'x', askEveryMs: 1 });
  assert.equal(end.kind === 'ended' && end.report.reply, 'found');
});

test('given a suspended session, when it is asked, then it says so instead of waiting for ever', async () => {
  const agent = fakeAgent({
    onSay: (_, _turn, agent) => agent.emit({ type: 'row', row: row('idle', { status: 'suspended' }) }),
  });
  await assert.rejects(run({ agent, io: fakeIo(), text: 'x' }), /the conversation is suspended/);
});

test('given a running turn, when the signal comes, then the turn is ended and the exit code is 1', async () => {
  const stop = new AbortController();
  const agent = fakeAgent({
    onSay: () => queueMicrotask(() => queueMicrotask(() => stop.abort())),
    onAbort: (_, agent) => {
      agent.emit({ type: 'turn', report: report('turn-1', { outcome: 'cancelled' }) });
      return true;
    },
  });
  const io = fakeIo();
  assert.equal(await run({ agent, io, text: 'count to a million', signal: stop.signal }), 1);
  assert.deepEqual(agent.aborted, [session]);
  assert.match(io.output(), /Turn cancelled/);
});

test('given a session that asks without its question being known, when it waits, then the owner is still told that it asks', async () => {
  const io = fakeIo();
  const agent = fakeAgent({
    onSay: (_, _turn, agent) => agent.emit({ type: 'row', row: row('waitingForInput.answer') }),
  });
  assert.equal(await run({ agent, io, text: 'x' }), 0);
  assert.match(io.output(), /The agent has a question for you\.\nWaiting for your answer/);
});

test('given terms, when something is asked, then Straylight gets them', async () => {
  const given: object[] = [];
  const agent = fakeAgent();
  const heard = {
    ...agent,
    sessions: {
      ...agent.sessions,
      say: async ({ id: _, ...saying }: Parameters<typeof agent.sessions.say>[0]) => {
        given.push(saying);
        agent.emit({ type: 'turn', report: report('turn-1', { reply: 'done' }) });
        return { commandId: 'c1', turn: 'turn-1', duplicate: true };
      },
    },
  };
  const terms = { priority: 'high', deadlineMs: 90_000, key: 'nightly' } as const;
  assert.equal(await run({ agent: heard, io: fakeIo(), text: 'back up', terms }), 0);
  assert.deepEqual(given, [{ clientId: 'c1', text: 'back up', ...terms }]);
});

test('given a message that began no turn, when the conversation is stopped or set aside, then that is an error and nobody waits', async () => {
  for (const [status, words] of [
    ['stopped', /this conversation was stopped/],
    ['suspended', /the conversation is suspended/],
    [undefined, /the message started no turn/],
  ] as const) {
    const agent = fakeAgent();
    const say = async () => ({ commandId: 'c1', turn: '', duplicate: false });
    Object.assign(agent.sessions, { say });
    if (status !== undefined) agent.emit({ type: 'row', row: row('idle', { status }) });
    await assert.rejects(run({ agent, io: fakeIo(), text: 'x' }), words);
    assert.equal(agent.watchers, 0);
  }
});

test('given a conversation that is stopped in mid-turn, when it is waited for, then it says so instead of waiting for ever', async () => {
  const agent = fakeAgent({
    onSay: (_, _turn, agent) => agent.emit({ type: 'row', row: row('acting', { status: 'stopped' }) }),
  });
  await assert.rejects(run({ agent, io: fakeIo(), text: 'x' }), /this conversation was stopped/);
});

test('given a turn that cannot be ended, when the signal comes, then the wait ends all the same and says why', async () => {
  for (const [onAbort, words] of [
    [() => false, /stopped waiting; there was no running turn to end/],
    [() => assert.fail('Straylight is gone'), /could not be ended: Straylight is gone/],
    [() => true, /did not end within 0 s/],
  ] as const) {
    const stop = new AbortController();
    const agent = fakeAgent({ onAbort, onSay: () => setImmediate(() => stop.abort()) });
    const end = takeTurn({ ...base, agent, text: 'x', signal: stop.signal, endingMs: 1, askEveryMs: 1 });
    await assert.rejects(end, words);
    assert.deepEqual(agent.aborted, [session]);
  }
});

test('given a signal that came before, when something is asked, then it is not said', async () => {
  const agent = fakeAgent();
  await assert.rejects(run({ agent, io: fakeIo(), text: 'x', signal: AbortSignal.abort() }), /before the message was/);
  assert.deepEqual(agent.said, []);
});

const refused = fault('unavailable', 'Straylight does not answer', { cause: 'ECONNREFUSED' });

test('given an agent that is lost in mid-turn, when it comes back, then the turn is followed to its end, and the wait was told', async () => {
  const agent = fakeAgent();
  let asked = 0;
  const gone = {
    ...agent,
    sessions: {
      ...agent.sessions,
      turn: async ({ id }: { readonly id: string }) => {
        asked += 1;
        if (asked < 3) throw refused;
        return report(id, { reply: 'here again' });
      },
    },
  };
  const notes: string[] = [];
  const end = await takeTurn({ ...base, agent: gone, text: 'x', askEveryMs: 1, onNote: note => notes.push(note) });
  assert.equal(end.kind === 'ended' && end.report.reply, 'here again');
  assert.deepEqual(notes, ['Straylight does not respond. Your message was accepted; waiting up to 30 s …']);
});

test('given an agent that is lost for good, when that was long enough, then it says that the message was taken and where its answer will be', async () => {
  const agent = fakeAgent();
  const gone = { ...agent, sessions: { ...agent.sessions, turn: () => Promise.reject(refused) } };
  const end = takeTurn({ ...base, agent: gone, text: 'x', askEveryMs: 1, awayMs: 5 });
  await assert.rejects(end, /Your message was accepted: after "straylight start", the reply appears in the conversat/);
});

test('given a turn whose last call was refused, when it ends, then the exit code is 1; another that went well afterwards counts', async () => {
  const codeOf = (...outcomes: readonly string[]) => {
    const toolCalls = outcomes.map(outcome => ({ tool: 'execute_command', outcome, ms: 1 }));
    const agent = fakeAgent({
      onSay: (_, turn, agent) => agent.emit({ type: 'turn', report: report(turn, { reply: 'No.', toolCalls }) }),
    });
    return run({ agent, io: fakeIo(), text: 'x' });
  };
  assert.equal(await codeOf('denied'), 1);
  assert.equal(await codeOf('expired'), 1);
  assert.equal(await codeOf('denied', 'done'), 0);
});
