/** The model step of `straylight init` without a terminal: what it checks, what it writes, and what it never touches. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { homePaths } from '../../../config/home.ts';
import { openaiPeer } from '../../peers/openai.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

const key = 'sk-workshop-5d20c7e1';
const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

describe('the model of a new home', { concurrency: 2 }, () => {
  test('given a server on this machine, when init is given its model, then it is asked for one word, written beside what stands there, and answers', async () => {
    const peer = await openaiPeer({ models: ['tiny', 'other'] });
    try {
      await withAgent({}, async agent => {
        await agent.ask('hello'); // the home of this test is looked over too
        const fresh = join(agent.path, 'fresh');
        const init = ['init', '--home', fresh, '--model', 'llamacpp/tiny', '--url', `${peer.url}/v1`];
        const made = await agent.straylight(...init);
        assert.equal(made.code, 0, made.err);
        assert.match(made.out, /Model: llamacpp\/tiny, which responds/);
        assert.match(
          made.out,
          /^ {2}config\.toml: default = "llamacpp\/tiny" in \[models\], and the table \[models\.providers\.llamacpp\]$/m,
        );
        const config = read(homePaths(fresh).configFile);
        assert.match(config, /^\[models\]\n(?:#.*\n)*default = "llamacpp\/tiny"$/m);
        assert.ok(config.endsWith(`\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\n`));
        assert.match(config, /# What the agent calls you/, 'all else is as it was');
        const asked = await agent.straylight('ask', '--home', fresh, 'hello');
        assert.match(asked.out, /You said: hello/);
        const { out } = await agent.straylight('budget', '--home', fresh);
        assert.match(out, /setup/);

        const again = await agent.straylight(...init.with(4, 'llamacpp/other'));
        assert.equal(again.code, 0, again.err);
        assert.match(again.out, /Model: llamacpp\/other[^\n]*\n {2}instead of llamacpp\/tiny\n/);
        const replaced = config.replace('"llamacpp/tiny"', '"llamacpp/other"');
        assert.equal(read(homePaths(fresh).configFile), replaced);
        const nowhere = await agent.straylight(...init.with(-1, 'http://127.0.0.1:9/v1'));
        assert.equal(nowhere.code, 1);
        assert.match(nowhere.err, /127\.0\.0\.1:9.*nothing was changed/);
        assert.equal(read(homePaths(fresh).configFile), replaced);
      });
    } finally {
      await peer.close();
    }
  });

  test('given a conversation that is to be looked through, when a model is tried, then it gets one word to answer, and nothing of the home', async () => {
    const peer = await openaiPeer({ models: ['tiny'] });
    try {
      await withAgent({ config: '[learning]\nidle_ms = 100\nenabled = false\n' }, async agent => {
        await agent.ask('I live in Lisbon and my bike has the frame number WX-4411');
        const { configFile } = homePaths(agent.path);
        writeFileSync(configFile, read(configFile).replace('enabled = false', 'enabled = true'));
        const made = await agent.straylight('init', '--model', 'llamacpp/tiny', '--url', `${peer.url}/v1`);
        assert.equal(made.code, 0, made.err);
        const asked = JSON.stringify(peer.requests);
        assert.match(asked, /Answer with the one word: ready/);
        assert.doesNotMatch(asked, /WX-4411|Lisbon/);
        const { out } = await agent.straylight('audit', 'list', '--kind', 'agent');
        assert.doesNotMatch(out, /llamacpp/, 'a try is no start of the agent');
      });
    } finally {
      await peer.close();
    }
  });

  test('given a server whose address has changed, when init is given the new one, then it stands in the place of the old one, and both are said', async () => {
    const [old, other] = [await openaiPeer({ models: ['tiny'] }), await openaiPeer({ models: ['tiny'] })];
    const config = `[models]\ndefault = "workshop/tiny"\n[models.providers.workshop]\n# mine\nbase_url = "${old.url}/v1"\ncontext_tokens = 9000\n`;
    try {
      await withAgent({ config }, async agent => {
        const { configFile } = homePaths(agent.path);
        const before = read(configFile);
        await old.close();
        const moved = await agent.straylight('init', '--model', 'workshop/tiny', '--url', `${other.url}/v1`);
        assert.equal(moved.code, 0, moved.err);
        assert.ok(
          moved.out.includes(
            `base_url = "${other.url}/v1" in [models.providers.workshop], instead of "${old.url}/v1"\n`,
          ),
          moved.out,
        );
        assert.equal(read(configFile), before.replace(old.url, other.url), 'all else is as it was');
        assert.equal(await agent.ask('hello'), 'You said: hello\n');
        const inline = before.replace(
          /\[models\.providers\.workshop\][\s\S]*?9000/,
          `providers.workshop = { base_url = "${old.url}/v1" }`,
        );
        writeFileSync(configFile, inline);
        const refused = await agent.straylight(
          'init',
          '--model',
          'workshop/tiny',
          '--url',
          `${other.url}/v1`,
          '--no-check',
        );
        assert.equal(refused.code, 1);
        assert.match(refused.err, /the address of workshop stands in config\.toml where init cannot change it/);
        assert.equal(read(configFile), inline);
      });
    } finally {
      await other.close();
    }
  });

  test('given a server that answers whatever model is named, when init is given one that it does not list, then nothing is asked or written, and the near ones are named; --no-check takes it', async () => {
    const peer = await openaiPeer({ models: ['tiny', 'other:8b'], dialect: { anyModel: true } });
    try {
      await withAgent({}, async agent => {
        const { configFile } = homePaths(agent.path);
        const before = read(configFile);
        const init = ['init', '--model', 'llamacpp/othr:8b', '--url', `${peer.url}/v1`];
        const refused = await agent.straylight(...init);
        assert.equal(refused.code, 1, refused.out);
        assert.match(
          refused.err,
          /llamacpp does not list a model othr:8b; it lists other:8b, tiny\. To take one: straylight init --model llamacpp\/other:8b; to take othr:8b all the same: --no-check\. Nothing was changed/,
        );
        assert.equal(read(configFile), before);
        assert.deepEqual(
          peer.requests.filter(({ method }) => method === 'POST'),
          [],
        );
        const forced = await agent.straylight(...init, '--no-check');
        assert.equal(forced.code, 0, forced.err);
        assert.match(forced.out, /^Model: llamacpp\/othr:8b$/m);
        const mended = await agent.straylight('init', '--model', 'llamacpp/other:8b');
        assert.match(mended.out, /^Model: llamacpp\/other:8b, which responds$/m);
        await agent.ask('hello');
      });
    } finally {
      await peer.close();
    }
  });

  test('given the word "demo", when init and a conversation are given it as their model, then it is the demo model', async () => {
    await withAgent({}, async agent => {
      const made = await agent.straylight('init', '--model', 'demo');
      assert.equal(made.code, 0, made.err);
      assert.match(made.out, /^Model: rehearsal\/rehearsal, which responds$/m);
      assert.match(read(homePaths(agent.path).configFile), /^default = "rehearsal\/rehearsal"$/m);
      await agent.ask('hello');
      const chosen = await agent.straylight('models', 'use', 'demo', '--conversation', 'terminal:main');
      assert.match(chosen.out, /uses rehearsal\/rehearsal/, chosen.err);
    });
  });

  test('given a hosted server, when its key comes from standard input, then it goes into .env alone; a wrong one is not kept', async () => {
    const peer = await openaiPeer({ key, models: ['m'] });
    try {
      await withAgent({ secrets: [key] }, async agent => {
        const { configFile, envFile } = homePaths(agent.path);
        const before = read(configFile);
        const init = ['init', '--model', 'workshop/m', '--url', `${peer.url}/v1`, '--key-stdin'];
        const wrong = await agent.straylightWith('sk-workshop-wrong', ...init);
        assert.equal(wrong.code, 1);
        assert.match(wrong.err, /401/);
        assert.deepEqual([read(configFile), /^WORKSHOP/m.test(read(envFile))], [before, false]);
        const right = await agent.straylightWith(`${key}\n`, ...init);
        assert.equal(right.code, 0, right.err);
        assert.match(read(envFile), new RegExp(`^WORKSHOP_API_KEY=${key}$`, 'm'));
        assert.match(read(configFile), /\[models\]\ndefault = "workshop\/m"/);
        assert.match(read(configFile), /key = "WORKSHOP_API_KEY"/);
        assert.doesNotMatch(right.out + right.err + read(configFile), /5d20c7e1/);
        assert.equal(await agent.ask('hello'), 'You said: hello\n');
      });
    } finally {
      await peer.close();
    }
  });

  test('given a running agent whose key is wrong, when .env gets another, then the next message is answered, and the new key is shown nowhere', async () => {
    const peer = await openaiPeer({ key, models: ['m'] });
    const config = `[models]\ndefault = "workshop/m"\n[models.providers.workshop]\nbase_url = "${peer.url}/v1"\nkey = "WORKSHOP_KEY"\n`;
    try {
      await withAgent({ config, secrets: [key] }, async agent => {
        const { envFile } = homePaths(agent.path);
        writeFileSync(envFile, 'WORKSHOP_KEY=sk-workshop-old-00000000\n', { mode: 0o600 });
        const running = await agent.start();
        const before = await running.say('session:web:main', 'hello');
        assert.equal(before.outcome, 'failed');
        assert.match(before.reply, /refused the key \(401.*check WORKSHOP_KEY/);
        writeFileSync(envFile, `WORKSHOP_KEY=${key}\n`);
        const after = await running.say('session:web:main', 'again');
        assert.deepEqual([after.outcome, after.reply], ['done', 'You said: again']);
        const said = { clientId: 'm3', text: `it is ${key}` };
        const { status, json } = await running.http('/api/sessions/session%3Aweb%3Amain/messages', said);
        assert.deepEqual([status, /a credential \(WORKSHOP_KEY\)/.test(json.error.message)], [403, true]);
        await running.stop();
      });
    } finally {
      await peer.close();
    }
  });

  test('given a running agent whose key was missing at the start, when the key comes into .env, then the next message is answered without a restart', async () => {
    const peer = await openaiPeer({ key, models: ['m'] });
    const config = `[models]\ndefault = "workshop/m"\n[models.providers.workshop]\nbase_url = "${peer.url}/v1"\nkey = "WORKSHOP_KEY"\n`;
    try {
      await withAgent({ config, secrets: [key] }, async agent => {
        const { envFile } = homePaths(agent.path);
        const running = await agent.start();
        const before = await running.say('session:web:main', 'hello');
        assert.equal(before.outcome, 'failed');
        assert.match(before.reply, /WORKSHOP_KEY is not set/);
        writeFileSync(envFile, `WORKSHOP_KEY=${key}\n`, { mode: 0o600 });
        const after = await running.say('session:web:main', 'again');
        assert.deepEqual([after.outcome, after.reply], ['done', 'You said: again']);
        const said = { clientId: 'm4', text: `it is ${key}` };
        const { status } = await running.http('/api/sessions/session%3Aweb%3Amain/messages', said);
        assert.equal(status, 403, 'it is known as a credential');
        await running.stop();
      });
    } finally {
      await peer.close();
    }
  });

  test('given an address that no key may be sent to, when its key comes into .env of a running agent, then it is not used', () =>
    withAgent(
      {
        config: '[models]\ndefault = "anthropic/claude-sonnet-5"\n',
        env: { ANTHROPIC_BASE_URL: 'http://workshop.example' },
        secrets: [key],
      },
      async agent => {
        const running = await agent.start();
        const before = await running.say('session:web:main', 'hello');
        assert.match(before.reply, /ANTHROPIC_API_KEY is not set/);
        writeFileSync(homePaths(agent.path).envFile, `ANTHROPIC_API_KEY=${key}\n`, { mode: 0o600 });
        const after = await running.say('session:web:main', 'again');
        assert.match(after.reply, /ANTHROPIC_API_KEY is not set/);
        await running.stop();
        const refused = await agent.straylight('start');
        assert.equal(refused.code, 1);
        assert.match(refused.err, /ANTHROPIC_API_KEY/);
      },
    ));

  test('given answers that cannot be, when init has them, then each is refused with what to do, and nothing is written', () =>
    withAgent({}, async agent => {
      const { configFile } = homePaths(agent.path);
      const before = read(configFile);
      for (const [words, expected] of [
        [['--model', 'tiny'], /expected a model as "provider\/model"/],
        [['--model', 'workshop/m'], /workshop is not known; give its address with --url/],
        [['--model', 'ollama/m', '--url', 'http://127.0.0.1:9'], /the address of ollama is set in \[models\.ollama\]/],
        [
          ['--model', 'llamacpp/m', '--url', 'http://127.0.0.1:9/v1'],
          /^straylight: .*127\.0\.0\.1:9.*; check that it runs, and --url; nothing was changed\n$/,
        ],
        [
          ['--model', 'workshop/m', '--url', 'here/v1'],
          /^straylight: --url: expected an address as in http:\/\/127\.0\.0\.1:8000\/v1, .* got "here\/v1"\n$/,
        ],
        [
          ['--model', 'workshop/m', '--url', '127.0.0.1:9/v1'],
          /^straylight: .*127\.0\.0\.1:9.*; check that it runs, and --url; nothing was changed\n$/,
        ],
        [
          ['--model', 'workshop/m', '--url', 'http://me:pass@a/v1'],
          /^straylight: --url: [^\n]*, without user, password/,
        ],
        [['--url', 'http://127.0.0.1:9'], /--url goes with --model/],
      ] as const) {
        const { code, err } = await agent.straylight('init', ...words);
        assert.equal(code, 1, err);
        assert.match(err, expected);
        assert.equal(read(configFile), before);
      }
      const unchecked = ['init', '--model', 'llamacpp/m', '--url', 'http://127.0.0.1:9/v1', '--no-check'];
      assert.equal((await agent.straylight(...unchecked)).code, 0);
      assert.match(read(configFile), /default = "llamacpp\/m"/);
    }));
});
