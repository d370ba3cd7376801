import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { letInFolders, type NamedFolder } from '../../../../src/adapters/files/let-in/table.ts';
import { Fault } from '../../../../src/domain/supervision/failure.ts';

function world(t: TestContext) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'straylight-table-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const userFolder = join(root, 'user');
  const home = join(userFolder, '.straylight');
  for (const folder of [
    '.straylight/workspace',
    'projects/app/sub',
    'Meine Texte',
    '.config/gh',
    'inbox',
    'App',
    'x/.ssh',
  ])
    mkdirSync(join(userFolder, folder), { recursive: true });
  writeFileSync(join(userFolder, 'file.txt'), 'x');
  symlinkSync(home, join(userFolder, 'way-home'));
  const of = (...named: (string | Partial<NamedFolder>)[]) =>
    letInFolders(
      named.map(one => {
        const more = typeof one === 'string' ? { path: one } : one;
        return { path: '', writable: false, ...more };
      }),
      { home, userFolder },
    );
  return { root, userFolder, of };
}

test('given folders by their paths, when they are let in, then each has the last part of its path or the name it was given, and is only for reading unless said otherwise', t => {
  const { userFolder, of } = world(t);
  assert.deepEqual(of('~/projects/app', { path: join(userFolder, 'Meine Texte'), name: 'texte', writable: true }), [
    { name: 'app', path: join(userFolder, 'projects/app'), isWritable: false },
    { name: 'texte', path: join(userFolder, 'Meine Texte'), isWritable: true },
  ]);
});

test('given what must not be within reach, when it is let in, then it is refused with the setting and the reason', t => {
  const { root, of } = world(t);
  const table: readonly (readonly [string | Partial<NamedFolder>, RegExp])[] = [
    ['~/.straylight', /home of Straylight/],
    ['~/.straylight/workspace', /home of Straylight/],
    ['~/way-home', /home of Straylight/],
    ['~', /home of Straylight/],
    [root, /home of Straylight/],
    ['/', /home of Straylight/],
    ['~/.config', /hidden folder of your home/],
    ['~/x/.ssh', /keys or passwords/],
    ['/etc', /of the system/],
    ['/usr/share', /of the system/],
    ['/var', /of the system/],
    ['~/nowhere', /does not exist/],
    ['~/file.txt', /is no folder/],
    ['projects/app', /no whole path/],
    ['~/Meine Texte', /would be "Meine Texte" in the workspace.*give it a name/],
    [{ path: '~/projects/app', name: '../x' }, /would be "\.\.\/x"/],
    ['~/inbox', /"inbox"/],
  ];
  for (const [folder, pattern] of table)
    assert.throws(
      () => of(folder),
      error =>
        error instanceof Fault &&
        error.message.startsWith('[workspace] folders in config.toml: ') &&
        pattern.test(error.message),
      JSON.stringify(folder),
    );
  assert.throws(() => of('~/projects/app', '~/App'), /would be "App" in the workspace, as .* give one of them a name/);
  assert.throws(() => of('~/projects/app', '~/projects'), /lie one within the other/);
  assert.throws(() => of('~/projects/app', { path: '~/projects/app', name: 'again' }), /lie one within the other/);
});
