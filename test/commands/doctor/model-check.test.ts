/** What the doctor says of a model with a small window, in the owner's language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelCheck } from '../../../src/commands/doctor/model-check.ts';
import { sayIn } from '../../../src/commands/say.ts';

const provider = {
  health: async () => ({ ok: true, models: ['tiny'] }) as const,
  info: async () => ({ contextTokens: 4_096, limit: 'llamacpp' }) as const,
};

test('given a model with a small window, when it is checked for a German owner, then what to set is said in German', async () => {
  const { run } = modelCheck('llamacpp', [{ model: 'tiny', by: 'models.default' }], provider, { answering: 'tiny' });
  const { found, advice } = await run(new AbortController().signal, sayIn({ language: 'de' }), 'de');
  assert.match(found, /tiny .*4\.096 Token/);
  assert.match(advice ?? '', /^Für mehr starte llama-server mit größerem -c/);
});

test('given a model that is not listed, when it is checked, then the nearest that is listed is named first', async () => {
  const near = { ...provider, health: async () => ({ ok: true, models: ['big', 'tiny:1b'] }) as const };
  const { run } = modelCheck('llamacpp', [{ model: 'tiny-1b', by: 'models.default' }], near);
  const { verdict, found, advice } = await run(new AbortController().signal);
  assert.equal(verdict, 'fail');
  assert.match(found, /it offers tiny:1b, big$/);
  assert.match(advice ?? '', /"llamacpp\/tiny:1b"/);
});
