import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type ApprovalInput,
  approvalMachine,
  type Missed,
  migrateApproval,
  type Shown,
} from '../../src/machines/approval.ts';
import type { Risk } from '../../src/machines/domain/approval-card.ts';
import { approvalWords } from '../../src/machines/domain/approval-words.ts';
import type { Failure } from '../../src/machines/domain/failure.ts';
import { begin, type Stand } from './play.ts';

type Approval = Stand<typeof approvalMachine>;

const address = 'approval:k3Qm9xTd';
const digest = 'd'.repeat(64);
const card = {
  tool: 'send_mail',
  intent: 'Send a mail',
  risk: 'medium',
  reasons: ['It acts outside.'],
  digest,
} as const;
const hour = 3_600_000;
const shown: readonly Shown[] = [
  { channel: 'telegram', chat: '42', ref: '17' },
  { channel: 'web', chat: 'main', ref: 'web:main:k3Qm9xTd' },
];

function approval(change: Partial<ApprovalInput> = {}): Approval {
  const input: ApprovalInput = {
    session: 'session:telegram:42',
    card,
    exact: 'To: a@b.example',
    expiresAfterMs: hour,
    undoMs: 0,
    language: 'en',
    ...change,
  };
  return begin({ machine: approvalMachine, address, parent: 'tool-call:aB3dE6gH', input });
}

const nonce = 'born.1000000';
const turn = { type: 'approval.turn' };
/** An approval whose card is on its way. */
const asking = (change: Partial<ApprovalInput> = {}) => approval(change).send(turn);
/** An approval whose cards are on two screens. */
const pending = (change: Partial<ApprovalInput> = {}) => asking(change).ends('consent', { shown, missed: [] });
const answer = (decision: 'approve' | 'deny' | 'undo', more: object = {}) => ({
  type: 'approval.answered',
  approval: address,
  decision,
  by: 'telegram:42',
  ...(decision === 'approve' ? { confirmation: 'yes', decidedAt: 1, expiresAt: 10 ** 14, signature: 's' } : {}),
  ...more,
});
/** A yes that bears the signature of the house. */
const says = (stand: Approval, more: object = {}) =>
  stand.send(answer('approve', more)).ends('verification', { genuine: true });
const settles = ['send channel:telegram card.settled', 'send channel:web card.settled'];
const closes = (outcome: string) => [`write closeApproval ${outcome}`, ...settles, 'send approval-desk approval.left'];
const of = (risk: Risk, change: Partial<ApprovalInput> = {}) => pending({ card: { ...card, risk }, ...change });
const unknown = { kind: 'unknown', message: 'it died while consent was under way' } as const;

