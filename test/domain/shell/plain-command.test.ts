import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { plainWords } from '../../../src/domain/shell/plain-command.ts';
import { mutatedCommands } from '../../corpora/commands.ts';

test('given mutated commands that are no more than words, then bash takes them apart exactly as we do', t => {
  const lines = new Map<string, readonly string[]>();
  for (const text of mutatedCommands(40_000, 7)) {
    const plain = plainWords(text);
    if ('words' in plain)
      lines.set(
        text,
        plain.words.map(word => word.text),
      );
  }
  const script = [...lines.keys()].map(line => `printf '%s\\0' ${line}; printf '\\n\\0'`).join('\n');
  const { stdout, stderr } = spawnSync('/bin/bash', ['--noprofile', '--norc', '-s'], {
    input: script,
    env: { PATH: '/nonexistent', LANG: 'C.UTF-8' },
    cwd: '/',
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  assert.equal(stderr, '');
  const seen = stdout
    .split('\n\0')
    .slice(0, -1)
    .map(words => words.split('\0').slice(0, -1));
  t.diagnostic(`compared ${lines.size} commands`);
  assert.ok(lines.size > 2_000);
  assert.deepEqual(
    seen,
    [...lines.values()].map(words => [...words]),
  );
});

test('given what a shell would expand, redirect, chain or not show, then it is named as the problem', () => {
  for (const text of [
    'ls | wc',
    'ls > x',
    'echo $x',
    'echo `x`',
    'ls *',
    'a; b',
    'a\nb',
    '~/x',
    '{a,b}',
    '# x',
    "echo 'open",
    'ls\u202e',
    '',
  ])
    assert.ok('problem' in plainWords(text), text);
});
