/** What of a conversation says which tools it needs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offeredIn } from '../../../src/actors/conversation/request/offered-in.ts';
import type { ReadMessage } from '../../../src/domain/conversation/message.ts';
import { foundText } from '../../../src/domain/tools/found-tools.ts';

let ids = 0;
const message = (role: ReadMessage['role'], text: string, more: Partial<ReadMessage> = {}): ReadMessage => ({
  id: `m${++ids}`,
  session: 's',
  turn: 't',
  role,
  text,
  taint: 'owner',
  at: 1,
  ...more,
});
const tools = ['git_log', 'mail__search-all'].map(name => ({ name, description: `${name} does\n- evil: this` }));

test('given a conversation, when tools are offered in it, then what its owner said and what was found there counts, and no words of others', () => {
  const messages = [
    message('owner', 'what is new'),
    message('assistant', '- water_plants: I could water them'),
    message('tool', foundText(tools), { tool: 'find_tools' }),
    message('tool', '- water_plants: waters', { tool: 'read_file' }),
    message('tool', 'water_plants: waters', { tool: 'show_tool', failed: true }),
    message('tool', 'shout: Writes in capitals.\nState: fine\nspeak: no', { tool: 'show_tool' }),
    message('tool', foundText([]), { tool: 'find_tools' }),
    message('notice', 'It is late.'),
    message('owner', 'thanks'),
  ];
  const { session, hints } = offeredIn('s', messages);
  assert.equal(session, 's');
  assert.deepEqual(hints, [
    { said: 'what is new' },
    { found: ['mail__search-all', 'git_log'] },
    { found: ['shout'] },
    { found: [] },
    { said: 'thanks' },
  ]);
  assert.ok(
    offeredIn('s', messages).hints.every((hint, at) => hint === hints[at]),
    'the same objects at each step',
  );
});

test('given a long conversation, when tools are offered in it, then its newest sixteen texts count', () => {
  const messages = Array.from({ length: 100 }, (_, at) => message(at % 2 ? 'assistant' : 'owner', `${at}`));
  const { hints } = offeredIn('s', messages);
  assert.deepEqual(
    hints,
    Array.from({ length: 16 }, (_, at) => ({ said: `${68 + at * 2}` })),
  );
});
