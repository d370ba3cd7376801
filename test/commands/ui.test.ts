import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { style } from '../../src/commands/io.ts';
import { ui } from '../../src/commands/ui.ts';
import type { Fault } from '../../src/machines/domain/failure.ts';

test('given a running process, when its page is asked for, then the link with the token is printed; without one it says what to do', t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-ui-'));
  const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  t.after(() => {
    other.kill();
    rmSync(folder, { recursive: true });
  });
  const files = { lockFile: join(folder, 'lock'), portFile: join(folder, 'port') };
  const out: string[] = [];
  const io = {
    out: (line: string) => void out.push(line),
    err: () => {},
    style: style(false),
    readAll: async () => '',
  };
  const link = (token: string | undefined) => ui({ ...files, token: () => token, io });
  assert.throws(
    () => link('t0ken'),
    ({ failure }: Fault) => /does not run; start it/.test(failure.message),
  );
  writeFileSync(files.lockFile, `${other.pid}\n`);
  assert.throws(
    () => link('t0ken'),
    ({ failure }: Fault) => /serves no page/.test(failure.message),
  );
  writeFileSync(files.portFile, '8420\n');
  assert.throws(
    () => link(undefined),
    ({ failure }: Fault) => /token of the page/.test(failure.message),
  );
  assert.equal(link('t0ken'), 0);
  assert.deepEqual(out, ['http://127.0.0.1:8420/#t=t0ken']);
});
