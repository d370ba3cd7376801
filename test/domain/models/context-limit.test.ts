import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftOutText, smallText } from '../../../src/domain/models/context-limit.ts';

test('given a window that is a guess, when it is spoken of, then it is said to be assumed, and how it is set; a known one is a fact', () => {
  const guess = { contextTokens: 8_192, limit: 'assumed' } as const;
  assert.match(
    smallText('mine/some', guess, 'en'),
    /^mine\/some is assumed to take 8,192 tokens at once: .* set context_tokens in \[models\.providers\.mine\] of config\.toml/,
  );
  assert.match(
    smallText('mine/some', guess, 'de'),
    /^mine\/some fasst vermutlich 8\.192 Token auf einmal: .*context_tokens/,
  );
  assert.match(smallText('mine/some', { ...guess, limit: 'llamacpp' }, 'en'), /^mine\/some takes only 8,192 tokens/);
  const left = { window: 8_192, older: 1, shortened: 0, tools: 0, limit: 'assumed' } as const;
  assert.match(
    leftOutText('mine/some', left, 'en'),
    /is assumed to take 8,192 tokens at once; it did not see older messages/,
  );
});

test('given windows of each size, when they are spoken of, then what one is enough for is told apart, with the setting to change', () => {
  const text = (contextTokens: number, limit: 'model' | 'ollama-settings') =>
    smallText('ollama/q:4b', { contextTokens, limit }, 'en');
  assert.equal(
    text(2_048, 'ollama-settings'),
    'ollama/q:4b takes only 2,048 tokens at once: that is too little to work with: a conversation takes 4,096. For more, raise max_context_tokens in [models.ollama] of config.toml.',
  );
  assert.match(text(4_096, 'model'), /: that is enough to talk; work with tools takes 8,192\. .*default in \[models\]/);
  assert.match(text(8_192, 'model'), /: tools are described in few words/);
  assert.equal(text(16_384, 'model'), '');
  const nothing = { older: 0, shortened: 0, tools: 0, limit: 'model' } as const;
  assert.match(
    leftOutText('ollama/q:4b', { ...nothing, window: 2_048 }, 'de'),
    /^ollama\/q:4b fasst nur 2\.048 Token auf einmal\. Das ist zu wenig: Ein Gespräch braucht 4\.096\. /,
  );
  assert.match(
    leftOutText('ollama/q:4b', { ...nothing, tools: 26, window: 4_096 }, 'en'),
    /it did not see 26 tools\. That is enough to talk; work with tools takes 8,192\. /,
  );
  assert.doesNotMatch(leftOutText('ollama/q:4b', { ...nothing, tools: 9, window: 8_192 }, 'en'), /enough/);
});
