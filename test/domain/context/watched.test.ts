/** Which documents that came with messages stand beside a conversation, and for how long. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachedDocuments } from '../../../src/domain/context/watched.ts';
import type { Attachment, ReadMessage } from '../../../src/domain/conversation/message.ts';

const file = (name: string, more: Partial<Attachment> = {}): Attachment => ({
  name,
  kind: 'document',
  mediaType: 'text/plain',
  bytes: 10,
  path: `inbox/${name}`,
  ...more,
});

const message = (turn: number, ...attachments: readonly Attachment[]): ReadMessage => ({
  id: `m${turn}`,
  session: 's',
  turn: `t${turn}`,
  role: 'owner',
  text: 'look',
  taint: 'owner',
  at: turn,
  attachments,
});

test('given documents of several turns, when a request is made, then those of the newest three stand beside it, with the turns they have left', () => {
  const messages = [message(1, file('a.txt')), message(2, file('b.pdf'), file('c.docx')), message(3), message(4)];
  assert.deepEqual(
    attachedDocuments(messages).map(({ path, turns }) => `${path} ${turns}`),
    ['inbox/b.pdf 0', 'inbox/c.docx 0'],
  );
  assert.deepEqual(
    attachedDocuments(messages.slice(0, 2)).map(({ name, turns }) => `${name} ${turns}`),
    ['a.txt 1', 'b.pdf 2', 'c.docx 2'],
  );
});

test('given pictures, documents with credentials, some without a place and too many, when a request is made, then the newest four documents that may be shown stand beside it', () => {
  const messages = [
    message(1, file('one.txt'), file('two.txt'), file('three.txt')),
    message(2, file('p.png', { kind: 'image' }), file('key.txt', { credentials: ['github-token'] })),
    message(3, { name: 'gone.txt', kind: 'document', mediaType: 'text/plain', bytes: 1 }, file('four.txt')),
    message(3, file('five.txt'), file('four.txt')),
  ];
  assert.deepEqual(
    attachedDocuments(messages).map(({ name }) => name),
    ['two.txt', 'three.txt', 'five.txt', 'four.txt'],
  );
});
