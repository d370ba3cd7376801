/**
 * What takes something away or stays behind is put before the owner: in a sandbox too, and all the more after outside
 * text.
 */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge, type Verdict } from '../../../src/domain/policy/policy.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import type { Taint } from '../../../src/domain/policy/taint.ts';
import { destroys, destroysOne, leavesSomething, ordinary, staysBehind } from '../../corpora/destruction.ts';
import { judged } from '../tools/judged.ts';

const inWalls = (command: string, taint: Taint = 'owner'): Verdict =>
  judge(judged('execute_command', { command }, { executor: 'bubblewrap' }), { taint });
const below = (lines: readonly string[], level: number, taint?: Taint) =>
  lines.filter(line => inWalls(line, taint).level < level);
const above = (lines: readonly string[], level: number, taint?: Taint) =>
  lines
    .filter(line => inWalls(line, taint).level > level)
    .map(line => `${line}: ${inWalls(line, taint).reasons.map(inEnglish).join(' ')}`);

describe('commands that destroy, in a sandbox', () => {
  it('given what takes away, empties, moves out or copies secrets, then it is asked about', t => {
    t.diagnostic(`${destroys.length} commands`);
    assert.deepEqual(below(destroys, 2), []);
  });

  it('given one thing that is named, then it runs and is told; after outside text it is asked about', () => {
    assert.deepEqual([above(destroysOne, 1), below(destroysOne, 1)], [[], []]);
    assert.deepEqual(below(destroysOne, 2, 'external'), []);
    assert.deepEqual(above(destroysOne, 1, 'auth'), []);
  });

  it('given ordinary work, then it runs, after outside text too', () => {
    assert.deepEqual([above(ordinary, 1), above(ordinary, 1, 'external')], [[], []]);
  });

  it('given each of them, then without a sandbox it is asked about as well', () => {
    const unasked = [...destroys, ...destroysOne, ...staysBehind].filter(
      command => judge(judged('execute_command', { command }, { executor: 'direct' }), { taint: 'owner' }).level < 2,
    );
    assert.deepEqual(unasked, []);
  });

  it('given each of them within other commands, then it is asked about there too', () => {
    const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
    for (const put of [
      (line: string) => `ls; ${line}`,
      (line: string) => `if true; then ${line}; fi`,
      (line: string) => `bash -c ${quoted(line)}`,
      (line: string) => `echo "$(${line})"`,
      (line: string) => `( ${line} )`,
      (line: string) => `f() { ${line}; }; f`,
    ])
      assert.deepEqual(below(destroys.map(put), 2), []);
  });
});

describe('commands that leave something behind', () => {
  it('given them in a trusted conversation, then they run, and what acts later is told', () => {
    assert.deepEqual(
      above(
        staysBehind.filter(line => !/\.git\/config|\.envrc/.test(line)),
        1,
      ),
      [],
    );
    for (const line of staysBehind) assert.ok((inWalls(line).later ?? []).length > 0, line);
  });

  it('given them after outside text, then they are asked about', () => {
    assert.deepEqual(below(staysBehind, 2, 'external'), []);
  });

  it('given a commit, a dependency or what a server gets, then it runs in a trusted conversation and is asked about after outside text', () => {
    const notRefused = leavesSomething.filter(line => !/\.\.\/x/.test(line));
    assert.deepEqual(above(notRefused, 1), []);
    assert.deepEqual(above(leavesSomething, 1, 'auth'), []);
    assert.deepEqual(below(leavesSomething, 2, 'external'), []);
  });

  it('given ordinary work, then nothing of it acts later', () => {
    assert.deepEqual(
      [...ordinary, ...leavesSomething].filter(line => inWalls(line).later !== undefined),
      [],
    );
  });
});

describe('file tools after outside text', () => {
  const level = (tool: string, args: Record<string, string>, taint: Taint) =>
    judge(judged(tool, args, { executor: 'bubblewrap' }), { taint }).level;
  const rows: readonly (readonly [string, Record<string, string>, owner: number, external: number])[] = [
    ['write_file', { path: 'notes.md', content: 'x' }, 1, 1],
    ['write_file', { path: 'notes.md', content: '' }, 1, 2],
    ['write_file', { path: 'notes.md', content: ' \n\n' }, 1, 2],
    ['edit_file', { path: 'notes.md', old_text: 'a', new_text: 'b' }, 1, 1],
    ['edit_file', { path: 'notes.md', old_text: 'one word', new_text: '' }, 1, 1],
    ['edit_file', { path: 'notes.md', old_text: 'a\nb\nc', new_text: '' }, 1, 2],
    ['edit_file', { path: 'notes.md', old_text: 'a\nb\nc', new_text: '\n' }, 1, 2],
    ['write_file', { path: '.git/hooks/pre-commit', content: 'x' }, 2, 2],
    ['write_file', { path: 'conftest.py', content: 'x' }, 2, 2],
    ['write_file', { path: '.vscode/tasks.json', content: 'x' }, 2, 2],
    ['edit_file', { path: 'package.json', old_text: 'a', new_text: 'b' }, 2, 2],
  ];
  for (const [tool, args, owner, external] of rows)
    it(`${tool} ${JSON.stringify(args)}: L${owner}, after outside text L${external}`, () => {
      assert.deepEqual([level(tool, args, 'owner'), level(tool, args, 'external')], [owner, external]);
    });

  it('given a file that acts later, then the verdict says what', () => {
    const { later } = judge(judged('write_file', { path: 'tests/conftest.py', content: 'x' }, {}), {
      taint: 'owner',
    });
    assert.deepEqual(later, ['It writes “/workspace/tests/conftest.py”: pytest runs it']);
  });
});

describe('no command at all', () => {
  for (const line of ['', ' ', '\n\t ', '\u00a0'])
    it(`given ${JSON.stringify(line)}, then it is refused`, () => {
      assert.equal(inWalls(line).verdict, 'deny');
      assert.match(inWalls(line).reasons.map(inEnglish).join(' '), /no command/);
    });
});
