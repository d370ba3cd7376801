/** The Stately export as our own server gives it: switched off, switched on, redacted, and what a late joiner gets. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { encoder } from '../../../inspector/http/reply.ts';
import { statelyExport } from '../../../inspector/stately/stately.ts';
import type { ActorRow, Frame } from '../../../src/domain/supervision/view.ts';
import { sessionMachine } from '../../../src/machines/session/chart.ts';
import { entry, row, stubAgent } from '../stub-agent.ts';
import { ask, known, serve } from '../visitor.ts';

/** Of the package whose relay and receiver the export is tested with. */
const theirPackage = new URL('../package.json', import.meta.resolve('@statelyai/inspect'));
const theirVersion = JSON.parse(readFileSync(theirPackage, 'utf8')).version;

// biome-ignore lint/suspicious/noExplicitAny: messages of three shapes
type Message = any;

/** An agent of these rows, followed; `secret` must not leave it. */
function followed(rows: readonly ActorRow[], secret = 'hunter2') {
  const agent = stubAgent();
  agent.rows.clear();
  for (const one of rows) agent.rows.set(one.id, one);
  const states = new Map<string, { readonly snapshot: Record<string, string>; readonly rev: number }>();
  const messages: Message[] = [];
  const reader = { ...agent.reader, machines: [sessionMachine], snapshot: (id: string) => states.get(id) as never };
  const encode = encoder(text => text.replaceAll(secret, '[secret:test]'));
  const follower = statelyExport(reader, encode).follow(text => messages.push(JSON.parse(text)));
  return {
    follower,
    states,
    messages,
    watchers: agent.watchers,
    publish: (frame: Frame) => agent.publish(frame),
    /** What came since it was last asked. */
    taken: () => messages.splice(0),
  };
}

const brief = ({ type, sessionId }: Message) => `${type.slice('@xstate.'.length)} ${sessionId}`;

