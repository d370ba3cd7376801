import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unpadded } from '../../../src/domain/text/padding.ts';

test('given a text padded with empty lines, gaps and repeats, when it is shown, then its beginning and end stand close, with how much was between them', () => {
  assert.equal(unpadded(`echo a${'\n'.repeat(301)}rm -r old`), 'echo a\n⟨300 empty lines⟩\nrm -r old');
  assert.equal(unpadded(`echo a${' '.repeat(400)}; rm -r old`), 'echo a ⟨400 spaces⟩ ; rm -r old');
  assert.equal(unpadded(`echo a\n${' \t\n'.repeat(50)}rm -r old`), 'echo a\n⟨50 empty lines⟩\nrm -r old');
  assert.equal(unpadded(`a\n${'# x\n'.repeat(90)}rm -r old`), 'a\n# x\n⟨the same line 89 more times⟩\nrm -r old');
});

test('given an ordinary text, when it is shown, then nothing of it changes', () => {
  for (const text of ['', 'ls -la', 'a\n\n\nb', '  if x:\n        y()', 'x\nx\nx\nx', `{\n${'  "a": 1,\n'.repeat(3)}}`])
    assert.equal(unpadded(text), text);
});
