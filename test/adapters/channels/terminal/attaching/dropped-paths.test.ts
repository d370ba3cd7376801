/** What terminals write where files are dropped on them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingsOf } from '../../../../../src/adapters/channels/terminal/attaching/dropped-paths.ts';

const drops: readonly (readonly [terminal: string, text: string, paths: readonly string[]])[] = [
  ['macOS Terminal', String.raw`/Users/ada/My\ Pictures/a\(1\)\'s.png `, ["/Users/ada/My Pictures/a(1)'s.png"]],
  [
    'macOS Terminal, two files',
    String.raw`/Users/ada/a.png /Users/ada/b\ c.png `,
    ['/Users/ada/a.png', '/Users/ada/b c.png'],
  ],
  ['GNOME Terminal', "'/home/ada/My Pictures/a.png' ", ['/home/ada/My Pictures/a.png']],
  ['GNOME Terminal, with a quotation mark', String.raw`'/home/ada/Ada'\''s.png' `, ["/home/ada/Ada's.png"]],
  ['Konsole, two files', "'/home/ada/a b.png' '/home/ada/c.png'", ['/home/ada/a b.png', '/home/ada/c.png']],
  [
    'a file manager',
    'file:///home/ada/My%20Pictures/a.png\nfile://laptop/home/ada/b.png\n',
    ['/home/ada/My Pictures/a.png', '/home/ada/b.png'],
  ],
  ['Windows Terminal', String.raw`"C:\Users\Ada L\Pictures\a.png"`, ['/mnt/c/Users/Ada L/Pictures/a.png']],
  ['Windows Terminal without blanks', String.raw`D:\new\a.png`, ['/mnt/d/new/a.png']],
  ['Windows Terminal, a file of WSL', String.raw`\\wsl.localhost\Ubuntu\home\ada\a.png`, ['/home/ada/a.png']],
  ['Windows Terminal, the older name', String.raw`"\\wsl$\Ubuntu\home\ada\a b.png"`, ['/home/ada/a b.png']],
  ['Windows, as an address', 'file:///C:/Users/Ada%20L/a.png', ['/mnt/c/Users/Ada L/a.png']],
  ['a terminal that quotes twice', String.raw`"/home/ada/the \"best\".png"`, ['/home/ada/the "best".png']],
  ['a person', '~/a.png', ['/home/ada/a.png']],
];

for (const [terminal, text, paths] of drops)
  test(`given what ${terminal} writes for a drop, when it is read, then these are the paths`, () => {
    assert.deepEqual(readingsOf(text, '/home/ada')[0], paths);
  });

test('given a path that is not quoted, when it has blanks, then it is also read as one', () => {
  assert.ok(
    readingsOf('/home/ada/My Pictures/a.png', '/home/ada').some(([path]) => path === '/home/ada/My Pictures/a.png'),
  );
});

test('given a text that is no drop, when it is read, then it has no readings', () => {
  for (const text of [
    'hello',
    '/help',
    '/local what is this',
    'see /home/ada/a.png',
    "it's",
    '',
    "'/home/ada/a.png",
    '/',
  ])
    assert.deepEqual(
      readingsOf(text, '/home/ada').filter(paths => !paths.includes(text)),
      [],
      text,
    );
});
