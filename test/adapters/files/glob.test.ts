import assert from 'node:assert/strict';
import { test } from 'node:test';
import { glob } from '../../../src/adapters/files/glob.ts';
import { Fault } from '../../../src/domain/supervision/failure.ts';

const table: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['*.py', ['a.py', 'x/y/a.py', '.py'], ['a.pyc', 'a.py/b']],
  ['a?c', ['abc', 'x/a.c'], ['ac', 'abbc', 'a/c']],
  ['src/*.ts', ['src/a.ts'], ['src/x/a.ts', 'a.ts', 'x/src/a.ts']],
  ['./src/**', ['src/a', 'src/a/b'], ['a']],
  ['src/**/a', ['src/a', 'src/x/y/a'], ['a', 'src/ab']],
  ['**/x/**/y', ['x/y', 'a/x/b/c/y'], ['y/x', 'x']],
  ['*.{md,txt}', ['a.md', 'b/c.txt'], ['a.mdx']],
  ['{a,b{c,d}}', ['a', 'bc', 'bd'], ['b', 'c']],
  ['a*b*c', ['abc', 'axxbyyc', 'abcbc'], ['acb', 'ab']],
  ['a.[b]', ['a.[b]'], ['a.b']],
  ['/abs/*', ['abs/x'], ['x']],
];
for (const [pattern, yes, no] of table)
  test(`given ${pattern}, when names are tried, then exactly those that fit do`, () => {
    const fits = glob(pattern);
    assert.deepEqual([...yes, ...no].filter(fits), yes);
  });

test('given patterns made to last, when long names are tried, then the answer comes at once', () => {
  const began = performance.now();
  for (const pattern of ['*a'.repeat(100), '**/'.repeat(80), `${'a*'.repeat(140)}b`, `${'*?'.repeat(100)}c`])
    for (const name of ['a'.repeat(255), `${'a/'.repeat(500)}a`]) glob(pattern)(name);
  assert.ok(performance.now() - began < 2_000);
  assert.throws(() => glob('{a,b}'.repeat(7)), Fault);
});
