import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqliteModelTokens } from '../../../../../src/adapters/stores/sqlite/context/model-tokens.ts';
import { firstFactor } from '../../../../../src/domain/context/token-factor.ts';
import { noUsage } from '../../../../../src/domain/conversation/message.ts';
import { openStores } from '../../../../actors/stores.ts';

test('given a model that has counted, when the home is opened again, then it counts as before; another does not', async t => {
  const { database } = openStores(t);
  const writes: (() => void)[] = [];
  const open = () =>
    sqliteModelTokens(
      database,
      () => 7,
      async work => void writes.push(work),
    );
  const tokens = open();
  tokens.learn('peer/model', 1000, { ...noUsage, inputTokens: 1250 });
  tokens.learn('peer/model', 1000, { ...noUsage, inputTokens: 1249 });
  assert.equal(writes.length, 1, 'what hardly changes is not written');
  assert.ok(Math.abs(tokens.factor('peer/model') - 1.25) < 0.001);
  for (const write of writes) write();
  assert.deepEqual([open().factor('peer/model'), open().factor('peer/other')], [1.25, firstFactor]);
});
