/** In CI nothing that matters may be left out: what tests skip where a machine lacks it has to be there. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chooseExecutor } from '../src/adapters/executors/choose-executor.ts';
import { defaultLimits } from '../src/adapters/executors/limits.ts';
import { systemClock } from '../src/adapters/process/clock.ts';

const skip = process.env['CI'] === 'true' ? false : 'only CI has to have everything';

test('given CI, when commands are run, then it is in a sandbox', { skip }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'straylight-'));
  try {
    const folders = { workspace: join(home, 'workspace'), scripts: join(home, 'scripts') };
    for (const folder of Object.values(folders)) mkdirSync(folder);
    const { executor, reason } = await chooseExecutor({ ...folders, limits: defaultLimits, clock: systemClock });
    await executor.close();
    assert.equal(executor.kind, 'bubblewrap', reason);
  } finally {
    rmSync(home, { recursive: true });
  }
});

test('given CI, when a terminal is needed, then there is one to be had', { skip }, () => {
  const { status, stderr } = spawnSync('python3', ['-c', 'import pty'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr || 'python3 is not installed');
});
