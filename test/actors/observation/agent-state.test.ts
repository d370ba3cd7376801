import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { type ActorExport, replay } from '../../../src/actors/runtime/replay.ts';
import type { Frame } from '../../../src/domain/supervision/view.ts';
import type { Script } from '../../peers/script.ts';
import { openAgent, type TestAgent } from '../test-agent.ts';

const session = 'session:web:main';
const hi: Script = () => ({ text: 'Hi.' });
const save = { toolCalls: [{ name: 'memory_save', arguments: { content: 'I like tea' } }] };
const mail = { toolCalls: [{ name: 'send_mail', arguments: { to: 'a@b.example' } }] };
const question = { toolCalls: [{ name: 'ask_owner', arguments: { question: 'When?' } }] };
/** Asks for this first and then says so. */
const first =
  (turn: object): Script =>
  ({ index }) =>
    index === 0 ? turn : { text: 'ok' };

let keys = 0;
async function said(agent: TestAgent, text: string): Promise<string> {
  keys += 1;
  const { turn } = await agent.inside.message('web', session, { key: String(keys), text, taint: 'owner' });
  await agent.quiet();
  return turn;
}
async function spoken(t: TestContext, script: Script, ...texts: readonly string[]): Promise<TestAgent> {
  const agent = await openAgent(t, script);
  for (const text of texts) await said(agent, text);
  return agent;
}

suite('the overview', () => {
  test('given a running agent, when it is looked over, then its actors are there with their states', async t => {
    const agent = await spoken(t, hi, 'hello');
    const { boot, cursor, actors, needs } = agent.reader.state();
    assert.deepEqual([boot, cursor], ['boot-1', 'boot-1.0']);
    assert.deepEqual(actors.map(({ id, leaf }) => [id, leaf]).toSorted(), [
      ['channel:terminal', 'online'],
      ['channel:web', 'online'],
      [session, 'idle'],
    ]);
    assert.deepEqual(needs, []);
  });

  test('given what has happened so far, when it is looked over, then the last steps of all are told, each with its way', async t => {
    const agent = await spoken(t, hi, 'hello');
    const { recent = [], actors } = agent.reader.state();
    const steps = recent.filter(({ actor }) => actor === session);
    assert.deepEqual(
      steps.map(({ seq }) => seq),
      steps.map((_, index) => index + 1),
    );
    assert.ok(
      steps.some(({ type, from, to }) => type === 'message.received' && from === 'idle' && to === 'thinking.recalling'),
    );
    assert.equal(actors.find(({ id }) => id === 'channel:web')?.expectMs, undefined);
  });

  test('given an approval, a question and an actor that was set aside, when it is looked over, then they are what needs the owner', async t => {
    const agent = await spoken(t, first(mail), 'send a mail');
    await agent.directives.suspend('channel:terminal', 'to be looked at');
    agent.peer.play(first(question));
    await agent.inside.message('web', 'session:web:other', { key: 'q', text: 'plan my day', taint: 'owner' });
    await agent.quiet();
    const { needs } = agent.reader.state();
    assert.deepEqual(agent.reader.needs(), needs);
    assert.equal(needs[0]?.risk, 'medium');
    assert.deepEqual(
      needs.map(({ kind, text }) => [kind, text]),
      [
        ['approval', 'Send a mail to a@b.example'],
        ['question', 'When?'],
        ['stuck', 'to be looked at'],
      ],
    );
    for (const problem of ['asked to', 'asked to: I look at it tonight']) {
      await agent.directives.resume('channel:terminal');
      await agent.directives.suspend('channel:terminal', problem);
      const aside = agent.reader.needs().find(({ id }) => id === 'channel:terminal');
      assert.equal(aside?.kind, 'suspended', 'what its owner has suspended is not stuck');
    }
  });

  test('given a question to the owner, when it is looked over, then its words are shown until they are answered', async t => {
    const agent = await spoken(t, first(question), 'plan my day');
    assert.deepEqual(
      agent.reader.state().needs.map(({ kind, id, text }) => [kind, id, text]),
      [['question', session, 'When?']],
    );
    await said(agent, 'on Monday');
    assert.deepEqual(agent.reader.state().needs, []);
  });

  test('given an actor that nobody can reach, when messages wait for it, then their number is shown', async t => {
    const agent = await spoken(t, hi, 'hello');
    await agent.directives.suspend(session, 'to be looked at');
    await said(agent, 'one');
    await said(agent, 'two');
    assert.equal(agent.reader.state().actors.find(({ id }) => id === session)?.queued, 2);
  });

  test('given a call that has ended, when it is looked over, then it is still there for a while', async t => {
    const agent = await spoken(t, first(save), 'remember that I like tea');
    const call = agent.reader.state().actors.find(({ kind }) => kind === 'tool-call');
    assert.deepEqual([call?.status, call?.parent, call?.leaf], ['done', session, 'done']);
  });
});

