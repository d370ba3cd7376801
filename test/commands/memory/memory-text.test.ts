/** `/memory` in a chat: ids that one can type, and how many memories it does not show. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryText } from '../../../src/commands/memory/memory-text.ts';
import type { Memory } from '../../../src/domain/memory/memory.ts';
import { fakeAgent } from '../fake-agent.ts';

test('given seven memories, when /memory is asked, then the newest stand there with short ids, and how many more there are', async () => {
  const agent = fakeAgent();
  const ids = ['36a7e212a3be3653091a', '46a7e212a3be3653091a', '56a7e212a3be3653091a'];
  const memories = ids.map((id, at) => ({ id: `memory:${id}`, content: `I like tea number ${at}` }) as Memory);
  const memory = {
    ...agent.memory,
    list: async () => ({ memories }),
    stats: async () => ({ ...(await agent.memory.stats({})), active: 7 }),
  };
  const lines = await memoryText({ memory }, '', { now: 0 });
  assert.deepEqual(lines.slice(0, 4), [
    '- 36a7e212  I like tea number 0',
    '- 46a7e212  I like tea number 1',
    '- 56a7e212  I like tea number 2',
    'and 4 more; /memory search WORDS finds them.',
  ]);
  assert.deepEqual((await memoryText({ memory }, 'search tea', { now: 0 }))[0], '- 36a7e212  I like tea number 0');
});

test('given words to be forgotten, when the count that was shown has moved, then nothing is forgotten and it says what to type, and "yes" forgets what there is', async () => {
  for (const [language, yes, moved, typed] of [
    ['en', 'yes', /^Nothing was forgotten: it is no longer 12\.$/, 'To blank them: /memory forget "WX-4411" yes'],
    ['de', 'ja', /^Nichts wurde vergessen: Es sind nicht mehr 12\.$/, '/memory forget "WX-4411" ja'],
  ] as const) {
    const agent = fakeAgent();
    const counts: number[] = [];
    const memory = {
      ...agent.memory,
      stats: async () => ({ ...(await agent.memory.stats({})), language }),
      carrying: async () => ({ memories: 1, messages: 13 }),
      forgetWords: async ({ count }: { count: number }) => {
        counts.push(count);
        return { memories: 1, messages: 13, steps: 9, rows: 0, isComplete: true, backups: 0 };
      },
    };
    const answer = (words: string) => memoryText({ memory }, `forget "WX-4411"${words}`, { now: 0 });
    const late = await answer(' 12');
    assert.match(late[0] ?? '', moved);
    assert.ok(late.at(-1)?.endsWith(typed), late.join('\n'));
    assert.ok((await answer('')).at(-1)?.endsWith(typed));
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
    const agent = fakeAgent();
    const done: string[] = [];
    const content = { content: 'I like tea' } as Memory;
    const memory = {
      ...agent.memory,
      stats: async () => ({ ...(await agent.memory.stats({})), language }),
      show: async ({ id }: { id: string }) => (id === '36a7e212' ? { memory: content, links: [] } : undefined),
      forget: async ({ id }: { id: string }) => {
        done.push(id);
        return { memories: 1, messages: 0, steps: 0, rows: 0, isComplete: true, backups: 0 };
      },
      undo: async ({ batch = 'newest' }: { batch?: string }) => {
        done.push(batch);
        return { batch, undone: 2, left: 0 };
      },
    };
    const answer = (words: string) => memoryText({ memory } as never, words, { now: 0 });
    const [said = '', how = '', ...more] = await answer('forget 36a7e212');
    assert.match(said, ahead);
    assert.ok(how.endsWith(`/memory forget 36a7e212 ${yes}`), how);
    assert.deepEqual(more, []);
    assert.match((await answer('forget 99'))[0] ?? '', /99/);
    assert.ok((await answer('undo'))[1]?.endsWith(`/memory undo ${yes}`));
    assert.ok((await answer('undo --batch b1'))[1]?.endsWith(`/memory undo b1 ${yes}`));
    assert.deepEqual(done, [], 'nothing was done yet');
    for (const words of ['forget 36a7e212', 'undo', 'undo --batch b1']) await answer(`${words} ${yes}`);
    assert.deepEqual(done, ['36a7e212', 'newest', 'b1']);
  });
