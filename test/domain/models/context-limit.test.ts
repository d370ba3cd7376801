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
