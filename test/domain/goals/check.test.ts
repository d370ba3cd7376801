/** Checks of goals as they are written: what each line asks, and what is said of one that is none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CheckOutcome,
  type GoalCheck,
  provesNothing,
  readCheck,
  verdictOf,
} from '../../../src/domain/goals/check.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import { defined } from '../../../src/domain/text/json.ts';
import { patternProblem } from '../../../src/domain/text/linear-pattern.ts';

const read = (line: string) => {
  const ask = readCheck(line, patternProblem);
  return 'form' in ask ? inEnglish(ask) : ask;
};

test('given lines of every kind, when they are read, then each asks what it says', () => {
  const lines = {
    'file_exists my report.md': { kind: 'file_exists', path: 'my report.md' },
    ' not_empty  a/b.txt ': { kind: 'not_empty', path: 'a/b.txt' },
    'unchanged test/a.test.js': { kind: 'unchanged', path: 'test/a.test.js' },
    'npm test': { kind: 'exit_code', run: 'npm test', number: 0 },
    'grep -q  "two  blanks" a => exit_code 1': { kind: 'exit_code', run: 'grep -q  "two  blanks" a', number: 1 },
    'wc -l < a => output_gt 300': { kind: 'output_gt', run: 'wc -l < a', number: 300 },
    'cat a => contains done, and well': { kind: 'contains', run: 'cat a', text: 'done, and well' },
    'cat a => regex ^v\\d+$': { kind: 'regex', run: 'cat a', text: '^v\\d+$' },
  };
  for (const [line, ask] of Object.entries(lines)) assert.deepEqual(read(line), ask, line);
  // the last arrow is the one that counts
  assert.deepEqual(read('echo "a => b" => contains b'), { kind: 'contains', run: 'echo "a => b"', text: 'b' });
});

test('given a line that is no check, when it is read, then what was expected is said', () => {
  const lines = {
    ' ': 'expected a check, such as “file_exists report.md” or “npm test”; got nothing',
    file_exists: 'expected “file_exists PATH”, a path in the workspace; got no path',
    'a\nb': 'expected a check in one line; got several',
    'npm test => passes': 'expected exit_code, output_lt, output_gt, equals, contains, regex behind “=>”; got “passes”',
    'npm test => exit_code zero': 'expected “exit_code NUMBER”; got “exit_code zero”',
    'npm test => contains': 'expected “contains TEXT”; got no text',
    'cat a => regex (?=x)':
      'the pattern “(?=x)” cannot be used: it looks ahead or behind, which takes more than linear time',
    ['x'.repeat(501)]: 'expected a check of at most 500 characters',
  };
  for (const [line, problem] of Object.entries(lines)) assert.equal(read(line), problem, line);
  assert.equal(read('=> equals x'), 'expected a command before “=>”; got none');
});

test('given results, when they are put together, then one that fails decides, then one that nobody knows, and none is no verdict', () => {
  const check = (outcome?: CheckOutcome): GoalCheck => ({
    text: 'true',
    before: { outcome: 'fails', saw: '' },
    ...defined({ last: outcome && { outcome, saw: '', at: 1 } }),
  });
  assert.equal(verdictOf([]), undefined);
  assert.equal(verdictOf([check('holds'), check()]), undefined);
  assert.equal(verdictOf([check('holds'), check('unknown'), check('fails')]), 'fails');
  assert.equal(verdictOf([check('holds'), check('unknown')]), 'unknown');
  assert.equal(verdictOf([check('holds')]), 'holds');
  assert.equal(provesNothing(check()), false);
  assert.equal(provesNothing({ text: 'true', before: { outcome: 'holds', saw: '' } }), true);
  assert.equal(provesNothing({ text: 'unchanged a', before: { hash: 'x' } }), false);
});
