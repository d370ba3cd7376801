import assert from 'node:assert/strict';
import { test } from 'node:test';
import { privacyOf } from '../../../src/domain/privacy/built-in.ts';
import { originalPath } from '../../../src/domain/privacy/copies.ts';
import { privateNames } from '../../../src/domain/privacy/private-names.ts';

const copiesOf = (name: string): readonly string[] =>
  [
    ...['~', '~1', '.~3~', '.bak', '.bak2', '_bak', '-backup', '.old', '.orig', '.save', '.save.1', '.tmp', '.copy'],
    ...['.dpkg-old', '.rpmsave', '.ucf-dist', '___jb_tmp___', '.kate-swp', ' (1)', ' (copy)', ' copy', ' copy 2'],
    ...[' - copy', ' kopie', '.1', '.gz', '.zst', '.bak.gz', '.orig~'],
  ]
    .map(end => name + end)
    .concat(`#${name}#`, `.#${name}`, `._${name}`, `copy of ${name}`, `%home%me%${name}`, `#${name}.bak#`);

test('given a file by each kind of private name, when an editor or a tool has made a copy, then it is as private', () => {
  const names = privateNames();
  for (const name of ['.env', '.env.local', 'id_ed25519', 'server.pem', '.netrc', 'credentials.json', 'secrets.yaml'])
    for (const copy of copiesOf(name)) {
      const path = `/workspace/app/${copy}`;
      const kinds = [name, copy].map(one => privacyOf(['', 'workspace', 'app', one], `/workspace/app/${one}`));
      assert.ok(kinds[0] !== undefined && kinds[1] !== undefined, `${copy}: ${kinds}`);
      assert.ok(names.isPrivate(path), copy);
    }
});

test('given Vim’s own files, when one belongs to a private file, then it is private, with its dot or without', () => {
  for (const name of ['.env.swp', '.env.swo', '.id_rsa.swp', '.server.pem.swx', '.env.un~', '.id_rsa.un~'])
    assert.ok(privacyOf(['app', name], `app/${name}`), name);
});

test('given a private folder, when it was put aside, then what lies in it is private', () => {
  const names = privateNames(['notes/taxes', '*.draft']);
  for (const path of [
    ...['inbox/sensitive.old/a.txt', 'inbox/sensitive~/a.txt', 'inbox.bak/sensitive/a.txt', 'inbox/sensitive (1)/a'],
    ...['notes/taxes.bak/2026.md', 'notes/taxes~', 'x/plan.draft.orig', '.ssh.old/config', '.aws.bak/credentials'],
  ])
    assert.ok(names.isPrivate(`/workspace/${path}`), path);
  for (const path of ['inbox/sensitive.old', '.ssh-old', 'notes/taxes-old', '.gnupg.bak'])
    assert.ok(names.isPrivateFolder(`/workspace/${path}`), path);
});

test('given copies of what holds no secret, when they are looked at, then they are like any other file', () => {
  for (const name of [
    ...['.env.example~', '.env.sample.bak', 'id_rsa.pub.old', 'secrets.py~', 'passwords.go.orig', 'ca-bundle.pem.bak'],
    ...['report.pdf.bak', '#notes.md#', '.notes.md.swp', 'image (1).png', 'main.py.orig', 'app.log.1', 'data.csv.gz'],
    ...['background.png', 'old', '~', '#', 'backup', 'prev.md', '.old', 'envoy.yaml.bak', 'template.html'],
  ])
    assert.equal(privacyOf(['app', name], `app/${name}`), undefined, name);
});

test('given any name, when its original is asked for, then it is a part of it, never empty, and the same once more', () => {
  for (const name of [
    '',
    '~',
    '#',
    '##',
    '.#',
    '._',
    '.bak',
    '~~~',
    '.env~~~',
    `${'x.bak'.repeat(200)}`,
    '%%',
    'a.1.2.3',
  ])
    assert.ok(name.includes(originalPath(name)) && (name === '' || originalPath(name) !== ''), name);
  assert.equal(originalPath('.env.bak.old~'), '.env');
  assert.equal(originalPath('/workspace/a~/b.txt'), '/workspace/a/b.txt');
  assert.equal(originalPath('/workspace/a/b.txt'), '/workspace/a/b.txt');
});