suite('the Stately export', () => {
  test('given live actors and one that has ended, when somebody joins, then each that lives is one actor and one snapshot, parents first', () => {
    const { messages, follower, watchers } = followed([
      { ...row('tool-call:x'), parent: 'session:web:main', machine: 'tool-call' },
      { ...row('session:web:main', 4), value: { thinking: 'completing' } },
      { ...row('session:web:old'), status: 'done' },
    ]);
    assert.deepEqual(messages.map(brief), [
      'actor session:web:main',
      'snapshot session:web:main',
      'actor tool-call:x',
      'snapshot tool-call:x',
    ]);
    const [actor, snapshot, child] = messages;
    assert.equal(actor._version, theirVersion);
    assert.match(actor.createdAt, /^\d+$/);
    assert.equal(typeof actor.createdAt, 'string');
    assert.equal(JSON.parse(actor.definition).id, 'session', 'the chart as it was written');
    assert.ok('thinking' in JSON.parse(actor.definition).states);
    assert.deepEqual(snapshot.snapshot, { status: 'active', value: { thinking: 'completing' } });
    assert.deepEqual(
      [child.parentId, child.rootId, JSON.parse(child.definition)],
      ['session:web:main', 'session:web:main', { id: 'tool-call' }],
    );
    follower.end();
    assert.equal(watchers.size, 0);
  });

  test('given an actor that is followed, when it steps, then its event and its state are told, the state without a context that is no longer of it', () => {
    const { publish, taken, states } = followed([row('session:web:main')]);
    taken();
    states.set('session:web:main', { snapshot: { context: 'of two' }, rev: 2 });
    const moved = { ...row('session:web:main', 2), value: 'evaluating' };
    publish({ type: 'row', row: moved });
    publish({ type: 'journal', actor: moved.id, entry: { ...entry(2), to: 'evaluating', source: 'session:web:main' } });
    const [event, snapshot, ...more] = taken();
    assert.deepEqual(more, []);
    assert.deepEqual(
      [event.type, event.event, event.sourceId, event.createdAt],
      ['@xstate.event', { type: 'message.received' }, 'session:web:main', '2'],
    );
    assert.deepEqual(snapshot.snapshot, { status: 'active', value: 'evaluating', context: 'of two' });
    states.set('session:web:main', { snapshot: { context: 'of four' }, rev: 4 });
    publish({ type: 'row', row: { ...moved, rev: 3 } });
    publish({ type: 'journal', actor: moved.id, entry: { ...entry(3), to: 'idle' } });
    assert.deepEqual(taken()[1].snapshot, { status: 'active', value: 'evaluating' });
  });

  test('given an actor that begins, ends, or is set aside, when that is committed, then it is told once', () => {
    const { publish, taken } = followed([row('session:web:main')]);
    taken();
    publish({ type: 'row', row: row('tool-call:y') });
    publish({ type: 'journal', actor: 'tool-call:y', entry: entry(1) });
    assert.deepEqual(taken().map(brief), ['actor tool-call:y', 'event tool-call:y', 'snapshot tool-call:y']);
    publish({ type: 'row', row: { ...row('session:web:main'), status: 'suspended' } });
    publish({ type: 'row', row: { ...row('session:web:main'), status: 'suspended' } });
    assert.deepEqual(taken().map(brief), ['snapshot session:web:main']);
    const over: ActorRow = { ...row('tool-call:y', 2), status: 'done' };
    publish({ type: 'row', row: over });
    publish({ type: 'journal', actor: over.id, entry: entry(2) });
    assert.equal(taken().at(-1).snapshot.status, 'done');
    publish({ type: 'row', row: over });
    publish({ type: 'journal', actor: 'nobody', entry: entry(9) });
    assert.deepEqual(taken(), [], 'what has ended is not told again');
  });

  test('given a secret in what an actor knows and is told, when it is exported, then it stands nowhere in it', () => {
    const { publish, messages, states } = followed([row('session:web:main')]);
    states.set('session:web:main', { snapshot: { context: 'it is hunter2' }, rev: 2 });
    publish({ type: 'row', row: row('session:web:main', 2) });
    const told = { ...entry(2), event: { type: 'message.received', text: 'hunter2' } };
    publish({ type: 'journal', actor: 'session:web:main', entry: told });
    const all = JSON.stringify(messages);
    assert.doesNotMatch(all, /hunter2/);
    assert.match(all, /\[secret:test\]/);
  });

  test('given an agent that was not asked to export, when the page and its stream are asked for, then they are not there, and no page may show another', async () => {
    await using served = await serve();
    const { url } = served.server;
    assert.equal((await ask(url, '/stately')).status, 404);
    assert.equal((await ask(url, '/api/stately', { headers: known })).status, 404);
    assert.doesNotMatch((await ask(url, '/')).headers['content-security-policy'] as string, /stately|frame-src/);
  });

  test('given an agent that exports, when its page is asked for, then that page alone may show stately.ai, and the stream wants the token', async () => {
    await using served = await serve({ stately: { page: true } });
    const { url } = served.server;
    const policyOf = async (path: string) => (await ask(url, path)).headers['content-security-policy'] as string;
    assert.match(
      await policyOf('/stately'),
      /default-src 'none'.*connect-src 'self'; frame-src https:\/\/stately\.ai; /,
    );
    for (const path of ['/', '/page/stately/main.js', '/api/state'])
      assert.doesNotMatch(await policyOf(path), /stately|frame-src/);
    assert.equal((await ask(url, '/api/stately')).status, 401);
  });

  test('given streams that are open, when there are enough of them, then one more is refused, and all end with Straylight', async () => {
    await using served = await serve({ stately: { page: true } });
    const { url } = served.server;
    const bodies = await Promise.all(
      Array.from({ length: 4 }, async () => (await fetch(`${url}/api/stately`, { headers: known })).body?.getReader()),
    );
    const first = new TextDecoder().decode((await bodies[0]?.read())?.value);
    assert.match(first, /^event: message\ndata: \{"type":"@xstate\.actor"/);
    assert.equal((await ask(url, '/api/stately', { headers: known })).status, 429);
    await served.server.close(0);
    for (const body of bodies) while (!(await body?.read())?.done);
  });
});
