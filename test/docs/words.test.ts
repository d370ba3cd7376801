/** The pages that people read do without the words that the code does without. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { plainer, wordsOf } from '../plain-words.ts';
import { root } from '../source-files.ts';

test('given the pages that people read, when their words are counted, then they are plain', () => {
  const pages = ['.', 'docs'].flatMap(folder =>
    readdirSync(join(root, folder)).flatMap(name => (name.endsWith('.md') ? [join(folder, name)] : [])),
  );
  const found = pages.flatMap(path =>
    [...wordsOf({ path, code: '' })].map(([word]) => `${path}: ${word}, better: ${plainer[word]}`),
  );
  assert.deepEqual(found, []);
});
