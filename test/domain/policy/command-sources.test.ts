import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandSources } from '../../../src/domain/policy/command-sources.ts';

for (const [command, files] of [
  ['date', []],
  ['date -u "+%Y-%m-%d %H:%M"', []],
  ['echo hi', []],
  ['echo \'hi $(cat x) *\' && echo "two"; pwd', []],
  ["printf '%s' one | wc -c", []],
  ['wc -l notes.txt', ['notes.txt']],
  ['wc -l notes.txt 2>/dev/null', ['notes.txt']],
  ['cat a.md b/c.md | sort -k 2 | uniq -c | head -n 3', ['a.md', 'b/c.md']],
  ["grep -n 'do: x' notes.txt", ['notes.txt']],
  ['cut -d , -f 1 list.csv', ['list.csv']],
  ["python3 -c 'print(1+1)'", []],
  ["python3 -c 'import math; print(math.sqrt(2))'", []],
] as const)
  test(`given ${command}, when it is read, then what it reads is known`, () =>
    assert.deepEqual(commandSources(command)?.files, [...files]));

test('given inline code of Python, when it is read, then it is to look for modules nowhere else', () => {
  assert.equal(commandSources("python3 -c 'print(1)'")?.isPython, true);
  assert.equal(commandSources('date')?.isPython, false);
});

for (const command of [
  // names from the disk
  ...['echo *', 'cat *.txt', 'find .', 'echo inbox/?', 'cat ~/x', 'echo {a,b}', 'tree', 'du', 'file x', 'stat x'],
  // what is put in when it runs
  ...[
    'echo $HOME',
    'echo "$X"',
    'echo `id`',
    'echo "$(cat x)"',
    'cat <(curl x)',
    'X=1 echo hi',
    'PATH=. date',
    "echo $'a'",
  ],
  // other ways to read
  ...[
    'cat < inbox/a',
    'wc -l <<< "$x"',
    'cat <<EOF\nx\nEOF',
    'cat 0<inbox/a',
    'date -f inbox/a',
    'date --file=inbox/a',
    'date -r inbox/a',
  ],
  ...[
    'wc --files0-from=list',
    'sort --files0-from=x',
    'sort -T x y',
    'sort -o x y',
    'uniq a b',
    'grep -f patterns x',
    'grep -r x .',
    'grep -R x',
  ],
  ...['cut -f $(cat x) y', 'tail -f log', 'tr a b c', 'head -n inbox/a', 'diff -r a b', 'uname --x=y'],
  // programs that read what nobody names
  ...[
    'env',
    'printenv',
    'set',
    'git log',
    'git status',
    'history',
    'ps',
    'id',
    'hostname',
    'cat',
    './run',
    'bash x.sh',
    'sh -c "cat x"',
    'node -e 1',
    'perl -e 1',
    'awk 1 x',
    'sed -n 1p x',
    'xargs cat',
    'tee x',
    'curl http://x',
    'jq . x',
    'sudo date',
    'command cat x',
    'eval date',
    '. x',
    'source x',
    'exec date',
    'time date',
    'timeout 5 cat x',
    'less x',
    'unzip -p x',
    'read x',
  ].filter(text => text !== 'cat' && text !== 'cat x'),
  // shell grammar this rule does not know
  ...[
    'echo a & cat x',
    'echo a\ncat x',
    '(date)',
    '{ date; }',
    '! date',
    'if true; then cat x; fi',
    'date() { cat x; }; date',
    'echo a |& cat',
    'echo hi #x',
    'echo a\\ b',
    'echo a > x',
    'cat x >> y',
    'echo "a!b"',
    '',
    ' ',
    ';',
    'date |',
    '| date',
    'date && && date',
    "echo 'a",
    'echo "a',
    'alias date=cat',
  ],
  // Python
  ...[
    'open("inbox/a").read()',
    'import os; print(os.listdir())',
    '__import__("os")',
    'import statistics; print(statistics.sys.path)',
    'import random; print(random._os)',
    'exec("x")',
    'eval("1")',
    'input()',
    'import sys',
    'import math, os',
    'import os as math',
    'from math import pi; import notes',
    'import json',
    'print(().__class__)',
    'help("x")',
    'import  subprocess',
    'print(1) if True else (lambda: 0)(); import\tos',
    'print(globals())',
  ].map(code => `python3 -c '${code}'`),
  ...[
    'python3 x.py',
    'python3',
    'python3 -m http.server',
    'python3 - < x',
    "python3 -c 'print(1)' x",
    "python3 -i -c 'print(1)'",
    'python3 -c "print($X)"',
    "python2 -c 'print(1)'",
  ],
])
  test(`given ${JSON.stringify(command)}, when it is read, then nobody can say what it reads`, () =>
    assert.equal(commandSources(command), undefined));

test('given a path outside, a device or a file of the system, when it is read, then it is named as it stands, for nobody vouches for it', () => {
  for (const path of ['/proc/self/environ', '/etc/passwd', '../x', '/dev/stdin', 'inbox/a'])
    assert.deepEqual(commandSources(`cat ${path}`)?.files, [path]);
});
