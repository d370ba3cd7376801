/**
 * Commands can fill scripts and workspace with files. What is counted here is work: entries looked at, files read,
 * words told.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { directExecutor } from '../../../src/adapters/executors/direct/direct.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { confinedFiles } from '../../../src/adapters/files/confined-files.ts';
import { confinedPaths } from '../../../src/adapters/files/confined-path.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { mostEntries, scriptsFolder } from '../../../src/adapters/scripts/scripts-folder.ts';
import { type ScriptsWatch, watchScripts } from '../../../src/adapters/scripts/scripts-watch.ts';
import { toolRegistry } from '../../../src/adapters/scripts/tool-registry.ts';
import { listFilesTool } from '../../../src/adapters/tools/list-files.ts';
import { searchFilesTool } from '../../../src/adapters/tools/search-files.ts';
import { whyLeftOut } from '../../slow.ts';
import { use } from '../files/confined-world.ts';
import { manualClock } from '../models/manual-clock.ts';
import { toolWorld } from '../tools/tool-world.ts';

/** Five times what is looked through of a folder for tools, two and a half times what file tools read of one. */
const flood = 50_000;

/**
 * As many files as one folder holds, made by another process while this one goes on. Every tenth claims to be a tool.
 */
async function flooded(folder: string, count: number): Promise<void> {
  const program = `
import os, sys
for at in range(int(sys.argv[2])):
    os.close(os.open(f'{sys.argv[1]}/f{at}' + ('.json' if at % 10 == 0 else ''), os.O_CREAT | os.O_WRONLY, 0o644))`;
  await promisify(execFile)('python3', ['-c', program, folder, String(count)]);
}

const schema = (name: string) =>
  JSON.stringify({ name, description: 'Known.', parameters: { type: 'object', properties: {} } });

suite('a flood of files', { skip: whyLeftOut() }, () => {
  const root = mkdtempSync(join(tmpdir(), 'straylight-flood-'));
  const folder = join(root, 'scripts');
  let watch: ScriptsWatch | undefined;
  after(async () => {
    await watch?.close();
    rmSync(root, { recursive: true, force: true });
  });
  const counted = { touched: 0, flooded: 0, timers: 0 };
  const clock = manualClock();
  let heard = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  const touched = new Set<string>();

  before(async () => {
    mkdirSync(folder);
    const timing = {
      after(ms: number, work: () => void) {
        counted.timers++;
        heard.resolve();
        return clock.after(ms, work);
      },
    };
    watch = await watchScripts(folder, {
      touched: file => {
        counted.touched++;
        touched.add(file);
      },
      flooded() {
        counted.flooded++;
        looked.resolve();
      },
      lost: error => assert.fail(error),
      clock: timing,
    });
    await flooded(folder, flood);
  });

  test('given the folder that is watched, when the flood comes, then the watch rests, says so once, and hears again', async () => {
    assert.deepEqual(
      { ...counted },
      { touched: 0, flooded: 0, timers: 2 },
      'a moment begun, and the rest that ended it',
    );
    clock.advance(1_000);
    await looked.promise;
    assert.equal(counted.flooded, 1);
    heard = Promise.withResolvers();
    touched.clear();
    writeFileSync(join(folder, 'mine.json'), schema('mine'));
    writeFileSync(join(folder, 'mine.py'), 'print(1)');
    await heard.promise;
    for (let wait = 0; wait < 50 && touched.size < 2; wait++) {
      clock.advance(25);
      await new Promise(setImmediate);
    }
    assert.deepEqual([...touched].toSorted(), ['mine.json', 'mine.py']);
    assert.ok(counted.timers < 60);
  });

  test('given the flooded folder, when it is looked through, then a bounded part is, and the tools that were known are found', () => {
    const real = scriptsFolder(folder, systemClock.id);
    const { names, isCut } = real.names();
    assert.ok(isCut && names.length <= mostEntries, `${names.length}`);
    const read: string[] = [];
    const registry = toolRegistry({
      folder: {
        ...real,
        read(file, most) {
          read.push(file);
          return real.read(file, most);
        },
      },
      known: () => ['mine'],
      reserved: () => false,
      onEvent: () => {},
      clock: systemClock,
    });
    assert.equal(registry.get('mine')?.problem, undefined);
    assert.equal(registry.get('mine')?.program, 'mine.py');
    assert.ok(
      registry.entries().length <= 500 && read.length <= 2 * 500,
      `${registry.entries().length}, ${read.length}`,
    );
    read.length = 0;
    assert.deepEqual(registry.rescan(), { isCut: true });
    assert.ok(read.length <= 2 * 1_000, `${read.length}`);
    registry.close();
  });

  test('given the flooded folder, when file tools list and search it, then they read a bounded part and say so', async () => {
    const paths = confinedPaths({ folders: { workspace: folder, scripts: root, settings: root } });
    const files = confinedFiles(paths, systemClock);
    for (const glob of [undefined, '*.json']) {
      const { text } = await use(listFilesTool(files, { maxOutputBytes: 4_000 }), glob === undefined ? {} : { glob });
      assert.ok(Buffer.byteLength(text) <= 4_500);
      assert.match(text, /too many names to read them all in/);
      assert.ok(Number(/: (\d+) entr/.exec(text)?.[1]) <= 20_000, text.slice(0, 100));
    }
    const search = searchFilesTool(files, { maxOutputBytes: 4_000, clock: systemClock, timeoutMs: 60_000 });
    const { text } = await use(search, { text: 'Known.' });
    assert.ok(Number(/in (\d+) files?/.exec(text)?.[1] ?? 0) <= 20_000);
  });

  test('given a library over a flooded folder, when it starts and goes on, then its owner hears of it once and not of every file', async t => {
    const executor = directExecutor({ workspace: root, scripts: folder, limits: defaultLimits, clock: systemClock });
    const world = await toolWorld(executor);
    t.after(() => world.close());
    await world.open({ scripts: folder });
    await world.reported(/The scripts folder holds more than 10000 files/);
    await world.reported(/\d+ of my tools cannot be used with their current files/);
    assert.equal(world.reports.length, 2, world.reports.join('\n'));
    assert.ok(world.library.service.list().length <= 500);
  });
});
