import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { readDotEnv } from '../../config/dot-env.ts';
import type { ConfigFault } from '../../config/faults.ts';

function read(text: string) {
  const faults: ConfigFault[] = [];
  const entries = readDotEnv(text, '/home/.env', faults);
  return { entries, faults, values: Object.fromEntries([...entries].map(([name, { value }]) => [name, value])) };
}

test('given what a .env rightly holds, when it is read, then it is as Node reads it, and nothing is a fault', () => {
  const texts = [
    '',
    '\n\n# a comment with = in it\n  # and one further in\nA=1\n',
    'A=1\r\nB="2"\r\n\r\n# c\r\nC=3',
    'export A=1\nexport  B = 2 \nexport=3',
    'A=\'x y\'\nB="x # y" # comment\nC=`it\'s "so"`\nD=""\nE=\'\'#c',
    'A="first\nsecond=no name\n#third"\nB=\'x\ny\'\nC=`p\nq`',
    'A="with\\nbreak"\nB=\'without\\nbreak\'\nC=a\\nb',
    'A=\nB=#nothing\nC=a=b==\nD=half"way"\nE= it\'s\nF=a#b\nG=\\"a',
    'A=1\nA=2\nL.M=3\na-b=4\n_x=5\n9=6',
    'A=-----BEGIN KEY-----',
  ];
  for (const text of texts) {
    const { values, faults } = read(text);
    assert.deepEqual(faults, [], text);
    assert.deepEqual(values, { ...parseEnv(text) }, text);
  }
});

test('given values over several lines, when they are read, then each name has the line it stands in', () => {
  const { entries } = read('# c\nA="1\n2\n3"\n\nexport B=x\nA=last');
  assert.deepEqual(
    [...entries],
    [
      ['A', { value: 'last', line: 7 }],
      ['B', { value: 'x', line: 6 }],
    ],
  );
});

test('given a name that is set to nothing but a space, when it is read, then the next line stays its own', () => {
  assert.deepEqual(read('A= \nB=1').values, { A: '', B: '1' });
});

test('given lines that set nothing, when they are read, then each is a fault with its line, the others count, and no value is shown', () => {
  const { values, faults } = read(
    [
      'ANTHROPIC_API_KEY hidden-value',
      'ANTHROPIC_API_KEY: hidden-value',
      'GOOD=1',
      'KEY: hidden-value=',
      'hidden-value',
      '=hidden-value',
      'set KEY=hidden-value',
      'A="hidden-value" hidden-value',
      'B="hidden-value',
      "C='hidden",
      "value' hidden-value",
      'LAST=2',
    ].join('\r\n'),
  );
  assert.deepEqual(values, { GOOD: '1', LAST: '2' });
  assert.deepEqual(
    faults.map(({ file, line, came }) => `${file}:${line} ${came}`),
    [
      '/home/.env:1 a line without "="',
      '/home/.env:2 a ":" behind the name',
      '/home/.env:4 a ":" behind the name',
      '/home/.env:5 a line without "="',
      '/home/.env:6 no name before the "="',
      '/home/.env:7 a name of more than letters, digits and "_"',
      '/home/.env:8 more, in line 8',
      '/home/.env:9 none to the end of the file',
      '/home/.env:10 more, in line 11',
    ],
  );
  assert.ok(!JSON.stringify(faults).includes('hidden'));
});
