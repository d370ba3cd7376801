import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consent } from '../../../src/actors/approvals/consent.ts';
import type { Fault } from '../../../src/domain/supervision/failure.ts';
import type { ConsentOutput } from '../../../src/machines/channel/types.ts';
import { type Carried, carried } from '../carried.ts';
import { performed } from '../stores.ts';

const ask = (at: Carried, approval: string, chat = '42', channel = 'telegram') =>
  performed(
    consent(at.channels, at.conversation),
    { channel, outgoing: { kind: 'question', approval, chat, attempt: 1, at: 1 } },
    { owner: `channel:${channel}` },
  ).output as Promise<ConsentOutput>;

test('given an approval, when it is asked in a chat, then its card is there whole, and whose answer counts comes back', async t => {
  const at = await carried(t);
  const approval = at.ask('rm -rf notes');
  const output = await ask(at, approval);
  const [{ text, buttons, messageId, chatId } = assert.fail('nothing was sent'), ...others] = at.peer.sent.all;
  assert.deepEqual(others, []);
  assert.equal(chatId, 42);
  assert.match(text, /Send a mail[\s\S]*rm -rf notes/);
  assert.ok(buttons.length > 0);
  assert.deepEqual(output, { ref: String(messageId), of: 1, nonce: at.conversation.approval(approval)?.card.nonce });
});

test('given a row with a deadline, when the card is shown, then it says until when', async t => {
  const at = await carried(t);
  const approval = at.ask();
  await ask(at, approval);
  const card = { nonce: 'nonce-2', repeat: true, expiresAt: 1_700_003_600_000 };
  at.conversation.showApproval(approval, card, []);
  assert.equal((await ask(at, approval)).nonce, 'nonce-2');
  const [open, timed] = at.peer.sent.all.map(({ text }) => text);
  assert.doesNotMatch(open ?? '', /23:13/);
  assert.match(timed ?? '', /23:13/);
});

test('given an approval that has ended meanwhile, when its card comes up, then nothing is shown', async t => {
  const at = await carried(t);
  const approval = at.ask();
  at.conversation.closeApproval(approval, 'expired', { by: null, decidedAt: 1 });
  assert.deepEqual(await ask(at, approval), { ref: '', of: 1, nonce: '' });
  assert.deepEqual(at.peer.sent.all, []);
});

test('given a busy chat, when the card is refused, then the failure carries the wait', async t => {
  const at = await carried(t);
  at.peer.fail('sendMessage', { status: 429, retryAfter: 7 });
  await assert.rejects(ask(at, at.ask()), (error: Fault) => error.failure.retryAfterMs === 7000);
});

test('given an approval that is gone, when it is asked, then that is said', async t => {
  const at = await carried(t);
  await assert.rejects(ask(at, 'approval:gone'), (error: Fault) => error.failure.kind === 'invalid');
  assert.deepEqual(at.peer.sent.all, []);
});

test('given an effect as an earlier version asked for it, when it is started, then nobody knows, and nothing is shown', async t => {
  const at = await carried(t);
  const earlier = performed(consent(at.channels, at.conversation), { approval: at.ask(), nonce: 'n', attempt: 1 });
  await assert.rejects(earlier.output, (error: Fault) => error.failure.kind === 'unknown');
  assert.deepEqual(at.peer.sent.all, []);
});
