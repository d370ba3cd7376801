import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Update } from 'grammy/types';
import {
  betweenParts,
  isOneBreath,
  utteranceFrom,
  waitsFor,
} from '../../../../../src/adapters/channels/telegram/incoming/utterances.ts';

let last = 0;
const update = (message: object, date = 100) =>
  ({ update_id: ++last, message: { message_id: last, date, chat: { id: 1, type: 'private' }, ...message } }) as Update;
const text = (words: string, more: object = {}) => update({ text: words, ...more });
const forward = () =>
  text('their words', { forward_origin: { type: 'hidden_user', sender_user_name: 'Ada', date: 1 } });
const photo = (more: object = {}) => update({ photo: [{ file_id: 'a' }], ...more });
const command = (words: string) => text(words, { entities: [{ type: 'bot_command', offset: 0, length: 5 }] });
const size = (...updates: readonly Update[]) => utteranceFrom(updates, 0, true).length;
const piece = 'x'.repeat(4096);

test('given what was sent as one, when its updates are looked at, then they are one utterance', () => {
  assert.equal(size(text(piece), text(piece), text('the end')), 3);
  assert.equal(size(text('what is this?'), forward(), forward()), 3);
  assert.equal(size(photo(), photo(), text('the bills of May')), 3);
  assert.equal(size(photo({ media_group_id: 'a' }), photo({ media_group_id: 'a' }), text('all of these')), 3);
  const answering = (id: number) => ({ reply_to_message: { message_id: id } });
  assert.equal(size(text(piece, answering(5)), text(piece), text('the end')), 3);
  assert.equal(size(text(piece, answering(5)), text('the end', answering(5))), 2);
  assert.equal(size(command(`/local ${piece.slice(7)}`), text('the end')), 2);
  const [, second] = utteranceFrom([text(piece), command('/usr/bin is where it lies')], 0, true);
  assert.deepEqual(second?.message?.entities, []);
});

test('given a text that an app has cut before it had to, when its pieces are looked at, then they are one utterance', () => {
  const [android, computer] = ['x'.repeat(3800), 'x'.repeat(2100)];
  assert.equal(size(text(android), text(android), text('the end')), 3);
  assert.equal(size(text(computer), text('x'.repeat(3000)), text('the end')), 3);
  // an iPhone goes back to the last dot, however far it is
  assert.equal(size(text('A word.'), text(piece), text('the end')), 3);
  assert.equal(waitsFor([text(computer)], 250), 700);
  assert.equal(size(text(computer), forward()), 2);
});

test('given a long text, when a command alone follows at once, then it is a command', () => {
  assert.equal(size(text(piece), command('/stop')), 1);
  assert.equal(size(text('x'.repeat(2100)), command('/stop')), 1);
});

test('given messages that were sent one by one, when their updates are looked at, then each stands alone', () => {
  assert.equal(size(text('one'), text('two')), 1);
  assert.equal(size(text(piece), update({ text: 'later' }, 200)), 1);
  assert.equal(size(text('look'), command('/stop')), 1);
  assert.equal(size(text(piece), text('yes', { reply_to_message: { message_id: 5 } })), 1);
  assert.equal(size(text('short', { reply_to_message: { message_id: 5 } }), text('two')), 1);
  assert.equal(size(forward(), text('no', { reply_to_message: { message_id: 5 } })), 1);
  assert.equal(size(photo(), update({ text: 'elsewhere', chat: { id: 2, type: 'private' } })), 1);
  assert.equal(utteranceFrom([photo(), text('words')], 0, false).length, 1);
  assert.equal(size({ update_id: 1, message: null } as never, text('words')), 1);
});

test('given an utterance at the end of a poll, when it is weighed, then what is plainly not over has longest to go on', () => {
  assert.equal(waitsFor([text(piece)], 250), 700);
  assert.equal(waitsFor([photo()], 250), 700);
  assert.equal(waitsFor([photo({ media_group_id: 'a' })], 0), 700);
  assert.equal(waitsFor([photo({ media_group_id: 'a', reply_to_message: { message_id: 5 } })], 0), 700);
  assert.equal(waitsFor([text('hello')], 250), 250);
  assert.equal(waitsFor([photo({ caption: 'the bills' })], 250), 250);
  assert.equal(waitsFor([command('/stop')], 250), 0);
  assert.equal(waitsFor([text(piece, { reply_to_message: { message_id: 5 } })], 250), 700);
  assert.equal(waitsFor([text('no', { reply_to_message: { message_id: 5 } })], 250), 0);
  assert.equal(waitsFor([text('hello')], 0), 0);
});

test('given two messages, when they were sent in one breath, then the first waits for the second; a command and another place do not', () => {
  const [one, two] = [text('one'), text('two')];
  assert.ok(isOneBreath(one, two));
  assert.ok(!isOneBreath(one, update({ text: 'later' }, 200)));
  assert.ok(!isOneBreath(one, command('/stop')) && !isOneBreath(command('/stop'), one));
  assert.ok(!isOneBreath(one, update({ text: 'elsewhere', chat: { id: 2, type: 'private' } })));
});

test('given pieces of one text, when they are put together, then a word that was cut is whole again', () => {
  assert.equal(betweenParts(piece, 'y'), '');
  assert.equal(betweenParts('x'.repeat(4050), 'y'), '\n');
  assert.equal(betweenParts(`${'x'.repeat(3000)} self.`, 'name = 1'), '');
  assert.equal(betweenParts(`${'x'.repeat(3000)}.`, '2. the second'), '\n');
});
