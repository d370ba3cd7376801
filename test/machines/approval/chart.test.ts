import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Risk } from '../../../src/domain/approvals/card.ts';
import { approvalWords } from '../../../src/domain/approvals/words.ts';
import { defined } from '../../../src/domain/text/json.ts';
import type { ApprovalInput, Shown } from '../../../src/machines/approval/types.ts';
import { address, answer, approval, asking, card, digest, hour, nonce, pending, says, seen, shown } from './stands.ts';

const settles = ['send channel:telegram card.settled', 'send channel:web card.settled'];

const closes = (outcome: string) => [`write closeApproval ${outcome}`, ...settles, 'send approval-desk approval.left'];

const of = (risk: Risk, change: Partial<ApprovalInput> = {}) => pending({ card: { ...card, risk }, ...change });

const unknown = { kind: 'unknown', message: 'it died while this was under way' } as const;

suite('the answer', () => {
  test('given a yes, when it comes in time, then it is granted, and the buttons come off every card', () => {
    const asked = pending().send(answer('approve', { digest, nonce, id: 'tap' }));
    assert.equal(asked.leaf, 'waitingForInput.verifying');
    const signed = { approval: address, digest, nonce, by: 'telegram:42', confirmation: 'yes' };
    const grant = { ...signed, decidedAt: 1, expiresAt: 10 ** 14, signature: 's' };
    assert.deepEqual(asked.started('verification'), grant);
    const stand = asked.ends('verification', { genuine: true });
    assert.equal(stand.leaf, 'granted');
    assert.deepEqual(stand.output, { outcome: 'granted' });
    assert.deepEqual(stand.asked, ['write recordGrant', ...closes('granted')]);
    assert.deepEqual(stand.wrote('recordGrant'), [grant]);
    assert.deepEqual(stand.wrote('closeApproval'), [
      { outcome: 'granted', by: 'telegram:42', answer: 'tap', decidedAt: asked.at, reason: null },
    ]);
    assert.deepEqual(stand.sent('channel:telegram'), [
      { type: 'card.settled', approval: address, chat: '42', ref: '17', outcome: 'granted', by: 'telegram:42' },
    ]);
  });

  test('given a yes that does not bear the signature, when it is checked, then it still waits, and nothing was written', () => {
    for (const shownAs of [pending(), approval(), pending({ expiresAfterMs: null })]) {
      const forged = shownAs.send(answer('approve')).ends('verification', { genuine: false });
      assert.equal(forged.leaf, shownAs.leaf);
      assert.equal(forged.context.answer, null);
      assert.deepEqual(
        forged.effects.filter(({ kind }) => kind === 'write'),
        [],
      );
      assert.equal(shownAs.send(answer('approve')).fails('verification', unknown).leaf, shownAs.leaf);
    }
  });

  test('given a yes that is being checked, when another answer comes, then the first is the first', () => {
    const both = pending().send(answer('approve')).send(answer('deny'));
    assert.equal(both.leaf, 'waitingForInput.verifying');
    assert.equal(both.ends('verification', { genuine: true }).leaf, 'granted');
  });

  test('given a no, when it comes with a reason, then the reason is passed on', () => {
    const stand = pending().send(answer('deny', { reason: 'not today' }));
    assert.deepEqual(stand.output, { outcome: 'denied', reason: 'not today' });
  });

  for (const [what, more] of [
    ['another digest', { digest: 'e'.repeat(64) }],
    ['another nonce', { nonce: 'forged' }],
  ] as const)
    for (const decision of ['approve', 'deny'] as const)
      test(`given ${what} on screen, when the owner says ${decision}, then it does not count and the deadline stays`, () => {
        const before = pending();
        const after = before.send({ ...answer(decision, more), at: before.at + 600_000 });
        assert.equal(after.leaf, 'waitingForInput.timed');
        assert.deepEqual(after.asked, [
          'cancel timer',
          `wait ${(before.context.expiresAt ?? 0) - before.at - 600_000}`,
        ]);
        assert.equal(after.context.answer, null);
        assert.equal(after.fires().at, before.context.expiresAt);
      });

  test('given a decided approval, when a second answer comes, then it has ended', () => {
    assert.equal(pending().send(answer('deny')).status, 'done');
  });

  test('given a card that is not out yet, when an answer comes from elsewhere, then it counts', () => {
    assert.equal(says(asking()).leaf, 'granted');
  });
});

