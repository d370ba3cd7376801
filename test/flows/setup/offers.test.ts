/** What the first screen offers to set up, and `/setup`, which asks for it. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { fileURLToPath } from 'node:url';
import { inTerminal, noPty } from '../../adapters/channels/terminal/pty.ts';
import { test } from '../../slow.ts';
import { environmentOf, withAgent } from '../rig/agent.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));
const options = { skip: noPty, timeout: 120_000 };
const size = { columns: 120, rows: 50 };

test(
  'given a new home, when its owner decides by /setup, then the agent goes on with the answers, and what was decided is offered no more',
  options,
  t =>
    withAgent({}, async ({ path, straylight }) => {
      const runtime = join(path, 'runtime');
      mkdirSync(join(runtime, 'systemd'), { recursive: true });
      writeFileSync(join(runtime, 'systemd', 'private'), '');
      const env = { ...environmentOf(path), PATH: '/usr/bin:/bin', XDG_RUNTIME_DIR: runtime };
      const start = (more = {}) =>
        inTerminal(t, size, [process.execPath, launcher, 'start', '--port', '0'], { ...env, ...more });
      const first = start();
      await first.until(/^\/help · \/setup: model, command, service · Ctrl-C twice stops · Ctrl-D leaves\.\n+›$/m);
      first.type('remember that tea is in the tin\r');
      await first.until(/Saved: [^›]*›$/);
      first.type('/setup\r');
      await first.until(/Which model should answer\?[\s\S]*Not now/);
      // the last one is "Not now"
      first.type('\u001b[A\r');
      await first.until(/Talk to it on Telegram, too\?[\s\S]*Yes/);
      first.type('\r');
      await first.until(/Make the command straylight, by a link at \S+\/\.local\/bin\/straylight\?[\s\S]*Yes/);
      first.type('\u001b[B\r');
      await first.until(/To\s+undo\s+it:\s+rm\s+\S+straylight[\s\S]*Run it as a service[\s\S]*Yes/);
      first.type('\r');
      // the agent has started again, in the conversation of before
      await first.until(/Straylight \d[\s\S]*^\/help · Ctrl-C twice stops[\s\S]*tea is in the tin[\s\S]*›$/m);
      assert.equal(readlinkSync(join(path, '.local', 'bin', 'straylight')), launcher);
      first.type('where is the tea?\r');
      await first.until(/My memory says: [^›]*›$/);
      first.type('\u0003\u0003');
      assert.equal(await first.exit, 0);
      const answered = readFileSync(join(path, 'run', 'answered'), 'utf8').split('\n');
      const put = answered.flatMap(line => (line.includes(' ') ? [line.split(' ')[0]] : []));
      assert.deepEqual(put, ['telegram', 'service']);
      assert.deepEqual(
        answered.filter(line => line !== '' && !line.includes(' ')),
        ['model', 'command', 'service'],
      );

      const again = start({ PATH: `${join(path, '.local', 'bin')}:/usr/bin:/bin` });
      const shown = await again.until(/Ctrl-D leaves\.[^›]*›$/);
      assert.doesNotMatch(shown, /\/setup/);
      // what was put off is not asked again on the same day
      again.type('/setup\r');
      await again.until(/Which model should answer\?[\s\S]*Not now/);
      again.type('\u001b[A\r');
      const after = await again.until(
        /Not now: Telegram, service\.\s+\/setup\s+asks\s+again\s+in\s+a\s+day[\s\S]*Straylight \d[^›]*›$/,
      );
      assert.doesNotMatch(after, /Talk to it on Telegram|Run it as a service/);
      again.type('\u0003\u0003');
      assert.equal(await again.exit, 0);
      const link = await straylight('init', '--link');
      assert.equal(link.code, 1);
      assert.match(link.err, /\.local\/bin\/straylight exists already, and init changes nothing/);
    }),
);

test(
  'given a question of /setup, when its owner leaves it, then the agent goes on, and the rest is still offered',
  options,
  t =>
    withAgent({}, async ({ path, ask }) => {
      await ask('hello');
      const env = { ...environmentOf(path), PATH: '/usr/bin:/bin' };
      const started = inTerminal(t, size, [process.execPath, launcher, 'start', '--port', '0'], env);
      await started.until(/\/setup: model, command · [^›]*›$/);
      started.type('/setup\r');
      await started.until(/Which model should answer\?[\s\S]*Not now/);
      started.type('\u001b[A\r');
      await started.until(/Talk to it on Telegram, too\?[\s\S]*Yes/);
      started.type('\u0003');
      await started.until(/\/setup: command · Ctrl-C twice[^›]*›$/);
      started.type('\u0003\u0003');
      assert.equal(await started.exit, 0);
    }),
);

test(
  'given a chat that did not start the agent, when its owner wants to set it up, then it says how, and the agent goes on',
  options,
  t =>
    withAgent({}, async agent => {
      const running = await agent.start();
      assert.doesNotMatch(running.greeting, /setup/, 'a start without a terminal offers nothing');
      const asked = await agent.straylight('ask', 'hello');
      assert.doesNotMatch(asked.out + asked.err, /setup/);
      const chat = inTerminal(t, size, [process.execPath, launcher, 'chat'], environmentOf(agent.path));
      const shown = await chat.until(/Ctrl-D leaves\.[^›]*›$/);
      assert.doesNotMatch(shown, /\/setup/);
      chat.type('/setup\r');
      await chat.until(/Stop the agent first \("\S+ stop"\); then "\S+ init" asks for model, Telegram/);
      chat.type('\u0004');
      assert.equal(await chat.exit, 0);
    }),
);

test('given no link, when init is to make it, then it leads to this program, and says how to undo it', () =>
  withAgent({ env: { PATH: '/usr/bin:/bin' } }, async agent => {
    await agent.ask('hello');
    const made = await agent.straylight('init', '--link');
    assert.equal(made.code, 0, made.err);
    const file = join(agent.path, '.local', 'bin', 'straylight');
    assert.ok(made.out.includes(`Command: straylight, by a link at ${file}. To undo it: rm ${file}\n`), made.out);
    assert.match(made.out, /Your path lacks that folder/);
    assert.equal(readlinkSync(file), launcher);
    assert.ok(existsSync(file));
  }));

for (const [language, said] of [
  [
    'en',
    /The model workshop\/tiny does not answer: [^›]*ECONNREFUSED[^›]*\/setup, or[^›]*init --model\s+workshop\/tiny\s+--url\s+ADDRESS[^›]*›$/,
  ],
  ['de', /Das Modell workshop\/tiny antwortet nicht: [^›]*ECONNREFUSED[^›]*\/setup, oder[^›]*--url\s+ADRESSE[^›]*›$/],
] as const)
  test(
    `given a model at a wrong address, when the agent starts in a terminal (${language}), then the first screen says it, and what to do`,
    options,
    t => {
      const config = `[owner]\nlanguage = "${language}"\n[models]\ndefault = "workshop/tiny"\n[models.providers.workshop]\nbase_url = "http://127.0.0.1:9/v1"\n`;
      return withAgent({ config }, async ({ path }) => {
        const env = { ...environmentOf(path), PATH: '/usr/bin:/bin' };
        const started = inTerminal(t, size, [process.execPath, launcher, 'start', '--port', '0'], env);
        await started.until(said);
        started.type('\u0003\u0003');
        assert.equal(await started.exit, 0);
      });
    },
  );

test(
  'given a home whose owner has named the demo model, when it is started, then the first screen offers no model',
  options,
  t =>
    withAgent({ config: '[models]\ndefault = "rehearsal/rehearsal"\n' }, async ({ path }) => {
      const env = { ...environmentOf(path), PATH: '/usr/bin:/bin' };
      const chat = inTerminal(t, size, [process.execPath, launcher, 'start', '--port', '0'], env);
      await chat.until(/^\/help · \/setup: command · Ctrl-C twice stops · Ctrl-D leaves\.\n+›$/m);
      chat.type('\u0003\u0003');
      assert.equal(await chat.exit, 0);
    }),
);
