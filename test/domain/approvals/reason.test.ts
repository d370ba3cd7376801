/** What a reply to "Why not?" decides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardTexts } from '../../../src/domain/approvals/card-texts.ts';
import { reasonGiven } from '../../../src/domain/approvals/reason.ts';
import { card } from '../../contracts/channel.ts';

const texts = cardTexts.en;
const sealOf = ({ nonce }: { readonly nonce: string }) => `sealed ${nonce}`;
const reply = { key: card.key, seal: sealOf(card), text: ' not on a Friday ', edited: false };

test('given a reply with words, when its card is as it was, then it is a no with that reason', () => {
  const { digest, nonce } = card;
  assert.deepEqual(reasonGiven(reply, card, sealOf, texts), {
    decision: { approval: card.key, decision: 'deny', reason: 'not on a Friday', digest, nonce },
  });
});

test('given a reply that was edited, has no words or is for another card, when it comes, then it decides nothing', () => {
  const { text: _, ...wordless } = reply;
  assert.deepEqual(reasonGiven({ ...reply, edited: true }, card, sealOf, texts), { say: texts.reason.edited });
  assert.deepEqual(reasonGiven(wordless, card, sealOf, texts), { say: texts.reason.onlyWords });
  assert.deepEqual(reasonGiven({ ...reply, text: ' ' }, card, sealOf, texts), { say: texts.reason.onlyWords });
  const changed = reasonGiven(reply, { ...card, nonce: 'other' }, sealOf, texts);
  assert.deepEqual(changed, { say: `${texts.answers.changed} ${texts.reason.nowhere}` });
});

test('given an approval that is over, when a reply comes, then what is sent matches no card, and the refusal says how it ended', () => {
  const given = reasonGiven(reply, undefined, sealOf, texts);
  assert.ok('decision' in given);
  assert.match(given.decision.nonce ?? '', /^seal:/);
});
