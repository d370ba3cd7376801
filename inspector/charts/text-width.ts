/**
 * About how wide a text will be, known before any browser has drawn it.
 *
 * The widths are those of DejaVu Sans, the widest of the fonts a system is likely to choose: what is reckoned here fits
 * in all the others, and six in a hundred are added for the ones nobody thought of.
 */

export type Face = 'plain' | 'strong' | 'mono';

/** In px, for a size in px. */
export function textWidth(text: string, size: number, face: Face = 'plain'): number {
  let hundredths = 0;
  for (const character of text)
    hundredths += face === 'mono' ? mono : widthOf(character) * (face === 'strong' ? 1.13 : 1);
  return Math.ceil((hundredths / 100) * size * 1.06);
}

const mono = 60;
/** Of a letter that is not in the table: a full em, as in Chinese. */
const unknown = 100;

/** From the space to the tilde, in hundredths of an em. */
const widths = [
  ...[32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34], // !"#$%&'()*+,-./
  ...[64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 53], // 0-9 :;<=>?
  ...[100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79], // @A-O
  ...[60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50], // P-Z [\]^_
  ...[50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61], // `a-o
  ...[63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84], // p-z {|}~
];

function widthOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return widths[code - 32] ?? (code < 0x600 ? 66 : unknown);
}
