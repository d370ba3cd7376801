import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { letInOf } from '../../../src/adapters/undo/let-in.ts';
import type { LetInFolder } from '../../../src/ports/files/confined.ts';
import { openKeeper, picture, turn, type World, world } from './world.ts';

/** A workspace with folders that were let in: `app` to write, `docs` to read. */
function placed(w: World) {
  const letIn = ['app', 'docs'].map((name): LetInFolder => {
    const path = join(w.folder, 'projects', name);
    mkdirSync(path, { recursive: true });
    mkdirSync(join(w.workspace, name));
    return { name, path, isWritable: name === 'app' };
  });
  const [app = '', docs = ''] = letIn.map(({ path }) => path);
  const open = (some: readonly LetInFolder[] = letIn, isDirect = false) =>
    openKeeper(w.workspace, w.store, {}, undefined, letInOf(some, isDirect));
  return { app, docs, letIn, open };
}

test('given a turn that changes, deletes and adds files in a folder that was let in, when it is undone, then all of it is as before, and the folder stands', () => {
  using w = world();
  const { app, open } = placed(w);
  mkdirSync(join(app, 'src/deep'), { recursive: true });
  for (const file of ['a.txt', 'src/b.txt', 'src/deep/c.txt']) writeFileSync(join(app, file), `before ${file}`);
  writeFileSync(join(w.workspace, 'own.txt'), 'before');
  const keeper = open();
  keeper.keep();
  const before = [...picture(app), ...picture(w.workspace)];
  turn(keeper, 'one', () => {
    writeFileSync(join(app, 'a.txt'), 'after');
    rmSync(join(app, 'src'), { recursive: true });
    mkdirSync(join(app, 'new'));
    writeFileSync(join(app, 'new/d.txt'), 'after');
    symlinkSync('/etc/hostname', join(app, 'link'));
    writeFileSync(join(w.workspace, 'own.txt'), 'after');
  });
  const id = keeper.list(9).turns[0]?.id ?? 0;
  assert.deepEqual(
    keeper
      .show(id)
      ?.changes.map(({ path }) => path)
      .toSorted(),
    [
      ...['app/a.txt', 'app/link', 'app/new', 'app/new/d.txt'],
      ...['app/src', 'app/src/b.txt', 'app/src/deep', 'app/src/deep/c.txt', 'own.txt'],
    ],
  );
  assert.deepEqual(keeper.apply(id, false).left, []);
  assert.deepEqual([...picture(app), ...picture(w.workspace)], before);
  keeper.close();
});

test('given a turn that empties a folder that was let in, or removes it, when it is undone, then it is there with what it held', () => {
  using w = world();
  const { app, open } = placed(w);
  writeFileSync(join(app, 'a.txt'), 'before');
  const keeper = open();
  keeper.keep();
  turn(keeper, 'one', () => rmSync(app, { recursive: true }));
  assert.deepEqual(keeper.apply(keeper.list(9).turns[0]?.id ?? 0, false).left, []);
  assert.equal(readFileSync(join(app, 'a.txt'), 'utf8'), 'before');
  keeper.close();
});

test('given a folder that is only for reading, when a turn changes something, then it is not kept in a sandbox, and is kept without one', () => {
  for (const isDirect of [false, true]) {
    using w = world();
    const { docs, letIn, open } = placed(w);
    writeFileSync(join(docs, 'paper.txt'), 'before');
    const keeper = open(letIn, isDirect);
    keeper.keep();
    turn(keeper, 'one', () => writeFileSync(join(docs, 'paper.txt'), 'after'));
    const [first] = keeper.list(9).turns;
    assert.equal(first?.changed, isDirect ? 1 : undefined);
    if (first) keeper.apply(first.id, false);
    assert.equal(readFileSync(join(docs, 'paper.txt'), 'utf8'), isDirect ? 'before' : 'after');
    keeper.close();
  }
});

test('given a call that a crash has cut in two, when a folder is let in or taken out before the next start, then what is in it is no change of that turn, and no undo touches it', () => {
  using w = world();
  const { app, letIn, open } = placed(w);
  writeFileSync(join(app, 'mine.txt'), 'of the owner');
  const call = { turn: 'cut', session: 'session:test', what: 'Do it.' };
  const first = open([]);
  first.begin({ call: 'call:1', ...call });
  writeFileSync(join(w.workspace, 'made.txt'), 'by the turn');
  first.close();
  const second = open();
  second.recover();
  const id = second.list(9).turns[0]?.id ?? 0;
  assert.deepEqual(
    second.show(id)?.changes.map(({ path }) => path),
    ['made.txt'],
  );
  second.begin({ call: 'call:2', ...call, turn: 'cut again' });
  second.close();
  const third = open(letIn.slice(1));
  third.recover();
  for (const overwrite of [false, true]) for (const one of third.list(9).turns) third.apply(one.id, overwrite);
  assert.equal(readFileSync(join(app, 'mine.txt'), 'utf8'), 'of the owner');
  assert.equal(existsSync(join(w.workspace, 'made.txt')), false);
  third.close();
});

test('given a turn in one folder, when another has its name, then its undo touches neither, and does once the first is let in again', () => {
  using w = world();
  const { app, docs, letIn, open } = placed(w);
  writeFileSync(join(app, 'a.txt'), 'before');
  writeFileSync(join(docs, 'a.txt'), 'after');
  const first = open(letIn.slice(0, 1));
  first.keep();
  turn(first, 'one', () => {
    writeFileSync(join(app, 'a.txt'), 'after');
    writeFileSync(join(app, 'new.txt'), 'after');
  });
  const id = first.list(9).turns[0]?.id ?? 0;
  first.close();
  for (const table of [[{ name: 'app', path: docs, isWritable: true }], []]) {
    const other = open(table);
    other.recover();
    assert.deepEqual(
      other.show(id)?.changes.map(({ standing }) => standing),
      ['lost', 'lost'],
    );
    assert.equal(other.apply(id, true).restored, 0);
    other.close();
  }
  assert.deepEqual([readFileSync(join(docs, 'a.txt'), 'utf8'), readdirSync(docs)], ['after', ['a.txt']]);
  assert.deepEqual(readdirSync(join(w.workspace, 'app')), []);
  const again = open(letIn.slice(0, 1));
  assert.deepEqual(again.apply(id, false).left, []);
  assert.deepEqual([readFileSync(join(app, 'a.txt'), 'utf8'), readdirSync(app)], ['before', ['a.txt']]);
  again.close();
});
