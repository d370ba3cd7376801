/**
 * Words that are written with a sign between their parts, or without: `Wi-Fi` and `wifi`, `O'Brien` and `OBrien`,
 * `U.S.A.` and `USA`.
 *
 * Only signs that part no words are left out. An apostrophe before a small letter mostly does: `she'll` is no `shell`,
 * and `d'eux` is no `deux`; and two letters with dots may be another word, as `us` is.
 */
const hyphen = /(?<=\p{L}\p{M}*)[-\u2010\u2011](?=[\p{L}\p{N}])|(?<=\p{N})[-\u2010\u2011](?=\p{L})/gu;
const apostrophe = /(?<=\p{L})['’](?=\p{Lu})/gu;
const firstLetters = /(?<![\p{L}\p{N}.])(?:\p{L}{1,2}\.){2,}(?:\p{L}{1,2}(?![\p{L}\p{N}]))?/gu;
const sign = /[-\u2010\u2011'’.]/;
const leastLetters = 3;

/** The text with such words in one piece; the text itself where it has none. */
export function joinedWords(text: string): string {
  if (!sign.test(text)) return text;
  return text
    .replace(hyphen, '')
    .replace(apostrophe, '')
    .replace(firstLetters, run => {
      const letters = run.replaceAll('.', '');
      return letters.length >= leastLetters ? letters : run;
    });
}
