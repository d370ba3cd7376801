import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inTerminal, noPty } from '../../adapters/channels/terminal/pty.ts';
import { withAgent } from '../rig/agent.ts';
import { englishLines } from '../rig/english-lines.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));
const options = { skip: noPty, timeout: 60_000 };

test(
  'given a new home, when the agent starts in a terminal, then six rows say what it is and what to try, and nothing of what was never set up',
  options,
  t =>
    withAgent({}, async ({ path }) => {
      const env = { HOME: path, STRAYLIGHT_HOME: path, OLLAMA_HOST: 'http://127.0.0.1:9' };
      const start = () =>
        inTerminal(t, { columns: 80, rows: 24 }, [process.execPath, launcher, 'start', '--port', '0'], env);
      const first = start();
      const text = await first.until(/Ctrl-D leaves\.[^›]*›$/);
      const rows = text.split('\n').filter(row => row !== '' && row !== '›');
      assert.ok(rows.length <= 6, text);
      assert.match(rows[0] ?? '', /^Straylight \d+\.\d+\.\d+ · demo model \(rules, no AI\) · /);
      assert.match(rows[1] ?? '', /^Page {6}http:\/\/127\.0\.0\.1:\d+\/#t=[\w-]{43}$/);
      assert.equal(rows.filter(row => /^(?:Try {7}| {10})\w/.test(row)).length, 3);
      assert.doesNotMatch(text, /Docker|Ollama|ANTHROPIC|Telegram/);

      first.type('remember that the bins go out on Friday\r');
      await first.until(/Saved: [^›]*›$/);
      first.type('\u0003\u0003');
      assert.equal(await first.exit, 0);
      const again = start();
      const later = await again.until(/the bins go out[^›]*Saved: [^›]*›$/);
      assert.doesNotMatch(later, /^Try/m, 'what to try is for a conversation that has not begun');
      again.type('\u0003\u0003');
      assert.equal(await again.exit, 0);
    }),
);

test(
  'given words and Enter that are typed while the agent starts, when its prompt is there, then they stand in it, and Enter sends them',
  options,
  t =>
    withAgent({}, async ({ path }) => {
      const env = { HOME: path, STRAYLIGHT_HOME: path, OLLAMA_HOST: 'http://127.0.0.1:9' };
      const words = [process.execPath, launcher, 'start', '--port', '0'];
      const chat = inTerminal(t, { columns: 80, rows: 24 }, words, env);
      chat.type('remember that the bins go out on Friday\r');
      await chat.until(/Ctrl-D leaves\.[^›]*› remember that the bins go out on Friday$/);
      chat.type('\r');
      await chat.until(/Saved: [^›]*›$/);
      chat.type('\u0003\u0003');
      assert.equal(await chat.exit, 0);
    }),
);

test(
  'given a user without a home, when the agent starts in a terminal, then six rows say that, too, and where it is',
  options,
  async t => {
    const HOME = mkdtempSync(join(tmpdir(), 'straylight-user-'));
    t.after(() => rmSync(HOME, { recursive: true, force: true, maxRetries: 5 }));
    const words = [process.execPath, launcher, 'start', '--port', '0'];
    const first = inTerminal(t, { columns: 80, rows: 24 }, words, { HOME, OLLAMA_HOST: 'http://127.0.0.1:9' });
    const text = await first.until(/Home: [^›]*›$/);
    const rows = text.split('\n').filter(row => row !== '' && row !== '›');
    assert.equal(rows.length, 6, text);
    assert.match(rows[5] ?? '', /^\/help · \/setup: model, command · Home: ~\/\.straylight$/);
    first.type('\u0003\u0003');
    assert.equal(await first.exit, 0);
  },
);

test(
  'given a new home of an owner who is spoken to in German, when the agent starts in a terminal and a job is set, then no row is in English',
  options,
  t =>
    withAgent({ config: '[owner]\nlanguage = "de"\n' }, async ({ path }) => {
      const env = { HOME: path, STRAYLIGHT_HOME: path, OLLAMA_HOST: 'http://127.0.0.1:9' };
      const words = [process.execPath, launcher, 'start', '--port', '0'];
      const first = inTerminal(t, { columns: 120, rows: 40 }, words, env);
      const text = await first.until(/Strg-D verlässt[^›]*›$/);
      assert.match(text, /^Straylight \S+ · Demomodell \(Regeln, keine KI\) · /m);
      assert.match(text, /^Seite {5}http:[^\n]*\nBeispiel {2}Merk dir[^\n]*\n {10}Mach ein /m);
      first.type('Erinnere mich jeden Montag um 8 an Sport\r');
      const set = await first.until(/→ Der Job ist eingerichtet\.[^›]*›$/);
      const unquoted = (row: string) => row.replace(/^Seite .*/, '');
      assert.deepEqual(englishLines(`${text}\n${set}`.split('\n').map(unquoted).join('\n')), []);
      first.type('\u0003\u0003');
      assert.equal(await first.exit, 0);
    }),
);
