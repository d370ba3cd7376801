/**
 * What a program in the workspace could do against its keeper: links, pipes, floods, odd names, files nobody may read,
 * bounds.
 */

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Form, inEnglish, says } from '../../../src/domain/policy/sentence.ts';
import type { UndoNote } from '../../../src/domain/undo/undo.ts';
import { picture, turn, world } from './world.ts';

const textOf = (notes: readonly UndoNote[]) => notes.map(({ text }) => text).join(' ');

/** Swaps a folder for a link to outside and back, as fast as it can. */
const swapper = `
import os, sys
os.chdir(sys.argv[1])
while True:
    os.rename('folder', 'aside'); os.symlink(sys.argv[2], 'folder'); os.remove('folder'); os.rename('aside', 'folder')
`;

const leftAs = (path: string, said: Form) => ({ path, why: inEnglish(said), said });

test('given a program that swaps a folder for a link to outside, when the workspace is kept and turns are undone, then nothing outside is read or written', async () => {
  using place = world();
  const outside = join(place.folder, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'file'), 'a secret of the owner');
  writeFileSync(join(outside, 'other'), 'another secret');
  mkdirSync(join(place.workspace, 'folder'));
  writeFileSync(join(place.workspace, 'folder', 'file'), 'inside');
  const sealed = picture(outside);
  const keeper = place.open();
  keeper.keep();
  const child = spawn('python3', ['-c', swapper, place.workspace, outside], { stdio: 'ignore' });
  try {
    for (let count = 0; count < 60; count++) {
      turn(keeper, `turn-${count}`, () => {
        try {
          writeFileSync(join(place.workspace, `free-${count}`), `${count}`);
          rmSync(join(place.workspace, `free-${count - 2}`), { force: true });
        } catch {}
      });
      const [newest] = keeper.list(1).turns;
      if (newest) keeper.apply(newest.id, true);
    }
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  assert.deepEqual(picture(outside), sealed);
  for (const { id } of keeper.list(500).turns)
    assert.doesNotMatch(JSON.stringify(keeper.show(id)), /secret|"path":"folder\/other"/);
  keeper.close();
});

test('given a folder that a turn has swapped for a link to outside, when the turn is undone, then the folder is back and outside is as it was', () => {
  using place = world();
  const outside = join(place.folder, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'file'), 'outside');
  mkdirSync(join(place.workspace, 'folder'));
  writeFileSync(join(place.workspace, 'folder', 'file'), 'inside');
  const [before, sealed] = [picture(place.workspace), picture(outside)];
  const keeper = place.open();
  turn(keeper, 'one', () => {
    rmSync(join(place.workspace, 'folder'), { recursive: true });
    symlinkSync(outside, join(place.workspace, 'folder'));
  });
  assert.deepEqual(keeper.apply(1, false).left, []);
  assert.deepEqual([picture(place.workspace), picture(outside)], [before, sealed]);
  keeper.close();
});

test('given pipes, names that are no UTF-8 and long paths, when a turn deletes all of it, then files come back under the very bytes, and the pipe is said to be lost', () => {
  using place = world();
  const odd = Buffer.concat([Buffer.from(`${place.workspace}/`), Buffer.from([0xff, 0xfe, 0x0a])]);
  writeFileSync(odd, 'odd');
  execFileSync('mkfifo', [join(place.workspace, 'pipe')]);
  const deep = join(place.workspace, ...Array<string>(18).fill('d'.repeat(200)));
  mkdirSync(deep, { recursive: true });
  writeFileSync(join(deep, 'x'), 'deep');
  const keeper = place.open();
  turn(keeper, 'one', () => execFileSync('sh', ['-c', 'rm -rf ./*'], { cwd: place.workspace }));
  const { left } = keeper.apply(1, false);
  assert.deepEqual(left, [leftAs('pipe', says`is a pipe, socket or device, which is not kept`)]);
  assert.equal(readFileSync(odd, 'utf8'), 'odd');
  assert.equal(readFileSync(join(deep, 'x'), 'utf8'), 'deep');
  keeper.close();
});

