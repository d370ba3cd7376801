import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ask } from '../../inspector/visitor.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));
const skip = spawnSync('python3', ['-c', 'import pty']).status === 0 ? false : 'python3 with its pty module is needed';

/** The program on a terminal of its own; `typed` goes in as soon as something it prints fits. */
async function onTerminal(
  home: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  typed?: { readonly after: RegExp; readonly text: string },
): Promise<string> {
  const bridge = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
  const child = spawn('python3', ['-c', bridge, process.execPath, launcher, ...words], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      STRAYLIGHT_HOME: home,
      TERM: 'xterm',
      OLLAMA_HOST: 'http://127.0.0.1:9',
      NODE_OPTIONS: '--conditions=development',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let out = '';
  let isTyped = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (!typed || isTyped || !typed.after.test(out)) return;
    isTyped = true;
    child.stdin.write(typed.text);
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 0, out);
  return out;
}

/** Waits until the file is there. */
async function written(folder: string, name: string): Promise<string> {
  const watcher = watch(folder);
  try {
    while (!existsSync(join(folder, name))) await once(watcher, 'change');
    return readFileSync(join(folder, name), 'utf8').trim();
  } finally {
    watcher.close();
  }
}

suite('the link to the page', { concurrency: 1 }, () => {
  test('given a running agent, when links are asked for, then one may act, one may look, and a new token ends the one before', () =>
    withAgent({}, async ({ start, straylight }) => {
      const running = await start();
      assert.doesNotMatch(running.greeting, /#t=/, 'no token where it may be kept as a log');
      const link = async (...words: readonly string[]) => (await straylight('ui', ...words)).out.trim();
      const status = async (of: string, body?: unknown) => {
        const [url = '', token = ''] = of.split('/#t=');
        const headers = { authorization: `Bearer ${token}` };
        return (await ask(url, body ? '/api/entries' : '/api/state', { headers, body: body || undefined })).status;
      };
      const [owner, reader] = [await link(), await link('--read-only')];
      assert.match(owner, /^http:\/\/127\.0\.0\.1:\d+\/#t=[\w-]{43}$/);
      assert.deepEqual([await status(owner), await status(reader)], [200, 200]);
      assert.deepEqual([await status(owner, { role: 'owner' }), await status(reader, { role: 'owner' })], [201, 403]);
      const renewed = await link('--new-token');
      assert.notEqual(renewed, owner);
      assert.deepEqual([await status(owner), await status(renewed), await status(reader)], [401, 200, 200]);
      await running.stop();
      const again = await start();
      const now = `${again.url}/#t=${renewed.split('#t=')[1]}`;
      assert.equal(await status(now), 401, 'a token is good until the agent stops');
      assert.equal(await status(await link()), 200);
    }));

  test('given a terminal, when the agent starts in it, then the link stands there', { skip }, () =>
    withAgent({}, async ({ path }) => {
      const out = await onTerminal(path, ['start'], {}, { after: /#t=[\w-]{43}[^›]*›/, text: '\u0003\u0003' });
      assert.match(out, /Page {6}http:\/\/127\.0\.0\.1:\d+\/#t=[\w-]{43}/);
    }),
  );

  test(
    'given a desktop, when the page is asked for on a terminal, then its browser is given a file that only its owner can read, with a way in that is good once',
    {
      skip,
    },
    () =>
      withAgent({}, async ({ path, start }) => {
        await start();
        const browser = join(path, 'browser');
        writeFileSync(
          browser,
          `#!/bin/sh\nprintf '%s\\n' "$1" > '${path}/address.part' && mv '${path}/address.part' '${path}/address'\n`,
        );
        chmodSync(browser, 0o700);
        // no application of this computer is known there, so $BROWSER counts
        const env = { DISPLAY: ':77', BROWSER: browser, XDG_CURRENT_DESKTOP: 'X-Generic', XDG_DATA_DIRS: path };
        const out = await onTerminal(path, ['ui'], env);
        const token = /#t=([\w-]{43})/.exec(out)?.[1] ?? '';
        const file = await written(path, 'address');
        assert.ok(file.startsWith(join(path, 'run', 'open', '/')), file);
        assert.deepEqual(
          [statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777, statSync(join(path, 'run')).mode & 0o777],
          [0o600, 0o700, 0o700],
        );
        const [, url = '', code = ''] = /url=(\S+)\/#o=(\w{32})"/.exec(readFileSync(file, 'utf8')) ?? [];
        assert.ok(!file.includes(code), 'nothing secret stands in its name');
        assert.deepEqual((await ask(url, '/enter', { body: { code } })).json, { token });
        assert.equal((await ask(url, '/enter', { body: { code } })).status, 401);
        assert.ok(!existsSync(file), 'it is gone with its code');
      }),
  );
});