suite('putting it before the owner', () => {
  test('given a call that asks, when the approval begins, then its row is written before anything is shown', () => {
    const waiting = approval();
    assert.equal(waiting.leaf, 'waitingForInput.queued');
    assert.deepEqual(waiting.asked, ['write openApproval', 'send approval-desk approval.asked']);
    assert.deepEqual(waiting.wrote('openApproval'), [
      {
        session: 'session:telegram:42',
        card,
        exact: 'To: a@b.example',
        expiresAfterMs: hour,
        undoMs: 0,
        language: 'en',
        nonce,
      },
    ]);
    const stand = waiting.send(turn);
    assert.deepEqual(stand.asked, ['write beginApproval', 'start consent']);
    assert.deepEqual(stand.started('consent'), {
      approval: address,
      nonce,
      repeat: false,
      language: 'en',
      expiresAfterMs: hour,
      attempt: 1,
    });
  });

  test('given cards on two screens, when they are shown, then the deadline counts from then', () => {
    const stand = pending();
    assert.equal(stand.leaf, 'waitingForInput.timed');
    assert.deepEqual(stand.asked, ['write showApproval', `wait ${hour}`]);
    assert.deepEqual(stand.wrote('showApproval'), [
      { nonce, repeat: false, expiresAt: stand.at + hour, shown, risk: 'medium', language: 'en' },
    ]);
  });

  test('given no channel that can ask, when nothing was shown, then it ends undelivered', () => {
    const stand = asking().ends('consent', { shown: [], missed: [] });
    assert.deepEqual(stand.output, { outcome: 'undelivered' });
    assert.deepEqual(stand.asked, ['write closeApproval undelivered', 'send approval-desk approval.left']);
  });

  test('given channels that all fail, when consent fails, then it ends undelivered', () => {
    const stand = asking().fails('consent', { kind: 'unavailable', message: 'no network' });
    assert.deepEqual(stand.output, { outcome: 'undelivered' });
  });

  test('given a card whose fate is unknown, when that is heard, then a second one goes out and the first nonce is void', () => {
    const again = asking().fails('consent', unknown);
    assert.equal(again.leaf, 'acting');
    const { nonce: fresh } = again.context;
    assert.notEqual(fresh, nonce);
    assert.deepEqual(again.started('consent'), {
      approval: address,
      nonce: fresh,
      repeat: true,
      language: 'en',
      expiresAfterMs: hour,
      attempt: 1,
    });
    const second = again.ends('consent', { shown, missed: [] });
    assert.deepEqual(second.wrote('showApproval')[0]?.['repeat'], true);
    assert.equal(second.send(answer('approve', { nonce })).leaf, 'waitingForInput.timed');
    assert.equal(says(second, { nonce: fresh }).leaf, 'granted');
  });

  test('given the second card unknown too, when that is heard, then it ends undelivered', () => {
    const stand = asking().fails('consent', unknown).fails('consent', unknown);
    assert.deepEqual(stand.output, { outcome: 'undelivered' });
  });
});

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
        assert.deepEqual(after.asked, ['cancel timer', `wait ${hour - 600_000}`]);
        assert.equal(after.context.answer, null);
        assert.equal(after.fires().at, before.at + hour);
      });

  test('given a decided approval, when a second answer comes, then it has ended', () => {
    assert.equal(pending().send(answer('deny')).status, 'done');
  });

  test('given a card that is not out yet, when an answer comes, then it is not taken', () => {
    const stand = asking().send(answer('approve'));
    assert.deepEqual([stand.leaf, stand.asked], ['acting', []]);
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
    assert.deepEqual(stand.asked.slice(-4), closes('expired'));
    assert.deepEqual(stand.wrote('closeApproval'), [
      { outcome: 'expired', by: null, answer: null, decidedAt: null, reason: null },
    ]);
  });

  test('given no deadline, when the card is shown, then no timer is set, and a yes after years counts', () => {
    const stand = pending({ expiresAfterMs: null });
    assert.equal(stand.leaf, 'waitingForInput.open');
    assert.deepEqual(stand.timers, {});
    assert.ok(stand.tags.includes('resting'));
    assert.equal(stand.wrote('showApproval')[0]?.['expiresAt'], null);
    assert.equal(says(stand, { at: 10 ** 13 }).leaf, 'granted');
    assert.equal(stand.send(answer('approve', { nonce: 'forged' })).leaf, 'waitingForInput.open');
  });
});

suite('a chat that did not take the card', () => {
  const busy: Failure = { kind: 'unavailable', message: 'too many requests', retryAfterMs: 7_000 };
  const gone: Failure = { kind: 'invalid', message: 'the chat is gone' };
  const place = { channel: 'telegram', chat: '43' };
  const partly = (failure: Failure, more: readonly Missed[] = []) =>
    asking().ends('consent', { shown, missed: [{ ...place, failure }, ...more] });
  const third: Shown = { ...place, ref: '18' };

  test('given a busy chat, when the card is on other screens, then that chat alone is asked again after its wish', () => {
    const stand = partly(busy);
    assert.equal(stand.leaf, 'waitingForInput.timed');
    assert.deepEqual(stand.asked, ['write showApproval', 'wait 7000', `wait ${hour}`]);
    const again = stand.fires('again');
    assert.deepEqual(again.started('again'), {
      approval: address,
      nonce,
      repeat: false,
      language: 'en',
      expiresAfterMs: hour,
      attempt: 2,
      only: [place],
    });
  });

  test('given a chat that takes the card at last, when it is decided, then its buttons come off as well', () => {
    const late = partly(busy)
      .fires('again')
      .ends('again', { shown: [third], missed: [] });
    assert.deepEqual(late.wrote('showApproval'), [
      {
        ...{ nonce, repeat: false, expiresAt: late.context.expiresAt, shown: [...shown, third] },
        ...{ risk: 'medium', language: 'en' },
      },
    ]);
    assert.equal('again' in late.timers, false);
    const decided = says(late);
    assert.deepEqual(
      decided.sent('channel:telegram').map(event => event['ref']),
      ['17', '18'],
    );
  });

  test('given a chat that stays out of reach, when it was tried six times, then the supervisor hears and it is left', () => {
    const down: Failure = { kind: 'unavailable', message: 'no network' };
    let stand = partly(down);
    const waits: number[] = [];
    for (let tries = 2; tries <= 6; tries += 1) {
      waits.push(...Object.entries(stand.timers).flatMap(([id, { delayMs }]) => (id === 'again' ? [delayMs] : [])));
      stand = stand.fires('again').ends('again', { shown: [], missed: [{ ...place, failure: down }] });
    }
    assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000]);
    assert.equal(stand.sent('supervisor')[0]?.['code'], 'undelivered');
    assert.equal('again' in stand.timers, false);
    assert.equal(stand.leaf, 'waitingForInput.timed', 'the other screens still wait');
  });

  test('given a chat that is gone, when the card is on other screens, then the supervisor hears once and it is not tried again', () => {
    const stand = partly(gone);
    assert.equal(stand.sent('supervisor').length, 1);
    assert.equal('again' in stand.timers, false);
    assert.deepEqual(stand.send(answer('approve', { nonce: 'forged' })).sent('supervisor'), []);
  });

  test('given a try whose end nobody knows, when that is heard, then the supervisor hears and it is not repeated', () => {
    const stand = partly(busy).fires('again').fails('again', unknown);
    assert.equal(stand.sent('supervisor').length, 1);
    assert.equal('again' in stand.timers, false);
    assert.deepEqual(Object.keys(stand.children), []);
  });

  test('given an answer to another card, when a try is due or under way, then it is neither doubled nor forgotten', () => {
    const forged = answer('approve', { nonce: 'forged' });
    const due = partly(busy).send(forged);
    assert.deepEqual(due.timers['again']?.delayMs, 7_000);
    const trying = due.fires('again').send(forged);
    assert.deepEqual(Object.keys(trying.children), ['again']);
    assert.equal('again' in trying.timers, false);
  });

  test('given a chat that is gone beside a busy one, when the busy one is tried again, then the other is not', () => {
    const stand = partly(busy, [{ channel: 'web', chat: 'other', failure: gone }]);
    assert.deepEqual(stand.fires('again').started('again')?.['only'], [place]);
  });
});

