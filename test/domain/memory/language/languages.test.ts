import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../../src/adapters/stores/sqlite/database.ts';
import { memoryStore } from '../../../../src/adapters/stores/sqlite/memories/memories.ts';
import { factsOfLanguages } from '../../../corpora/memory/languages.ts';

test('given twenty facts in each of twelve languages in one home, when each is asked for, then of all and of each language 90 of 100 are among the first five', t => {
  const database = openDatabase({ file: ':memory:', synchronous: 'normal', now: () => 1 });
  t.after(() => database.close());
  const memories = memoryStore(database);
  for (const [at, { fact: content }] of factsOfLanguages.entries())
    memories.save({ kind: 'fact', content, status: 'active', source: 'owner', taint: 'owner', session: 's', at });
  const isFound = ({ fact, question }: (typeof factsOfLanguages)[number]) =>
    memories.search(question, 5).some(({ content }) => content === fact);
  const byLanguage = Map.groupBy(factsOfLanguages, ({ language }) => language);
  assert.deepEqual([byLanguage.size, factsOfLanguages.length], [12, 240]);
  const missed = factsOfLanguages.filter(one => !isFound(one));
  for (const [language, all] of byLanguage) {
    const share = 1 - missed.filter(one => one.language === language).length / all.length;
    t.diagnostic(`${language}: hit@5 ${(100 * share).toFixed(0)} %`);
    assert.ok(share >= 0.9, missed.map(({ fact, question }) => `${question} → ${fact}`).join('\n'));
  }
  t.diagnostic(`all: hit@5 ${(100 - (100 * missed.length) / factsOfLanguages.length).toFixed(1)} %`);
  for (const { question, fact } of missed) t.diagnostic(`missed: ${question} → ${fact}`);
});
