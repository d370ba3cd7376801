/**
 * Some minutes of counted time in which the model and Telegram fail in turn; `npm run prove -- --only outage` takes an
 * hour of it.
 */
import assert from 'node:assert/strict';
import { test } from '../../slow.ts';
import { draw } from '../part.ts';
import { outage } from './outage.ts';

test('given a model and a channel that fail in turn, when both are well again, then every reply has arrived, once or marked', async t => {
  const { findings, kinds, messages, failed, marked, notices } = await outage({
    minutes: 8,
    speed: 30,
    kills: 1,
    draw,
  });
  t.diagnostic(
    `${messages} messages, ${failed} failed calls (${kinds.join(', ')}), ${marked} marked, ${notices} notices`,
  );
  assert.deepEqual(findings.problems, []);
  assert.equal(messages, 8);
  assert.ok(failed > 0, 'nothing failed');
});
