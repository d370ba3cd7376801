import assert from 'node:assert/strict';
import { test } from 'node:test';
import { obeyedIn } from '../../../../src/domain/policy/one-command.ts';
import { includedFiles } from '../../../../src/domain/shell/obeying/included.ts';

/** What a command obeys, each as `runs x.sh`; `?`: only the run will show. */
const obeyed = (command: string) =>
  obeyedIn(command).flatMap(({ path, how, isOptional, folder }) =>
    folder === undefined ? [`${how} ${path ?? '?'}${isOptional ? ' (if there)' : ''}`] : [],
  );

const commands: Readonly<Record<string, readonly string[]>> = {
  'sh x.sh': ['runs x.sh'],
  '. ./x.sh': ['runs x.sh'],
  'bash < x.sh': ['runs x.sh'],
  'cat x.sh | bash': ['runs x.sh'],
  './x': ['runs x'],
  'bash -c "sh x.sh"': ['runs x.sh'],
  'sh x.sh; sh x.sh': ['runs x.sh'],
  'cd sub && sh x.sh': ['runs sub/x.sh'],
  'find . -exec sh x.sh {} \\;': ['runs x.sh'],
  'for f in a b; do sh $f; done': ['runs a', 'runs b'],
  'python3 a.py': ['runs a.py'],
  'awk -f a.awk data': ['runs a.awk'],
  'sed -n -f s f': ['runs s'],
  'make -f m': ['runs m'],
  make: ['runs GNUmakefile (if there)', 'runs makefile (if there)', 'runs Makefile (if there)'],
  'npm test': ['runs package.json (if there)', 'runs .npmrc (if there)', 'runs node_modules/.bin (if there)'],
  'xargs rm < list': ['lists list'],
  'xargs -a list rm': ['lists list'],
  'while read -r f; do rm "$f"; done < list': ['lists list'],
  'touch $(cat list)': ['lists list'],
  'pip install -r req.txt': ['lists req.txt', 'runs ?'],
  'pip list': [],
  // what only the run will show
  'sh "$f"': ['runs ?'],
  'sh *.sh': ['runs ?'],
  'python3 -m mod': ['runs ?'],
  // data is no order
  'cat notes.md': [],
  'wc -l list': [],
  'echo x > y': [],
  ls: [],
  '': [],
};

for (const [command, wanted] of Object.entries(commands))
  test(`given the command ${JSON.stringify(command)}, when it is asked what it obeys, then it is ${wanted.join(', ') || 'nothing'}`, () =>
    assert.deepEqual(obeyed(command), wanted));

/** What a file of this name and text starts in turn. */
const included = (path: string, text: string, how: 'runs' | 'lists' = 'runs') =>
  includedFiles(text, { path, shown: path, how, cwd: '.' }).map(
    ({ path, isOptional }) => `${path ?? '?'}${isOptional ? ' (if there)' : ''}`,
  );

test('given a file that is run, when its language is known, then what it starts by name is found beside it', () => {
  assert.deepEqual(included('x.sh', 'sh y.sh\n./z\n'), ['y.sh', 'z']);
  assert.deepEqual(included('x', '#!/usr/bin/env bash\nsh y.sh\n'), ['y.sh']);
  assert.deepEqual(included('notes.md', 'sh y.sh\n'), ['y.sh'], 'without a first line the shell runs it');
});

test('given a file that is read as a list, or when it is looked through, then it starts nothing; of one that is no text nobody knows', () => {
  assert.deepEqual(included('list', 'sh y.sh\n', 'lists'), []);
  assert.deepEqual(included('x.sh', 'sh y.sh\n\0'), ['?'], 'no text: what it starts is not known');
});

test('given a script too long to be looked through, when it is asked what it starts, then that is not known', () =>
  assert.deepEqual(included('x.sh', `sh y.sh\n${'#\n'.repeat(150_000)}`), ['?']));
