/** A disk that is full or read-only, a home of somebody else: the program says what is missing and ends with 1. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { test } from '../../slow.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));
const mayMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;
const skip = mayMount ? false : 'this user may not mount anything';

/** Runs shell lines where `$DISK` is a disk of that size of its own, and `$STRAYLIGHT` the program. */
function onDisk(t: TestContext, size: string, lines: string): { readonly code: number | null; readonly said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-disk-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const script = `mount -t tmpfs -o size=${size} tmpfs "$DISK" && ${lines}`;
  const { status, stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script], {
    encoding: 'utf8',
    timeout: 60_000,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      DISK: folder,
      STRAYLIGHT: `${process.execPath} ${launcher}`,
      OLLAMA_HOST: 'http://127.0.0.1:9',
    },
  });
  return { code: status, said: `${stdout}${stderr}` };
}

for (const size of ['64k', '256k', '1m', '3m'])
  test(`given a disk of ${size}, when it is started or asked on it, then it says what is missing and ends`, {
    skip,
  }, t => {
    for (const command of ['start --port 0', 'ask hello']) {
      const { code, said } = onDisk(t, size, `STRAYLIGHT_HOME="$DISK/home" $STRAYLIGHT ${command}`);
      assert.equal(code, 1, said);
      assert.match(said, /expected at least 4 MB of free disk space at \S+home, found \d\.\d MB; free some space/);
    }
  });

test('given a disk without any room, when a home is made on it, then the disk is named', { skip }, t => {
  const { code, said } = onDisk(t, '4k', '$STRAYLIGHT init --home "$DISK/home"');
  assert.equal(code, 1, said);
  assert.match(said, /cannot create the home \S+: there is no room left on the disk of \S+; free some/);
});

test('given a home on a read-only file system, when it is started, looked over or made, then that is said, and not to whom it belongs', {
  skip,
}, t => {
  const { code, said } = onDisk(
    t,
    '64m',
    `$STRAYLIGHT init --home "$DISK/home" >/dev/null; mount -o remount,ro "$DISK"
     $STRAYLIGHT doctor --home "$DISK/home"; $STRAYLIGHT init --home "$DISK/other"; $STRAYLIGHT start --home "$DISK/home"`,
  );
  assert.equal(code, 1, said);
  assert.match(said, /FAIL {2}Home .* is not writable: its file system is read-only\n +→ remount it writable/);
  assert.match(said, /cannot create the home \S+other: \S+ lies on a read-only file system; mount it/);
  assert.match(said, /straylight: \S+home lies on a read-only file system; mount it for writing/);
  assert.doesNotMatch(said, /chown|EROFS:/);
});
