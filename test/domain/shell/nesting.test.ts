/**
 * Every way a shell text can stand in itself, so deep that whoever reads it would run out of stack: judged, never
 * thrown.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeCommand } from '../../../src/domain/policy/policy.ts';
import { readShell } from '../../../src/domain/shell/grammar/grammar.ts';
import { shellVerdict } from '../../../src/domain/shell/verdict.ts';
import { whyLeftOut } from '../../slow.ts';

type Nest = readonly [before: string, after: string];

/** Commands within commands. */
const compounds: Readonly<Record<string, Nest>> = {
  case: ['case x in x) ', ' ;; esac'],
  'the word of case': ['case "$(', ')" in x) ls ;; esac'],
  if: ['if true; then ', '; fi'],
  else: ['if a; then b; else ', '; fi'],
  'a condition': ['if ', '; then b; fi'],
  while: ['while true; do ', '; done'],
  'the condition of while': ['while ', '; do a; done'],
  until: ['until true; do ', '; done'],
  for: ['for i in a; do ', '; done'],
  'the words of for': ['for i in $(', '); do ls; done'],
  'for with numbers': ['for ((;;)); do ', '; done'],
  select: ['select i in a; do ', '; done'],
  'a function': ['f() { ', '; }'],
  'function f': ['function f { ', '; }'],
  'a function of a case': ['f() case x in x) ', ' ;; esac'],
  'a group': ['{ ', '; }'],
  'a directed group': ['{ ', '; } > x'],
  'a subshell': ['( ', ' )'],
  coproc: ['coproc ', ''],
  'a coproc group': ['coproc { ', '; }'],
  '!': ['! ', ''],
  time: ['time ', ''],
  'a substitution': ['$( ', ' )'],
  'a quoted substitution': ['echo "$( ', ' )"'],
  backticks: ['echo `', '`'],
  'a process substitution': ['cat <( ', ' )'],
  'an array': ['a=( $( ', ' ) )'],
  'a here-string': ['cat <<< "$( ', ' )"'],
  'a here-document': ['cat <<A\n$( ', ' )\nA\n'],
  'a list': ['ls && ', ''],
  'a choice': ['ls || ', ''],
  'a pipe': ['ls | ', ''],
  'a line': ['ls; ', ''],
  'the background': ['ls & ', ''],
};

/** What stands within a word, around `1`. */
const words: Readonly<Record<string, readonly [open: string, nest: Nest, close: string]>> = {
  'a default': ['echo ', ['${x:-', '}'], ''],
  'a quoted default': ['echo ', ['"${x:-', '}"'], ''],
  'an index': ['echo ', ['${x[', ']}'], ''],
  'a replacement': ['echo ', ['${x/', '/b}'], ''],
  'a slice': ['echo ', ['${x:', ':1}'], ''],
  'a sum of sums': ['echo $((', ['(', ')'], '))'],
  'a sum in a substitution': ['echo ', ['$((', '))'], ''],
  'a sum in brackets': ['echo ', ['$[', ']'], ''],
  plus: ['echo $((', ['2+', ''], '))'],
  comma: ['echo $((', ['2,', ''], '))'],
  power: ['echo $((', ['2**', ''], '))'],
  assignment: ['echo $((', ['a=', ''], '))'],
  minus: ['echo $((', ['- ', ''], '))'],
  not: ['echo $((', ['!', ''], '))'],
  'a choice of numbers': ['echo $((', ['1?1:', ''], '))'],
  'a choice of choices': ['echo $((', ['1?', ':1'], '))'],
  'an arithmetic command': ['((', ['(', ')'], '))'],
  'a test': ['[[ ', ['( ', ' )'], ' ]]'],
  'a test turned round': ['[[ ', ['! ', ''], ' ]]'],
  'a test and a test': ['[[ ', ['a && ', ''], ' ]]'],
  'a test or a test': ['[[ ', ['a || ', ''], ' ]]'],
  braces: ['echo ', ['{a,', '}'], ''],
  'a pattern': ['echo ', ['@(', ')'], ''],
  'the pattern of a case': ['case x in ', ['@(', ')'], ') ls;; esac'],
  'patterns of a case': ['case x in ', ['a|', ''], ') ls;; esac'],
  'clauses of a case': ['case x in ', ['a) ls;; ', ''], ') ls;; esac'],
  'a branch': ['if a; then b; ', ['elif a; then b; ', ''], 'fi'],
  redirections: ['ls ', ['> a ', ''], ''],
  awk: ["awk '", ['{', '}'], "'"],
  sed: ["sed '", ['/a/{', '}'], "'"],
  find: ['find . ', ['\\( ', ' \\)'], ''],
};

const nested = ([before, after]: Nest, depth: number, inner: string) =>
  before.repeat(depth) + inner + after.repeat(depth);

describe('commands: however deep they stand in one another', () => {
  const depths = [1, 10, 100, 300, 1_000, 3_000];
  const texts: readonly (readonly [string, (depth: number) => string])[] = [
    ...Object.entries(compounds).map(([name, nest]) => [name, (depth: number) => nested(nest, depth, 'ls')] as const),
    ...Object.entries(words).map(
      ([name, [open, nest, close]]) => [name, (depth: number) => open + nested(nest, depth, '1') + close] as const,
    ),
  ];
  for (const [name, textOf] of texts)
    it(`given ${name} in itself, up to ${depths.at(-1)} times, then there is a verdict`, { timeout: 60_000 }, () => {
      for (const depth of depths) assert.ok(judgeCommand(textOf(depth)).level >= 0, String(depth));
    });

  it('given each of them in each other, a thousand in all, then there is a verdict', {
    timeout: 120_000,
    skip: whyLeftOut(),
  }, () => {
    for (const a of Object.values(compounds))
      for (const b of Object.values(compounds)) {
        const text = nested([a[0] + b[0], b[1] + a[1]], 500, 'ls');
        assert.ok(judgeCommand(text).level >= 0, text.slice(0, 60));
      }
  });

  it('given a thousand times case in case, then it cannot be read, and is asked about inside a sandbox too', () => {
    for (const name of ['case', 'coproc', 'a function of a case']) {
      const text = nested(compounds[name] ?? ['', ''], 1_000, 'ls');
      assert.match('problem' in readShell(text) ? String(Object.values(readShell(text))) : '', /deep|valid/, name);
      assert.ok(
        shellVerdict(text).findings.some(({ inWalls }) => inWalls === 2),
        name,
      );
    }
  });

  it('given a few of them in one another, then they are read', () => {
    for (const name of ['case', 'if', 'while', 'for', 'a group', 'a subshell'])
      assert.equal(judgeCommand(nested(compounds[name] ?? ['', ''], 8, 'ls')).level, 0, name);
  });
});
