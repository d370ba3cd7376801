/** The messages of docs/troubleshooting.md are those of the program: who searches for one finds it there. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../source-files.ts';

const sources = ['src', 'config', 'inspector', 'bin']
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(ts|js|sh)$/.test(name))
      .map(name => readFileSync(join(root, folder, name), 'utf8')),
  )
  .join('\n')
  .replaceAll('\\`', '`');

test('given the messages of the page, when the program is searched for them, then it says each', () => {
  const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8');
  const blocks = [...page.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  assert.notEqual(blocks.length, 0);
  const pieces = blocks.flatMap(text => text.split(/…|\n/)).map(piece => piece.trim());
  assert.deepEqual(
    pieces.filter(piece => /\w{3}/.test(piece) && !sources.includes(piece)),
    [],
  );
});
