import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unpadded } from '../../../src/domain/text/padding.ts';
import { random } from '../random.ts';

test('given a text padded with empty lines, gaps and repeats, when it is shown, then its beginning and end stand close, with how much was between them', () => {
  assert.equal(unpadded(`echo a${'\n'.repeat(301)}rm -r old`), 'echo a\n⟨300 empty lines⟩\nrm -r old');
  assert.equal(unpadded(`echo a${' '.repeat(400)}; rm -r old`), 'echo a ⟨400 spaces⟩ ; rm -r old');
  assert.equal(unpadded(`echo a\n${' \t\n'.repeat(50)}rm -r old`), 'echo a\n⟨50 empty lines⟩\nrm -r old');
  assert.equal(unpadded(`a\n${'# x\n'.repeat(90)}rm -r old`), 'a\n# x\n⟨the same line 89 more times⟩\nrm -r old');
  assert.equal(unpadded(`a\n${'x\n'.repeat(9)}`), 'a\nx\n⟨the same line 8 more times⟩\n');
  assert.equal(unpadded('x\n'.repeat(9).trim()), 'x\n⟨the same line 8 more times⟩');
});

test('given a text padded in turn, with what has no shape, or with one sign, when it is shown, then that is counted, too', () => {
  const end = 'rm -r old';
  assert.equal(
    unpadded(`a\n${'# x\n# y\n'.repeat(90)}${end}`),
    `a\n# x\n# y\n⟨the same 2 lines 89 more times⟩\n${end}`,
  );
  assert.equal(unpadded(`a${'\u00a0'.repeat(900)}${end}`), `a⟨900 characters without a shape⟩${end}`);
  assert.equal(unpadded(`a${'\u3000 \u200b'.repeat(90)}${end}`), `a⟨180 characters without a shape⟩${end}`);
  assert.equal(
    unpadded(`a\n${'\u00a0\n'.repeat(90)}  ${end}`),
    `a\n\u00a0\n⟨the same line 89 more times⟩\n  ${end}`.replace(
      '\u00a0\n⟨the same line 89 more times⟩',
      '⟨90 empty lines, 90 characters without a shape⟩',
    ),
  );
  assert.equal(unpadded(`a;${'#'.repeat(4_000)};${end}`), `a;#⟨the same character 3999 more times⟩;${end}`);
  assert.equal(unpadded(`a;${'ー＃'.repeat(400)};${end}`), `a;ー＃⟨the same 2 characters 399 more times⟩;${end}`);
  assert.equal(unpadded(`a${'\u0301\u0302'.repeat(50)} ${end}`), `a⟨100 accents on one letter⟩ ${end}`);
});

test('given an ordinary text, when it is shown, then nothing of it changes', () => {
  for (const text of [
    ...['', '\n', 'ls -la', 'a\n\n\nb', '  if x:\n        y()', 'x\nx\nx\nx', `{\n${'  "a": 1,\n'.repeat(3)}}`],
    ...['-'.repeat(80), `# ${'='.repeat(70)} #`, 'a\tb\tc', 'Ünïcödé 👩‍👩‍👧 \u00a0x', 'AAAA'.repeat(20), 'a\r\nb\r\n'],
  ])
    assert.equal(unpadded(text), text);
});

test('given any text, when it is shown, then nothing that has a shape is lost but what is said to come again, in little time, and the page says the same', async () => {
  const page = await import('../../../inspector/page/parts/values/padding.js' as string);
  const chance = random(20_261_128);
  const parts = [
    'a',
    'rm -r old',
    '\n',
    '\n\n',
    ' ',
    '\t',
    '\u00a0',
    '\u202e',
    '#',
    '\u0301',
    '漢',
    'x y\n',
    '⟨',
    '👍',
  ];
  for (let run = 0; run < 2_000; run++) {
    const text = Array.from({ length: 1 + chance.integer(12) }, () =>
      chance.pick(parts).repeat(chance.integer(3) === 0 ? 1 + chance.integer(250) : 1),
    ).join('');
    const pieces: readonly (string | { readonly note: string })[] = page.unpaddedPieces(text);
    const whole = pieces.map(one => (typeof one === 'string' ? one : one.note)).join('');
    assert.equal(whole, unpadded(text), JSON.stringify(text));
    let at = 0;
    for (const piece of pieces) {
      if (typeof piece !== 'string') continue;
      const bare = piece.trim();
      const found = text.indexOf(bare, at);
      assert.ok(found >= 0, JSON.stringify([text, pieces]));
      at = found + bare.length;
    }
    assert.ok(whole.split('\n').length <= 80);
  }
  const since = performance.now();
  for (const hard of [
    'ab'.repeat(50_000),
    `${'a'.repeat(99)}b`.repeat(600),
    'a\nb\nc\nd\n'.repeat(9_000),
    `${' '.repeat(31)}x`.repeat(2_000),
  ])
    unpadded(hard);
  assert.ok(performance.now() - since < 5_000, `${performance.now() - since} ms`);
});
