import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  namedPhrases,
  phrasesOf,
  repeats,
  sayers,
  tellingWords,
  touches,
  tracesOf,
} from '../../../src/domain/memory/forgetting.ts';

const wordsOf = (...contents: readonly string[]) => new Set(contents.flatMap(content => [...tellingWords(content)]));

describe('does a text repeat a memory', () => {
  const rows: readonly (readonly [memory: string, text: string, staying: readonly string[], isRepeat: boolean])[] = [
    ['my PIN is 1234', 'Saved to memory: “my PIN is 1234”', [], true],
    ['my PIN is 1234', 'Saved to memory: “my PIN was 9999”', [], false],
    ['my PIN is 1234', 'Saved to memory: “my PIN was 9999”', ['my PIN was 9999'], false],
    ['my bank card PIN is 1234', 'My bank card PIN was 9999.', [], false],
    ['my bank card PIN is 1234', 'Your bank card PIN: 12 34.', [], true],
    ['my bank card PIN is 1234', 'Your bank card has the PIN you told me (memory:1f2e3d).', [], true],
    ['my PIN is 1234', 'Your PIN.', [], true],
    ['my dog is called Rex', 'Saved to memory: “my dog was called Max”', ['my dog was called Max'], false],
    ['my dog is called Rex', 'Saved to memory: “my cat is called Tom”', ['my cat is called Tom'], false],
    ['my dog is called Rex', 'Rex it is.', ['my dog was called Max'], true],
    ['the gate opens with quokkamoon', 'It is quokkamoon.', ['the gate is green'], true],
  ];
  for (const [memory, text, staying, isRepeat] of rows)
    it(`given “${memory}”${staying.length > 0 ? ` beside “${staying.join()}”` : ''}, then “${text}” ${isRepeat ? 'repeats it' : 'is another sentence'}`, () => {
      assert.equal(repeats(text, wordsOf(memory), new Set(), wordsOf(...staying)), isRepeat);
    });
});

describe('which memories does a text say in full', () => {
  const memories = [
    'Papa hat am 12. März Geburtstag',
    'my sister lives in Graz',
    'I like tea',
    '私の妹はグラーツに住んでいます',
  ];
  const found = sayers(memories.map(content => ({ id: content, content })));
  for (const [text, ...expected] of [
    ['Denk dran, dass Papa am 12. März Geburtstag hat', 'Papa hat am 12. März Geburtstag'],
    ['Denk dran, dass Papa am 13. März Geburtstag hat'],
    ['in Graz, that is where my sister lives, and tea is what I like', 'my sister lives in Graz'],
    ['妹ですが、グラーツに住んでいます', '私の妹はグラーツに住んでいます'],
    ['hello'],
  ] as const)
    it(`given “${text}”`, () => assert.deepEqual([...found(text ?? '')], expected));

  it('given a correction or a yes, then the correction alone has a word of what it corrects', () => {
    const telling = tellingWords('mein Zahnarzt heißt Dr. Lindemann');
    assert.deepEqual(
      ['Nein, es ist Dr. Lindemann.', 'ja', '1'].map(text => touches(text, telling)),
      [true, false, false],
    );
  });
});

describe('which texts carry a memory by its codes', () => {
  const memory = 'my name is Ruth, since 2026-11-28, and my bike has the frame number WX-4411';
  const traces = tracesOf(phrasesOf(memory));
  for (const text of ['my bike has the frame number WX-4411', 'forget wx-4411!', 'It is WX 4411.'])
    it(`given “${text}”, then it carries it`, () => assert.ok(traces.in(text)));
  for (const text of ['The WX has 4412 parts', 'on 2026-11-28 I slept', 'my name is Ruth', '4411 WX'])
    it(`given “${text}”, then it does not`, () => assert.ok(!traces.in(text)));
});

