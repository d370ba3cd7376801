/** A text without what may be written in two ways and says the same: case, width, accents, marks of vowels. */
import { isAscii } from './scripts.ts';

/** Accents; vowels and signs of Hebrew and Arabic; the stroke of Arabic; the dot beneath of Hindi; what is not seen. */
const dropped =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u093c]|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[\ufe00-\ufe0f]/gu;

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
};
const folding = new RegExp(`[${Object.keys(letters).join('')}\u30a1-\u30f6]|(?![0-9])\\p{Nd}`, 'gu');

/**
 * `Müller`, `MÜLLER` and `Muller` are one, and so are `Straße` and `Strasse`, `ＡＢＣ１２３` and `abc123`, `İzmir` and
 * `izmir`, `مُفتاح` and `مفتاح`, `カギ` and `かぎ`. What is no letter stays.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return single.test(text) ? text.toLowerCase().replace(notAscii, foldedCharacter) : foldedWhole(text);
}

/** Latin and Cyrillic letters and usual signs: none changes another, so each is looked up. Much less work than the rest. */
const single = /^[\0-\u012f\u0131-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u203a\u20a0-\u20bf]*$/;
const notAscii = /[^\0-\x7f]/g;
const known = new Map<string, string>();

function foldedCharacter(character: string): string {
  const found = known.get(character) ?? foldedWhole(character);
  known.set(character, found);
  return found;
}

/** The ring of the Thai and Lao vowel "am" with a tone, which stands behind it or before it and looks the same. */
const openedVowel = /([\u0e4d\u0ecd])([\u0e48-\u0e4b\u0ec8-\u0ecb])/gu;

function foldedWhole(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .replace(dropped, '')
    .replace(openedVowel, '$2$1')
    .normalize('NFC')
    .replace(folding, foldedLetter);
}

function foldedLetter(letter: string): string {
  const other = letters[letter];
  if (other !== undefined) return other;
  const code = letter.codePointAt(0) ?? 0;
  // katakana lie in the order of hiragana
  if (code >= 0x30a1 && code <= 0x30f6) return String.fromCodePoint(code - 0x60);
  return String(digitOf(code));
}

/** Unicode keeps the ten digits of a script in a row, and begins the row where the one before is no digit. */
function digitOf(code: number): number {
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}

const umlaut = /[äöü]/giu;

/** Has it a German umlaut, which may be written with two letters as well? */
export function hasUmlaut(text: string): boolean {
  return /[äöü]|[aou]\u0308/iu.test(text);
}

/** With `ae`, `oe` and `ue` for the umlauts. */
export function spelledOut(text: string): string {
  return text.normalize('NFC').replace(umlaut, letter => `${fold(letter)}e`);
}
