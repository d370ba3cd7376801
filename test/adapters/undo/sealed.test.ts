import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { contentSeal } from '../../../src/adapters/undo/content-seal.ts';
import { openKeeper, picture, turn, world } from './world.ts';

const secret = 'canary_Value-9f2c/71+x';

/** Contents of every way a content is kept: as it is, packed, piece by piece. */
const contents = {
  short: secret,
  packed: `${secret} `.repeat(10_000),
  large: Buffer.concat([Buffer.alloc(17 * 2 ** 20, 'x'), Buffer.from(secret), Buffer.alloc(3, 'y')]),
};

function filesOf(folder: string): readonly string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name));
  return all.filter(path => statSync(path).isFile());
}

test('given files that hold a secret, when they are kept, then no file of the store holds it, and they come back exactly', () => {
  using place = world();
  const keeper = place.open();
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(place.workspace, name), content);
  keeper.keep();
  const before = picture(place.workspace);
  turn(keeper, 'one', () => {
    for (const name of Object.keys(contents)) writeFileSync(join(place.workspace, name), 'gone');
  });
  const files = filesOf(place.store);
  assert.ok(files.filter(path => path.includes('/objects/')).length >= 4);
  for (const path of files) assert.equal(readFileSync(path).includes(secret), false, path);
  assert.deepEqual(keeper.apply(keeper.list(1).turns[0]?.id ?? 0, false).left, []);
  assert.deepEqual(picture(place.workspace), before);
  keeper.close();
});

test('given the same content under two keys, when it is kept, then its names and files have nothing in common', () => {
  const [one, other] = [contentSeal('one'), contentSeal('other')];
  const content = Buffer.from('0000');
  assert.notEqual(one.nameOf(content), other.nameOf(content));
  assert.notDeepEqual(one.seal(content), one.seal(content));
  assert.deepEqual(one.open(one.seal(content)), content);
  assert.throws(() => other.open(one.seal(content)));
});

test('given a sealed content with one bit changed anywhere, when it is opened, then it is refused', () => {
  const seal = contentSeal('key');
  const sealed = seal.seal(Buffer.from('what was kept'));
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => seal.open(changed), `byte ${at}`);
  }
});

test('given a home whose key is another one, when it is started, then what only the old key opens is dropped and keeping begins from the start', () => {
  using place = world();
  const file = join(place.workspace, 'a');
  writeFileSync(file, 'first');
  const old = place.open();
  turn(old, 'one', () => writeFileSync(file, 'second'));
  assert.equal(old.list(9).turns.length, 1);
  old.close();
  const keeper = openKeeper(place.workspace, place.store, {}, contentSeal('another key'));
  assert.deepEqual(keeper.list(9).turns, []);
  turn(keeper, 'two', () => writeFileSync(file, 'third'));
  assert.deepEqual(keeper.apply(keeper.list(1).turns[0]?.id ?? 0, false).left, []);
  assert.equal(readFileSync(file, 'utf8'), 'second');
  keeper.close();
});

test('given a store of the version whose contents were in clear text, when it is opened, then they are removed', () => {
  using place = world();
  writeFileSync(join(place.workspace, 'a'), 'first');
  const old = place.open();
  old.keep();
  old.close();
  const database = new Database(join(place.store, 'index.db'));
  database.exec('DROP TABLE seal');
  database.pragma('user_version = 1');
  database.close();
  place.open().close();
  assert.deepEqual(filesOf(join(place.store, 'objects')), []);
});
