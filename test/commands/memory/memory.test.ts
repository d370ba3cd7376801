/** Memories as they are shown in a chat, and what can be done with them there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryTexts } from '../../../src/api/views/memory-texts.ts';
import { slashAnswer } from '../../../src/commands/conversation/slash.ts';
import type { Memory } from '../../../src/domain/memory/memory.ts';
import type { MemoryService } from '../../../src/domain/memory/service.ts';
import type { Language } from '../../../src/domain/text/texts.ts';
import { agentOver } from '../agent-over.ts';

const stats = {
  active: 2,
  pending: 1,
  archived: 0,
  language: 'de' as const,
  episodes: 4,
  batches: [],
  learning: { mode: 'auto' as const, lookedAt: null, learnedAt: null },
};
const copies = { memories: 1, messages: 13, steps: 9, rows: 0, isComplete: true, backups: 0 };

function memoryOf(id: string, content: string): Memory {
  const words = { kind: 'fact', content, tags: [], subject: null, status: 'active', source: 'owner', taint: 'owner' };
  const place = { sensitivity: 'normal', partition: 'global', session: 'session:web:main', message: null, batch: null };
  const counts = { importance: 1, confidence: 1, sightings: 1, uses: 0, createdAt: 0, updatedAt: 0, lastUsedAt: null };
  return { id, ...words, ...place, ...counts, replaces: null, contradicts: null, expiresAt: null } as Memory;
}

/** What `/memory WORDS` answers over these memories. */
function typedOver(kept: Partial<MemoryService>, language: Language = 'en') {
  const service = { stats: async () => stats, ...kept } as unknown as MemoryService;
  const agent = agentOver({ memories: service, changeMemory: service });
  return async (args: string) =>
    (await slashAnswer('memory', { agent, args, chat: 'session:terminal:main', now: 0, language }))?.lines ?? [];
}

test('given memories, when /memory is typed, then the newest stand there with short ids, and where there may be more it says how to find them', async () => {
  const all = Array.from({ length: 12 }, (_, at) =>
    memoryOf(`memory:${at}6a7e212a3be3653091a`.slice(0, 27).padEnd(27, '0'), `I like tea number ${at}`),
  );
  const asked: unknown[] = [];
  const typed = typedOver({
    async find(query) {
      asked.push(query);
      return all.slice(0, query.q === 'rare' ? 1 : query.limit);
    },
  });
  const lines = await typed('');
  assert.equal(lines[0], '06a7e212  I like tea number 0');
  assert.deepEqual(lines.slice(10, 11), ['/memory search TEXT finds others; /memory stats says how many there are.']);
  assert.deepEqual(await typed('search rare'), ['06a7e212  I like tea number 0', '', '/memory show ID']);
  assert.deepEqual(await typedOver({ find: async () => [] })('search the old tea'), ['Nothing found.']);
  assert.partialDeepStrictEqual(asked, [
    { status: 'active', limit: 10 },
    { q: 'rare', limit: 10 },
  ]);
});

test('given an owner who is spoken to in German, when memories are asked for in a chat, then the answer is German', async () => {
  const typed = typedOver({ pending: async () => [], find: async () => [] }, 'de');
  const [counts, , learning] = await typed('stats');
  assert.equal(counts, '2 aktiv, 1 offen, 0 archiviert');
  assert.equal(learning, 'Lernt von selbst; zuletzt nachgesehen nie, zuletzt gelernt nie');
  assert.deepEqual(await typed('pending'), ['Nichts ist offen.']);
  assert.deepEqual(await typed(''), ['Keine Erinnerungen.']);
});

