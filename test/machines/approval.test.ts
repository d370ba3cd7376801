import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type ApprovalInput, approvalMachine, type Missed, type Shown } from '../../src/machines/approval.ts';
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
    ...change,
  };
  return begin({ machine: approvalMachine, address, parent: 'tool-call:aB3dE6gH', input });
}

/** An approval whose cards are on two screens. */
const pending = (change: Partial<ApprovalInput> = {}) => approval(change).ends('consent', { shown, missed: [] });
const answer = (decision: 'approve' | 'deny', more: object = {}) => ({
  type: 'approval.answered',
  approval: address,
  decision,
  by: 'telegram:42',
  ...more,
});
const closes = (outcome: string) => [
  `write closeApproval ${outcome}`,
  'send channel:telegram card.settled',
  'send channel:web card.settled',
];
const unknown = { kind: 'unknown', message: 'it died while consent was under way' } as const;

suite('putting it before the owner', () => {
  test('given a call that asks, when the approval begins, then its row is written before anything is shown', () => {
    const stand = approval();
    assert.equal(stand.leaf, 'acting');
    assert.deepEqual(stand.asked, ['write openApproval', 'start consent']);
    assert.deepEqual(stand.wrote('openApproval'), [
      { session: 'session:telegram:42', card, exact: 'To: a@b.example', expiresAfterMs: hour, nonce: 'born' },
    ]);
    assert.deepEqual(stand.started('consent'), {
      approval: address,
      nonce: 'born',
      repeat: false,
      expiresAfterMs: hour,
      attempt: 1,
    });
  });

  test('given cards on two screens, when they are shown, then the deadline counts from then', () => {
    const stand = pending();
    assert.equal(stand.leaf, 'waitingForInput.timed');
    assert.deepEqual(stand.asked, ['write showApproval', `wait ${hour}`]);
    assert.deepEqual(stand.wrote('showApproval'), [
      { nonce: 'born', repeat: false, expiresAt: stand.at + hour, shown },
    ]);
  });

  test('given no channel that can ask, when nothing was shown, then it ends undelivered', () => {
    const stand = approval().ends('consent', { shown: [], missed: [] });
    assert.deepEqual(stand.output, { outcome: 'undelivered' });
    assert.deepEqual(stand.asked, ['write closeApproval undelivered']);
  });

  test('given channels that all fail, when consent fails, then it ends undelivered', () => {
    const stand = approval().fails('consent', { kind: 'unavailable', message: 'no network' });
    assert.deepEqual(stand.output, { outcome: 'undelivered' });
  });

  test('given a card whose fate is unknown, when that is heard, then a second one goes out and the first nonce is void', () => {
    const again = approval().fails('consent', unknown);
    assert.equal(again.leaf, 'acting');
    const { nonce } = again.context;
    assert.notEqual(nonce, 'born');
    assert.deepEqual(again.started('consent'), {
      approval: address,
      nonce,
      repeat: true,
      expiresAfterMs: hour,
      attempt: 1,
    });
    const second = again.ends('consent', { shown, missed: [] });
    assert.deepEqual(second.wrote('showApproval')[0]?.['repeat'], true);
    assert.equal(second.send(answer('approve', { nonce: 'born' })).leaf, 'waitingForInput.timed');
    assert.equal(second.send(answer('approve', { nonce })).leaf, 'granted');
  });

  test('given the second card unknown too, when that is heard, then it ends undelivered', () => {
    const stand = approval().fails('consent', unknown).fails('consent', unknown);
    assert.deepEqual(stand.output, { outcome: 'undelivered' });
  });
});

suite('the answer', () => {
  test('given a yes, when it comes in time, then it is granted, and the buttons come off every card', () => {
    const stand = pending().send(answer('approve', { digest, nonce: 'born' }));
    assert.equal(stand.leaf, 'granted');
    assert.deepEqual(stand.output, { outcome: 'granted' });
    assert.deepEqual(stand.asked, ['cancel timer', ...closes('granted')]);
    assert.deepEqual(stand.wrote('closeApproval'), [{ outcome: 'granted', by: 'telegram:42' }]);
    assert.deepEqual(stand.sent('channel:telegram'), [
      { type: 'card.settled', approval: address, chat: '42', ref: '17', outcome: 'granted', by: 'telegram:42' },
    ]);
  });

  test('given a yes typed on the command line, when it names neither digest nor nonce, then it counts', () => {
    assert.equal(pending().send(answer('approve', { by: 'cli' })).leaf, 'granted');
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
    const stand = approval().send(answer('approve'));
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
      assert.equal(stand.send({ ...answer('approve'), at: expiresAt + late }).leaf, leaf);
    });

  test('given a late answer to another card, when it comes, then it is late before it is anything else', () => {
    const stand = pending();
    const at = (stand.context.expiresAt ?? 0) + 5;
    assert.equal(stand.send({ ...answer('approve', { nonce: 'forged' }), at }).leaf, 'expired');
  });

  test('given silence, when the deadline comes, then it expires and the cards are closed', () => {
    const stand = pending().fires();
    assert.deepEqual(stand.output, { outcome: 'expired' });
    assert.deepEqual(stand.asked.slice(-3), closes('expired'));
    assert.deepEqual(stand.wrote('closeApproval'), [{ outcome: 'expired', by: null }]);
  });

  test('given no deadline, when the card is shown, then no timer is set, and a yes after years counts', () => {
    const stand = pending({ expiresAfterMs: null });
    assert.equal(stand.leaf, 'waitingForInput.open');
    assert.deepEqual(stand.timers, {});
    assert.ok(stand.tags.includes('resting'));
    assert.equal(stand.wrote('showApproval')[0]?.['expiresAt'], null);
    assert.equal(stand.send({ ...answer('approve'), at: 10 ** 13 }).leaf, 'granted');
    assert.equal(stand.send(answer('approve', { nonce: 'forged' })).leaf, 'waitingForInput.open');
  });
});

suite('a chat that did not take the card', () => {
  const busy: Failure = { kind: 'unavailable', message: 'too many requests', retryAfterMs: 7_000 };
  const gone: Failure = { kind: 'invalid', message: 'the chat is gone' };
  const place = { channel: 'telegram', chat: '43' };
  const partly = (failure: Failure, more: readonly Missed[] = []) =>
    approval().ends('consent', { shown, missed: [{ ...place, failure }, ...more] });
  const third: Shown = { ...place, ref: '18' };

  test('given a busy chat, when the card is on other screens, then that chat alone is asked again after its wish', () => {
    const stand = partly(busy);
    assert.equal(stand.leaf, 'waitingForInput.timed');
    assert.deepEqual(stand.asked, ['write showApproval', 'wait 7000', `wait ${hour}`]);
    const again = stand.fires('again');
    assert.deepEqual(again.started('again'), {
      approval: address,
      nonce: 'born',
      repeat: false,
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
      { nonce: 'born', repeat: false, expiresAt: late.context.expiresAt, shown: [...shown, third] },
    ]);
    assert.equal('again' in late.timers, false);
    const decided = late.send(answer('approve'));
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
    const stand = approval().send({ type: 'approval.cancelled' });
    assert.equal(stand.leaf, 'cancelled');
    assert.deepEqual(stand.asked, ['stop consent', 'write closeApproval cancelled']);
    assert.deepEqual(stand.children, {});
  });

  test('given an approval without a deadline, when the call is cancelled, then it ends', () => {
    assert.equal(pending({ expiresAfterMs: null }).send({ type: 'approval.cancelled' }).leaf, 'cancelled');
  });
});
