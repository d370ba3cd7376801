/** SECURITY.md says of each promise which tests hold it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sourceFiles } from './source-files.ts';

const tests = sourceFiles('test');
const page = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8');
const enforced = page.slice(page.indexOf('## Enforced'), page.indexOf('### Which tests'));
const table = page.slice(page.indexOf('### Which tests'), page.indexOf('## Best effort'));

test('given the promises of SECURITY.md, then each names the tests that hold it, and these are there', () => {
  const promises = [...enforced.matchAll(/^\*\*([^*]+?)[.:]?\*\*/gm)].map(([, name]) => name);
  const rows = [...table.matchAll(/^\| (.+?) \| (`.+`) \|$/gm)].map(([, name, files = '']) => ({ name, files }));
  assert.ok(promises.length >= 30);
  assert.deepEqual(
    rows.map(({ name }) => name),
    promises,
  );
  const named = rows.flatMap(({ files }) => [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file));
  assert.deepEqual(
    named.filter(file => !existsSync(join(import.meta.dirname, '..', file))),
    [],
  );
  assert.deepEqual(named.filter(isIdle), [], 'nothing runs these');
});

/** Whether a file holds nothing: it has no tests, and no other file of the tests imports it. */
function isIdle(file: string): boolean {
  const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  if (file.endsWith('.test.ts'))
    return !/^\s*(?:await )?(?:test|it|suite|describe|void test)\(|\b\w+Contract\(/m.test(text);
  return !tests.some(({ imports }) => imports.some(({ from }) => from === file));
}
