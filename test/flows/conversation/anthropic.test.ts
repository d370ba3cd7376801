/**
 * The same conversation with Claude's wire, and what is only Anthropic's: refusals, error events, a key that is wrong.
 */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { anthropicPeer } from '../../peers/anthropic.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { modelStories, told } from '../rig/models.ts';

const key = 'sk-ant-test-4f1d9c27';

modelStories({
  name: 'Anthropic',
  model: 'anthropic/claude-sonnet-5',
  path: '/v1/messages',
  table: 'anthropic',
  peer: script => anthropicPeer({ script, key }),
  env: peer => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: peer.url }),
  tells: told(['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens']),
  secrets: [key],
});

describe('only with Anthropic', { concurrency: 4 }, () => {
  test('given a reply that was refused, when it is delivered, then it does not pass as an answer', async () => {
    const peer = await anthropicPeer({
      script: [
        { text: '', stop: 'refusal' },
        { text: 'I ca', stop: 'refusal' },
      ],
      key,
    });
    const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: peer.url };
    try {
      await withAgent({ config: '[models]\ndefault = "anthropic/claude-sonnet-5"\n', env }, async agent => {
        assert.match(await agent.ask('do it'), /^The model declined to answer this\.\n$/);
        assert.match(await agent.ask('do it'), /^I ca\n\nThe model declined to answer this\.\n$/);
      });
    } finally {
      await peer.close();
    }
  });

  test('given an error event in the middle, when the model is asked again, then the whole reply counts', async () => {
    const peer = await anthropicPeer({ script: [{ text: 'Half', fault: 'error-event' }, { text: 'Whole.' }], key });
    const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: peer.url };
    try {
      await withAgent({ config: '[models]\ndefault = "anthropic/claude-sonnet-5"\n', env }, async agent => {
        assert.equal(await agent.ask('hello'), 'Whole.\n');
      });
    } finally {
      await peer.close();
    }
  });

  test('given a wrong key, when the model is asked, then it is asked once, and the owner is told what to mend', async () => {
    const peer = await anthropicPeer({ key: 'another' });
    const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: peer.url };
    try {
      await withAgent(
        { config: '[models]\ndefault = "anthropic/claude-sonnet-5"\n', env, secrets: [key] },
        async agent => {
          const { code, out } = await agent.straylight('ask', 'hello');
          assert.equal(code, 1);
          assert.match(out, /^I could not answer: .*Anthropic refused the key .*check ANTHROPIC_API_KEY/);
          assert.ok(!out.includes(key));
        },
      );
    } finally {
      await peer.close();
    }
  });
});
