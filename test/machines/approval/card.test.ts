/** The card: when it is shown, where, and under which nonce. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Shown } from '../../../src/machines/approval/types.ts';
import {
  type Approval,
  address,
  answer,
  approval,
  asking,
  card,
  hour,
  nonce,
  pending,
  says,
  seen,
  shown,
  turn,
} from './stands.ts';

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
  });

  test('given its turn, when it comes, then the time to answer begins, and each channel is asked to show the card', () => {
    const stand = asking();
    assert.equal(stand.leaf, 'waitingForInput.timed');
    const queues = ['send channel:telegram card.queued', 'send channel:web card.queued'];
    assert.deepEqual(stand.asked, ['write beginApproval', 'write showApproval', ...queues, `wait ${hour}`]);
    assert.deepEqual(stand.sent('channel:telegram'), [{ type: 'card.queued', approval: address, chat: '42' }]);
    assert.deepEqual(stand.wrote('showApproval'), [
      { nonce, repeat: false, expiresAt: stand.at + hour, shown: [], risk: 'medium', language: 'en' },
    ]);
  });

  test('given a card that is out, when its channel says so, then its row says where', () => {
    const stand = pending();
    assert.equal(stand.leaf, 'waitingForInput.timed');
    assert.deepEqual(stand.wrote('showApproval'), [
      { nonce, repeat: false, expiresAt: stand.context.expiresAt, shown, risk: 'medium', language: 'en' },
    ]);
  });

  test('given no chat where the owner is asked, when its turn comes, then it ends undelivered', () => {
    const stand = approval().send({ ...turn, places: [] });
    assert.deepEqual(stand.output, { outcome: 'undelivered' });
    assert.deepEqual(stand.asked, ['write closeApproval undelivered', 'send approval-desk approval.left']);
  });

  const unsure = (stand: Approval) => stand.send({ type: 'card.unsure', channel: 'telegram', chat: '42' });

  test('given a card whose fate is unknown, when that is heard, then the next has a new nonce and the first is void', () => {
    const again = unsure(asking());
    const { nonce: fresh } = again.context;
    assert.notEqual(fresh, nonce);
    assert.deepEqual(again.asked, ['write showApproval']);
    assert.partialDeepStrictEqual(again.wrote('showApproval')[0], { nonce: fresh, repeat: true });
    const second = again.send(seen(shown[0]!, { nonce: fresh }));
    assert.equal(second.send(answer('approve', { nonce })).leaf, 'waitingForInput.timed');
    assert.equal(says(second, { nonce: fresh }).leaf, 'granted');
  });

  test('given a card whose fate stays unknown, when that is heard again and again, then it waits for its owner all the same', () => {
    let stand = asking();
    const nonces = new Set([nonce]);
    for (let times = 0; times < 20; times += 1) {
      stand = unsure(stand);
      nonces.add(stand.context.nonce);
      assert.equal(stand.leaf, 'waitingForInput.timed');
    }
    assert.equal(nonces.size, 21);
  });

  test('given cards on other screens, when the nonce changes, then these say so and are shown anew', () => {
    const [, page] = shown as readonly [Shown, Shown];
    const again = unsure(asking().send(seen(page)));
    assert.deepEqual(again.sent('channel:web'), [
      { type: 'card.settled', approval: address, chat: 'main', ref: page.ref, by: null, outcome: 'replaced' },
      { type: 'card.queued', approval: address, chat: 'main' },
    ]);
    assert.deepEqual(again.context.shown, []);
  });

  test('given a card that left before the nonce changed, when it arrives, then it is replaced', () => {
    const late = unsure(asking()).send(seen(shown[1]!));
    assert.deepEqual(
      late.sent('channel:web').map(({ type }) => type),
      ['card.settled', 'card.queued'],
    );
    assert.deepEqual(late.context.shown, []);
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
    assert.equal(stand.send(turn).leaf, 'waitingForInput.timed');
  });

  test('given a card that is out, when a turn comes once more, then nothing happens', () => {
    const stand = pending().send(turn);
    assert.deepEqual([stand.leaf, stand.asked], ['waitingForInput.timed', []]);
  });
});
