import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { firstFactor, learnedFactor } from '../../../src/domain/context/token-factor.ts';
import { noUsage } from '../../../src/domain/conversation/message.ts';

const counted = (inputTokens: number, more: object = {}) => ({ ...noUsage, inputTokens, ...more });

suite('how a model counts', () => {
  test('given a model that counts more than was thought, when it replies, then that is believed at once', () =>
    assert.equal(learnedFactor(firstFactor, 1000, counted(1300)), 1.3));

  test('given a model that counts less, when it replies again and again, then the factor comes down little by little', () => {
    let factor = 1.3;
    const steps: number[] = [];
    for (let at = 0; at < 30; at += 1) {
      factor = learnedFactor(factor, 1000, counted(700));
      steps.push(factor);
    }
    assert.ok((steps[0] ?? 0) > 1.1, `${steps[0]}`);
    assert.ok(factor > 0.7 && factor < 0.702, `${factor}`);
  });

  test('given tokens read from a cache and written to it, when they are counted, then they are part of the request', () =>
    assert.equal(learnedFactor(0.8, 1000, counted(100, { cacheReadTokens: 700, cacheWriteTokens: 200 })), 1));

  for (const [what, estimated, usage] of [
    ['a short request', 499, counted(600)],
    ['a count of ours', 1000, counted(1300, { estimated: true })],
    ['no count', 1000, counted(0)],
    ['a count of the new part alone', 10_000, counted(300)],
    ['a count beyond every language', 1000, counted(9000)],
  ] as const)
    test(`given ${what}, when it comes, then nothing is learned`, () =>
      assert.equal(learnedFactor(0.9, estimated, usage), 0.9));
});
