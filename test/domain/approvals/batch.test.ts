/** Several approvals under one answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchAsShown, batchSummary } from '../../../src/domain/approvals/batch.ts';
import { cardTexts } from '../../../src/domain/approvals/card-texts.ts';
import { card } from '../../contracts/channel.ts';

const sealOf = ({ key, nonce }: { readonly key: string; readonly nonce: string }) => `${key} ${nonce}`;
const cards = ['one', 'two', 'three'].map(key => ({ ...card, key, risk: 'low' as const }));
const shown = cards.map(one => ({ key: one.key, seal: sealOf(one) }));

test('given a batch, when each of its cards is as it was shown, then all may be decided, else none', () => {
  assert.deepEqual(batchAsShown(shown, cards, sealOf), cards);
  const [first, second, third] = cards;
  const others = [
    [first, second, undefined],
    [first, second, third && { ...third, nonce: 'other' }],
    [first, second, third && { ...third, undoUntil: 5 }],
    [first, second, third && { ...third, tool: 'send_mail' }],
    [first, second],
  ];
  for (const current of others) assert.equal(batchAsShown(shown, current, sealOf), undefined);
});

test('given the answers to a batch, when they are summed up, then each that did not count is named', () => {
  const { en } = cardTexts;
  const yes = { ok: true, state: 'granted' } as const;
  const late = { ok: false, why: 'expired', message: 'Too late.' } as const;
  assert.deepEqual(batchSummary(['one', 'two'], [yes, yes], en), { text: '2 approved, 0 denied.', isWhole: true });
  assert.deepEqual(batchSummary(['one', 'two'], [yes, late], en), {
    text: '1 approved, 0 denied.\ntwo: Too late.',
    isWhole: false,
  });
});
