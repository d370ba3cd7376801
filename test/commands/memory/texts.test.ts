import assert from 'node:assert/strict';
import { test } from 'node:test';
import { style } from '../../../src/commands/io.ts';
import { memoryText } from '../../../src/commands/memory/memory-text.ts';
import { memoryTexts } from '../../../src/commands/memory/texts.ts';

const stats = {
  active: 2,
  pending: 1,
  archived: 0,
  language: 'de' as const,
  episodes: 4,
  batches: [],
  learning: { mode: 'auto' as const, lookedAt: null, learnedAt: null },
};

test('given an owner who is spoken to in German, when memories are asked for in a chat, then the answer is German', async () => {
  const memory = {
    stats: async () => stats,
    pending: async () => ({ pending: [] }),
    list: async () => ({ memories: [] }),
  };
  const agent = { memory } as never;
  const lines = await memoryText(agent, '', { now: 0 }, style(false));
  assert.equal(lines[0], '2 aktiv, 1 offen, 0 archiviert');
  assert.equal(lines[2], 'Lernt von selbst; zuletzt nachgesehen nie, zuletzt gelernt nie');
  assert.deepEqual(await memoryText(agent, 'pending', { now: 0 }, style(false)), ['Nichts ist offen.']);
});

test('given each text of one language, when the other is read, then it is there, and another one', () => {
  const [en, de] = [memoryTexts('en'), memoryTexts('de')];
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    if (typeof en[key] === 'string') assert.notEqual(en[key], de[key], key);
    assert.equal(typeof de[key], typeof en[key], key);
  }
  assert.equal(de.ago(12 * 86_400_000), 'vor 12 Tagen');
});
