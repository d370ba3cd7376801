/**
 * Which ways of writing a text has, as far as its words depend on it. Ranges of code points instead of names of scripts:
 * what is in an index follows from them, and they are the same with each version of Unicode.
 */

/** Written without spaces: Chinese and Japanese, Thai, Lao, Burmese, Khmer. */
const unspacedRanges =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u2e80-\\u2fdf\\u3005-\\u3007\\u3021-\\u3029\\u3040-\\u312f\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{3ffff}';
/** Korean: spaces stand between words with their particles, and as each writer likes. */
const hangulRanges = '\\u1100-\\u11ff\\u3130-\\u318f\\uac00-\\ud7ff';

const unspaced = new RegExp(`[${unspacedRanges}]`, 'u');
const hangul = new RegExp(`[${hangulRanges}]`, 'u');
const packed = new RegExp(`[${unspacedRanges}${hangulRanges}]`, 'u');
/** One of these characters, with the marks that belong to it. */
const packedCharacters = new RegExp(`[${unspacedRanges}${hangulRanges}]\\p{M}*`, 'gu');
const longChinese = /^[\u4e00-\u9fff]{3,}$/;
const beyondAscii = /[^\0-\x7f]/;

/** Nothing of it depends on its way of writing, beside upper and lower case. */
export function isAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

/** Has it characters of a script without spaces between words? */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

/** Has it Korean syllables? */
export function isHangul(text: string): boolean {
  return hangul.test(text);
}

/** Has it characters that are compared one by one, because spaces do not tell where its words end? */
export function isPacked(text: string): boolean {
  return packed.test(text);
}

/** The pairs of neighbours in a Chinese word of three characters or more; each is mostly a word itself. */
export function pairsOf(word: string): readonly string[] {
  if (!longChinese.test(word)) return [];
  const characters = [...word];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** With a space on both sides of each such character. */
export function unpacked(text: string): string {
  return text.replace(packedCharacters, ' $& ');
}
