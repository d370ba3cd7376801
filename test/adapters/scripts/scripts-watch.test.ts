/** The watch over the scripts, where the folder has more files than are watched. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { watchScripts } from '../../../src/adapters/scripts/scripts-watch.ts';
import { manualClock } from '../models/manual-clock.ts';

test('given more files than are watched, when the watch begins, then the folder is looked at now and then, and watched once it has fewer', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-scripts-watch-'));
  const clock = manualClock();
  for (const name of ['a.py', 'b.py', 'c.py']) writeFileSync(join(folder, name), '');
  let looked = Promise.withResolvers<void>();
  const timed = { next: Promise.withResolvers<void>() };
  const touched: string[] = [];
  const watch = await watchScripts(folder, {
    touched: file => void touched.push(file),
    flooded: () => looked.resolve(),
    lost: error => assert.fail(error),
    clock: {
      after(ms, work) {
        timed.next.resolve();
        return clock.after(ms, work);
      },
    },
    mostWatched: 2,
  });
  t.after(async () => {
    await watch.close();
    rmSync(folder, { recursive: true, force: true });
  });
  clock.advance(30_000);
  await looked.promise;
  rmSync(join(folder, 'a.py'));
  looked = Promise.withResolvers();
  clock.advance(30_000);
  await looked.promise;
  timed.next = Promise.withResolvers();
  writeFileSync(join(folder, 'b.py'), 'print(1)');
  await timed.next.promise;
  clock.advance(25);
  assert.deepEqual(touched, ['b.py']);
});
