import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consequencesOf, wordsOf } from '../../../src/domain/approvals/texts.ts';
import { approvalWords, isSameWord } from '../../../src/domain/approvals/words.ts';

const nonces = Array.from({ length: 20_000 }, (_, n) => `nonce ${n}`);

for (const language of ['en', 'de'] as const)
  test(`given many cards in ${language}, when their words are picked, then each is one of four different ones, in any place`, () => {
    const places = [0, 0, 0, 0];
    const seen = new Map<string, number>();
    for (const nonce of nonces) {
      const { word, choices } = approvalWords(nonce, language);
      assert.equal(new Set(choices).size, 4);
      assert.ok(
        choices.every(choice => /^\p{L}{4,}$/u.test(choice)),
        choices.join(),
      );
      const place = choices.indexOf(word);
      places[place] = (places[place] ?? 0) + 1;
      seen.set(word, (seen.get(word) ?? 0) + 1);
      assert.deepEqual(approvalWords(nonce, language), { word, choices }, 'the same nonce, the same words');
    }
    assert.equal(seen.size, 48);
    const expected = nonces.length / 4;
    assert.ok(
      places.every(count => Math.abs(count - expected) < expected * 0.1),
      places.join(),
    );
    const even = nonces.length / 48;
    assert.ok(
      [...seen.values()].every(count => count > even * 0.6 && count < even * 1.5),
      [...seen.values()].join(),
    );
  });

test('given a word, when it is typed, then case and blanks do not matter, and any other is none', () => {
  assert.ok(isSameWord(' Bru\u0308cke ', 'Brücke'));
  assert.ok(isSameWord('HARBOUR', 'harbour'));
  assert.ok(!isSameWord('harbor', 'harbour'));
  assert.ok(!isSameWord('', 'harbour'));
});

test('given a risk, when its card is made, then only what cannot be undone outside the sandbox has a word', () => {
  assert.deepEqual(wordsOf({ risk: 'high' }, 'n', 'en'), {});
  assert.equal(wordsOf({ risk: 'irreversible' }, 'n', 'en').choices?.length, 4);
  assert.deepEqual(wordsOf({ risk: 'irreversible', isContained: true }, 'n', 'en'), {});
});

test('given a risk and a time to take a yes back, when its card is made, then each answer says what it brings about', () => {
  assert.deepEqual(consequencesOf({ risk: 'medium' }, 5000, 'en'), {
    approve: 'It runs once, exactly as it is shown here. For 5 s after your yes you can undo it.',
    deny: 'It does not run, and I do not ask for it again until you write to me.',
  });
  assert.match(consequencesOf({ risk: 'irreversible' }, 0, 'de').approve, /lässt sich nicht rückgängig machen\.$/);
  const restored = consequencesOf({ risk: 'irreversible', restoresFiles: true }, 0, 'en').approve;
  assert.match(restored, /undo can restore the files it changes in the workspace\.$/);
  assert.doesNotMatch(restored, /cannot be undone/);
});
