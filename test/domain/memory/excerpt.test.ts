import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerptOf } from '../../../src/domain/memory/excerpt.ts';

test('given a long text, when a part of it is shown, then it is the part around what was looked for, however it is written', () => {
  for (const [kept, asked] of [
    ['Größe 42', 'groesse'],
    ['Gruesse von Jürgen', 'Grüße'],
    ['Ärger im Büro', 'aerger'],
    ['pizza 🍕 for all', '🍕'],
    ['Plan B', 'B'],
    ['保险箱的密码', '密码'],
  ] as const)
    assert.ok(excerptOf(`${'und so '.repeat(60)}${kept}${' weiter'.repeat(60)}`, asked, 120).includes(kept), asked);
});
