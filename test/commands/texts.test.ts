/** Chats speak the owner's language: each text is there in both, and the answers of commands are made of them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { messageRefusals } from '../../src/actors/channels/refusal-texts.ts';
import { modelTexts } from '../../src/api/views/model-texts.ts';
import { chatTexts } from '../../src/commands/conversation/texts.ts';
import type { Language } from '../../src/domain/text/texts.ts';

/** The sentences of a table, by their path in it; those that take something are made with samples. */
function sentencesOf(table: object, path = ''): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(table)) {
    const at = `${path}${name}`;
    if (typeof value === 'string') found.set(at, value);
    else if (typeof value === 'object') for (const [key, text] of sentencesOf(value, `${at}.`)) found.set(key, text);
  }
  return found;
}

/** Words that are the same in both languages. */
const alike = new Set(['Version', 'Tokens', 'Job', 'Budget', 'JSON', 'Agent', '']);

const tables: Readonly<Record<string, (language: Language) => object>> = {
  chat: chatTexts,
  models: modelTexts,
  refusals: language => messageRefusals[language],
};

suite('what chats say', () => {
  for (const [name, table] of Object.entries(tables))
    test(`given the texts of ${name}, when both languages are compared, then each has all, and in other words`, () => {
      const [en, de] = [table('en'), table('de')];
      assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
      for (const [key, value] of Object.entries(en)) assert.equal(typeof de[key as never], typeof value, key);
      const german = sentencesOf(de);
      for (const [key, text] of sentencesOf(en)) {
        assert.ok(german.has(key), key);
        if (!alike.has(text)) assert.notEqual(german.get(key), text, key);
      }
    });
});
