import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactly, oneLine, readable } from '../../../src/domain/text/visible.ts';

test('given prose with terminal escapes, when it is made readable, then they are written out and nothing steers', () => {
  assert.equal(readable('a\x1b[2Jb\x9b31mc\x07\x7f'), 'a⟨U+001B⟩[2Jb⟨U+009B⟩31mc⟨U+0007⟩⟨U+007F⟩');
  assert.equal(readable('over\rwritten\r\nnext\tcell'), 'over⟨U+000D⟩written\nnext\tcell');
  assert.equal(readable('abc\u202etxt.exe\u2066x'), 'abc⟨U+202E⟩txt.exe⟨U+2066⟩x');
});

test('given scripts, emoji and families of emoji, when prose is made readable, then they are unchanged', () => {
  for (const text of ['Grüße', 'שלום', 'नमस्ते', '👩‍👩‍👧 ❤️', '漢字　かな']) assert.equal(readable(text), text);
});

test('given a half of a character, when it is shown, then it is written out', () => {
  assert.equal(readable('x\ud83d'), 'x⟨U+D83D⟩');
  assert.equal(exactly('x\udc00y'), 'x⟨U+DC00⟩y');
});

test('given what will be executed, when it is shown exactly, then whatever has no shape is written out', () => {
  assert.equal(exactly('rm -rf ./a\u200b\ufeff\tb'), 'rm -rf ./a⟨U+200B⟩⟨U+FEFF⟩⟨U+0009⟩b');
  assert.equal(
    exactly('ls\u00a0-l\u2800\u3164\u{e0041}\ufe0f\u00ad'),
    'ls⟨U+00A0⟩-l⟨U+2800⟩⟨U+3164⟩⟨U+E0041⟩⟨U+FE0F⟩⟨U+00AD⟩',
  );
  assert.equal(exactly('echo "Grüße, 漢字"\nls'), 'echo "Grüße, 漢字"\nls');
});

test('given a long text of several lines, when one line is asked for, then it is cut with a mark', () => {
  assert.equal(oneLine('  a\n b\t c ', 10), 'a b c');
  assert.equal(oneLine('abcdefghij', 5), 'abcd…');
  assert.equal(oneLine('👍👍👍', 2), '👍…');
});
