import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { fault } from '../../../src/domain/supervision/failure.ts';
import { approval, entry, message, row, stubAgent } from '../stub-agent.ts';
import { ask, known, readOnlyToken, serve, steppedClock, stream } from '../visitor.ts';

const actor = 'session:web:main';

test('given a stream, when it opens, then hello names it and where it stands', async () => {
  await using served = await serve();
  const watching = await stream(served.server.url);
  assert.equal(watching.response.headers['content-type'], 'text/event-stream; charset=utf-8');
  assert.equal(watching.response.headers['x-content-type-options'], 'nosniff');
  const hello = await watching.next();
  assert.equal(hello?.name, 'hello');
  assert.deepEqual(hello?.data, { streamId: hello?.data.streamId, boot: 'b1', cursor: hello?.id });
  watching.leave();
});

test('given many changes in a moment, when they are sent, then the last row of each actor in one batch', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock });
  const watching = await stream(served.server.url);
  await watching.until('hello');
  for (const rev of [1, 2, 3]) served.agent.publish({ type: 'row', row: row(actor, rev) });
  served.agent.publish({ type: 'row', row: row('job:old') });
  served.agent.publish({ type: 'gone', id: 'job:old' });
  clock.advance(50);
  const { data } = await watching.until('batch');
  assert.deepEqual(
    data.rows.map(({ id, rev }: { id: string; rev: number }) => [id, rev]),
    [[actor, 3]],
  );
  assert.deepEqual(data.gone, ['job:old']);
  assert.deepEqual(data.feed, []);
  watching.leave();
});

test('given frames in quick succession, when a batch has just gone out, then the next waits its 50 ms', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock });
  const watching = await stream(served.server.url);
  await watching.until('hello');
  clock.advance(1_000);
  served.agent.publish({ type: 'row', row: row(actor, 1) });
  clock.advance(0);
  served.agent.publish({ type: 'row', row: row(actor, 2) });
  clock.advance(49);
  served.agent.publish({ type: 'row', row: row(actor, 3) });
  clock.advance(1);
  const revs = [await watching.until('batch'), await watching.until('batch')].map(({ data }) => data.rows[0].rev);
  assert.deepEqual(revs, [1, 3]);
  watching.leave();
});

test('given the first words of a reply, when a batch has just gone out, then they do not wait, and those that follow do', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock });
  const watching = await stream(served.server.url);
  await watching.until('hello');
  clock.advance(1_000);
  served.agent.publish({ type: 'row', row: row(actor, 1) });
  clock.advance(0);
  const words = (delta: string, start: number) =>
    ({ type: 'delta', session: actor, messageId: 'm', delta, start }) as const;
  served.agent.publish(words('It', 0));
  clock.advance(0);
  served.agent.publish(words(' is', 2));
  clock.advance(49);
  served.agent.publish(words(' dry', 5));
  clock.advance(1);
  const seen = [await watching.until('chat'), await watching.until('chat')].map(({ data }) => data.delta);
  assert.deepEqual(seen, ['It', ' is dry']);
  watching.leave();
});

test('given nobody watches, when Straylight changes, then nobody is asked and nothing is written out', async () => {
  await using served = await serve();
  await ask(served.server.url, '/health', { headers: known });
  await ask(served.server.url, '/api/approvals', { headers: known });
  assert.equal(served.agent.watchers.size, 0);
});

test('given the last stream has gone, when changes come, then they are kept unwritten for a while, then not at all', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock });
  let written = 0;
  const counted = { ...row(actor, 7), toJSON: () => ({ ...row(actor, 7), written: ++written }) };
  const first = await stream(served.server.url);
  const hello = await first.until('hello');
  first.leave();
  // The server notices on its own end of the connection; then the pause begins.
  while (!clock.isWaiting(30_000)) await turnOfTheLoop();

  served.agent.publish({ type: 'row', row: counted });
  clock.advance(50);
  assert.equal(written, 0);
  const back = await stream(served.server.url, `?cursor=${hello.id}`);
  assert.equal((await back.until('batch')).data.rows[0].rev, 7);
  assert.equal(written, 1);
  back.leave();
  while (!clock.isWaiting(30_000)) await turnOfTheLoop();
  clock.advance(30_000);
  assert.equal(served.agent.watchers.size, 0);
  served.agent.publish({ type: 'row', row: counted });
  clock.advance(50);
  assert.equal(written, 1);
  const late = await stream(served.server.url, `?cursor=${hello.id}`);
  await late.until('resync');
  late.leave();
});

