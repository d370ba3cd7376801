/**
 * Text that pushes what follows out of view (empty lines, wide gaps, characters without a shape, the same again and
 * again, piles of accents), drawn together: how much there was stands in its place. What is short stays as it is.
 *
 * The page has the same rules (inspector/page/parts/values/padding.js).
 */

/** A piece of the text as it is, or a note of what stands there no more. */
type Piece = string | { readonly note: string };

/** `text` as it was written, before what hides in it is made visible. What is put in stands between ⟨ and ⟩. */
export function unpadded(text: string): string {
  return unpaddedPieces(text)
    .map(piece => (typeof piece === 'string' ? piece : piece.note))
    .join('');
}

function unpaddedPieces(text: string): readonly Piece[] {
  return withoutRepeats(text.split('\n'))
    .flatMap(piece => split(piece, gap, gapPieces))
    .flatMap(piece => split(piece, sameAgain, ([found, unit = '']) => repeated(found, unit)))
    .flatMap(piece => split(piece, accents, ([marks]) => [noteOf(`${[...marks].length} accents on one letter`)]));
}

const blanks = /[ \t]{32,}/g;
/** Between what can be seen. */
const gap = /[ \t\n\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]{5,}/gu;
const shapeless = /(?![ \t\n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const sameAgain = /([^\n]{1,8}?)\1{99,}/gu;
const accents = /\p{M}{9,}/gu;

const leastRepeats = 5;
const longestCycle = 4;
const leastEmptyLines = 4;
const leastShapeless = 16;

const noteOf = (what: string): Piece => ({ note: `⟨${what}⟩` });

/** From the fifth time on, lines that come again, one by one or in turn, are counted; empty ones are gaps. */
function withoutRepeats(lines: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let open: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const { length, times } = cycleAt(lines, at);
    open.push(...lines.slice(at, at + length));
    if (times > 1) {
      pieces.push(`${open.join('\n')}\n`);
      pieces.push(noteOf(`the same ${length === 1 ? 'line' : `${length} lines`} ${times - 1} more times`));
      // what follows begins on a line of its own
      open = [''];
    }
    at += length * times;
    if (times > 1 && at === lines.length) open = [];
  }
  if (open.length > 0) pieces.push(open.join('\n'));
  return pieces;
}

function cycleAt(lines: readonly string[], at: number): { readonly length: number; readonly times: number } {
  for (let length = 1; length <= longestCycle; length++) {
    let times = 1;
    while (isAgain(lines, at, length, times)) times++;
    if (times >= leastRepeats && lines.slice(at, at + length).some(line => line.trim() !== ''))
      return { length, times };
  }
  return { length: 1, times: 1 };
}

function isAgain(lines: readonly string[], at: number, length: number, times: number): boolean {
  const next = at + length * times;
  if (next + length > lines.length) return false;
  for (let one = 0; one < length; one++) if (lines[next + one] !== lines[at + one]) return false;
  return true;
}

/** `found`: nothing in it can be seen. */
function gapPieces([found]: RegExpExecArray): readonly Piece[] {
  const empty = found.split('\n').length - 2;
  const odd = found.match(shapeless)?.length ?? 0;
  const without = odd < leastShapeless ? '' : `${odd} characters without a shape`;
  if (empty < leastEmptyLines) {
    if (without === '') return split(found, blanks, ([wide]) => [' ', noteOf(`${wide.length} spaces`), ' ']);
    return [...(empty < 0 ? [] : ['\n']), noteOf(without), ...(empty < 0 ? [] : ['\n'])];
  }
  const indent = /[ \t]{0,31}$/.exec(found)?.[0] ?? '';
  return ['\n', noteOf(`${empty} empty lines${without === '' ? '' : `, ${without}`}`), `\n${indent}`];
}

function repeated(found: string, unit: string): readonly Piece[] {
  const size = [...unit].length;
  const what = size === 1 ? 'character' : `${size} characters`;
  return [unit, noteOf(`the same ${what} ${found.length / unit.length - 1} more times`)];
}

/** A piece of text with what `form` finds in it put in other words. */
function split(piece: Piece, form: RegExp, said: (found: RegExpExecArray) => readonly Piece[]): readonly Piece[] {
  if (typeof piece !== 'string') return [piece];
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of piece.matchAll(form)) {
    if (found.index > from) pieces.push(piece.slice(from, found.index));
    pieces.push(...said(found));
    from = found.index + found[0].length;
  }
  if (from < piece.length) pieces.push(piece.slice(from));
  return pieces;
}