test('given a flood of files, when the workspace is kept, then it stops at its bound and says so, and what it knew is brought back', () => {
  using place = world();
  for (let count = 0; count < 20; count++) writeFileSync(join(place.workspace, `known-${count}`), `${count}`);
  const before = picture(place.workspace);
  const keeper = place.open({ maxEntries: 100 });
  keeper.keep();
  const flood = join(place.workspace, 'a-flood');
  keeper.begin({ call: 'c', turn: 'one', session: 's', what: 'Flood.' });
  mkdirSync(flood);
  for (let count = 0; count < 3_000; count++) writeFileSync(join(flood, `${count}`), '');
  for (let count = 0; count < 20; count++) rmSync(join(place.workspace, `known-${count}`));
  assert.match(keeper.end('c').map(inEnglish).join(' '), /more than 100 files; those beyond are not kept/);
  assert.match(textOf(keeper.list(1).notes), /more than 100 files/);
  rmSync(flood, { recursive: true });
  keeper.apply(1, true);
  assert.deepEqual(picture(place.workspace), before);
  keeper.close();
});

test('given a file above the bound, when it is deleted, then it is said that it was not kept, before and after', () => {
  using place = world();
  writeFileSync(join(place.workspace, 'large.bin'), Buffer.alloc(3_000));
  const keeper = place.open({ maxFileBytes: 2_000 });
  assert.match(
    keeper.begin({ call: 'c', turn: 'one', session: 's', what: 'Delete.' }).map(inEnglish).join(' '),
    /Not kept for undo: large\.bin \(larger than \[undo\] max_file_mb\)/,
  );
  rmSync(join(place.workspace, 'large.bin'));
  keeper.end('c');
  const shown = keeper.show(1);
  assert.match(textOf(shown?.notes ?? []), /large\.bin/);
  assert.deepEqual(
    shown?.changes.map(({ path, standing }) => [path, standing]),
    [['large.bin', 'lost']],
  );
  keeper.close();
});

test('given a store that is full, when a turn writes much, then the turns of the last day stay, and what was not kept is said', () => {
  using place = world();
  const noise = (seed: number) =>
    Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * seed * 2_654_435_761) >>> 24));
  writeFileSync(join(place.workspace, 'mine'), 'mine');
  const keeper = place.open({ maxBytes: 8_000 });
  turn(keeper, 'one', () => rmSync(join(place.workspace, 'mine')));
  keeper.begin({ call: 'c', turn: 'two', session: 's', what: 'Write.' });
  for (let count = 3; count < 12; count++) writeFileSync(join(place.workspace, `junk-${count}`), noise(count));
  assert.match(keeper.end('c').map(inEnglish).join(' '), /Not kept for undo: junk-.*\[undo\] max_mb is reached/);
  keeper.apply(1, false);
  assert.equal(readFileSync(join(place.workspace, 'mine'), 'utf8'), 'mine');
  keeper.close();
});

test('given two turns whose calls ran at the same time, when one is shown, then it says so', () => {
  using place = world();
  const keeper = place.open();
  keeper.begin({ call: 'a', turn: 'one', session: 's', what: 'A.' });
  keeper.begin({ call: 'b', turn: 'two', session: 't', what: 'B.' });
  writeFileSync(join(place.workspace, 'x'), 'x');
  keeper.end('a');
  assert.throws(() => keeper.apply(1, false), /still at work/);
  keeper.end('b');
  assert.match(textOf(keeper.show(1)?.notes ?? []), /turn 2 ran at the same time/);
  keeper.close();
});

test('given a damaged content, when its turn is undone, then that file is left with the reason and the rest is back', () => {
  using place = world();
  for (const name of ['one', 'two']) writeFileSync(join(place.workspace, name), name.repeat(400));
  let keeper = place.open();
  turn(keeper, 'one', () => {
    for (const name of ['one', 'two']) rmSync(join(place.workspace, name));
  });
  keeper.close();
  const objects = join(place.store, 'objects');
  const [first] = readdirSync(objects, { recursive: true, encoding: 'utf8' }).filter(name =>
    statSync(join(objects, name)).isFile(),
  );
  writeFileSync(join(objects, first ?? ''), 'nothing that zstd knows');
  keeper = place.open();
  const { restored, left } = keeper.apply(1, false);
  assert.deepEqual([restored, left.length], [1, 1]);
  keeper.close();
});

test('given a file that was moved by the owner since, when the turn is undone, then it is a conflict', () => {
  using place = world();
  writeFileSync(join(place.workspace, 'a'), 'first');
  const keeper = place.open();
  turn(keeper, 'one', () => writeFileSync(join(place.workspace, 'a'), 'second'));
  renameSync(join(place.workspace, 'a'), join(place.workspace, 'b'));
  assert.deepEqual(keeper.apply(1, false), { restored: 0, left: [leftAs('a', says`has been deleted since`)] });
  keeper.close();
});
