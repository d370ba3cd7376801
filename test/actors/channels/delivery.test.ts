import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delivery } from '../../../src/actors/channels/delivery.ts';
import { Fault } from '../../../src/domain/supervision/failure.ts';
import { ownersPaths } from '../../../src/domain/tools/owners-paths.ts';
import { type Carried, carried } from '../carried.ts';
import { performed } from '../stores.ts';

interface Sent {
  readonly ref: string;
  readonly of: number;
}

const hour = 3_600_000;
/** How a reply is sent at an instant; it was queued at 1. */
const sendAt = (now: number, at: Carried, id: string, input: object = {}) =>
  performed(
    delivery(at.channels, at.conversation, {
      clock: { now: () => now },
      language: 'en',
      timeZone: 'UTC',
      keepForMs: 168 * hour,
    }),
    {
      channel: 'telegram',
      outgoing: { kind: 'reply', delivery: id, chat: '42', part: 0, attempt: 1, repeat: false },
      ...input,
    },
  ).output as Promise<Sent & { readonly also?: readonly string[] }>;

const send = (at: Carried, id: string, part = 0, more: object = {}, channel = 'telegram') =>
  sendAt(1, at, id, {
    channel,
    outgoing: { kind: 'reply', delivery: id, chat: '42', part, attempt: 1, repeat: false, ...more },
  });

const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof Fault ? error.failure : error),
  );

test('given a queued reply, when its part is sent, then it is in the chat, and what the channel calls it comes back', async t => {
  const at = await carried(t);
  at.queue('d1', 'Hello **there**.');
  const sent = await send(at, 'd1');
  assert.equal(sent.of, 1);
  const [message] = at.peer.sent.all;
  assert.equal(message?.text, 'Hello there.');
  assert.equal(sent.ref, String(message?.messageId));
});

test('given a reply with what ran unasked beneath it, when it is sent, then that names the file on the owner’s disk', async t => {
  const at = await carried(t);
  at.queue('d1', 'In /workspace/a.\n\n(Ran automatically: Write /workspace/a.)');
  const paths = ownersPaths([{ seen: '/workspace', disk: '/home/ada/w' }]);
  const settings = { clock: { now: () => 1 }, language: 'en', timeZone: 'UTC', keepForMs: hour, paths } as const;
  await performed(delivery(at.channels, at.conversation, settings), {
    channel: 'telegram',
    outgoing: { kind: 'reply', delivery: 'd1', chat: '42', part: 0, attempt: 1, repeat: false },
  }).output;
  assert.equal(at.peer.sent.all[0]?.text, 'In /workspace/a.\n\n(Ran automatically: Write /home/ada/w/a.)');
});

test('given a long reply that was stored apart, when part after part is sent, then together they are the whole of it', async t => {
  const at = await carried(t);
  const words = Array.from({ length: 2000 }, (_, index) => `word${index}`);
  at.queue('d1', words.join(' '));
  const { of } = await send(at, 'd1');
  assert.ok(of > 1);
  for (let part = 1; part < of; part += 1) assert.equal((await send(at, 'd1', part)).of, of);
  const texts = at.peer.sent.all.map(({ text }) => text);
  assert.equal(texts.length, of);
  assert.deepEqual(texts.join(' ').split(/\s+/), words);
});

test('given a part that may be there already, when it is sent once more, then it says so', async t => {
  const at = await carried(t);
  at.queue('d1', 'Hello.');
  await send(at, 'd1', 0, { repeat: true });
  assert.notEqual(at.peer.sent.all[0]?.text, 'Hello.');
  assert.match(at.peer.sent.all[0]?.text ?? '', /Hello\./);
});

test('given 429, when a part is sent, then the failure carries the wait, and nothing was sent', async t => {
  const at = await carried(t);
  at.queue('d1', 'Hello.');
  at.peer.fail('sendMessage', { status: 429, retryAfter: 7 });
  assert.partialDeepStrictEqual(await kindOf(send(at, 'd1')), { kind: 'unavailable', retryAfterMs: 7000 });
  assert.deepEqual(at.peer.sent.all, []);
  assert.equal((await send(at, 'd1')).of, 1);
});

test('given a delivery, a part or a channel that is not there, when it is to be sent, then that is said and nothing is sent', async t => {
  const at = await carried(t);
  at.queue('d1', 'Hello.');
  assert.partialDeepStrictEqual(await kindOf(send(at, 'gone')), {
    kind: 'invalid',
    message: 'there is no delivery gone',
  });
  assert.partialDeepStrictEqual(await kindOf(send(at, 'd1', 3)), {
    kind: 'defect',
    message: 'd1 has 1 parts, and part 4 was asked for',
  });
  assert.partialDeepStrictEqual(await kindOf(send(at, 'd1', 0, {}, 'pigeon')), { kind: 'unavailable' });
  assert.deepEqual(at.peer.sent.all, []);
});

test('given a reply that has waited for an hour, when it is sent, then it says since when, and a fresh one does not', async t => {
  const at = await carried(t);
  at.queue('d1', 'Hello.');
  await sendAt(hour, at, 'd1');
  await sendAt(300_000, at, 'd1');
  assert.deepEqual(
    at.peer.sent.all.map(({ text }) => text),
    ['Delayed since 1 Jan 1970, 00:00 UTC.\nHello.', 'Hello.'],
  );
});

test('given a reply that has waited for a week, when its turn comes, then it is given up, unless a part of it is out', async t => {
  const at = await carried(t);
  at.queue('d1', Array.from({ length: 1000 }, (_, index) => `word${index}`).join(' '));
  assert.partialDeepStrictEqual(await kindOf(sendAt(168 * hour + 2, at, 'd1')), { kind: 'exhausted' });
  assert.deepEqual(at.peer.sent.all, []);
  const outgoing = { kind: 'reply', delivery: 'd1', chat: '42', part: 1, attempt: 1, repeat: false };
  assert.equal((await sendAt(168 * hour + 2, at, 'd1', { outgoing })).of, 2);
});

test('given many notices that have waited, when the first is sent, then one message holds them all, as far as there is room', async t => {
  const at = await carried(t);
  const ids = Array.from({ length: 8 }, (_, index) => `n${index}`);
  for (const id of ids) at.queue(id, `${id} ${'x'.repeat(500)}`);
  const [first = '', ...also] = ids;
  const told = await sendAt(hour, at, first, { also });
  assert.deepEqual(told.also, also.slice(0, 4));
  const [message, ...others] = at.peer.sent.all;
  assert.deepEqual(others, []);
  assert.match(message?.text ?? '', /^5 notices[\s\S]*n0 x+[\s\S]*n4 x+$/);
});

test('given notices that are fresh, or only two of them, when the first is sent, then it goes by itself', async t => {
  const at = await carried(t);
  for (const id of ['n1', 'n2', 'n3']) at.queue(id, id);
  assert.equal((await sendAt(300_000, at, 'n1', { also: ['n2', 'n3'] })).also, undefined);
  assert.equal((await sendAt(hour, at, 'n1', { also: ['n2'] })).also, undefined);
  assert.equal(at.peer.sent.all[0]?.text, 'n1');
});
