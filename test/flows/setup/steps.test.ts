/** Telegram, sandbox and service by `straylight init`: by flags, and by questions in a terminal. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { homePaths } from '../../../config/home.ts';
import { inTerminal, noPty } from '../../adapters/channels/terminal/pty.ts';
import { telegramPeer } from '../../peers/telegram/telegram.ts';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';
import { owner } from '../rig/telegram-agent.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));
const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** A program in place of one of this machine: it writes down its words, then does what `script` says. */
function stand(agent: TestAgent, name: string, script = ''): { readonly path: string; readonly words: () => string } {
  const folder = join(agent.path, 'programs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\necho "$@" >> ${folder}/${name}.words\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return { path: `${folder}:${process.env['PATH']}`, words: () => read(join(folder, `${name}.words`)) };
}

/** The home of a test is looked over at its end, so something has to have happened in it. */
const lived = (agent: TestAgent) => agent.ask('hello');

/** The engine of Docker, as far as it is asked whether it will do: it has the image once `made` is there. */
async function withEngine(folder: string, story: (socket: string, made: string) => Promise<void>): Promise<void> {
  const [socket, made] = [join(folder, 'docker.sock'), join(folder, 'image-made')];
  const server = createServer(({ url = '' }, response) => {
    const isMissing = url.startsWith('/images/') && !existsSync(made);
    const known = url === '/_ping' || url === '/info' || url.startsWith('/images/');
    response.statusCode = known && !isMissing ? 200 : 404;
    const info = { OSType: 'linux', NCPU: 2, SecurityOptions: ['name=seccomp,profile=builtin'] };
    response.end(JSON.stringify(url === '/info' ? info : { message: isMissing ? 'No such image' : 'OK' }));
  });
  await new Promise<void>(resolve => void server.listen(socket, resolve));
  try {
    await story(socket, made);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a new home by flags', { concurrency: 2 }, () => {
  test('given the token of a bot, when init reads it, then the bot is asked and the token goes into .env alone; a wrong one and a second one are refused', async () => {
    const telegram = await telegramPeer();
    try {
      await withAgent(
        { config: `[channels.telegram]\napi_root = "${telegram.url}"\n`, secrets: [telegram.token] },
        async agent => {
          const { envFile } = homePaths(agent.path);
          const wrong = await agent.straylightWith('110201543:wrong', 'init', '--telegram-stdin');
          assert.equal(wrong.code, 1);
          assert.match(wrong.err, /token/i);
          assert.doesNotMatch(read(envFile), /^STRAYLIGHT_TELEGRAM_TOKEN/m);
          const right = await agent.straylightWith(`${telegram.token}\n`, 'init', '--telegram-stdin');
          assert.equal(right.code, 0, right.err);
          assert.match(right.out, new RegExp(`Telegram: the bot .*${telegram.bot.username}`));
          assert.match(right.out, /straylight telegram pair/);
          assert.ok(read(envFile).endsWith(`\nSTRAYLIGHT_TELEGRAM_TOKEN=${telegram.token}\n`));
          assert.ok(!(right.out + right.err).includes(telegram.token));
          const again = await agent.straylightWith('another', 'init', '--telegram-stdin');
          assert.equal(again.code, 1);
          assert.match(again.err, /STRAYLIGHT_TELEGRAM_TOKEN is set already/);
          await lived(agent);
        },
      );
    } finally {
      await telegram.close();
    }
  });

  test('given an engine without the image, when init is to make it, then the builder is asked at that engine; what stands there is not made again', () =>
    withAgent({}, async agent => {
      await withEngine(agent.path, async (socket, made) => {
        const docker = stand(agent, 'docker', `touch ${made}`);
        writeFileSync(homePaths(agent.path).configFile, `[sandbox]\ndocker_socket = "${socket}"\n`, { mode: 0o600 });
        const { ended } = agent.launch(['init', '--image'], { PATH: docker.path });
        const { code, err, out } = await ended;
        assert.equal(code, 0, err);
        assert.match(docker.words(), new RegExp(`^--host unix://${socket} build -t straylight-sandbox .*/sandbox\n$`));
        assert.match(out, /^Sandbox: /m);
        const again = await agent.launch(['init', '--image'], { PATH: docker.path }).ended;
        assert.match(again.out, /has the image straylight-sandbox already/);
        assert.equal(docker.words().split('\n').length, 2, 'built once');
      });
      const gone = await agent.straylight('init', '--image');
      assert.equal(gone.code, 1);
      assert.match(gone.err, /the image straylight-sandbox cannot be made: /);
      await lived(agent);
    }));

  test('given systemd, when init makes a service, then the unit starts this program with this home, and one that is there is left alone', () =>
    withAgent({}, async agent => {
      const none = await agent.straylight('init', '--service');
      assert.equal(none.code, 1);
      assert.match(none.err, /systemd runs no services for this user here/);
      const systemctl = stand(agent, 'systemctl');
      const runtime = join(agent.path, 'runtime');
      mkdirSync(join(runtime, 'systemd', 'private'), { recursive: true });
      const env = { PATH: systemctl.path, XDG_RUNTIME_DIR: runtime };
      const made = await agent.launch(['init', '--service'], env).ended;
      assert.equal(made.code, 0, made.err);
      const file = join(agent.path, '.config', 'systemd', 'user', 'straylight.service');
      assert.ok(
        read(file).includes(`ExecStart=${process.execPath} ${launcher} --home ${agent.path} start\n`),
        read(file),
      );
      assert.equal(systemctl.words(), '--user daemon-reload\n--user enable --now straylight.service\n');
      writeFileSync(file, 'mine');
      const again = await agent.launch(['init', '--service'], env).ended;
      assert.equal(again.code, 1);
      assert.match(again.err, /exists already/);
      assert.equal(read(file), 'mine');
      await lived(agent);
    }));

  test('given flags that do not go together, when init has them, then it says so and makes nothing', () =>
    withAgent({}, async agent => {
      const fresh = join(agent.path, 'fresh');
      for (const [words, expected] of [
        [['--key-stdin'], /--key-stdin goes with --model/],
        [['--no-check'], /--no-check goes with --model or --telegram-stdin/],
        [['--model', 'a/b', '--key-stdin', '--telegram-stdin'], /both read standard input/],
      ] as const) {
        const { code, err } = await agent.straylight('init', '--home', fresh, ...words);
        assert.equal(code, 1);
        assert.match(err, expected);
        assert.ok(!existsSync(fresh));
      }
      await lived(agent);
    }));
});

test('given a new home in a terminal, when its owner answers what is asked, then each answer is kept, leaving keeps it, and the next init goes on', {
  skip: noPty,
  timeout: 120_000,
}, async t => {
  const telegram = await telegramPeer({ known: [owner] });
  t.after(() => telegram.close());
  await withAgent(
    {
      // without an engine, which would bring one more question
      config: `[channels.telegram]\napi_root = "${telegram.url}"\n[sandbox]\ndocker_socket = "/nowhere/docker.sock"\n`,
      secrets: [telegram.token],
    },
    async agent => {
      const { configFile, envFile } = homePaths(agent.path);
      const systemctl = stand(agent, 'systemctl');
      const runtime = join(agent.path, 'runtime');
      mkdirSync(join(runtime, 'systemd', 'private'), { recursive: true });
      const env = {
        HOME: agent.path,
        STRAYLIGHT_HOME: agent.path,
        OLLAMA_HOST: 'http://127.0.0.1:9',
        PATH: systemctl.path,
        XDG_RUNTIME_DIR: runtime,
      };
      const init = () => inTerminal(t, { columns: 100, rows: 40 }, [process.execPath, launcher, 'init'], env);
      const first = init();
      const home = await first.until(/Which model should answer\?[\s\S]*Not now/);
      assert.match(home, new RegExp(`Home: ${agent.path}, kept as it is`));
      first.type('\x1b[B');
      await first.until(/● Another server/);
      first.type('\x1b[B');
      await first.until(/● The demo model/);
      first.type('\r');
      await first.until(/Talk to it on Telegram, too\?[\s\S]*Yes/);
      assert.match(read(configFile), /default = "rehearsal\/rehearsal"/);
      first.type('\x1b');
      await first.until(/What was answered is kept; "\S+ init" asks for the rest\./);
      assert.equal(await first.exit, 0);

      const second = init();
      await second.until(/Keep it\?[\s\S]*Choose another/);
      second.type('\r');
      await second.until(/Model: rehearsal\/rehearsal, as config\.toml says\.[\s\S]*Telegram, too\?[\s\S]*Yes/);
      second.type('\x1b[B');
      await second.until(/● Yes/);
      second.type('\r');
      await second.until(/Token of your bot/);
      second.type(`${telegram.token}\r`);
      await second.until(/Pair your Telegram account now\?[\s\S]*Not now/);
      assert.ok(read(envFile).includes(telegram.token));
      second.type('\r');
      const code = /\/start (\w{8})/.exec(await second.until(/Waiting for it/))?.[1];
      telegram.say(owner, `/start ${code}`);
      await second.until(new RegExp(`Telegram account ${owner} .*may now talk to the agent`));
      await second.until(/Sandbox: [\s\S]*Make the command straylight[\s\S]*Yes/);
      second.type('\r');
      await second.until(
        /Make the command straylight[\s\S]*Not now[\s\S]*Run it as a service, from each login on\?[\s\S]*Yes/,
      );
      second.type('\x1b[B');
      await second.until(/● Yes \(/);
      second.type('\r');
      await second.until(/Service: running[\s\S]*Next: \S+ chat/);
      assert.equal(await second.exit, 0);
      assert.match(systemctl.words(), /enable --now straylight\.service/);
      assert.ok(!second.written().includes(telegram.token));

      const third = init();
      await third.until(/Keep it\?[\s\S]*Choose another/);
      third.type('\r');
      await third.until(/Make the command straylight[\s\S]*Yes/);
      third.type('\r');
      const done = await third.until(/Next: \S+ start/);
      assert.match(done, /Telegram: set up, and an account is paired\.[\s\S]*straylight\.service exists already\./);
      assert.equal(await third.exit, 0);
    },
  );
});
