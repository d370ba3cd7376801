/** Messages that are sent in one breath over HTTP: one question to the model, one answer. Real processes and peers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestAgent, withAgent } from '../../flows/rig/agent.ts';
import { clientId } from '../../flows/rig/wire.ts';
import { openaiPeer } from '../../peers/openai.ts';

const session = 'session:web:main';
const web = 'port = 0\ngather_ms = 1000';

test('given two messages that come one behind the other, when the model is asked, then it is asked once, with both', async () => {
  const peer = await openaiPeer({ script: ({ said }) => ({ text: `heard: ${said}` }), models: ['m'] });
  const config = `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\ncontext_tokens = 65536`;
  try {
    await withAgent({ config, web }, async agent => {
      const running = await agent.start();
      const stream = await running.stream();
      const path = `/api/sessions/${encodeURIComponent(session)}/messages`;
      for (const text of ['the list is:', 'first milk'])
        assert.equal((await running.http(path, { clientId: clientId(), text })).status, 202);
      const { report } = await stream.until('turn');
      stream.close();
      await running.stop();
      const asked = peer.requests.filter(({ path }) => path.endsWith('/completions'));
      assert.equal(report.outcome, 'done');
      assert.equal(asked.length, 1);
      assert.match(JSON.stringify(asked[0]?.body), /the list is:[\s\S]*first milk/);
      assert.equal(agent.tables.value("SELECT count(*) FROM messages WHERE role = 'assistant'"), 1);
    });
  } finally {
    await peer.close();
  }
});

test('given a message for a model at home right behind one for any, then the hosted model is not shown it', async () => {
  const cloud = await openaiPeer({ script: () => ({ text: 'cloud heard it' }), models: ['m'] });
  const local = await openaiPeer({ script: () => ({ text: 'local heard it' }), models: ['m'] });
  const config = [
    '[models]\ndefault = "hosted/m"\nfallbacks = ["llamacpp/m"]',
    `[models.providers.hosted]\nbase_url = "${cloud.url}/v1"\nremote = true`,
    `[models.providers.llamacpp]\nbase_url = "${local.url}/v1"`,
  ].join('\n');
  try {
    await withAgent({ config, web }, async agent => {
      const running = await agent.start();
      const stream = await running.stream();
      const path = `/api/sessions/${encodeURIComponent(session)}/messages`;
      for (const text of ['what is new?', '/local my door is zanzibar'])
        assert.equal((await running.http(path, { clientId: clientId(), text })).status, 202);
      await stream.until('turn', () => local.requests.some(({ path }) => path.endsWith('/completions')));
      stream.close();
      await running.stop();
      assert.doesNotMatch(JSON.stringify(cloud.requests), /zanzibar/);
      assert.match(JSON.stringify(local.requests), /zanzibar/);
    });
  } finally {
    await Promise.all([cloud.close(), local.close()]);
  }
});

test('given a message that comes while the model replies to another, when it is asked again, then that message stands behind the reply, also after a restart', async () => {
  const [asking, coming] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const peer = await openaiPeer({
    script: async ({ index, said }) => {
      if (index === 0) {
        asking.resolve();
        await coming.promise;
      }
      return { text: `heard: ${/my \w+ is \w+/.exec(said)?.[0]}` };
    },
    models: ['m'],
  });
  const config = `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\ncontext_tokens = 65536`;
  const say = (running: Awaited<ReturnType<TestAgent['start']>>, text: string) =>
    running.http(`/api/sessions/${encodeURIComponent(session)}/messages`, { clientId: clientId(), text });
  const shown = () =>
    peer.requests
      .filter(({ path }) => path.endsWith('/completions'))
      .map(({ body }) =>
        ((body as { readonly messages: unknown }).messages as readonly { role: string; content: string }[]).slice(1),
      )
      .map(messages =>
        messages.map(({ role, content }) => `${role} ${/(?:heard: )?my \w+ is \w+/.exec(content)?.[0]}`),
      );
  try {
    await withAgent({ config, web: 'port = 0\ngather_ms = 0' }, async agent => {
      const first = await agent.start();
      const stream = await first.stream();
      await say(first, 'my dog is brown');
      await asking.promise;
      await say(first, 'my cat is grey');
      coming.resolve();
      await stream.until('turn');
      stream.close();
      await first.stop();
      const inOrder = ['user my dog is brown', 'assistant heard: my dog is brown', 'user my cat is grey'];
      assert.deepEqual(shown(), [['user my dog is brown'], inOrder]);
      const second = await agent.start();
      const again = await second.stream();
      await say(second, 'my car is red');
      await again.until('turn');
      again.close();
      await second.stop();
      assert.deepEqual(shown().at(-1), [...inOrder, 'assistant heard: my cat is grey', 'user my car is red']);
    });
  } finally {
    await peer.close();
  }
});
