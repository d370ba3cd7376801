import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { finding } from '../../../src/actors/memory/finding.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { conversationSearch } from '../../../src/adapters/stores/sqlite/memories/conversation-search.ts';
import { memoryStore } from '../../../src/adapters/stores/sqlite/memories/memories.ts';
import { vectorSearch } from '../../../src/adapters/stores/sqlite/vectors/near.ts';
import { vectorStore } from '../../../src/adapters/stores/sqlite/vectors/vectors.ts';
import { facts, type MemoryQuestion, questions } from '../../corpora/memory-questions.ts';
import { subwords } from '../../peers/subwords.ts';

type Kind = 'all' | 'blind' | MemoryQuestion['kind'];

/** The lowest share that may be found among the first five; what a change of the search gains is put in here. */
const least: Readonly<Record<'words' | 'hybrid', Readonly<Record<Kind, number>>>> = {
  words: { all: 0.867, blind: 0.856, 'by hand': 0.85, template: 0.941, 'typing mistake': 0.775 },
  hybrid: { all: 0.875, blind: 0.867, 'by hand': 0.85, template: 0.955, 'typing mistake': 0.787 },
};

const model = 'peer/subwords';
const vectorOf = (text: string) => Float32Array.from(subwords(text));
const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** The facts, with a vector each. */
function known(t: TestContext) {
  const database = openDatabase({ file: ':memory:', synchronous: 'normal', now: () => 1 });
  t.after(() => database.close());
  const [memories, vectors] = [memoryStore(database), vectorStore(database)];
  database.transaction(() => {
    for (const [at, content] of facts.entries())
      memories.save({ kind: 'fact', content, status: 'active', source: 'owner', taint: 'owner', session: 's', at });
    const waiting = vectors.waiting(model, facts.length);
    vectors.put(
      model,
      waiting.map(one => ({ ...one, vector: vectorOf(one.text) })),
    );
  })();
  const search = vectorSearch(database, async () => {});
  t.after(() => search.close());
  const finder = finding({
    memories,
    search,
    conversations: conversationSearch(database),
    clock: systemClock,
    pause: async () => {},
    models: {
      embeds: model,
      embed: async ({ texts }) => ({ vectors: texts.map(vectorOf), model, dimensions: 384, usage }),
    },
    onTrouble: thrown => {
      throw thrown;
    },
  });
  return { memories, finder };
}

function shares(found: ReadonlySet<MemoryQuestion>): Readonly<Record<Kind, number>> {
  const share = (holds: (one: MemoryQuestion) => boolean) => {
    const asked = questions.filter(holds);
    return asked.filter(one => found.has(one)).length / asked.length;
  };
  const of = (kind: MemoryQuestion['kind']) => share(one => one.kind === kind);
  return {
    all: share(() => true),
    blind: share(({ isBlind }) => isBlind),
    'by hand': of('by hand'),
    template: of('template'),
    'typing mistake': of('typing mistake'),
  };
}

test('given a thousand facts, when they are asked for in other words, then words alone find 86 of 100 among the first five, and with their meaning no fewer', async t => {
  const { memories, finder } = known(t);
  assert.ok(
    facts.length >= 1000 && questions.length >= 300,
    `${questions.length} questions over ${facts.length} facts`,
  );
  const [words, hybrid] = [new Set<MemoryQuestion>(), new Set<MemoryQuestion>()];
  for (const one of questions) {
    const answers = ({ content }: { readonly content: string }) => content === one.fact;
    if (memories.search(one.question, 5).some(answers)) words.add(one);
    if ((await finder.memories({ words: one.question, limit: 5 })).some(answers)) hybrid.add(one);
  }
  const found = { words: shares(words), hybrid: shares(hybrid) };
  for (const way of ['words', 'hybrid'] as const)
    for (const kind of Object.keys(least[way]) as Kind[]) {
      const percent = `${way}, ${kind}: ${(100 * found[way][kind]).toFixed(1)} %`;
      t.diagnostic(percent);
      assert.ok(found[way][kind] >= least[way][kind], `${percent}, and were ${100 * least[way][kind]} %`);
      assert.ok(found.hybrid[kind] >= found.words[kind], `${kind}: meaning hides what words find`);
    }
});
