import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isTrusted, judgeAnswer, questionOf } from '../../../src/domain/approvals/answer.ts';
import { batchesOf } from '../../../src/domain/approvals/batch.ts';
import type { ApprovalCard, Risk } from '../../../src/domain/approvals/card.ts';
import { type GrantRecord, grantOf, grantText, whyUnredeemed } from '../../../src/domain/approvals/grant.ts';
import type { ApprovalRow } from '../../../src/domain/supervision/view.ts';

const card = (change: Partial<ApprovalCard> = {}): ApprovalCard => ({
  key: 'k',
  session: 's',
  tool: 't',
  intent: '',
  risk: 'medium',
  reasons: [],
  exact: '',
  digest: 'd',
  nonce: 'n',
  repeat: false,
  expiresAt: 100,
  undoMs: 5,
  ...change,
});

suite('an answer', () => {
  const yes = { decision: 'approve', confirmation: 'yes', at: 99 } as const;
  test('given a card, when answers come, then late comes before changed, and changed before all else', () => {
    const question = questionOf(card());
    assert.equal(judgeAnswer(question, yes), 'yes');
    assert.equal(judgeAnswer(question, { ...yes, at: 100, nonce: 'x' }), 'late');
    assert.equal(judgeAnswer(question, { ...yes, nonce: 'x', decision: 'deny' }), 'changed');
    assert.equal(judgeAnswer(question, { decision: 'deny', at: 1 }), 'no');
    assert.equal(judgeAnswer(question, { decision: 'approve', at: 1 }), 'unconfirmed');
    assert.equal(judgeAnswer(question, { ...yes, decision: 'undo' }), 'changed');
    const { expiresAt: _, ...open } = card();
    assert.equal(judgeAnswer(questionOf(open), { ...yes, at: 10 ** 14 }), 'yes');
  });

  test('given programs with the rights of the owner, when a grave yes comes, then it counts from a trusted channel alone; a no and what is harmless count from anywhere', () => {
    const trusted = [{ name: 'terminal' }, { name: 'telegram', title: 'Telegram' }];
    for (const risk of ['high', 'irreversible'] as const) {
      for (const by of ['web', 'cli', 'discord', 'discord:42', 'telegrams:42', '']) {
        assert.ok(!isTrusted({ decision: 'approve', by }, risk, trusted), by);
        assert.ok(isTrusted({ decision: 'approve', by }, risk, undefined), 'no program here could give it');
        assert.ok(isTrusted({ decision: 'deny', by }, risk, trusted));
        assert.ok(isTrusted({ decision: 'undo', by }, risk, trusted));
      }
      for (const by of ['terminal', 'telegram', 'telegram:42'])
        assert.ok(isTrusted({ decision: 'approve', by }, risk, trusted));
    }
    for (const risk of ['low', 'medium'] as const)
      assert.ok(isTrusted({ decision: 'approve', by: 'web' }, risk, trusted));
  });

  test('given what cannot be undone, when its card has no word, then no yes counts', () => {
    const question = questionOf(card({ risk: 'irreversible' }));
    for (const confirmation of ['', 'yes', 'undefined'])
      assert.equal(judgeAnswer(question, { ...yes, confirmation }), 'unconfirmed');
  });
});

suite('a grant', () => {
  const decision = { approval: 'k', decision: 'approve', by: 'web' } as const;
  const record = (change: Partial<GrantRecord> = {}): GrantRecord => ({
    ...grantOf('approval:k', card(), decision, 10),
    signature: 's',
    consumedAt: null,
    consumedBy: null,
    ...change,
  });

  test('given a yes, when its grant is made, then it is valid as long as the card, and long enough to begin', () => {
    assert.equal(grantOf('a', card({ expiresAt: 999_999 }), decision, 10).expiresAt, 999_999);
    assert.equal(grantOf('a', card({ expiresAt: 20 }), decision, 10).expiresAt, 60_015);
    assert.equal(grantOf('a', card(), { ...decision, digest: 'seen', nonce: 'seen too' }, 10).digest, 'seen');
  });

  test('given two grants that differ in anything, when they are signed, then it is over different texts', () => {
    const grant = grantOf('approval:k', card(), decision, 10);
    const texts = [
      {},
      ...[{ approval: 'x' }, { digest: 'x' }, { nonce: 'x' }, { by: 'x' }, { decidedAt: 1 }, { expiresAt: 1 }],
      ...[{ confirmation: 'yes' }, { confirmation: '' }],
    ].map(change => grantText({ ...grant, ...change }));
    assert.equal(new Set(texts).size, texts.length);
  });

  test('given a grant, when it is to be redeemed, then each thing that is wrong is named', () => {
    const now = { digest: 'd', now: 11 };
    const why = (grant: GrantRecord | undefined, at = now, genuine = true) => whyUnredeemed(grant, at, () => genuine);
    assert.equal(why(record()), undefined);
    assert.equal(why(undefined), 'missing');
    assert.equal(why(record({ consumedAt: 5 })), 'consumed');
    assert.equal(why(record(), { ...now, digest: 'e' }), 'changed');
    assert.equal(why(record({ expiresAt: 11 })), 'expired');
    assert.equal(why(record({ expiresAt: 12 })), undefined);
    assert.equal(why(record(), now, false), 'forged');
  });
});

test('given what is pending, when batches are looked for, then three of a tool and of low risk are one', () => {
  const row = (id: string, tool: string, risk: Risk = 'low', state: ApprovalRow['state'] = 'pending'): ApprovalRow => {
    return { id, card: card({ tool, risk }), state, rev: 1 };
  };
  const rows = [row('1', 'a'), row('2', 'b'), row('3', 'a'), row('4', 'a', 'medium'), row('5', 'a'), row('6', 'b')];
  const found = (all: readonly ApprovalRow[]) => batchesOf(all).map(batch => batch.map(({ id }) => id));
  assert.deepEqual(found(rows), [['1', '3', '5']]);
  assert.deepEqual(found([...rows, row('7', 'b')]), [
    ['1', '3', '5'],
    ['2', '6', '7'],
  ]);
  assert.deepEqual(found(rows.map(one => ({ ...one, state: 'granted' as const }))), []);
});
