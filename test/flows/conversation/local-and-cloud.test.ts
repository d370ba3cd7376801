/** Where a message may be answered: at home, elsewhere, and what becomes of it without a network. Real processes and peers. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { ModelPeer } from '../../peers/model-server.ts';
import { ollamaPeer } from '../../peers/ollama.ts';
import { openaiPeer } from '../../peers/openai.ts';
import type { Script } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';
import { sees, stands, withTelegram } from '../rig/telegram-agent.ts';
import { clientId } from '../rig/wire.ts';

const main = 'session:web:main';

interface Servers {
  readonly agent: TestAgent;
  readonly cloud: ModelPeer;
  readonly local: ModelPeer;
  /** How often each was asked. */
  readonly asked: () => readonly [cloud: number, local: number];
}

const speaks =
  (name: string): Script =>
  ({ said }) => ({ text: `${name} heard: ${said}` });

const callsOf = ({ requests }: ModelPeer) => requests.filter(({ path }) => path.endsWith('/completions')).length;

/** A hosted server, which is the default, and one that runs at home. */
async function withBoth(
  story: (servers: Servers) => Promise<void>,
  { cloudSays = speaks('cloud'), settings = 'fallbacks = ["llamacpp/m"]', more = '' } = {},
): Promise<void> {
  const [cloud, local] = await Promise.all([
    openaiPeer({ script: cloudSays, models: ['m'] }),
    openaiPeer({ script: speaks('local'), models: ['m'] }),
  ]);
  try {
    await withAgent({ config: configOf(cloud, local, settings) + more }, agent =>
      story({ agent, cloud, local, asked: () => [callsOf(cloud), callsOf(local)] }),
    );
  } finally {
    await Promise.all([cloud.close(), local.close()]);
  }
}

function configOf(cloud: ModelPeer, local: ModelPeer, settings = 'fallbacks = ["llamacpp/m"]'): string {
  return [
    `[models]\ndefault = "hosted/m"\n${settings}`,
    `[models.providers.hosted]\nbase_url = "${cloud.url}/v1"\nremote = true`,
    `[models.providers.llamacpp]\nbase_url = "${local.url}/v1"\n`,
  ].join('\n');
}

