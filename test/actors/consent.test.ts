import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { consent } from '../../src/actors/consent.ts';
import type { ConsentInput, ConsentOutput } from '../../src/machines/approval.ts';
import type { Fault } from '../../src/machines/domain/failure.ts';
import { type Carried, carried } from './carried.ts';
import { performed } from './stores.ts';

const now = 1_700_000_000_000;

const ask = (at: Carried, approval: string, change: Partial<ConsentInput> = {}) =>
  performed(
    consent(at.channels, at.conversation, { now: () => now }),
    { approval, nonce: 'nonce-1', repeat: false, expiresAfterMs: 3_600_000, attempt: 1, ...change },
    { owner: approval },
  ).output as Promise<ConsentOutput>;

const places = (output: ConsentOutput) => output.shown.map(({ channel, chat }) => `${channel}:${chat}`).toSorted();

suite('every chat of the owner', () => {
  test('given three chats on two channels, when the owner is asked, then the same card is in each', async t => {
    const at = await carried(t);
    const output = await ask(at, at.ask('rm -rf notes'));
    assert.deepEqual(places(output), ['telegram:42', 'telegram:43', 'web:main']);
    assert.deepEqual(output.missed, []);
    assert.deepEqual(at.peer.sent.all.map(({ chatId }) => chatId).toSorted(), [42, 43]);
    for (const { text, buttons } of at.peer.sent.all) {
      assert.match(text, /Send a mail/);
      assert.match(text, /rm -rf notes/);
      assert.ok(buttons.length > 0);
    }
    const refs = output.shown.filter(({ channel }) => channel === 'telegram').map(({ ref }) => ref);
    assert.deepEqual(refs.toSorted(), at.peer.sent.all.map(({ messageId }) => String(messageId)).toSorted());
  });

  test('given a deadline, when the card is shown, then it says until when; without one it says nothing of it', async t => {
    const at = await carried(t);
    const approval = at.ask();
    const only = [{ channel: 'telegram', chat: '42' }];
    await ask(at, approval, { only });
    await ask(at, approval, { only, expiresAfterMs: null });
    const [timed, open] = at.peer.sent.all.map(({ text }) => text);
    assert.match(timed ?? '', /23:13/);
    assert.doesNotMatch(open ?? '', /23:13/);
  });

  test('given a card that may have been shown before, when it goes out again, then it says that it replaces the first', async t => {
    const at = await carried(t);
    const approval = at.ask();
    const only = [{ channel: 'telegram', chat: '42' }];
    await ask(at, approval, { only });
    await ask(at, approval, { only, repeat: true, nonce: 'nonce-2' });
    const [first, second] = at.peer.sent.all;
    const seal = /\w{4,}$/;
    assert.notEqual(first?.text.match(seal)?.[0], second?.text.match(seal)?.[0], 'the seals are of different cards');
    assert.ok((second?.text.length ?? 0) > (first?.text.length ?? 0));
  });
});

suite('chats that do not take it', () => {
  test('given one chat that is busy, when the owner is asked, then it is shown elsewhere and named as missed', async t => {
    const at = await carried(t);
    at.peer.fail('sendMessage', { status: 429, retryAfter: 7 });
    const output = await ask(at, at.ask());
    assert.equal(output.shown.length, 2);
    const [missed, ...others] = output.missed;
    assert.deepEqual(others, []);
    assert.equal(missed?.channel, 'telegram');
    assert.partialDeepStrictEqual(missed?.failure, { kind: 'unavailable', retryAfterMs: 7000 });
  });

  test('given the missed chats alone, when they are asked once more, then the others are left in peace', async t => {
    const at = await carried(t);
    const output = await ask(at, at.ask(), { only: [{ channel: 'telegram', chat: '43' }], attempt: 2 });
    assert.deepEqual(places(output), ['telegram:43']);
    assert.equal(at.peer.sent.all.length, 1);
  });

  test('given the missed chats alone, when they fail again, then that is an answer and no failure', async t => {
    const at = await carried(t);
    at.peer.fail('sendMessage', { status: 403 });
    const output = await ask(at, at.ask(), { only: [{ channel: 'telegram', chat: '43' }], attempt: 2 });
    assert.deepEqual([output.shown.length, output.missed.length], [0, 1]);
  });

  test('given no chat that takes it, when the owner is asked, then it fails with why', async t => {
    const at = await carried(t);
    const channels = new Map([...at.channels].filter(([name]) => name === 'telegram'));
    at.peer.fail('sendMessage', { status: 500 }, 2);
    await assert.rejects(ask({ ...at, channels }, at.ask()), (error: Fault) => error.failure.kind === 'unavailable');
  });

  test('given no channel at all, when the owner is asked, then it is shown nowhere', async t => {
    const at = await carried(t);
    assert.deepEqual(await ask({ ...at, channels: new Map() }, at.ask()), { shown: [], missed: [] });
  });

  test('given an approval that is gone, when the owner is asked, then nothing is shown', async t => {
    const at = await carried(t);
    await assert.rejects(ask(at, 'approval:gone'), (error: Fault) => error.failure.kind === 'invalid');
    assert.deepEqual(at.peer.sent.all, []);
  });
});