suite('the deadline', () => {
  for (const [late, leaf] of [
    [-1, 'granted'],
    [0, 'expired'],
    [1, 'expired'],
  ] as const)
    test(`given a yes ${late} ms after the deadline, when it is checked, then it is ${leaf}: the end is exclusive`, () => {
      const stand = pending();
      const { expiresAt } = stand.context;
      assert.ok(expiresAt);
      const said = stand.send({ ...answer('approve'), at: expiresAt + late });
      assert.equal(late < 0 ? said.ends('verification', { genuine: true }).leaf : said.leaf, leaf);
    });

  test('given a late answer to another card, when it comes, then it is late before it is anything else', () => {
    const stand = pending();
    const at = (stand.context.expiresAt ?? 0) + 5;
    assert.equal(stand.send({ ...answer('approve', { nonce: 'forged' }), at }).leaf, 'expired');
  });

  test('given silence, when the deadline comes, then it expires and the cards are closed', () => {
    const stand = pending().fires();
    assert.deepEqual(stand.output, { outcome: 'expired' });
    const told = [`write queueDelivery ${address}/expired:telegram:42`, 'send channel:telegram delivery.queued'];
    assert.deepEqual(stand.asked.slice(-6), [...closes('expired'), ...told]);
    assert.partialDeepStrictEqual(stand.wrote('queueDelivery'), [{ channel: 'telegram', chat: '42' }]);
    assert.deepEqual(stand.wrote('closeApproval'), [
      { outcome: 'expired', by: null, answer: null, decidedAt: null, reason: null },
    ]);
  });

  for (const session of ['session:job:water~3', 'session:task:7'])
    test(`given a call in ${session}, when the deadline comes, then nothing goes to a chat that there is none of`, () =>
      assert.deepEqual(pending({ session }).fires().wrote('queueDelivery'), []));

  test('given a card that never came, when the deadline comes, then it is said there too, once', () => {
    const stand = asking({ session: 'session:web:main~2' }).send(seen(shown[1]!)).fires();
    assert.deepEqual(
      stand.wrote('queueDelivery').map(({ channel, chat }) => [channel, chat]),
      [
        ['web', 'main'],
        ['telegram', '42'],
      ],
    );
    assert.equal(stand.sent('channel:telegram')[0]?.['ref'], null);
  });

  test('given a day to answer, when half of it is over, then the owner is reminded once, and it expires in its time', () => {
    const day = 24 * hour + 1;
    const early = pending({ expiresAfterMs: day });
    assert.equal(early.leaf, 'waitingForInput.early');
    const reminded = early.fires();
    assert.equal(reminded.leaf, 'waitingForInput.timed');
    assert.equal(reminded.at - early.at, Math.ceil(day / 2) - (early.at - ((early.context.expiresAt ?? 0) - day)));
    assert.equal(reminded.wrote('queueDelivery').length, 2);
    assert.match(String(reminded.wrote('queueDelivery')[0]?.['body']), /k3Qm9xTd .*12 h: Send a mail/);
    const forged = reminded.send(answer('approve', { nonce: 'forged' }));
    assert.equal(forged.leaf, 'waitingForInput.timed');
    const over = forged.fires();
    assert.equal(over.leaf, 'expired');
    assert.equal(over.at, early.context.expiresAt);
    assert.equal(says(early).leaf, 'granted');
  });

  test('given no deadline, when the card is shown, then no timer is set, and a yes after years counts', () => {
    const stand = pending({ expiresAfterMs: null });
    assert.equal(stand.leaf, 'waitingForInput.open');
    assert.deepEqual(stand.timers, {});
    assert.ok(stand.tags.includes('resting'));
    assert.equal(stand.context.expiresAt, null);
    assert.equal(says(stand, { at: 10 ** 13 }).leaf, 'granted');
    assert.equal(stand.send(answer('approve', { nonce: 'forged' })).leaf, 'waitingForInput.open');
  });
});

suite('cancelling', () => {
  test('given cards on screens, when the call is cancelled, then they are closed', () => {
    const stand = pending().send({ type: 'approval.cancelled' });
    assert.deepEqual(stand.output, { outcome: 'cancelled' });
    assert.deepEqual(stand.asked, ['cancel timer', ...closes('cancelled')]);
  });

  test('given a card on its way, when the call is cancelled, then its channel is told that it has ended', () => {
    const stand = asking().send({ type: 'approval.cancelled' });
    assert.equal(stand.leaf, 'cancelled');
    assert.deepEqual(stand.asked, ['cancel timer', ...closes('cancelled')]);
    assert.equal(stand.sent('channel:telegram')[0]?.['ref'], null);
  });

  test('given an approval without a deadline, when the call is cancelled, then it ends', () => {
    assert.equal(pending({ expiresAfterMs: null }).send({ type: 'approval.cancelled' }).leaf, 'cancelled');
  });
});

