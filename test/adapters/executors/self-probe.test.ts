import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  bubblewrapExecutor,
  bubblewrapHidden,
  bubblewrapWritable,
} from '../../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { coldBubblewrapExecutor } from '../../../src/adapters/executors/bubblewrap/cold.ts';
import { chooseExecutor } from '../../../src/adapters/executors/choose-executor.ts';
import { directExecutor } from '../../../src/adapters/executors/direct/direct.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { namedWalls, selfProbe } from '../../../src/adapters/executors/self-probe.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { toFailure } from '../../../src/domain/supervision/failure.ts';
import { areAllRun } from '../../slow.ts';
import { brokenWalls } from './broken-walls.ts';

// Not under /tmp, which a sandbox has of its own: there a home let in by mistake would be covered again.
const home = mkdtempSync('/var/tmp/straylight-');
const folders = { workspace: join(home, 'workspace'), scripts: join(home, 'scripts') };
for (const folder of Object.values(folders)) mkdirSync(folder);
const hidden = [join(home, 'straylight.db'), join(home, '.env')];
for (const file of hidden) writeFileSync(file, 'TOKEN=only-the-agent-knows-this\n');
const options = { ...folders, limits: defaultLimits, clock: systemClock };
const probing = { hidden: [...hidden, ...bubblewrapHidden], writable: bubblewrapWritable };
const sandboxFile = (name: string) => readFileSync(new URL(`../../../sandbox/${name}`, import.meta.url), 'utf8');
const recipe = sandboxFile('bubblewrap.args');
// The machine's own /tmp is not empty, whatever else is there.
const somebodys = mkdtempSync(join(tmpdir(), 'somebody-'));

const chosen = await chooseExecutor({ ...options, hidden });
await chosen.executor.close();
const skip = chosen.executor.kind === 'bubblewrap' ? false : chosen.reason;

const isRoot = process.getuid?.() === 0;
const world = { home, outside: somebodys, socket: join(home, 'engine.sock'), openRunner: join(home, 'runner.py') };
let engine: Server;
before(async () => {
  engine = createServer().listen(world.socket);
  await new Promise<void>(resolve => engine.once('listening', resolve));
  writeFileSync(world.openRunner, sandboxFile('runner.py').replace('    set_dumpable(0)\n', ''));
});
after(() => {
  engine.close();
  for (const folder of [home, somebodys]) rmSync(folder, { recursive: true, force: true });
});

describe('the self-probe', { skip }, () => {
  for (const [name, open] of [
    ['warm', bubblewrapExecutor],
    ['cold', coldBubblewrapExecutor],
  ] as const)
    it(`given bubblewrap as it is, ${name}, then every wall holds`, async () => {
      const executor = open(options);
      assert.deepEqual(await selfProbe(executor, probing), []);
      await executor.close();
    });

  it('given no walls at all, then most are found not to hold', async () => {
    const executor = directExecutor(options);
    const found = new Set((await selfProbe(executor, probing)).map(({ wall }) => wall));
    await executor.close();
    for (const wall of ['network', 'files', 'processes', 'writes', 'environment'] as const)
      assert.ok(found.has(wall), wall);
  });

  const firstOfEachWall = brokenWalls.filter(
    ({ wall }, index) => index === brokenWalls.findIndex(one => one.wall === wall),
  );
  for (const { name, wall, unfiltered, asRoot, bubblewrap } of areAllRun ? brokenWalls : firstOfEachWall)
    it(`given a sandbox with ${name}, then the probe finds it (${wall})`, { skip: asRoot && !isRoot }, async () => {
      const executor = bubblewrapExecutor({ ...options, recipe: bubblewrap(recipe, world), filtered: !unfiltered });
      const failed = await selfProbe(executor, probing);
      await executor.close();
      assert.ok(
        failed.some(found => found.wall === wall),
        `found: ${namedWalls(failed) || 'nothing'}`,
      );
    });

  it('given at least eight ways to break it, then all were tried', t => {
    t.diagnostic(`${areAllRun ? brokenWalls.length : firstOfEachWall.length} broken sandboxes, each found`);
    assert.ok(firstOfEachWall.length >= 8);
  });
});

describe('choosing with a broken sandbox', { skip }, () => {
  const broken = { ...options, hidden, recipe: recipe.replace('--unshare-all', '--unshare-all --share-net') };

  it('given the choice is free, then it is not used, and the reason names the wall', async () => {
    const { executor, reason } = await chooseExecutor(broken);
    await executor.close();
    assert.equal(executor.kind, 'direct');
    assert.match(reason, /without a sandbox: the sandbox of bubblewrap does not isolate: network \(/);
  });

  it('given the owner wants bubblewrap and nothing else, then no command runs, and the reason names the wall', async () => {
    const { executor, reason } = await chooseExecutor({ ...broken, wanted: 'bubblewrap' });
    assert.equal(executor.kind, 'bubblewrap');
    assert.match(reason, /No command runs: .*network \(/);
    await assert.rejects(
      executor.execute({ command: 'true', timeoutMs: 1_000, signal: new AbortController().signal }),
      error => toFailure(error).kind === 'unavailable' && /network \(/.test(toFailure(error).message),
    );
    assert.equal((await executor.health?.())?.ok, false);
    await executor.close();
  });

  it('given a Docker that works, then it comes first; given one that does not, then what was wrong is kept beside the reason', async () => {
    const docker = { kind: 'docker', writable: bubblewrapWritable } as const;
    const stands = await chooseExecutor({ ...options, docker: { ...docker, open: () => bubblewrapExecutor(options) } });
    assert.deepEqual(
      [stands.executor.kind, stands.reason],
      ['bubblewrap', 'commands run in a sandbox without network.'],
    );
    await stands.executor.close();
    const missing = () => Promise.reject(new Error('no engine answers'));
    const falls = await chooseExecutor({ ...options, docker: { ...docker, open: missing } });
    assert.match(falls.reason, /commands run in a sandbox without network\.$/);
    assert.equal(falls.passedOver, 'no engine answers');
    await falls.executor.close();
  });
});
