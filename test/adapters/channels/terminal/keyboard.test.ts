import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { type Keyboard, readKeys } from '../../../../src/adapters/channels/terminal/keyboard.ts';
import { emptyDraft } from '../../../../src/adapters/channels/terminal/typing/draft.ts';
import { manualClock } from '../../models/manual-clock.ts';

/** What comes of chunks from a terminal; a number lets so many milliseconds pass. */
function typed(...chunks: readonly (string | number)[]): readonly string[] {
  const keyboard = Object.assign(new EventEmitter(), { resume() {}, pause() {} }) as unknown as Keyboard;
  const clock = manualClock();
  const came: string[] = [];
  const keys = readKeys(
    keyboard,
    {
      onKey: (text, { name, ctrl }) => void came.push(ctrl ? `^${name}` : (text ?? name ?? '')),
      onPaste: text => void came.push(`paste:${text}`),
      onFocus() {},
      onEnd() {},
    },
    clock,
  );
  keyboard.emit('data', Buffer.from('~'));
  for (const chunk of chunks)
    if (typeof chunk === 'number') clock.advance(chunk);
    else keyboard.emit('data', Buffer.from(chunk));
  clock.advance(10_000);
  keys.close();
  return came.slice(1);
}

test('given a paste whose end is lost, when nothing more comes or Ctrl-C is pressed, then it is over, and keys are keys', () => {
  assert.deepEqual(typed('\x1b[200~one\rtwo', 5_000, 'x'), ['paste:one\ntwo', 'x']);
  assert.deepEqual(typed('\x1b[200~one', 100, '\x03'), ['paste:one', '^c']);
  assert.deepEqual(typed('\x1b[200~one', 1_000, ' two\x1b[201~x'), ['paste:one two', 'x']);
  assert.deepEqual(typed('\x1b[200~one\x03two\x1b[201~'), ['paste:one⟨U+0003⟩two']);
});

test('given lines that come at once with colours, tones or tabs in them, when no mark says so, then they are one paste', () => {
  assert.deepEqual(typed('one\r\x1b[31mtwo\x1b[0m\r'), ['paste:one\n⟨U+001B⟩[31mtwo⟨U+001B⟩[0m', '\r']);
  assert.deepEqual(typed('one\rtwo\x07\rthree\r'), ['paste:one\ntwo⟨U+0007⟩\nthree', '\r']);
  assert.deepEqual(typed('name\tvalue\r'), ['paste:name\tvalue', '\r']);
  assert.deepEqual(typed('ab\x03'), ['a', 'b', '^c']);
});

test('given lines with signs of several units, when the cursor goes up or down into one, then it stands before it', () => {
  const draft = emptyDraft();
  draft.set('👩‍💻👩‍💻\nabc');
  draft.move('up');
  draft.insert('x');
  assert.equal(draft.text(), 'x👩‍💻👩‍💻\nabc');
  draft.set('abc\n😀', 1);
  draft.move('down');
  draft.insert('x');
  assert.equal(draft.text(), 'abc\nx😀');
});