suite('the journal', () => {
  test('given many steps, when it is read page by page, then all come once, in order', async t => {
    const agent = await spoken(t, hi, 'one', 'two', 'three');
    const whole = agent.reader.journal(session, { limit: 1000 });
    assert.equal(whole?.next, undefined);
    const seqs: number[] = [];
    for (let before: number | undefined, more = true; more; ) {
      const page = agent.reader.journal(session, { limit: 4, before });
      seqs.unshift(...(page?.entries ?? []).map(({ seq }) => seq));
      before = page?.next;
      more = before !== undefined;
    }
    assert.deepEqual(
      seqs,
      whole?.entries.map(({ seq }) => seq),
    );
    assert.deepEqual(
      seqs,
      seqs.toSorted((a, b) => a - b),
    );
  });

  test('given words to look for, when it is read, then only steps that hold them come', async t => {
    const agent = await spoken(t, hi, 'one', 'two');
    const found = agent.reader.journal(session, { limit: 100, q: 'message.received' });
    assert.deepEqual(
      found?.entries.map(({ event }) => event['text']),
      ['one', 'two'],
    );
  });

  test('given nobody of that name, when it is read, then there is none', async t => {
    const agent = await spoken(t, hi);
    assert.equal(agent.reader.journal('session:web:nobody', { limit: 5 }), undefined);
    assert.equal(agent.reader.snapshot('session:web:nobody'), undefined);
    assert.equal(agent.reader.export('session:web:nobody'), undefined);
    assert.equal(agent.reader.at('session:web:nobody', 1), undefined);
  });
});

const stateIn = (snapshot: unknown) => (snapshot as { readonly value: unknown } | undefined)?.value;

suite('the past', () => {
  test('given any step, when the state then is asked for, then it is the recorded one, and the one before it', async t => {
    const agent = await spoken(t, first(save), 'one', 'two');
    const entries = agent.reader.journal(session, { limit: 1000 })?.entries ?? [];
    assert.ok(entries.length > 10, 'there are snapshots in between');
    for (const [index, { seq, to }] of entries.entries()) {
      const then = agent.reader.at(session, seq);
      assert.equal(then?.verified, true, `step ${seq}`);
      assert.deepEqual(stateIn(then?.snapshot), to);
      if (index > 0) assert.deepEqual(stateIn(then?.prev), entries[index - 1]?.to);
    }
    const now = agent.reader.snapshot(session);
    assert.deepEqual(agent.reader.at(session, now?.rev ?? 0)?.snapshot, now?.snapshot);
  });

  for (const seq of [0, -1, 1000])
    test(`given step ${seq}, which never was, when it is asked for, then there is none`, async t => {
      const agent = await spoken(t, hi, 'hello');
      assert.equal(agent.reader.at(session, seq), undefined);
    });

  test('given an actor as a file, when it is replayed, then every step gives the recorded state', async t => {
    const agent = await spoken(t, first(save), 'one');
    const file = JSON.parse(JSON.stringify(agent.reader.export(session))) as ActorExport;
    const { verified, steps, state } = replay(file, agent.system.host.registry.machines);
    assert.deepEqual([verified, steps], [true, file.journal.length]);
    assert.deepEqual(state, agent.reader.snapshot(session)?.snapshot);
  });

  test('given a journal whose beginning was pruned, when it is read, then it starts at a snapshot, and what lies before is not made up', async t => {
    const agent = await spoken(t, hi, 'one', 'two', 'three');
    agent.store.prune(Date.now() + 1000);
    const [oldest] = agent.reader.journal(session, { limit: 1000 })?.entries ?? [];
    assert.ok(oldest && oldest.seq > 1, 'something was pruned');
    const file = agent.reader.export(session) as unknown as ActorExport;
    assert.equal(file.start?.seq, oldest.seq);
    assert.equal(replay(file, agent.system.host.registry.machines).verified, true);
    assert.equal(agent.reader.at(session, oldest.seq - 1), undefined);
    const head = agent.reader.snapshot(session);
    assert.deepEqual(agent.reader.at(session, head?.rev ?? 0)?.snapshot, head?.snapshot);
  });
});

