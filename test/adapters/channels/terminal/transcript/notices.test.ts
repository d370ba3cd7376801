/** Notices in a chat of the terminal name commands as they can be typed there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { paintOf } from '../../../../../src/adapters/channels/terminal/style.ts';
import { terminalTexts } from '../../../../../src/adapters/channels/terminal/texts.ts';
import { noticeText } from '../../../../../src/adapters/channels/terminal/transcript/notices.ts';

test('given a command that is not on the path, when a notice names one of its commands, then it is named by the path that works', () => {
  const shown = (id: string, text: string, program?: string) =>
    stripVTControlCharacters(
      noticeText({ id, turn: '', role: 'notice', text, at: 0 }, [], {
        paint: paintOf(false),
        say: terminalTexts('en'),
        program,
      }),
    );
  const text = 'Straylight is down; "straylight doctor" says why, and `straylight logs` more.';
  const named = 'Straylight is down; "./bin/straylight.js doctor" says why, and `./bin/straylight.js logs` more.';
  for (const id of ['report:1', 'm1/anew']) {
    assert.ok(shown(id, text, './bin/straylight.js').endsWith(named));
    assert.ok(shown(id, text).endsWith(text));
  }
});

test('given a summary of earlier messages, when the chat goes on, then one line tells of it, and the summary itself does not come', () => {
  const shown = (id: string, text: string) =>
    stripVTControlCharacters(
      noticeText({ id, turn: '', role: 'notice', text, at: 0 }, [], {
        paint: paintOf(false),
        say: terminalTexts('en'),
      }),
    );
  assert.equal(shown('e9/summary', 'Summary of 30 earlier messages.\nGoal:\nMove.'), '');
  assert.equal(
    shown('e9/compacted', '(30 earlier messages are summarised.)'),
    '· (30 earlier messages are summarised.)',
  );
});
