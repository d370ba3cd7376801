import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryProblem } from '../../../src/api/subjects/memory.ts';
import { exportedMemories, exportHeader, memoryMarkdown } from '../../../src/domain/memory/export.ts';
import type { Memory } from '../../../src/domain/memory/memory.ts';

const memory: Memory = {
  ...{ id: 'memory:1', kind: 'fact', content: 'I like\ntea', tags: [], subject: null, status: 'active' },
  ...{ source: 'owner', taint: 'owner', sensitivity: 'normal', partition: 'global', importance: 0.5, confidence: 1 },
  ...{ sightings: 1, session: 's', message: null, batch: null, replaces: null, contradicts: null },
  ...{ createdAt: 1, updatedAt: 1, uses: 0, lastUsedAt: null, expiresAt: null },
};
const line = JSON.stringify(memory);

test('given a file of an export, when it is read, then each line is a memory, and blank ones are passed over', () => {
  assert.deepEqual(exportedMemories(`${exportHeader()}\n\n${line}\r\n${line}\n`, memoryProblem), [memory, memory]);
  assert.deepEqual(exportedMemories(exportHeader(), memoryProblem), []);
});

test('given a file with a line that is none, when it is read, then it is refused with the number of that line', () => {
  for (const [text, problem] of [
    ['', /whose first line is/],
    ['null', /whose first line is/],
    ['# Memory\n- tea', /whose first line is/],
    ['{"format":"straylight.memory/99"}', /whose first line is \{"format":"straylight.memory\/1"\}/],
    [`${exportHeader()}\n\n\n${line}\n{"id":`, /line 5 is none, and nothing was imported/],
    [`${exportHeader()}\n[1]`, /line 2 is no memory: all of it/],
    [`${exportHeader()}\n\n${line.replace('"fact"', '"poem"')}`, /line 3 is no memory: kind: .*nothing was imported/],
    [`${exportHeader()}\n${line.replace('"importance":0.5', '"importance":7')}`, /line 2 is no memory: importance/],
    [`${exportHeader()}\n${line.replace('"taint":"owner",', '')}`, /line 2 is no memory: taint/],
  ] as const)
    assert.throws(() => exportedMemories(text, memoryProblem), problem, text);
});

test('given memories, when they are written for people, then active ones stand by kind, each on one line, private ones not at all', () => {
  const lines = memoryMarkdown([
    memory,
    { ...memory, kind: 'preference', content: 'short replies', taint: 'auth' },
    { ...memory, content: 'a secret', sensitivity: 'private' },
    { ...memory, content: 'not yet', status: 'pending' },
  ]);
  assert.deepEqual(lines, [
    ...['# Memory', '', '## Facts', '', '- I like tea (1970-01-01)'],
    ...['', '## Preferences', '', '- short replies (1970-01-01, not in your words)'],
  ]);
});