test('given journals, when a stream watches an actor, then it gets that one; the feed only if it asked for it', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock });
  const { url } = served.server;
  const watching = await stream(url);
  const { data: hello } = await watching.until('hello');
  const choose = (body: unknown, headers = known) => ask(url, `/api/stream/${hello.streamId}/watch`, { headers, body });
  assert.equal(
    (await choose({ actors: ['job:a'], feed: true }, { authorization: `Bearer ${readOnlyToken}` })).status,
    200,
  );

  for (const id of ['job:a', 'job:b']) served.agent.publish({ type: 'journal', actor: id, entry: entry(1) });
  clock.advance(50);
  const batch = await watching.until('batch');
  assert.deepEqual(batch.data.feed, [
    { actor: 'job:a', seq: 1, at: 1, type: 'message.received' },
    { actor: 'job:b', seq: 1, at: 1, type: 'message.received' },
  ]);
  assert.deepEqual((await watching.until('journal')).data, { actor: 'job:a', entries: [entry(1)] });

  await choose({ actors: [] });
  served.agent.publish({ type: 'journal', actor: 'job:a', entry: entry(2) });
  served.agent.publish({ type: 'gone', id: 'job:a' });
  clock.advance(50);
  const next = await watching.next();
  assert.deepEqual([next?.name, next?.data.feed, next?.data.gone], ['batch', [], ['job:a']]);

  assert.equal((await ask(url, '/api/stream/none/watch', { headers: known, body: { actors: [] } })).status, 404);
  assert.equal((await choose({ actors: 'all' })).status, 400);
  assert.equal((await choose({ actors: ['not an address'] })).status, 400);
  watching.leave();
});

test('given a conversation, when it goes on, then deltas, messages, approvals, turns and commands come in their order', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock });
  const watching = await stream(served.server.url);
  await watching.until('hello');
  const report = served.agent.reader.turn('none');
  assert.equal(report, undefined);
  for (const delta of ['Hel', 'lo']) served.agent.publish({ type: 'delta', session: actor, messageId: 'm1', delta });
  served.agent.publish({ type: 'message', session: actor, message: message('m1', 't1', 'Hello') });
  served.agent.publish({ type: 'approval', approval: approval('k1') });
  served.agent.publish({ type: 'command', commandId: 'c', state: 'failed', error: 'no' });
  clock.advance(50);
  const events = [];
  for (let n = 0; n < 4; n++) events.push(await watching.next());
  assert.deepEqual(
    events.map(event => [event?.name, event?.data]),
    [
      ['chat', { session: actor, messageId: 'm1', delta: 'Hello' }],
      ['chat', { session: actor, messageId: 'm1', message: message('m1', 't1', 'Hello') }],
      ['approval', { approval: approval('k1') }],
      ['command', { commandId: 'c', state: 'failed', error: 'no' }],
    ],
  );
  watching.leave();
});

test('given the health changes, when it is looked at, then a health event; the uptime alone is none', async () => {
  const clock = steppedClock();
  const agent = stubAgent();
  let uptimeMs = 0;
  await using served = await serve({ clock, agent, health: () => ({ ...agent.health(), uptimeMs: ++uptimeMs }) });
  const watching = await stream(served.server.url);
  await watching.until('hello');
  clock.advance(15_000);
  assert.equal((await watching.next())?.name, 'comment');
  agent.state = 'degraded';
  clock.advance(15_000);
  assert.equal((await watching.next())?.data.health.status, 'degraded');
  watching.leave();
});

test('given silence, when 15 s have passed, then a comment keeps the stream alive and carries the cursor past what was not for it', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock });
  const watching = await stream(served.server.url);
  const hello = await watching.until('hello');
  served.agent.publish({ type: 'journal', actor, entry: entry(1) });
  clock.advance(50);
  clock.advance(15_000);
  const beat = await watching.next();
  assert.equal(beat?.name, 'comment');
  assert.notEqual(beat?.id, hello.id);
  watching.leave();
});

