import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type AgentFacts,
  findPatterns,
  type PatternLimits,
  type SizeAt,
} from '../../../src/domain/supervision/patterns.ts';

const limits: PatternLimits = {
  diskFreeMb: 1000,
  databaseMb: 5000,
  databaseMbPerDay: 500,
  quietTokensPerHour: 100_000,
};
const mb = 1_000_000;
const hour = 3_600_000;
const now = 100 * 24 * hour;
const calm: AgentFacts = {
  now,
  disk: { freeBytes: 50_000 * mb, totalBytes: 100_000 * mb },
  database: { bytes: 100 * mb },
  sizes: [],
  spenders: [],
};
const found = (facts: Partial<AgentFacts>, before: Parameters<typeof findPatterns>[2] = []) =>
  findPatterns({ ...calm, ...facts }, limits, before).map(({ kind, subject }) => [kind, subject]);
const diskOf = (free: number) => ({ disk: { freeBytes: free * mb, totalBytes: 100_000 * mb } });

test('given an agent where all is well, or of which nothing is known, then nothing is found', () => {
  assert.deepEqual(found({}), []);
  assert.deepEqual(findPatterns({ now, sizes: [], spenders: [] }, limits, []), []);
});

suite('the disk', () => {
  test('given less room than it needs, then that is found, with how much is left', () => {
    assert.deepEqual(found(diskOf(1000)), []);
    assert.deepEqual(findPatterns({ ...calm, ...diskOf(999) }, limits, []), [
      { kind: 'diskLow', subject: 'disk', facts: { freeMb: 999, totalMb: 100_000 } },
    ]);
  });

  test('given that it was found, then it stands until there is a tenth more room than that', () => {
    const before = [{ kind: 'diskLow', subject: 'disk' }] as const;
    assert.equal(found(diskOf(1050), before).length, 1);
    assert.equal(found(diskOf(1101), before).length, 0);
  });
});

suite('the database', () => {
  const grows = (perHour: number, hours: number): { sizes: readonly SizeAt[]; database: { bytes: number } } => ({
    sizes: Array.from({ length: hours }, (_, n) => ({ at: now - (hours - n) * hour, bytes: (100 + n * perHour) * mb })),
    database: { bytes: (100 + hours * perHour) * mb },
  });

  test('given one that is too large, then that is found', () => {
    assert.deepEqual(found({ database: { bytes: 5001 * mb } }), [['growing', 'database']]);
  });

  test('given one that grows too fast over hours, then that is found; over a short while it says nothing', () => {
    assert.deepEqual(found(grows(30, 8)), [['growing', 'database']]);
    assert.deepEqual(found(grows(30, 5)), []);
    assert.deepEqual(found(grows(10, 23)), []);
  });

  test('given that it was found, then it stands until it is a tenth below', () => {
    const before = [{ kind: 'growing', subject: 'database' }] as const;
    assert.equal(found({ database: { bytes: 4800 * mb } }, before).length, 1);
    assert.equal(found({ database: { bytes: 4500 * mb } }, before).length, 0);
  });
});

suite('spending', () => {
  const spender = (tokens: number, ownerAt: number | null) => ({
    spenders: [{ session: 'session:web:main', tokens, micros: 5, ownerAt }],
  });

  test('given a conversation that spends while its owner says nothing, then that is found', () => {
    assert.deepEqual(found(spender(100_001, now - hour - 1)), [['spending', 'session:web:main']]);
    assert.deepEqual(found(spender(100_001, null)), [['spending', 'session:web:main']]);
  });

  test('given that its owner has spoken within the hour, or that it is little, then nothing is', () => {
    assert.deepEqual(found(spender(100_001, now - hour + 1)), []);
    assert.deepEqual(found(spender(100_000, null)), []);
  });
});
