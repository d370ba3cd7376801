import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { style } from '../../src/commands/io.ts';
import { type UiOptions, ui } from '../../src/commands/ui.ts';
import type { Fault } from '../../src/domain/supervision/failure.ts';

/** A command before a home of plain files; `acts` is what it asked for, in order. */
function command(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-ui-'));
  const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  t.after(() => {
    other.kill();
    rmSync(folder, { recursive: true });
  });
  const [out, err, acts]: [string[], string[], string[]] = [[], [], []];
  const tokens: Record<string, string | undefined> = { owner: 't0ken', reader: 'rtoken' };
  const files = { lockFile: join(folder, 'lock'), portFile: join(folder, 'port') };
  return {
    out,
    err,
    acts,
    tokens,
    runs: () => writeFileSync(files.lockFile, `${other.pid}\n`),
    serves: () => writeFileSync(files.portFile, '8420\n'),
    run: (options: Partial<UiOptions> = {}) =>
      ui({
        ...files,
        role: 'owner',
        isNew: false,
        json: false,
        token: role => tokens[role],
        renewHere: role => void acts.push(`renewed the ${role}'s here`),
        page: ({ url, token }) => ({
          async file(role) {
            acts.push(`${url} ${token}: a file for the ${role}`);
            return '/home/run/open/a.html';
          },
          async renew(role) {
            acts.push(`${url} ${token}: a new one for the ${role}`);
            tokens[role] = 'newer';
          },
        }),
        io: {
          out: line => void out.push(line),
          err: line => void err.push(line),
          style: style(false),
          readAll: async () => '',
        },
        ...options,
      }),
  };
}

test('given a running process, when its page is asked for, then the link with the token is printed; without one it says what to do', async t => {
  const { run, out, runs, serves, tokens } = command(t);
  const says = (words: RegExp) => (thrown: Fault) => words.test(thrown.failure.message);
  await assert.rejects(run(), says(/is not running; start it/));
  runs();
  await assert.rejects(run(), says(/serves no page/));
  serves();
  tokens['owner'] = undefined;
  await assert.rejects(run(), says(/token of the page/));
  tokens['owner'] = 't0ken';
  assert.equal(await run(), 0);
  assert.equal(await run({ role: 'reader' }), 0);
  assert.deepEqual(out, ['http://127.0.0.1:8420/#t=t0ken', 'http://127.0.0.1:8420/#t=rtoken']);
});

test('given a desktop, when the page is asked for, then its browser gets a file, neither token nor code; where none starts, the link stands there', async t => {
  const { run, out, err, acts, runs, serves } = command(t);
  runs();
  serves();
  const opened: string[] = [];
  assert.equal(await run({ role: 'reader', open: async url => void opened.push(url) }), 0);
  assert.deepEqual(opened, ['/home/run/open/a.html']);
  assert.deepEqual(acts, ['http://127.0.0.1:8420 t0ken: a file for the reader']);
  assert.equal(await run({ open: () => Promise.reject(new Error('no program to open it with')) }), 0);
  assert.equal(out.length, 2);
  assert.match(err[0] ?? '', /^If no page opens, open the link yourself/);
  assert.deepEqual(err.slice(1), ['Open the link yourself: no program to open it with']);
});

test('given links that others may have, when a new token is asked for, then Straylight makes it, or the command where no agent runs', async t => {
  const { run, out, acts, runs, serves } = command(t);
  assert.equal(await run({ isNew: true, role: 'reader' }), 0);
  assert.deepEqual(acts, ["renewed the reader's here"]);
  assert.match(out.pop() ?? '', /Straylight is not running/);
  runs();
  serves();
  assert.equal(await run({ isNew: true }), 0);
  assert.equal(acts.at(-1), 'http://127.0.0.1:8420 t0ken: a new one for the owner');
  assert.deepEqual(out, ['http://127.0.0.1:8420/#t=newer']);
});
