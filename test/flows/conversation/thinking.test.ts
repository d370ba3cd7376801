/** A model that thinks before its calls, as its owner has set it: what goes out, what comes back, and what nobody sees. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { homePaths } from '../../../config/home.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import { openaiPeer } from '../../peers/openai.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { call } from '../rig/mind.ts';

const key = 'sk-ant-test-4f1d9c27';

test('given a model that thinks before each call, when the process is another one in between, then its thoughts go back unchanged and are shown nowhere', async () => {
  const peer = await anthropicPeer({
    key,
    models: [{ id: 'claude-sonnet-5', maxInputTokens: 200_000, thinking: 'enabled' }],
    script: [
      { ...call('memory_save', { content: 'I like tea' }), thinking: 'pondering-one', redactedThinking: 'c2VjcmV0' },
      { ...call('execute_command', { command: 'echo two' }), thinking: 'pondering-two' },
      { text: 'Both are done.', thinking: 'pondering-three' },
      { text: 'You like tea.' },
    ],
  });
  const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: peer.url };
  const config = '[models]\ndefault = "anthropic/claude-sonnet-5"\n[models.effort]\nsession = "high"\n';
  try {
    await withAgent({ config, env }, async agent => {
      const said = [await agent.ask('remember that I like tea, and run echo two'), await agent.ask('what do I like?')];
      assert.match(said[0] ?? '', /Both are done\./);
      const asked = peer.requests.filter(({ path }) => path === '/v1/messages').map(({ body }) => JSON.stringify(body));
      assert.equal(asked.length, 4);
      assert.ok(asked.every(body => body.includes('"thinking":{"type":"enabled"')));
      const signed = (thought: string) => `"thinking":"","signature":"EqQB${Buffer.from(thought).toString('base64')}"`;
      assert.ok(asked[1]?.includes(signed('pondering-one')) && asked[1].includes('"data":"c2VjcmV0"'));
      for (const body of asked.slice(2))
        for (const one of ['pondering-one', 'pondering-two']) assert.ok(body.includes(signed(one)));
      const shown = agent.tables.rows('SELECT body FROM messages UNION ALL SELECT body FROM deliveries');
      assert.doesNotMatch(JSON.stringify([said, shown]), /pondering|EqQB|c2VjcmV0/);
      const { value } = await agent.json('models');
      const role = value.roles.find((one: { role: string }) => one.role === 'session');
      assert.equal(role.effort, 'high');
    });
  } finally {
    await peer.close();
  }
});

test('given a server like DeepSeek that thinks in plain words, when its calls are answered by another process, then it gets them back, nobody else does, and forgetting takes them out', async () => {
  const peer = await openaiPeer({
    key,
    models: ['deepseek-v4'],
    dialect: { thoughts: 'reasoning_content' },
    script: [
      { ...call('memory_save', { content: 'I like tea' }), thinking: 'They mention the word periwinkle in passing' },
      { text: 'It is saved.', thinking: 'done' },
      { text: 'You like tea.' },
      { text: 'Still here.' },
    ],
  });
  const config = `[models]\ndefault = "deepseek/deepseek-v4"\n[models.providers.deepseek]\nbase_url = "${peer.url}/v1"\n`;
  try {
    await withAgent({ config, env: { DEEPSEEK_API_KEY: key }, hasForgotten: true }, async agent => {
      assert.equal(await agent.ask('remember that I like tea, periwinkle'), 'It is saved.\n');
      assert.equal(await agent.ask('what do I like?'), 'You like tea.\n');
      const asked = peer.requests.filter(({ path }) => path.endsWith('/completions')).map(({ body }) => body);
      for (const body of asked.slice(1))
        assert.match(JSON.stringify(body), /"reasoning_content":"They mention the word/);
      const kept = () => readFileSync(homePaths(agent.path).database).includes('periwinkle');
      assert.ok(kept());
      const forget = ['memory', 'forget', '--words', 'periwinkle'];
      const asks = await agent.straylight(...forget);
      const [, word = ''] = /--confirm (\S+)/.exec(asks.out + asks.err) ?? [];
      const forgot = await agent.straylight(...forget, '--confirm', word);
      assert.equal(forgot.code, 0, `${asks.out}${asks.err}${forgot.out}${forgot.err}`);
      assert.ok(!kept());
      assert.equal(await agent.ask('still there?'), 'Still here.\n');
    });
  } finally {
    await peer.close();
  }
});
