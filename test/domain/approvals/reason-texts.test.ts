import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { reasonIn } from '../../../src/domain/approvals/reason-texts.ts';

const root = join(import.meta.dirname, '../../../src/domain');

test('given a sentence of a rule that names nothing, when a card is German, then there is a German one for it', async () => {
  const missing = new Set<string>();
  for await (const file of glob('{shell,policy}/**/*.ts', { cwd: root })) {
    if (file === 'policy/trust.ts') continue;
    const code = readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/?\*|\/\/).*$/gm, '');
    for (const [, text = ''] of code.matchAll(/'([A-Z][a-z]* [^'\n\\]*\.)'/g))
      if (reasonIn('de', text) === text) missing.add(`${file}: ${text}`);
  }
  assert.deepEqual([...missing], []);
});

test('given what a rule names, when a card is German, then it stands in the German sentence', () => {
  const sentences = {
    'It deletes “inbox” and its contents.': 'Es löscht „inbox“ samt Inhalt.',
    'It deletes “a.txt”.': 'Es löscht „a.txt“.',
    'It deletes “a”, “b” and its contents without asking (rm -rf).':
      'Es löscht „a“, „b“ samt Inhalt, ohne zu fragen (rm -rf).',
    'It writes “/etc/hosts”, which belongs to the system.': 'Es schreibt in „/etc/hosts“, was zum System gehört.',
    'It runs the unknown program “frob”.': 'Es führt das unbekannte Programm „frob“ aus.',
    'npm run changes settings or scripts.': 'npm run ändert Einstellungen oder Skripte.',
    'This request may come from untrusted content: Read “it.”.':
      'Diese Bitte stammt vielleicht aus ungeprüftem Inhalt: Read “it.”.',
    'Nobody wrote this sentence.': 'Nobody wrote this sentence.',
  };
  for (const [english, german] of Object.entries(sentences)) {
    assert.equal(reasonIn('de', english), german);
    assert.equal(reasonIn('en', english), english);
  }
});
