import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrateChannel } from '../../../src/machines/channel/migrate.ts';
import { outgoing } from './stands.ts';

test('given a channel as the first version kept it, when it is migrated, then its lines go on', () => {
  const item = outgoing('d1', { attempt: 7, repeat: true });
  const context = { name: 'telegram', attempt: 3, lines: { 42: { queue: [item], busy: true } } };
  assert.deepEqual(migrateChannel({ value: 'stopped', context }, '1'), {
    value: 'stopped',
    context: {
      ...context,
      awaySince: null,
      told: [],
      isWaitTold: false,
      lines: { 42: { queue: [{ ...item, at: null }], busy: true } },
    },
  });
  const second = { value: 'online', context };
  assert.equal(migrateChannel(second, '2'), second);
  assert.equal(migrateChannel({ value: 'stopped', context }, '0'), undefined);
});