suite('conversations', () => {
  test('given many messages, when they are read page by page, then all come once, in order', async t => {
    const agent = await spoken(t, hi, 'one', 'two', 'three');
    const whole = agent.reader.messages(session, { limit: 100 });
    assert.deepEqual(
      whole.messages.map(({ role, text }) => [role, text]),
      ['one', 'two', 'three'].flatMap(text => [
        ['owner', text],
        ['assistant', 'Hi.'],
      ]),
    );
    const last = agent.reader.messages(session, { limit: 4 });
    assert.equal(last.next, last.messages[0]?.id);
    const before = agent.reader.messages(session, { limit: 4, before: last.next ?? '' });
    assert.equal(before.next, undefined);
    assert.deepEqual([...before.messages, ...last.messages], whole.messages);
  });

  test('given a turn with a tool and an approval, when it is reported, then its calls and what waits are named', async t => {
    const agent = await openAgent(t, first(mail));
    const report = agent.reader.turn(await said(agent, 'send a mail'));
    assert.deepEqual([report?.outcome, report?.reply, report?.session], ['done', 'ok', session]);
    assert.deepEqual(
      report?.waiting.map(({ card, state }) => [card.tool, state]),
      [['send_mail', 'pending']],
    );
    assert.ok((report?.usage.outputTokens ?? 0) > 0);
    assert.equal(agent.reader.turn('never'), undefined);
  });
});

suite('watching', () => {
  /** Everything that is shown while one message is answered. */
  async function watched(t: TestContext, script: Script): Promise<{ agent: TestAgent; frames: Frame[]; end(): void }> {
    const agent = await openAgent(t, script);
    const frames: Frame[] = [];
    const end = agent.reader.watch(frame => frames.push(frame));
    await said(agent, 'hello');
    return { agent, frames, end };
  }

  test('given a watcher, when a message is answered, then it sees the steps, the words as they come, the messages and the report', async t => {
    const { agent, frames, end } = await watched(t, () => ({ text: 'Hello to you.', deltas: 3 }));
    const of = <Type extends Frame['type']>(type: Type) =>
      frames.filter((frame): frame is Extract<Frame, { type: Type }> => frame.type === type);
    assert.deepEqual(
      of('message').map(({ message }) => message.text),
      ['hello', 'Hello to you.'],
    );
    const [delta] = of('delta');
    assert.equal(delta?.session, session);
    assert.equal(
      of('delta')
        .map(({ delta: text }) => text)
        .join(''),
      'Hello to you.',
    );
    assert.equal(delta?.messageId, of('message')[1]?.message.id, 'the words belong to the message they become');
    assert.equal(of('turn')[0]?.report.reply, 'Hello to you.');
    const steps = of('row').filter(({ row }) => row.id === session);
    assert.equal(steps.at(-1)?.row.leaf, 'idle');
    assert.deepEqual(
      of('journal')
        .filter(({ actor }) => actor === session)
        .map(({ entry }) => entry.seq),
      agent.reader.journal(session, { limit: 100 })?.entries.map(({ seq }) => seq),
    );
    end();
    const before = frames.length;
    await said(agent, 'again');
    assert.equal(frames.length, before, 'and nothing more once it has ended');
  });

  test('given an approval, when it is shown and decided, then each is seen with the card', async t => {
    const { agent, frames } = await watched(t, first(mail));
    const approvals = () => frames.flatMap(frame => (frame.type === 'approval' ? [frame.approval] : []));
    const [pending] = approvals();
    assert.deepEqual([pending?.state, pending?.card.tool], ['pending', 'send_mail']);
    const answer = await agent.inside.decide({ approval: pending?.id ?? '', decision: 'deny', by: 'web' });
    assert.deepEqual(answer, { ok: true, state: 'denied' });
    await agent.quiet();
    const decided = approvals().at(-1);
    assert.deepEqual([decided?.state, decided?.decidedBy], ['denied', 'web']);
    assert.ok((decided?.rev ?? 0) > (pending?.rev ?? 0));
  });
});
