import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrateSupervisor } from '../../../src/machines/supervisor/migrate.ts';
import { running } from './stands.ts';

test('a supervisor of version 1 goes on as one of version 2', () => {
  const { channels: known, boots, reports, language } = running().context;
  const old = { status: 'active', value: 'idle', context: { language, channels: known, boots, reports } };
  const migrated = migrateSupervisor(old, '1') as { readonly context: object };
  assert.deepEqual(migrated.context, { ...old.context, incidents: {}, commands: {}, spawned: 0 });
  assert.equal(migrateSupervisor(old, '7'), undefined);
});
