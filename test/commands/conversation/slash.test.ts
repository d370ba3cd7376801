import assert from 'node:assert/strict';
import { test } from 'node:test';
import { telegramParts } from '../../../src/adapters/channels/telegram/outgoing/html.ts';
import { slashMarkdown } from '../../../src/commands/conversation/slash.ts';

test('given an answer of one sentence, when it is put into a chat, then it is a sentence, whose commands can be tapped', () => {
  const text = 'Task 3 is taken: count *all* of my_files_now & `x`. /tasks 3 shows how it stands.';
  const [part] = telegramParts(slashMarkdown({ lines: [text], isCode: true }), '');
  assert.equal(part?.body, text.replace('&', '&amp;'));
});

test('given an answer in columns or of several lines, when it is put into a chat, then it is shown letter by letter', () => {
  for (const lines of [['a  1', 'b  2'], ['Health    ok'], ['  x'], []])
    assert.match(slashMarkdown({ lines, isCode: true }), /^```\n/);
});