suite('what a risk asks of a yes', () => {
  const { word, choices } = approvalWords(nonce, 'en');
  const decoy = choices.find(choice => choice !== word);
  const table: readonly (readonly [Risk, string | undefined, boolean])[] = [
    ['low', undefined, true],
    ['low', 'yes', true],
    ['medium', undefined, false],
    ['medium', 'no', false],
    ['medium', 'yes', true],
    ['high', undefined, false],
    ['high', word, false],
    ['high', 'yes', true],
    ['irreversible', undefined, false],
    ['irreversible', 'yes', false],
    ['irreversible', decoy, false],
    ['irreversible', '', false],
    ['irreversible', word, true],
    ['irreversible', ` ${word.toUpperCase()} `, true],
  ];
  for (const [risk, confirmation, counts] of table)
    test(`given ${risk}, when a yes comes with ${JSON.stringify(confirmation)}, then it ${counts ? 'counts' : 'does not, and goes on waiting'}`, () => {
      const { confirmation: _, ...bare } = answer('approve') as Record<string, unknown> & { type: string };
      const stand = of(risk).send({ ...bare, ...defined({ confirmation }) });
      assert.equal(stand.leaf, counts ? 'waitingForInput.verifying' : 'waitingForInput.timed');
      if (!counts) assert.equal(stand.context.answer, null);
    });

  test('given any risk, when the owner says no, then that is enough', () => {
    for (const risk of ['low', 'medium', 'high', 'irreversible'] as const)
      assert.equal(of(risk).send(answer('deny')).leaf, 'denied');
  });

  test('given an owner who speaks German, when the word is named, then it is the German one', () => {
    const named = (said: string) =>
      of('irreversible', { language: 'de' }).send(answer('approve', { confirmation: said }));
    assert.equal(named(approvalWords(nonce, 'de').word).leaf, 'waitingForInput.verifying');
    assert.equal(named(word).leaf, 'waitingForInput.timed');
  });

  test('given a second card, when the word of the first is named, then it does not count', () => {
    const again = asking({ card: { ...card, risk: 'irreversible' } }).send({
      type: 'card.unsure',
      channel: 'telegram',
      chat: '42',
    });
    const fresh = approvalWords(again.context.nonce, 'en').word;
    assert.notEqual(fresh, word);
    assert.equal(again.send(answer('approve', { confirmation: word })).leaf, 'waitingForInput.timed');
    assert.equal(says(again, { confirmation: fresh }).leaf, 'granted');
  });
});

suite('taking a yes back', () => {
  const held = (change: Partial<ApprovalInput> = {}) => says(pending({ undoMs: 5000, ...change }), { id: 'tap' });

  test('given a time to take it back, when the owner says yes, then the act waits, and every card says so', () => {
    const stand = held();
    assert.equal(stand.leaf, 'holding');
    assert.deepEqual(stand.asked, ['write holdApproval', ...settles, 'send approval-desk approval.left', 'wait 5000']);
    assert.partialDeepStrictEqual(stand.wrote('holdApproval')[0], {
      by: 'telegram:42',
      answer: 'tap',
      undoUntil: stand.at + 5000,
    });
    const begun = stand.fires();
    assert.equal(begun.leaf, 'granted');
    assert.deepEqual(begun.asked, ['cancel timer', 'write recordGrant', ...closes('granted')]);
    assert.partialDeepStrictEqual(begun.wrote('closeApproval')[0], { by: 'telegram:42', answer: 'tap' });
  });

  test('given a low risk, when the owner says yes, then nothing waits', () =>
    assert.equal(says(of('low', { undoMs: 5000 })).leaf, 'granted'));

  for (const [ms, leaf] of [
    [4999, 'denied'],
    [5000, 'holding'],
    [5001, 'holding'],
  ] as const)
    test(`given a yes, when it is taken back after ${ms} ms, then it stands ${leaf}: the end is exclusive`, () => {
      const stand = held();
      assert.equal(stand.send({ ...answer('undo'), at: stand.at + ms }).leaf, leaf);
    });

  test('given a yes that is taken back, when it ends, then it was denied, and who took it back is written down', () => {
    const stand = held().send(answer('undo', { by: 'web', id: 'back' }));
    assert.deepEqual(stand.output, { outcome: 'denied', reason: 'taken back', after: 'undone' });
    assert.partialDeepStrictEqual(stand.wrote('closeApproval')[0], { by: 'web', answer: 'back', reason: 'taken back' });
    assert.deepEqual(stand.wrote('recordGrant'), []);
  });

  for (const more of [{ nonce: 'forged' }, { digest: 'e'.repeat(64) }, { decision: 'approve' }, { decision: 'deny' }])
    test(`given a yes, when ${JSON.stringify(more)} comes, then it is not taken back`, () =>
      assert.equal(held().send(answer('undo', more)).leaf, 'holding'));

  test('given a yes that could not begin while it was valid, when its time comes, then it has expired and says why', () => {
    const stand = says(pending({ undoMs: 5000 }), { expiresAt: 1_005_000 });
    assert.deepEqual(stand.fires().output, { outcome: 'expired', after: 'lapsed' });
    assert.deepEqual(stand.fires().wrote('recordGrant'), []);
  });

  test('given nothing to take back, when an undo comes, then it changes nothing', () =>
    assert.equal(pending().send(answer('undo')).leaf, 'waitingForInput.timed'));

  test('given a yes that may be taken back, when the call is cancelled, then it ends so', () =>
    assert.equal(held().send({ type: 'approval.cancelled' }).leaf, 'cancelled'));

  test('given a card on its way elsewhere, when it arrives after the yes, then its buttons come off with the others', () => {
    const [chat, page] = shown as readonly [Shown, Shown];
    const late = says(asking({ undoMs: 5000 }).send(seen(page))).send(seen(chat));
    assert.equal(late.leaf, 'holding');
    assert.equal(late.fires('holding').sent('channel:telegram')[0]?.['ref'], '17');
  });
});
