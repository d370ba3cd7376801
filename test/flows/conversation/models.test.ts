/** Which model answers for what: roles, the choice for a conversation, and what is said where one is not there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { homePaths } from '../../../config/home.ts';
import type { ModelPeer } from '../../peers/model-server.ts';
import { openaiPeer } from '../../peers/openai.ts';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';

const verdict = JSON.stringify({ verdict: 'pass', reason: '' });

interface Servers {
  readonly agent: TestAgent;
  /** How often each was called. */
  readonly calls: () => readonly [one: number, two: number];
}

const callsOf = ({ requests }: ModelPeer) => requests.filter(({ path }) => path.endsWith('/completions')).length;

/** Two servers, `one` and `two`; each says its name, or passes what a gate shows it. */
async function withServers(settings: string, story: (servers: Servers) => Promise<void>): Promise<void> {
  const script =
    (name: string) =>
    ({ system }: { readonly system: string }) => ({ text: system.includes('You judge one text') ? verdict : name });
  const one = await openaiPeer({ script: script('one'), models: ['m'] });
  const two = await openaiPeer({ script: script('two'), models: ['m'] });
  const server = (name: string, { url }: ModelPeer) =>
    `[models.providers.${name}]\npreset = "vllm"\nbase_url = "${url}/v1"\n`;
  const config = `[models]\ndefault = "one/m"\n${server('one', one)}${server('two', two)}${settings}`;
  try {
    await withAgent({ config }, agent => story({ agent, calls: () => [callsOf(one), callsOf(two)] }));
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
}

const gate = '[[gates]]\nname = "tone"\non = "output"\nkind = "model"\nquestion = "Nothing rude."\npromote = true\n';

describe('which model answers', { concurrency: 2 }, () => {
  test('given a role with a model of its own, when it is needed, then that server is called for it, and the budget has it under its name', () =>
    withServers(`[models.roles]\ngate = "two/m"\nchef = "two/m"\n${gate}`, async ({ agent, calls }) => {
      assert.equal(await agent.ask('hello'), 'one\n');
      assert.deepEqual(calls(), [1, 1]);
      assert.deepEqual(agent.tables.rows('SELECT session, model FROM spend ORDER BY session'), [
        { session: 'gate:tone', model: 'two/m' },
        { session: 'session:terminal:main', model: 'one/m' },
      ]);
      assert.match((await agent.straylight('budget')).out, /Other model calls today\n *gate tone/);
      const { out } = await agent.straylight('models');
      assert.match(out, /two\/m\n {4}gate: .*\n {4}models\.roles\.gate; then one\/m/);
      assert.match(out, /one\/m\n {4}session: .*\n(?: {4}\w+: .*\n)* {4}the default, named in config\.toml/);
      assert.match(out, /models\.roles\.chef is set, but there is no such role; there are session, /);
      assert.match((await agent.straylight('doctor')).out, /models\.roles\.chef: there is no such role/);
    }));

  test('given a model chosen for a conversation, when it goes on after a kill, then it still answers there and nowhere else', () =>
    withServers('', async ({ agent, calls }) => {
      const first = await agent.start();
      assert.equal((await first.say('session:web:main', 'hello')).reply, 'one');
      const use = ['models', 'use', 'two/m', '--conversation', 'web:main'];
      assert.match((await agent.straylight(...use)).out, /This conversation uses two\/m/);
      assert.equal((await first.say('session:web:main', 'hello')).reply, 'two');
      await first.kill();
      const again = await agent.start();
      assert.equal((await again.say('session:web:main', 'hello')).reply, 'two');
      assert.equal((await again.say('session:web:other', 'hello')).reply, 'one');
      assert.match(
        (await agent.straylight('models', '--conversation', 'web:main')).out,
        /two\/m\n {4}session: .*\n {4}chosen for this/,
      );
      assert.match(
        (await agent.straylight('models', 'use', 'default', '--conversation', 'web:main')).out,
        /one\/m again/,
      );
      assert.equal((await again.say('session:web:main', 'hello')).reply, 'one');
      assert.deepEqual(calls(), [3, 2]);
    }));

  test('given names that cannot be chosen, when they are, then each is refused with what to do', () =>
    withServers('[models.providers.groq]\n', async ({ agent }) => {
      await agent.ask('hello');
      for (const [name, expected] of [
        ['m', /expected a model as "provider\/model", got "m"/],
        ['nobody/m', /give it a table \[models\.providers\.nobody\]/],
        ['groq/m', /GROQ_API_KEY is not set; put it into \.env/],
        ['two/n', /two does not offer n; it offers m/],
      ] as const) {
        const { code, err } = await agent.straylight('models', 'use', name, '--conversation', 'main');
        assert.notEqual(code, 0);
        assert.match(err, expected);
      }
    }));

  test('given a role whose key is not set, when the conversation needs it, then the default answers, and the reply names the variable', () =>
    withServers('[models.providers.groq]\n[models.roles]\nsession = "groq/m"\n', async ({ agent }) => {
      assert.match(await agent.ask('hello'), /^one\n\n\(.*GROQ_API_KEY is not set.*one\/m answered/);
    }));

  test('given a preference for local models, when a hosted one is the default, then the local one answers, and where that is down the default says so', async () => {
    const [cloud, local] = await Promise.all([
      openaiPeer({ script: () => ({ text: 'cloud' }), models: ['m'] }),
      openaiPeer({ script: () => ({ text: 'local' }), models: ['m'] }),
    ]);
    const config = [
      '[models]\ndefault = "hosted/m"\nfallbacks = ["llamacpp/m"]\nprefer = "local"',
      `[models.providers.hosted]\nbase_url = "${cloud.url}/v1"\nremote = true`,
      `[models.providers.llamacpp]\nbase_url = "${local.url}/v1"`,
    ].join('\n');
    try {
      await withAgent({ config }, async agent => {
        assert.equal(await agent.ask('hello'), 'local\n');
        assert.match(
          (await agent.straylight('models')).out,
          /llamacpp\/m\n {4}session: .*\n(?: {4}\w+: .*\n)* {4}models\.prefer is local/,
        );
        await local.close();
        assert.match(await agent.ask('hello'), /^cloud\n\n\(.*was not reachable; hosted\/m answered/);
      });
    } finally {
      await Promise.all([cloud.close(), local.close()]);
    }
  });

  test('given a hosted server that lists its prices and counts no tokens, when it has answered, then it is billed by them, and the estimate is marked', async () => {
    const pricing = { prompt: '0.000001', completion: '0.000002' };
    const peer = await openaiPeer({
      script: () => ({ text: 'ok' }),
      models: ['some/model'],
      dialect: { usage: 'none', facts: { context_length: 32_768, pricing } },
    });
    const config = `[models]\ndefault = "openrouter/some/model"\n[models.providers.openrouter]\nbase_url = "${peer.url}/v1"\n`;
    try {
      await withAgent({ config, env: { OPENROUTER_API_KEY: 'sk-or-test-5d20c7e1' } }, async agent => {
        await agent.ask('hello');
        const [row] = agent.tables.rows('SELECT micros, usage FROM spend') as { micros: number; usage: string }[];
        const { inputTokens, outputTokens, estimated } = JSON.parse(row?.usage ?? '{}');
        assert.deepEqual([row?.micros, estimated], [inputTokens + 2 * outputTokens, true]);
        assert.match((await agent.straylight('budget')).out, /1 call, 1 estimated +\$1 in, \$2 out, per million/);
        assert.match((await agent.straylight('models', 'prices')).out, /anthropic\/claude-opus-5 +5 in +25 out/);
      });
    } finally {
      await peer.close();
    }
  });

  test('given a model that answers the observer wrongly twice, when a conversation rests, then rules look through it, once, and the log says so', async () => {
    const observer = await openaiPeer({ script: () => ({ text: 'Certainly! Graz is lovely.' }), models: ['m'] });
    const config = [
      '[models]\ndefault = "rehearsal/rehearsal"\n[models.roles]\nobserver = "vllm/m"',
      `[models.providers.vllm]\nbase_url = "${observer.url}/v1"`,
      '[learning]\npromotion_mode = "auto"\nidle_ms = 200',
    ].join('\n');
    try {
      await withAgent({ config }, async agent => {
        const running = await agent.start();
        const stream = await running.stream();
        await running.say('session:web:main', 'My sister lives in Graz.');
        await stream.until('batch', ({ rows }) =>
          rows.some((row: { id: string; leaf: string }) => row.id.startsWith('observer:') && row.leaf === 'done'),
        );
        stream.close();
        await running.stop();
        assert.equal(callsOf(observer), 2);
        assert.match(JSON.stringify(observer.requests.at(-1)?.body), /does not fit what was asked for: it is not JSON/);
        assert.deepEqual(agent.tables.rows("SELECT content, status FROM memories WHERE source = 'observer'"), [
          { content: 'My sister lives in Graz', status: 'pending' },
        ]);
        const log = readFileSync(join(homePaths(agent.path).logs, 'straylight.jsonl'), 'utf8');
        const said = log.split('\n').filter(line => line.includes('"model.misfit"'));
        assert.equal(said.length, 1);
        assert.partialDeepStrictEqual(JSON.parse(said[0] ?? ''), {
          level: 'warn',
          role: 'observer',
          heading: 'observer',
          model: 'vllm/m',
          answeredBy: 'rules',
        });
        assert.ok(!log.includes('Graz'));
      });
    } finally {
      await observer.close();
    }
  });
});
