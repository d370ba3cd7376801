import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { load, recorder } from '../../../src/actors/runtime/step.ts';
import { approvalMachine } from '../../../src/machines/approval/chart.ts';
import { migrateApproval } from '../../../src/machines/approval/migrate.ts';
import { address, approval, asking, digest, nonce, pending, says, shown } from './stands.ts';

suite('approvals of earlier versions', () => {
  const kept = { nonce: 'n', digest, shown: [shown[1]!] };
  const since = { risk: 'high', language: 'en', undoMs: 0, undoUntil: null, after: null, intent: '' };

  test('given one of the first version, when it is migrated, then a yes has to be confirmed and signed', () => {
    assert.deepEqual(migrateApproval({ value: 'x', context: kept }, '1'), {
      value: 'x',
      context: { ...since, ...kept, places: [{ channel: 'web', chat: 'main' }] },
    });
    assert.equal(migrateApproval({ value: 'x', context: kept }, '0'), undefined);
  });

  test('given one whose card was on its way, when it is migrated, then it waits for its turn and a new nonce', () => {
    const state = migrateApproval({ value: 'acting', context: { ...kept, shown: [], missed: [] } }, '2');
    assert.partialDeepStrictEqual(state, {
      value: { waitingForInput: 'queued' },
      context: { repeat: true, places: [], shown: [] },
    });
  });

  test('given one with a chat that had not taken the card, when it is due there, then that channel is asked', () => {
    const missed = [{ channel: 'telegram', chat: '43' }];
    const { context } = migrateApproval({ value: 'x', context: { ...kept, missed } }, '2') as {
      readonly context: { readonly places: readonly object[] };
    };
    assert.deepEqual(context.places, [{ channel: 'web', chat: 'main' }, ...missed]);
    const stand = asking().send({ type: 'consent.due' });
    assert.notEqual(stand.context.nonce, nonce);
    assert.equal(stand.sent('channel:telegram')[0]?.['type'], 'card.queued');
  });

  for (const [what, stand, value, timers] of [
    ['waits for its turn', approval(), { waitingForInput: 'queued' }, []],
    ['waits for its owner', pending(), { waitingForInput: 'timed' }, ['untilExpiry.approval.waitingForInput.timed']],
    ['holds a yes', says(pending({ undoMs: 5000 })), 'holding', ['untilBegin.approval.holding']],
  ] as const)
    test(`given one of version 3 that ${what}, when it is migrated, then it stands where it stood, and its timer is still its own`, () => {
      const kept = { status: 'active', value, context: stand.context, historyValue: {} };
      assert.deepEqual(migrateApproval(kept, '3'), kept);
      assert.equal(migrateApproval(kept, '4'), undefined);
      const loaded = load(approvalMachine, recorder(address, 'tool-call:aB3dE6gH'), structuredClone(kept), {});
      assert.deepEqual(loaded.value, stand.snapshot.value);
      assert.deepEqual(
        Object.keys(stand.timers),
        timers.map(timer => `xstate.after.${timer}`),
      );
    });
});