test('given a lost connection, when it comes back with its cursor, then what it missed comes once and nothing twice', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock });
  const say = (delta: string) => {
    served.agent.publish({ type: 'delta', session: actor, messageId: 'm1', delta });
    clock.advance(50);
  };
  const first = await stream(served.server.url);
  await first.until('hello');
  say('one ');
  say('two ');
  const one = await first.until('chat');
  first.leave();
  await once(first.response, 'close');
  say('three');

  const back = await stream(served.server.url, `?cursor=${one.id}`);
  const hello = await back.next();
  assert.deepEqual([hello?.name, hello?.id], ['hello', one.id]);
  assert.equal((await back.next())?.data.delta, 'two ');
  assert.equal((await back.next())?.data.delta, 'three');
  say('!');
  assert.equal((await back.next())?.data.delta, '!');
  back.leave();
});

test('given the state was read, when a stream opens with its cursor, then what changed in between comes', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock });
  const { cursor } = (await ask(served.server.url, '/api/state', { headers: known })).json;
  served.agent.publish({ type: 'row', row: row(actor, 9) });
  clock.advance(50);
  const watching = await stream(served.server.url, `?cursor=${cursor}`);
  assert.equal((await watching.until('batch')).data.rows[0].rev, 9);
  watching.leave();
});

test('given a cursor that is too old, of another boot or no cursor at all, when a stream opens with it, then resync', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock, limits: { historyEntries: 10 } });
  const { cursor } = (await ask(served.server.url, '/api/state', { headers: known })).json;
  for (let rev = 1; rev <= 11; rev++) {
    served.agent.publish({ type: 'row', row: row(actor, rev) });
    clock.advance(50);
  }
  for (const old of [cursor, 'b0.11', 'b1.999', 'b1.', 'nonsense', 'b1.-1']) {
    const watching = await stream(served.server.url, `?cursor=${encodeURIComponent(old)}`);
    const hello = await watching.next();
    assert.deepEqual([hello?.name, hello?.id], ['hello', undefined], old);
    const resync = await watching.next();
    assert.equal(resync?.name, 'resync', old);
    assert.equal(resync?.id, resync?.data.cursor);
    served.agent.publish({ type: 'row', row: row(actor, 99) });
    clock.advance(50);
    assert.equal((await watching.next())?.name, 'batch', 'it goes on after a resync');
    watching.leave();
  }
});

test('given the history is bounded by bytes, when long messages pass, then an older cursor gets resync', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock });
  const { cursor } = (await ask(served.server.url, '/api/state', { headers: known })).json;
  for (let n = 0; n < 30; n++) {
    served.agent.publish({ type: 'message', session: actor, message: message(`m${n}`, 't', 'x'.repeat(100_000)) });
    clock.advance(50);
  }
  const watching = await stream(served.server.url, `?cursor=${cursor}`);
  await watching.until('resync');
  watching.leave();
});

test('given 64 open streams, when the 65th asks, then 429; when one leaves, there is room again', async () => {
  await using served = await serve();
  const { url } = served.server;
  const all = await Promise.all(Array.from({ length: 64 }, () => stream(url)));
  assert.ok(all.every(({ status }) => status === 200));
  const refused = await ask(url, '/api/stream', { headers: known });
  assert.deepEqual([refused.status, refused.json.error.code], [429, 'rate']);
  all[0]?.leave();
  let again = await stream(url);
  while (again.status === 429) again = await stream(url);
  assert.equal(again.status, 200);
  for (const each of [...all, again]) each.leave();
});

test('given a token that may only look, when it opens as many streams as it can, then 48 places stay for the owner', async () => {
  await using served = await serve();
  const { url } = served.server;
  const reading = { ...known, authorization: `Bearer ${readOnlyToken}` };
  const readers = await Promise.all(Array.from({ length: 20 }, () => stream(url, '', reading)));
  assert.equal(readers.filter(({ status }) => status === 200).length, 16);
  assert.equal(readers.filter(({ status }) => status === 429).length, 4);
  const owners = await Promise.all(Array.from({ length: 48 }, () => stream(url)));
  assert.ok(owners.every(({ status }) => status === 200));
  readers.find(({ status }) => status === 200)?.leave();
  let again = await stream(url, '', reading);
  while (again.status === 429) again = await stream(url, '', reading);
  assert.equal(again.status, 200);
  for (const each of [...readers, ...owners, again]) each.leave();
});

