/** A new value in the place of the old one: all else that a sentence says stays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correctedText, toCorrect } from '../../../../../src/adapters/models/rehearsal/grammar/correction.ts';
import { withValue } from '../../../../../src/adapters/models/rehearsal/grammar/values.ts';

for (const [fact, now, then] of [
  ['my dentist is Dr. Lindner, phone 0341 55512', 'Dr. Lindemann', 'my dentist is Dr. Lindemann, phone 0341 55512'],
  ['my name for the wifi is Fox, password tiger7', 'Wolf', 'my name for the wifi is Wolf, password tiger7'],
  ['my sister lives in Graz, phone 0316 4455', 'Linz', 'my sister lives in Linz, phone 0316 4455'],
  ['my sister lives in Graz, phone 0316 4455', '0316 9999', 'my sister lives in Graz, phone 0316 9999'],
  ['I live in Graz, Austria', 'Munich', 'I live in Munich'],
  ["my car is at Berger's garage", "Krueger's garage", "my car is at Krueger's garage"],
  ["my car is at Berger's", 'the new garage', 'my car is at the new garage'],
  ["my car is at Berger's garage", 'with my brother', 'my car is with my brother'],
  ['my car is a red Fiat', 'a blue Audi', 'my car is a blue Audi'],
  ['the meeting is in room 4, bring the laptop', 'room 5', 'the meeting is in room 5, bring the laptop'],
  ['the meeting is tomorrow', 'on 5 May', 'the meeting is on 5 May'],
  ['Tom cannot eat hazelnuts', 'walnuts', 'Tom cannot eat walnuts'],
  ['I like tea in the morning', 'coffee', undefined],
  ['my car is red', 'on 13 March', undefined],
  [
    'mein Zahnarzt heißt Dr. Lindner, Telefon 0341 55512',
    'Dr. Lindemann',
    'mein Zahnarzt heißt Dr. Lindemann, Telefon 0341 55512',
  ],
  ['meine Schwester wohnt in Graz, Tel. 0316 4455', 'Linz', 'meine Schwester wohnt in Linz, Tel. 0316 4455'],
  [
    'mein Auto steht bei Autohaus Berger in der Werkstatt',
    'das Autohaus Krüger',
    'mein Auto steht bei Autohaus Krüger in der Werkstatt',
  ],
  ['mein Auto steht bei Berger', 'das Autohaus Krüger', 'mein Auto steht bei Autohaus Krüger'],
  ['Tom verträgt keine Haselnüsse', 'Walnüsse', 'Tom verträgt keine Walnüsse'],
  ['Papa hat am 12. März Geburtstag', 'am 13. März', 'Papa hat am 13. März Geburtstag'],
  ['mein Auto steht bei Berger', 'am 13. März', undefined],
] as const)
  test(`given “${fact}”, when it is “${now}”, then it says “${then}”`, () => {
    assert.equal(withValue(fact, now), then);
  });

for (const [old, now, then] of [
  [
    'my dentist is Dr. Lindner, phone 0341 55512',
    'my dentist is Dr. Lindemann',
    'my dentist is Dr. Lindemann, phone 0341 55512',
  ],
  ['Tom does not eat nuts', 'Tom does not eat almonds', 'Tom does not eat almonds'],
  ['Tom verträgt keine Nüsse', 'Tom verträgt keine Mandeln', 'Tom verträgt keine Mandeln'],
  [
    'mein Auto steht bei Autohaus Berger in der Werkstatt',
    'mein Auto steht bei Autohaus Krüger in der Werkstatt',
    'mein Auto steht bei Autohaus Krüger in der Werkstatt',
  ],
] as const)
  test(`given “${old}”, when “${now}” corrects it, then it says “${then}”`, () => {
    const known = [
      { id: 'memory:1', content: old },
      { id: 'memory:2', content: 'Ann plays the violin' },
    ];
    assert.deepEqual(toCorrect(now, known), known.slice(0, 1));
    assert.equal(correctedText(old, now), then);
  });