describe('which texts carry a number, however it is parted', () => {
  const rows: readonly (readonly [memory: string, carries: readonly string[], others: readonly string[]])[] = [
    [
      'the IBAN of the shop is DE89 3704 0044 0532 0130 00',
      ['to DE89370400440532013000, please', 'de89-3704-0044-0532-0130-00'],
      ['DE89 3704 0044 0532 0130 01', 'the shop is open'],
    ],
    ['my iban is DE89370400440532013000', ['DE89 3704 0044 0532 0130 00'], ['DE89370400440532013001']],
    [
      'call the plumber at +49 170 1234567',
      ['01701234567', '(0170) 12 34 567', '+49 (0)170 1234567', 'tel:+491701234567', '0049 170 1234567'],
      ['+49 170 1234568', '0171 1234567', 'call the plumber'],
    ],
    [
      'the plumber is at 0170 1234567',
      ['+491701234567', '0170/1234567'],
      ['0170 12345678', 'from 170 to 1234567', '0171 1234567'],
    ],
    ['the card is 4111111111111111', ['4111 1111 1111 1111'], ['4111 1111 1111 1112']],
    ['our door opens with 12 34 56', ['123456', '12-34-56'], ['1234567', '12 34 57']],
    ['my PIN is ١٢٣٤٥٦', ['123456', '١٢٣ ٤٥٦'], ['123457']],
    ['the flat costs 250 000 euro', [], ['the loan is 250000 euro', 'a loan of 250 000']],
    ['the report is report-20261128.pdf', ['20261128'], ['on 2026-11-28 I slept', 'on 28.11.2026']],
  ];
  for (const [memory, carried, others] of rows)
    it(`given “${memory}”`, () => {
      const traces = tracesOf(phrasesOf(memory));
      for (const text of carried) assert.ok(traces.in(`It was ${text}.`), text);
      for (const text of others) assert.ok(!traces.in(`It was ${text}.`), text);
    });

  it('given the number alone, as its owner names it, then each way of writing it carries it', () => {
    const traces = tracesOf(namedPhrases('+49 170 1234567'));
    for (const text of ['+49 170 1234567', '01701234567', '0170-1234567']) assert.ok(traces.in(text), text);
  });
});

describe('which texts carry words with joiners that nobody sees', () => {
  const rows = [
    ['من کلید را می‌خواهم پیدا کنم', 'گفتم من کلید را میخواهم پیدا کنم'],
    ['क्‍ष का घर नीला है', 'क्ष का घर नीला है'],
    ['the word is ele\u00adphant', 'so the word is elephant'],
  ] as const;
  for (const [memory, text] of rows)
    it(`given “${memory}”`, () => {
      const traces = tracesOf(phrasesOf(memory));
      assert.ok(traces.in(memory));
      assert.ok(traces.in(text));
    });
});

it('given words with a sign between their parts, when they are forgotten, then they are found without it too, and no other words', () => {
  for (const [named, text] of [
    ['Wi-Fi', 'our wifi is slow'],
    ['wifi', 'the Wi\u2011Fi of the shop'],
    ['U.N.E.S.C.O.', 'she works for UNESCO'],
    ['UNESCO', 'she works for U.N.E.S.C.O. now'],
    ['OLeary', "Mr O'Leary called"],
    ['O\u2019Leary', 'Mr OLeary called'],
    ['Kfzbrief', 'der Kfz-Brief ist weg'],
  ] as const)
    assert.ok(tracesOf(namedPhrases(named)).in(text), `${named}: ${text}`);
  for (const [named, text] of [
    ['shell', "she'll come"],
    ['deux', "l'un d'eux est parti"],
    ['1012', 'pages 10-12'],
    ['wife', 'his exwife'],
  ] as const)
    assert.ok(!tracesOf(namedPhrases(named)).in(text), `${named}: ${text}`);
  const memory = tracesOf(phrasesOf('the Wi-Fi password is blue elephant'));
  assert.ok(memory.in('As you said, the wifi password is blue elephant.'));
  assert.ok(tracesOf(phrasesOf('the wifi password is blue elephant')).in('The Wi-Fi password is blue elephant'));
});