describe('where a message is answered', { concurrency: 2 }, () => {
  test('given a hosted model and one at home, when messages begin with /local and /cloud, then each is answered there, without the word, and the next one as usual', () =>
    withBoth(async ({ agent, asked }) => {
      const lines = ['/local what is 2+2?', 'and now?', '/cloud and this?', '/local'].join('\n');
      const { code, out } = await agent.straylightWith(lines, 'chat');
      assert.equal(code, 0);
      assert.match(out, /local heard: what is 2\+2\?[\s\S]*cloud heard: and now\?[\s\S]*cloud heard: and this\?/);
      assert.match(out, /Write your message behind it, as in "\/local what is a monad\?"/);
      assert.deepEqual(asked(), [2, 1]);
      assert.doesNotMatch(out, /answered instead|not reachable/);
      assert.equal(await agent.ask('/local hello'), 'local heard: hello\n');
      const running = await agent.start();
      assert.equal((await running.say(main, '/local hello')).reply, 'local heard: hello');
      const { status } = await running.http(`/api/sessions/${encodeURIComponent(main)}/messages`, {
        clientId: clientId(),
        text: 'hello',
        only: 'nowhere',
      });
      assert.equal(status, 400);
      assert.deepEqual(asked(), [2, 3]);
    }));

  test('given a chat on Telegram, when a message begins with /local, then the model at home answers it, also where it was corrected', async () => {
    const [cloud, local] = await Promise.all([
      openaiPeer({ script: speaks('cloud'), models: ['m'] }),
      openaiPeer({ script: speaks('local'), models: ['m'] }),
    ]);
    try {
      await withTelegram(
        async (agent, telegram) => {
          await agent.start();
          const said = telegram.say(42, '/local what is 2+2?');
          await sees(telegram, /^local heard: what is 2\+2\?/);
          telegram.edit(said, '/local what is 2+3?');
          await sees(telegram, /^local heard: .*what is 2\+3\?/s);
          telegram.say(42, 'hello');
          await sees(telegram, /^cloud heard: hello/);
          assert.equal(callsOf(cloud), 1);
        },
        { config: configOf(cloud, local) },
      );
    } finally {
      await Promise.all([cloud.close(), local.close()]);
    }
  });

  test('given a model at home that is down, when a message was for it alone, then the turn waits, and nobody else ever reads it', () =>
    withBoth(async ({ agent, local, asked }) => {
      await local.close();
      const running = await agent.start();
      await running.http(`/api/sessions/${encodeURIComponent(main)}/messages`, {
        clientId: clientId(),
        text: 'hello',
        only: 'local',
      });
      await stands(running, main, 'waitingForModel');
      assert.equal(asked()[0], 0);
      await running.kill();
      await stands(await agent.start(), main, 'waitingForModel');
      assert.equal(asked()[0], 0, 'nor after a restart');
    }));

  test('given no model at home, when a message is for one, then it is refused with what to do', () =>
    withBoth(
      async ({ agent, asked }) => {
        const { code, err } = await agent.straylight('ask', '/local hello');
        assert.equal(code, 1);
        assert.match(err, /no model in line runs on your machine/);
        assert.deepEqual(asked(), [0, 0]);
      },
      { settings: '' },
    ));

  test('given no network, when three tries have failed, then the model at home answers and says so', () =>
    withBoth(
      async ({ agent, asked }) => {
        assert.match(
          await agent.ask('hello'),
          /^local heard: hello\n\n\(The chosen model was not reachable; llamacpp\/m answered/,
        );
        assert.deepEqual(asked(), [3, 1]);
      },
      { cloudSays: () => ({ fault: 'refuse' }) },
    ));

  test('given no network and no model at home, when the network is back, then the turn has waited, and is answered by itself', async () => {
    let isDown = true;
    await withBoth(
      async ({ agent, asked }) => {
        const running = await agent.start();
        const reply = running.say(main, 'hello');
        await stands(running, main, 'waitingForModel');
        assert.deepEqual(asked(), [3, 0]);
        isDown = false;
        assert.equal((await reply).reply, 'cloud heard: hello');
      },
      {
        cloudSays: asked => (isDown ? { fault: 'refuse' } : { text: `cloud heard: ${asked.said}` }),
        settings: 'longest_pause = "1s"',
      },
    );
  });

  test('given a turn that a hosted model began and one at home ended, when its cost is shown, then cloud and local tokens stand apart', () =>
    withBoth(
      async ({ agent }) => {
        const out = await agent.ask('hello');
        assert.match(out, /\[Cloud: [\d,]+ tokens \(\$\d\.\d\d\) \| Local: [\d,]+ tokens \(\$0\.00\)\]/);
      },
      {
        // it asks for a tool, and is gone when its result is there
        cloudSays: ({ steps }) =>
          steps === 0 ? { toolCalls: [{ name: 'list_files', arguments: { path: '.' } }] } : { fault: 'refuse' },
        more: '[budget]\nshow_cost = true\n',
      },
    ));

  test('given models of Ollama’s cloud, one of them under another name, when a message is for this machine, then neither reads it', async () => {
    const capabilities = ['completion', 'tools'];
    const peer = await ollamaPeer({
      script: speaks('elsewhere'),
      models: [
        { name: 'big:120b-cloud', contextTokens: 40_960, capabilities, remoteHost: 'https://ollama.example' },
        { name: 'mine', contextTokens: 40_960, capabilities, remoteHost: 'https://ollama.example' },
      ],
    });
    const chats = () => peer.requests.filter(({ path }) => path === '/api/chat').length;
    try {
      for (const [name, refusal] of [
        ['big:120b-cloud', /no model in line runs on your machine/],
        ['mine', /runs on another machine, and this message is for models on this one alone/],
      ] as const) {
        const config = `[models]\ndefault = "ollama/${name}"\n`;
        await withAgent({ config, env: { OLLAMA_HOST: peer.url } }, async agent => {
          const { out, err } = await agent.straylight('ask', '/local hello');
          assert.match(out + err, refusal);
        });
        assert.equal(chats(), 0, name);
      }
    } finally {
      await peer.close();
    }
  });
});
