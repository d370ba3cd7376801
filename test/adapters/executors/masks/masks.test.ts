import assert from 'node:assert/strict';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { masksOf } from '../../../../src/adapters/executors/masks/masks.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import { privateNames } from '../../../../src/domain/privacy/private-names.ts';

function world(t: TestContext, files: readonly string[]) {
  const home = mkdtempSync(join(tmpdir(), 'straylight-masks-'));
  const [workspace, scripts] = [join(home, 'workspace'), join(home, 'scripts')];
  mkdirSync(scripts);
  for (const file of files) {
    mkdirSync(join(workspace, file, '..'), { recursive: true });
    writeFileSync(join(workspace, file), 'x');
  }
  const names = privateNames(['notes/taxes', '*.kdbx.bak']);
  const masks = masksOf({ workspace, scripts, clock: systemClock, privateNames: names });
  t.after(() => {
    masks.close();
    rmSync(home, { recursive: true });
  });
  return { workspace, masks };
}

it('given private files by name, place and mark, when a sandbox is planned, then each is covered and its folder held', async t => {
  const { masks } = world(t, [
    '.env',
    'inbox/sensitive/a.txt',
    'notes/taxes',
    'x/vault.kdbx.bak',
    'src/secrets.ts',
    'README.md',
  ]);
  const { mounts, hidden } = await masks.plan();
  assert.deepEqual(hidden.toSorted(), [
    '/workspace/.env',
    '/workspace/inbox/sensitive',
    '/workspace/notes/taxes',
    '/workspace/x/vault.kdbx.bak',
  ]);
  const held = mounts.filter(({ kind }) => kind === 'same').map(({ target }) => target);
  assert.deepEqual(held.toSorted(), ['/workspace/inbox', '/workspace/notes']);
});

it('given a file that is named, when a sandbox is planned, then it alone is to be seen', async t => {
  const { masks } = world(t, ['.env', 'inbox/sensitive/a.txt', 'inbox/sensitive/b.txt']);
  const { mounts, hidden, gives } = await masks.plan(['/workspace/inbox/sensitive/a.txt']);
  assert.equal(gives, true);
  assert.deepEqual(hidden.toSorted(), ['/workspace/.env', '/workspace/inbox/sensitive']);
  assert.ok(mounts.some(({ kind, target }) => kind === 'same' && target === '/workspace/inbox/sensitive/a.txt'));
  assert.ok(!mounts.some(({ target }) => target.endsWith('b.txt')));
});

it('given another name and a link of a private file, when a sandbox is planned, then the name is covered and the link names nothing', async t => {
  const { workspace, masks } = world(t, ['.env']);
  linkSync(join(workspace, '.env'), join(workspace, 'plain.txt'));
  symlinkSync('.env', join(workspace, 'token.txt'));
  const { mounts, gives } = await masks.plan(['/workspace/token.txt', '/workspace/plain.txt']);
  assert.deepEqual(mounts.map(({ target }) => target).toSorted(), ['/workspace/.env', '/workspace/plain.txt']);
  assert.equal(gives, false);
});

it('given a private file that is replaced or comes later, when the plan is compared, then it is another one', async t => {
  const { workspace, masks } = world(t, ['.env']);
  const { identity } = await masks.plan();
  assert.equal(await masks.identity(), identity);
  rmSync(join(workspace, '.env'));
  writeFileSync(join(workspace, '.env'), 'y');
  const replaced = await masks.identity();
  assert.notEqual(replaced, identity);
  writeFileSync(join(workspace, 'id_rsa'), 'z');
  assert.notEqual(await masks.identity(), replaced);
});
