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