test('given a memory that contradicts another, when it is shown, then both stand there, and what can be decided', async () => {
  const memory = { ...memoryOf('memory:2', 'the train is at 8'), status: 'pending' as const };
  const contradicts = memoryOf('memory:1', 'the train is at 9');
  const decided: string[] = [];
  const typed = typedOver({
    show: async () => ({ memory, contradicts }),
    async accept(id) {
      decided.push(id);
      return memory;
    },
    reject: async () => undefined,
  });
  const lines = await typed('show memory:2');
  assert.match(
    lines.join('\n'),
    /^memory:2 {2}the train is at 8\n[\s\S]* {2}Contradicts memory:1: “the train is at 9”/,
  );
  assert.equal(lines.at(-1), '/memory accept ID, /memory reject ID, /memory both ID, /memory forget ID');
  assert.deepEqual(await typed('accept memory:2'), ['Accepted: “the train is at 8”']);
  assert.deepEqual(decided, ['memory:2']);
  await assert.rejects(typed('reject memory:9'), {
    message: 'there is no pending memory memory:9; "/memory pending" lists them',
  });
});

test('given words to be forgotten, when the count that was shown has moved, then nothing is forgotten and it says what to type, and "yes" forgets what there is', async () => {
  for (const [language, yes, moved, how] of [
    ['en', 'yes', /^Nothing was forgotten: it is no longer 12\.$/, 'To blank them: /memory forget "WX-4411" yes'],
    ['de', 'ja', /^Nichts wurde vergessen: Es sind nicht mehr 12\.$/, '/memory forget "WX-4411" ja'],
  ] as const) {
    const counts: number[] = [];
    const typed = typedOver(
      {
        carrying: async () => ({ memories: 1, messages: 13 }),
        async forgetWords(_, count) {
          counts.push(count);
          return copies;
        },
      },
      language,
    );
    const answer = (words: string) => typed(`forget "WX-4411"${words}`);
    const late = await answer(' 12');
    assert.match(late[0] ?? '', moved);
    assert.ok(late.at(-1)?.endsWith(how), late.join('\n'));
    assert.ok((await answer('')).at(-1)?.endsWith(how));
    assert.deepEqual(counts, []);
    const done = await answer(` ${yes}`);
    assert.doesNotMatch(done.join('\n'), /\b0 (?:copies|Kopien)/);
    await answer(' 14');
    assert.deepEqual(counts, [14, 14]);
  }
});

for (const [language, yes, ahead] of [
  ['en', 'yes', /^This would be forgotten for good.*“I like tea”\.$/],
  ['de', 'ja', /^Das wäre endgültig vergessen.*„I like tea“\.$/],
] as const)
  test(`given an id, when /memory forget names it in ${language}, then it says what that is and forgets nothing, until a “${yes}” follows`, async () => {
    const done: string[] = [];
    const typed = typedOver(
      {
        show: async id => (id === '36a7e212' ? { memory: memoryOf('memory:1', 'I like tea') } : undefined),
        async forget(id) {
          done.push(id);
          return copies;
        },
        async undo(batch = 'newest') {
          done.push(batch);
          return { batch, undone: 2, left: 0 };
        },
      },
      language,
    );
    const [said = '', how = '', ...more] = await typed('forget 36a7e212');
    assert.match(said, ahead);
    assert.ok(how.endsWith(`/memory forget 36a7e212 ${yes}`), how);
    assert.deepEqual(more, []);
    await assert.rejects(typed('forget 99'), /99/);
    assert.ok((await typed('undo'))[1]?.endsWith(`/memory undo ${yes}`));
    assert.ok((await typed('undo b1'))[1]?.endsWith(`/memory undo b1 ${yes}`));
    assert.deepEqual(done, [], 'nothing was done yet');
    for (const words of ['forget 36a7e212', 'undo', 'undo b1']) await typed(`${words} ${yes}`);
    assert.deepEqual(done, ['36a7e212', 'newest', 'b1']);
  });

test('given each text of one language, when the other is read, then it is there, and another one', () => {
  const [en, de] = [memoryTexts('en'), memoryTexts('de')];
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    if (typeof en[key] === 'string') assert.notEqual(en[key], de[key], key);
    assert.equal(typeof de[key], typeof en[key], key);
  }
});
