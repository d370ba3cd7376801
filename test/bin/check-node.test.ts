import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../bin/check-node.sh', import.meta.url));

/** Runs the guard where the first `node` on PATH is this shell script. */
function guarded(t: TestContext, node: string) {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-guard-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 });
  const PATH = [folder, '/usr/bin', '/bin'].join(delimiter);
  return spawnSync('/bin/sh', [script], { env: { PATH }, encoding: 'utf8' });
}

test('given a Node that is new enough, when npm asks the guard, then it says nothing and goes on', t => {
  for (const version of ['v26.0.0', 'v26.10.0', 'v31.2.1-nightly']) {
    const { status, stdout, stderr } = guarded(t, `echo ${version}`);
    assert.deepEqual([status, stdout, stderr], [0, '', '']);
  }
});

test('given that the Node of the package was not installed, when npm asks the guard, then it says which Node it found and what to do', t => {
  for (const version of ['v20.20.2', 'v25.9.0', 'v8.0.0']) {
    const { status, stderr } = guarded(t, `echo ${version}`);
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`Node 26 or newer is needed, and this is ${version}`));
    assert.match(stderr, /npm ci/);
  }
});

test('given a Node that lacks its library, when npm asks the guard, then it names the package to install', t => {
  const message = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file';
  const { status, stderr } = guarded(t, `echo '${message}' >&2; exit 127`);
  assert.equal(status, 1);
  assert.ok(stderr.includes(message));
  assert.match(stderr, /apt install libatomic1/);
});

test('given the scripts of the package, when npm starts or tests, then the guard comes first', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.match(scripts.start, /^sh bin\/check-node\.sh && /);
  assert.match(scripts.test, /^sh bin\/check-node\.sh && /);
});
