/** Files that a program writes while the store reads them. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ContentSeal, contentSeal } from '../../../src/adapters/undo/content-seal.ts';
import { objectStore } from '../../../src/adapters/undo/object-store.ts';

const mebibyte = 2 ** 20;
const bounds = { maxFileBytes: 20 * mebibyte, maxBytes: 100 * mebibyte };

/** A store whose seal lets `act` happen at each piece that is read. */
function watched(act: () => void) {
  const folder = mkdtempSync(join(tmpdir(), 'undo-growing-'));
  const real = contentSeal('key');
  const seal: ContentSeal = {
    ...real,
    nameOf(content) {
      act();
      return real.nameOf(content);
    },
    naming() {
      const naming = real.naming();
      const update: typeof naming.update = piece => {
        act();
        return naming.update(piece);
      };
      return { name: naming.name, update };
    },
  };
  const objects = join(folder, 'objects');
  const store = objectStore({ folder: objects, seal, known: [], bounds, makeRoom: () => [] });
  const file = join(folder, 'file');
  return {
    store,
    file,
    keep() {
      const fd = openSync(file, 'r');
      try {
        return store.keep(fd);
      } finally {
        closeSync(fd);
      }
    },
    /** What lies on the disk. */
    taken: () =>
      readdirSync(objects, { recursive: true, encoding: 'utf8' })
        .map(name => statSync(join(objects, name)))
        .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

for (const size of [10, 5 * mebibyte, 18 * mebibyte, 20 * mebibyte]) {
  test(`given a file of ${size} bytes that grows while it is read, when it is kept, then no more than it held is read, and it is not kept`, () => {
    let [steps, most] = [0, 0];
    using place = watched(() => {
      if (++steps > 100) return;
      appendFileSync(place.file, Buffer.alloc(2 * mebibyte, 'y'));
      most = Math.max(most, place.taken());
    });
    writeFileSync(place.file, Buffer.alloc(size, 'x'));
    const { object, unkept, isSteady, stats } = place.keep();
    assert.deepEqual({ object, unkept, isSteady }, { object: undefined, unkept: 'changed', isSteady: false });
    assert.ok(stats.size > size);
    assert.ok(most <= size + mebibyte, `${most} bytes lay on the disk`);
    assert.deepEqual([place.store.settle(), place.taken(), place.store.usedBytes], [[], 0, 0]);
  });

  test(`given a file of ${size} bytes that is written over or cut while it is read, when it is kept, then it is not kept`, () => {
    for (const change of ['over', 'cut'] as const) {
      let hasRun = false;
      using place = watched(() => {
        if (hasRun) return;
        hasRun = true;
        const fd = openSync(place.file, change === 'cut' ? 'w' : 'r+');
        writeSync(fd, 'z');
        closeSync(fd);
      });
      writeFileSync(place.file, Buffer.alloc(size, 'x'));
      assert.equal(place.keep().unkept, 'changed', change);
      assert.equal(place.taken(), 0);
    }
  });

  test(`given a file of ${size} bytes that nobody writes, when it is kept, then it is kept whole`, () => {
    using place = watched(() => {});
    writeFileSync(place.file, Buffer.alloc(size, 'x'));
    const { object, isSteady } = place.keep();
    assert.ok(object !== undefined && isSteady);
    place.store.settle();
    assert.equal(place.store.read(object, size)?.length, size);
  });
}
