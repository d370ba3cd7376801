import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { approvalDeskMachine } from '../../src/machines/approval-desk.ts';
import { begin } from './play.ts';

const born = () => begin({ machine: approvalDeskMachine, address: 'approval-desk', input: {} });
const asked = { type: 'approval.asked' };
const left = { type: 'approval.left' };
const places = [{ channel: 'web', chat: 'main' }];
const called = { type: 'approval.turn', places };

suite('who is next before the owner', () => {
  test('given an approval that asks, when there is room, then it is its turn, and the queue rests', () => {
    const looking = born().send(asked);
    assert.deepEqual([looking.leaf, looking.asked], ['looking', ['start line']]);
    const stand = looking.ends('line', { turns: ['approval:a'], left: 0, places });
    assert.equal(stand.leaf, 'idle');
    assert.deepEqual(stand.sent('approval:a'), [called]);
    assert.deepEqual(stand.timers, {});
  });

  test('given no room, when one asks, then it waits, and each that leaves makes the queue look again', () => {
    const full = born().send(asked).ends('line', { turns: [], left: 1, places });
    assert.equal(full.leaf, 'full');
    const next = full.send(left).ends('line', { turns: ['approval:b'], left: 0, places });
    assert.deepEqual(next.sent('approval:b'), [called]);
    assert.equal(next.leaf, 'idle');
  });

  test('given somebody who left without a word, when others wait, then the queue looks again by itself', () => {
    const full = born().send(asked).ends('line', { turns: [], left: 1, places });
    const again = full.fires();
    assert.equal(again.leaf, 'looking');
    assert.ok(again.asked.includes('start line'));
    assert.equal(again.at - full.at, 30_000);
  });

  test('given a look that fails, when others may wait, then it is made again', () => {
    const full = born().send(asked).fails('line', { kind: 'defect', message: 'it broke' });
    assert.equal(full.leaf, 'full');
    assert.equal(full.fires().leaf, 'looking');
  });

  test('given a look under way, when another asks, then the queue looks again, since the first may not have seen it', () => {
    const twice = born().send(asked).send(asked);
    assert.deepEqual(twice.asked, ['stop line', 'start line']);
  });
});
