/** The order in which a model reads a conversation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inReadingOrder } from '../../../src/actors/conversation/request/reading-order.ts';
import type { ReadMessage, Role } from '../../../src/domain/conversation/message.ts';

/** `a: owner`, `b: assistant seen a`: one a line, as they are stored. */
function ordered(lines: string): string {
  const messages = lines
    .trim()
    .split('\n')
    .map((line): ReadMessage => {
      const [, id = '', role = '', seen] = /^\s*(\w+): (\w+)(?: seen (\w+))?$/.exec(line) ?? [];
      const common = { id, session: 's', turn: 't', role: role as Role, text: id, taint: 'owner', at: 1 } as const;
      return seen === undefined ? common : { ...common, seen };
    });
  return inReadingOrder(messages)
    .map(({ id }) => id)
    .join(' ');
}

test('given words of the owner that came while a reply was written, when the conversation is read, then they stand behind it', () => {
  assert.equal(ordered('a: owner\n more: owner\n and: owner\n b: assistant seen a\n c: owner'), 'a b more and c');
});

test('given a reply that was sent back, when its owner says more, then the reply stays where it was, before what was said of it', () => {
  const sentBack =
    'a: owner\n more: owner\n b: assistant seen a\n claims: notice\n calls: assistant\n result: tool\n c: owner';
  assert.equal(ordered(sentBack), 'a b more claims calls result c');
  assert.equal(ordered('a: owner\n b: assistant seen a\n claims: notice\n c: owner'), 'a b claims c');
});

test('given an answer of the owner to a question of a tool, when a later reply is read, then it stands behind the results it knew', () => {
  const asked =
    'a: owner\n calls: assistant\n question: assistant\n answer: owner\n result: tool\n limit: notice\n more: owner\n b: assistant seen a\n claims: notice';
  assert.equal(ordered(asked), 'a calls question answer result limit b more claims');
});
