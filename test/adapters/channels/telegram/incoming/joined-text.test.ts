import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from 'grammy/types';
import { joinedText } from '../../../../../src/adapters/channels/telegram/incoming/joined-text.ts';
import { wordsOf } from '../../../../../src/adapters/channels/telegram/words.ts';

const part = (text: string, more: object = {}) => wordsOf({ text, from: { id: 1 }, ...more } as Message, 7);
const link = (offset: number, url: string) => ({ entities: [{ type: 'text_link', offset, length: 2, url }] });

test('given pieces with links that their words hide, when they are joined, then the text is whole and the addresses stand below it', () => {
  const [first, second] = [`${'x '.repeat(2046)}half`, 'way to the end'];
  assert.equal(
    joinedText([part(first, link(0, 'https://a.example')), part(second, link(0, 'https://b.example'))]),
    `${first}${second}\n\n[Addresses that its links hide:]\n> https://a.example\n> https://b.example`,
  );
});

test('given pieces that all answer a message, when they are joined, then it is quoted once', () => {
  const answered = { reply_to_message: { message_id: 5, from: { id: 1 }, text: 'a note' } };
  const long = 'x'.repeat(4096);
  assert.equal(
    joinedText([part(long, answered), part('the end', answered)]),
    `[In answer to an earlier message of the owner:]\n> a note\n\n${long}the end`,
  );
});

test('given words and what they pass on, when they are joined, then a blank line stands between them', () => {
  const forwarded = { forward_origin: { type: 'hidden_user', sender_user_name: 'Ada', date: 1 } };
  const long = 'x'.repeat(3000);
  assert.equal(
    joinedText([part(long), part('hers', forwarded), part('what is it?')]),
    `${long}\n\n[Forwarded from "Ada":]\n> hers\n\nwhat is it?`,
  );
});
