/** Names of models as people type them, beside those that a provider lists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoModel, isListed, listedInstead, wholeName } from '../../../src/domain/models/names.ts';

test('given words for the demo model, when they are typed, then they are its whole name; a name stays as it is', () => {
  for (const typed of ['demo', 'Demo', 'the demo model', 'das Demo-Modell', 'rehearsal', 'Regeln'])
    assert.equal(wholeName(typed), demoModel, typed);
  for (const typed of ['ollama/demo', 'demos', 'm']) assert.equal(wholeName(typed), typed);
});

test('given a list of models, when a shorter name of one is wanted, then it is listed', () => {
  assert.ok(isListed(['qwen3:latest'], 'qwen3'));
  assert.ok(isListed(['claude-x-20260101'], 'claude-x'));
  assert.ok(isListed(['claude-x-20260101'], 'claude-x-latest'));
  assert.ok(!isListed(['qwen3:8b'], 'qwen3:4b-instruct'));
});

test('given a model that is not listed, when others are named in its place, then the nearest stands first', () => {
  const listed = ['gemma3:4b', 'llama3.2', 'qwen3:8b'];
  assert.deepEqual(listedInstead(listed, 'qwen3-8b'), ['qwen3:8b', 'gemma3:4b', 'llama3.2']);
  assert.deepEqual(listedInstead(listed, 'qwen'), ['qwen3:8b', 'gemma3:4b', 'llama3.2']);
  assert.deepEqual(listedInstead(listed, 'nothing-like-it'), listed);
});

test('given no list, or one that may have another page, when a model is not on it, then nothing is said against it', () => {
  assert.equal(listedInstead([], 'm'), undefined);
  assert.equal(
    listedInstead(
      Array.from({ length: 100 }, (_, at) => `m${at}`),
      'n',
    ),
    undefined,
  );
});
