import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spelled } from '../../../src/domain/memory/spelling.ts';
import { distance } from '../../../src/domain/text/writing/near.ts';

const stands = ['bicycle', 'Rasenmäher', 'penicillin'];
const right = (text: string) =>
  spelled(
    text,
    word => stands.includes(word),
    () => stands,
  );

test('given words that are written wrongly, when a question is read, then those that nearly are a known word are put right', () => {
  for (const [written, meant] of [
    ['where is my biyccle?', 'where is my bicycle?'],
    ['wo ist der Rasenmaeher', 'wo ist der Rasenmäher'],
    ['am I allergic to penicilin', 'am I allergic to penicillin'],
    ['which medciine', 'which medicine'],
    ['whrre is it', 'where is it'],
    // known, too short, with digits, or like nothing
    ['my bicycle', 'my bicycle'],
    ['the catt', 'the catt'],
    ['bicycl3', 'bicycl3'],
    ['quantum chromodynamics', 'quantum chromodynamics'],
  ] as const)
    assert.equal(right(written), meant, written);
});

test('given two words, when their distance is counted, then an exchange of neighbours is one mistake', () => {
  for (const [one, other, far] of [
    ['mower', 'mwoer', 1],
    ['mower', 'mower', 0],
    ['', 'abc', 3],
    ['sister', 'sisters', 1],
    ['kitten', 'sitting', 3],
  ] as const)
    assert.equal(distance(one, other), far, `${one} ${other}`);
});
