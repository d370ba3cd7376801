import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeFor } from '../../../src/domain/conversation/chat-session.ts';

const chat = { channel: 'telegram', chat: '42' };

for (const [session, expected] of [
  ['session:telegram:42', '42'],
  ['session:telegram:42:7', '42:7'],
  ['session:telegram:42:7~2', '42:7'],
  ['session:telegram:421:7', '42'],
  ['session:telegram:43:7', '42'],
  ['session:web:42:7', '42'],
  ['session:job:tea~3', '42'],
  ['job:telegram:42:7', '42'],
  ['channel:telegram', '42'],
  ['', '42'],
] as const)
  test(`given something of ${session || 'no conversation'}, when it is put before the owner in the chat 42, then it is put into ${expected}`, () =>
    assert.deepEqual(placeFor(chat, session), { channel: 'telegram', chat: expected }));
