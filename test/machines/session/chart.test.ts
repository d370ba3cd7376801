import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asks, born, reply, result, says, session } from '../talk.ts';
import { passes } from './stands.ts';

test('given a thousand turns, when the state is saved, then it is under 4 KB and no larger than after ten', () => {
  const sizeAfter = (turns: number) => {
    let stand = session(born);
    for (let turn = 0; turn < turns; turn += 1) {
      const acting = stand
        .send({ ...says(`m${turn}`), id: `turn-${String(turn).padStart(6, '0')}` })
        .ends('recall', { recalled: ['memory:1', 'memory:2'] })
        .ends('completion', asks(['clock', 'deploy']))
        .send({ type: 'tool.waiting', childId: `call-${turn * 2 + 2}` });
      stand = acting
        .ends(`call-${turn * 2 + 1}`, result())
        .ends('completion', reply())
        .send(says(`n${turn}`))
        .ends(`call-${turn * 2 + 2}`, result({ callId: 'c2' }))
        .ends('evaluation', passes)
        .ends('completion', reply())
        .ends('evaluation', passes);
    }
    assert.equal(stand.leaf, 'idle');
    // the digits of its counters alone may grow
    const saved = JSON.stringify(stand.restored().snapshot.toJSON());
    return { bytes: saved.length, shape: saved.replace(/\d+/g, '0').length };
  };
  const ten = sizeAfter(10);
  const thousand = sizeAfter(1000);
  assert.ok(thousand.bytes < 4096, `${thousand.bytes} bytes`);
  assert.equal(thousand.shape, ten.shape);
});
