import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { memoryStore } from '../../../src/adapters/stores/sqlite/memories/memories.ts';
import { facts, type MemoryQuestion, questions } from '../../corpora/memory-questions.ts';

/** The lowest share that may be found; what a change of the search gains is put in here. */
const least = { all: 0.89, blind: 0.88 };

test('given a thousand facts, when they are asked for in other words, then words alone find 89 of 100 among the first five', t => {
  const database = openDatabase({ file: ':memory:', synchronous: 'normal', now: () => 1 });
  t.after(() => database.close());
  const store = memoryStore(database);
  database.transaction(() => {
    for (const [at, content] of facts.entries())
      store.save({ kind: 'fact', content, status: 'active', source: 'owner', taint: 'owner', session: 's', at });
  })();
  assert.ok(
    facts.length >= 1000 && questions.length >= 300,
    `${questions.length} questions over ${facts.length} facts`,
  );
  const found = new Set(
    questions.filter(({ question, fact }) => store.search(question, 5).some(({ content }) => content === fact)),
  );
  const share = (asked: readonly MemoryQuestion[]) => asked.filter(one => found.has(one)).length / asked.length;
  const blind = questions.filter(({ isBlind }) => isBlind);
  const figures = [
    ['all', questions],
    ['blind', blind],
    ...(['by hand', 'template', 'typing mistake'] as const).map(
      kind => [kind, questions.filter(one => one.kind === kind)] as const,
    ),
  ] as const;
  for (const [name, asked] of figures) t.diagnostic(`${name}: ${(100 * share(asked)).toFixed(1)} % of ${asked.length}`);
  assert.ok(share(questions) >= least.all, `${share(questions)} of all`);
  assert.ok(share(blind) >= least.blind, `${share(blind)} of the blind ones`);
});