test('given a reader that takes nothing, when much happens, then what waits for it stays bounded, others lose nothing, and it gets resync', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock });
  const { url } = served.server;
  const slow = await stream(url);
  await slow.until('hello');
  slow.response.pause();
  const fast = await stream(url);
  await fast.until('hello');

  const publishedMegabytes = 64;
  for (let n = 0; n < publishedMegabytes * 10; n++) {
    served.agent.publish({ type: 'message', session: actor, message: message(`m${n}`, 't', 'x'.repeat(100_000)) });
    clock.advance(50);
    assert.equal((await fast.until('chat')).data.messageId, `m${n}`);
  }
  slow.response.resume();
  let taken = 0;
  for (let event = await slow.next(); event?.name !== 'resync'; event = await slow.next()) {
    assert.ok(event, 'the stream is still there');
    taken += 1;
  }
  // What the two kernel buffers and the history hold, of 640 messages.
  assert.ok(taken < 200, `${taken} messages waited`);
  served.agent.publish({ type: 'row', row: row(actor, 5) });
  clock.advance(50);
  assert.equal((await slow.until('batch')).data.rows[0].rev, 5);
  slow.leave();
  fast.leave();
});

test('given a slow reader with the feed, when it takes again, then old feed lines are dropped and counted, rows are not', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock, limits: { feedLag: 5 } });
  const slow = await stream(served.server.url, '?feed=true');
  await slow.until('hello');
  slow.response.pause();
  served.agent.publish({ type: 'message', session: actor, message: message('m', 't', 'x'.repeat(24_000_000)) });
  clock.advance(50);
  for (let n = 1; n <= 20; n++) {
    served.agent.publish({ type: 'row', row: row(`job:${n}`) });
    // Without an own journal event of a watched actor each of these is one event of the history, plus one that is not
    // for us.
    served.agent.publish({ type: 'journal', actor: `job:${n}`, entry: entry(1) });
    clock.advance(50);
  }
  slow.response.resume();
  const batches = [];
  while (batches.length < 20) batches.push((await slow.until('batch')).data);
  assert.deepEqual(
    batches.map(({ rows }) => rows[0].id),
    Array.from({ length: 20 }, (_, n) => `job:${n + 1}`),
  );
  const shown = batches.reduce((sum, { feed }) => sum + feed.length, 0);
  const dropped = batches.reduce((sum, batch) => sum + (batch.dropped ?? 0), 0);
  assert.equal(shown + dropped, 20);
  assert.ok(dropped > 10, `${dropped} dropped`);
  slow.leave();
});

test('given a reader that has taken nothing for a minute, when the next beat comes, then its stream is closed', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock });
  const dead = await stream(served.server.url);
  await dead.until('hello');
  dead.response.pause();
  served.agent.publish({ type: 'message', session: actor, message: message('m', 't', 'x'.repeat(24_000_000)) });
  clock.advance(50);
  for (let n = 0; n < 5; n++) clock.advance(15_000);
  while (await dead.next());
  assert.equal(dead.response.complete, false);
});

test('given a frame that cannot be written out, when it comes, then the log says so and the stream goes on', async () => {
  const clock = steppedClock();
  await using served = await serve({
    clock,
    redact: text => {
      if (text === 'poison') throw new Error('the redactor broke');
      return text;
    },
  });
  const watching = await stream(served.server.url);
  await watching.until('hello');
  served.agent.publish({ type: 'message', session: actor, message: message('m1', 't', 'poison') });
  served.agent.publish({ type: 'message', session: actor, message: message('m2', 't', 'fine') });
  clock.advance(50);
  assert.equal((await watching.until('chat')).data.messageId, 'm2');
  assert.match(served.log.join(), /could not send a chat event/);
  watching.leave();
});

test('given needs that cannot be read, when something else has changed, then that is shown, once, and the log says so', async () => {
  const clock = steppedClock();
  const agent = stubAgent();
  const reader = {
    ...agent.reader,
    needs: () => {
      throw fault('unavailable', 'no file can be opened');
    },
  };
  await using served = await serve({ clock, agent: { ...agent, reader }, health: () => agent.health() });
  const watching = await stream(served.server.url);
  await watching.until('hello');
  for (const id of ['a1', 'a2']) {
    agent.publish({ type: 'approval', approval: approval(id) });
    clock.advance(50);
  }
  const ids = [await watching.until('approval'), await watching.until('approval')].map(({ data }) => data.approval.id);
  assert.deepEqual(ids, ['approval:a1', 'approval:a2']);
  agent.state = 'degraded';
  clock.advance(15_000);
  assert.equal((await watching.until('health')).data.health.status, 'degraded');
  assert.match(served.log.join(), /the inspector's stream failed: no file can be opened/);
  watching.leave();
});
