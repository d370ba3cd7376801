import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contextBytes, localContext } from '../../../src/domain/models/local-context.ts';

/** Shapes as `ollama show` gives them, and sizes as `ollama list` does. */
const models = {
  'qwen3:4b': { gigabytes: 2.5, layers: 36, heads: 8, keyLength: 128, valueLength: 128 },
  'qwen3:8b': { gigabytes: 5.2, layers: 36, heads: 8, keyLength: 128, valueLength: 128 },
  'qwen3:14b': { gigabytes: 9.3, layers: 40, heads: 8, keyLength: 128, valueLength: 128 },
  'qwen3:30b': { gigabytes: 19, layers: 48, heads: 4, keyLength: 128, valueLength: 128 },
};

test('given the table of the models page, then each of its numbers is what the rule gives', () => {
  const page = readFileSync(new URL('../../../docs/models.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(qwen3:\d+b)` \| ([\d ]+) \| ([\d ]+) \| ([\d ]+) \| ([\d ]+) \|$/gm)];
  assert.equal(rows.length, Object.keys(models).length);
  for (const [, name = '', ...numbers] of rows) {
    const { gigabytes, ...shape } = models[name as keyof typeof models];
    const model = { limitTokens: 40_960, bytes: gigabytes * 1e9, bytesPerToken: contextBytes(shape) };
    const expected = [8, 16, 32, 64].map(memory =>
      localContext(model, { most: 32_768, memoryBytes: memory * 1024 ** 3 }),
    );
    assert.deepEqual(
      numbers.map(text => Number(`${text}`.replaceAll(' ', ''))),
      expected,
      name,
    );
  }
});

test('given what is not known of model or machine, then the smaller of bound and limit counts', () => {
  const limit = { limitTokens: 8_192 };
  assert.equal(localContext(limit, { most: 32_768, memoryBytes: 1e9 }), 8_192);
  assert.equal(
    localContext({ ...limit, bytes: 5e9, bytesPerToken: 1 }, { most: 4_096, memoryBytes: undefined }),
    4_096,
  );
});
