import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkProblem, memoryProblem } from '../../../src/api/subjects/work/memory.ts';
import { exported, exportedLink, exportHeader, memoryMarkdown } from '../../../src/domain/memory/export.ts';
import type { Memory, MemoryLink } from '../../../src/domain/memory/memory.ts';

const memory: Memory = {
  id: 'memory:1',
  kind: 'fact',
  content: 'I like\ntea',
  tags: [],
  subject: null,
  status: 'active',
  source: 'owner',
  taint: 'owner',
  sensitivity: 'normal',
  partition: 'global',
  importance: 0.5,
  confidence: 1,
  sightings: 1,
  session: 's',
  message: null,
  batch: null,
  replaces: null,
  contradicts: null,
  createdAt: 1,
  updatedAt: 1,
  uses: 0,
  lastUsedAt: null,
  expiresAt: null,
};
const line = JSON.stringify(memory);
const link: MemoryLink = { one: 'memory:1', other: 'memory:2', kind: 'merged' };
const read = (text: string) => exported(text, { memory: memoryProblem, link: linkProblem });

test('given a file of an export, when it is read, then each line is a memory or a link, blank ones are passed over, and a file of the first version is read', () => {
  assert.deepEqual(read(`${exportHeader()}\n\n${line}\r\n${line}\n${exportedLink(link)}\n`), {
    memories: [memory, memory],
    links: [link],
  });
  assert.deepEqual(read(exportHeader()), { memories: [], links: [] });
  assert.deepEqual(read(`{"format":"straylight.memory/1"}\n${line}`), { memories: [memory], links: [] });
});

test('given a file with a line that is none, when it is read, then it is refused with the number of that line', () => {
  for (const [text, problem] of [
    ['', /whose first line is/],
    ['null', /whose first line is/],
    ['# Memory\n- tea', /whose first line is/],
    ['{"format":"straylight.memory/99"}', /whose first line is \{"format":"straylight.memory\/2"\}/],
    [`${exportHeader()}\n\n\n${line}\n{"id":`, /line 5 is none, and nothing was imported/],
    [`${exportHeader()}\n[1]`, /line 2 is no memory: all of it/],
    [`${exportHeader()}\n\n${line.replace('"fact"', '"poem"')}`, /line 3 is no memory: kind: .*nothing was imported/],
    [`${exportHeader()}\n${line.replace('"importance":0.5', '"importance":7')}`, /line 2 is no memory: importance/],
    [`${exportHeader()}\n${line.replace('"taint":"owner",', '')}`, /line 2 is no memory: taint/],
    [
      `${exportHeader()}\n${line.replace('"global"', '"workspace:x"')}`,
      /line 2 is no memory: partition: expected "global"/,
    ],
    [`${exportHeader()}\n{"link":{"one":"memory:1","kind":"merged"}}`, /line 2 is no link: other/],
  ] as const)
    assert.throws(() => read(text), problem, text);
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
