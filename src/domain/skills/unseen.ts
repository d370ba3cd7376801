/** Characters that a reader does not see, and letters that look like others. */

const emoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f#*0-9]/u;
/** Scripts whose letters are joined or kept apart by characters without a shape. */
const joining =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Gujarati}\p{Script=Kannada}\p{Script=Telugu}]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const shapeless =
  /\u034f|[\u180b-\u180d]|[\ufe00-\ufe0f]|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]|[\u{e0100}-\u{e01ef}]/gu;

/** Each character without a shape that its script or an emoji does not need. */
export function unseen(text: string): readonly { readonly at: number; readonly name: string }[] {
  const found: { at: number; name: string }[] = [];
  const needsOf = (letters: RegExp, at: number, length: number) =>
    letters.test(before(text, at)) && letters.test(after(text, at + length));
  for (const { 0: character, index } of text.matchAll(shapeless)) {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0xfeff && index === 0) continue;
    if (code === 0xad) continue; // a soft hyphen shows where a word is parted
    if (code === 0x200d && (needsOf(emoji, index, 1) || needsOf(joining, index, 1))) continue;
    if (code === 0x200c && needsOf(joining, index, 1)) continue;
    if (code === 0xfe0f && isSymbol(before(text, index))) continue;
    if (code === 0xfe0e && isSymbol(before(text, index))) continue;
    if ((code === 0x200e || code === 0x200f) && rightToLeft.test(lineOf(text, index))) continue;
    found.push({ at: index, name: `U+${code.toString(16).toUpperCase().padStart(4, '0')}` });
    if (found.length >= 5) break;
  }
  return found;
}

/** Words of Latin letters with a Cyrillic or Greek one among them, in addresses and elsewhere. */
export function lookalikes(text: string): readonly { readonly at: number; readonly word: string }[] {
  const mixed =
    /(?=[\w.-]*[A-Za-z])[\w.-]*[\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04bb\u0501\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u03bf\u039f\u0391\u0395\u03a1\u03a4][A-Za-z\u0400-\u04ff\u0370-\u03ff.-]*/g;
  const found = [...text.matchAll(mixed)].filter(({ 0: word }) => /[A-Za-z]/.test(word));
  const hosts = [...text.matchAll(/https?:\/\/(?:xn--|[^\s/]*\.xn--)[^\s/)]*/gi)];
  return [...found, ...hosts].slice(0, 5).map(({ 0: word, index }) => ({ at: index, word }));
}

function isSymbol(character: string): boolean {
  return /[\p{Emoji}\p{So}\p{Sm}\p{Sc}\u2190-\u21ff\u2600-\u27bf]/u.test(character);
}

function before(text: string, at: number): string {
  const [last = ''] = [...text.slice(Math.max(0, at - 4), at)].slice(-1);
  return last;
}

function after(text: string, at: number): string {
  const [first = ''] = [...text.slice(at, at + 4)];
  return first;
}

function lineOf(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end);
}
