import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonText } from '../../../src/domain/models/reason-text.ts';

for (const [english, german] of [
  ['named in config.toml', 'in config.toml genannt'],
  ['OPENAI_API_KEY is set', 'OPENAI_API_KEY ist gesetzt'],
  ['Ollama answers on this machine', 'Ollama antwortet auf diesem Rechner'],
] as const)
  test(`given a default that is "${english}", when its owner reads why, then all of it is in his language`, () => {
    assert.equal(reasonText(english, 'de'), german);
    assert.equal(reasonText(`the default, ${english}`, 'de'), `die Vorgabe, ${german}`);
    assert.equal(reasonText(`the default, ${english}`, 'en'), `the default, ${english}`);
  });
