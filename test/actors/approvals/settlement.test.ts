import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consent } from '../../../src/actors/approvals/consent.ts';
import { settlement } from '../../../src/actors/approvals/settlement.ts';
import { takenBack } from '../../../src/domain/approvals/card.ts';
import type { Fault } from '../../../src/domain/supervision/failure.ts';
import type { ConsentOutput } from '../../../src/machines/channel/types.ts';
import { type Carried, carried } from '../carried.ts';
import { performed } from '../stores.ts';

const settle = (at: Carried, approval: string, ref: string, more: object = {}, channel = 'telegram') =>
  performed(settlement(at.channels, at.conversation), {
    channel,
    outgoing: { kind: 'card', approval, chat: '42', ref, outcome: 'granted', by: 'telegram:42', attempt: 1, ...more },
  }).output;

/** A card in chat 42, and its name there. */
async function shown(at: Carried): Promise<{ readonly approval: string; readonly ref: string }> {
  const approval = at.ask();
  const outgoing = { kind: 'question', approval, chat: '42', attempt: 1, at: 1 };
  const asking = performed(consent(at.channels, at.conversation), { channel: 'telegram', outgoing });
  return { approval, ref: ((await asking.output) as ConsentOutput).ref };
}

test('given a shown card, when it is settled, then its buttons are gone and it says how it ended', async t => {
  const at = await carried(t);
  const { approval, ref } = await shown(at);
  assert.notDeepEqual(at.peer.sent.all[0]?.buttons, []);
  assert.deepEqual(await settle(at, approval, ref), { ref, of: 1 });
  const [card] = at.peer.sent.all;
  assert.deepEqual(card?.buttons, []);
  assert.equal(card?.history.length, 1);
  assert.match(card?.text ?? '', /approved|granted/i);
});

test('given a card that was settled, when it is settled again, then it looks the same', async t => {
  const at = await carried(t);
  const { approval, ref } = await shown(at);
  await settle(at, approval, ref);
  const once = at.peer.sent.all[0]?.text;
  assert.deepEqual(await settle(at, approval, ref), { ref, of: 1 });
  assert.equal(at.peer.sent.all[0]?.text, once);
  assert.equal(at.peer.sent.all.length, 1);
});

test('given a yes that was taken back, when its card is settled, then it does not look like a denial', async t => {
  const at = await carried(t);
  const { approval, ref } = await shown(at);
  at.conversation.closeApproval(approval, 'denied', {
    by: 'telegram:42',
    decidedAt: 1,
    reason: takenBack,
    answer: 'a',
  });
  await settle(at, approval, ref, { outcome: 'denied', by: 'telegram:42' });
  const [card] = at.peer.sent.all;
  assert.match(card?.text ?? '', /Undone before it started on Telegram \(42\)/);
  assert.doesNotMatch(card?.text ?? '', /Denied/);
});

for (const outcome of ['denied', 'expired', 'cancelled', 'replaced'] as const)
  test(`given a card that ended ${outcome}, when it is settled, then it says so`, async t => {
    const at = await carried(t);
    const { approval, ref } = await shown(at);
    await settle(at, approval, ref, { outcome, by: null });
    const [card] = at.peer.sent.all;
    assert.deepEqual(card?.buttons, []);
    assert.notEqual(card?.text, card?.history[0]?.text);
  });

test('given a screen, when its card is settled, then there is nothing to carry', async t => {
  const at = await carried(t);
  const approval = at.ask();
  assert.deepEqual(await settle(at, approval, 'web:main:k3Qm9xTd', { chat: 'main' }, 'web'), {
    ref: 'web:main:k3Qm9xTd',
    of: 1,
  });
});

test('given an approval that is gone, when it is settled, then that is said', async t => {
  const at = await carried(t);
  await assert.rejects(settle(at, 'approval:gone', '1'), (error: Fault) => error.failure.kind === 'invalid');
});
