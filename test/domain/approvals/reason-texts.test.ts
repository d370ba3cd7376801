import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { forms } from '../../../src/domain/approvals/reason-forms.ts';
import { reasonIn } from '../../../src/domain/approvals/reason-texts.ts';
import { type Sentence, says } from '../../../src/domain/policy/sentence.ts';

const root = join(import.meta.dirname, '../../../src/domain');

test('given a sentence of a rule that names nothing, when a card is German, then there is a German one for it', async () => {
  const missing = new Set<string>();
  for await (const file of glob('{shell,policy}/**/*.ts', { cwd: root })) {
    if (file === 'policy/trust.ts') continue;
    const code = readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/?\*|\/\/).*$/gm, '');
    for (const [, text = ''] of code.matchAll(/[([:] ?'([A-Za-z]+ [^'\n\\]*\.)'/g))
      if (reasonIn('de', text) === text) missing.add(`${file}: ${text}`);
  }
  assert.deepEqual([...missing], []);
});

test('given a German text of a reason, when its gaps are counted, then it names what the English names', () => {
  const gaps = (text: string) => (text.match(/\{\d\}/g) ?? []).toSorted();
  for (const [english, german] of Object.entries(forms)) assert.deepEqual(gaps(german), gaps(english), english);
});

test('given what a rule names, when a card is German, then it stands in the German sentence', () => {
  const sentences: readonly (readonly [Sentence, string, string])[] = [
    [
      says`It deletes ${'“inbox”'} and its contents.`,
      'It deletes “inbox” and its contents.',
      'Es löscht „inbox“ samt Inhalt.',
    ],
    [
      says`It ${says`writes`} ${'“/etc/{1}”'}, which belongs to the system.`,
      'It writes “/etc/{1}”, which belongs to the system.',
      'Es schreibt in „/etc/{1}“, was zum System gehört.',
    ],
    [
      says`It runs ${'a.sh'} (${says`${2} lines`}, ${says`as the agent wrote it`}).`,
      'It runs a.sh (2 lines, as the agent wrote it).',
      'Es führt a.sh aus (2 Zeilen, wie der Agent es geschrieben hat).',
    ],
    [
      says`This request may come from untrusted content: ${{ form: 'Read “it.”' }}.`,
      'This request may come from untrusted content: Read “it.”.',
      'Diese Bitte stammt vielleicht aus ungeprüftem Inhalt: Read “it.”.',
    ],
    ['It only reads.', 'It only reads.', 'Es liest nur.'],
    ['Nobody wrote this sentence.', 'Nobody wrote this sentence.', 'Nobody wrote this sentence.'],
    ['constructor', 'constructor', 'constructor'],
  ];
  for (const [reason, english, german] of sentences) {
    assert.equal(reasonIn('de', reason), german);
    assert.equal(reasonIn('en', reason), english);
    assert.deepEqual(JSON.parse(JSON.stringify(reason)), reason, 'it is kept as it is');
  }
});

test('given what a rule names is a sentence of ours, when a card is German, then it is not taken for one', () => {
  assert.equal(reasonIn('de', says`It deletes ${'writes'}.`), 'Es löscht writes.');
});