suite('cancelling', () => {
  test('given cards on screens, when the call is cancelled, then they are closed', () => {
    const stand = pending().send({ type: 'approval.cancelled' });
    assert.deepEqual(stand.output, { outcome: 'cancelled' });
    assert.deepEqual(stand.asked, ['cancel timer', ...closes('cancelled')]);
  });

  test('given a card on its way, when the call is cancelled, then it ends and its consent is left', () => {
    const stand = asking().send({ type: 'approval.cancelled' });
    assert.equal(stand.leaf, 'cancelled');
    assert.deepEqual(stand.asked, [
      'stop consent',
      'write closeApproval cancelled',
      'send approval-desk approval.left',
    ]);
    assert.deepEqual(stand.children, {});
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
      const stand = of(risk).send({ ...bare, ...(confirmation === undefined ? {} : { confirmation }) });
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
    const again = asking({ card: { ...card, risk: 'irreversible' } })
      .fails('consent', unknown)
      .ends('consent', { shown, missed: [] });
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
    const place = { channel: 'telegram', chat: '43' };
    const partly = asking({ undoMs: 5000 }).ends('consent', {
      shown,
      missed: [{ ...place, failure: { kind: 'unavailable', message: 'busy' } }],
    });
    const late = says(partly.fires('again')).ends('again', { shown: [{ ...place, ref: '18' }], missed: [] });
    assert.equal(late.leaf, 'holding');
    assert.equal(late.fires('holding').sent('channel:telegram').length, 2);
  });
});

suite('waiting for a turn', () => {
  test('given others before the owner, when it waits, then no deadline runs, and a yes counts all the same', () => {
    const stand = approval();
    assert.deepEqual(stand.timers, {});
    assert.ok(stand.tags.includes('resting'));
    assert.equal(says(stand).leaf, 'granted');
    assert.equal(stand.send(answer('deny')).leaf, 'denied');
  });

  test('given an answer that does not count, when it waits on, then it asks for its turn once more', () => {
    const stand = approval().send(answer('approve', { nonce: 'forged' }));
    assert.equal(stand.leaf, 'waitingForInput.queued');
    assert.deepEqual(stand.asked, ['send approval-desk approval.asked']);
    assert.equal(stand.send(turn).leaf, 'acting');
  });

  test('given a card that is out, when a turn comes once more, then nothing happens', () => {
    const stand = pending().send(turn);
    assert.deepEqual([stand.leaf, stand.asked], ['waitingForInput.timed', []]);
  });
});

test('given an approval as the first version kept it, when it is migrated, then a yes has to be confirmed and signed', () => {
  const state = { value: 'x', context: { nonce: 'n', digest } };
  assert.deepEqual(migrateApproval(state, '1'), {
    value: 'x',
    context: { risk: 'high', language: 'en', undoMs: 0, undoUntil: null, after: null, nonce: 'n', digest },
  });
  assert.equal(migrateApproval(state, '0'), undefined);
});
