/**
 * Text that pushes what follows out of view (empty lines, wide gaps, characters without a shape, the same again and
 * again, piles of accents), drawn together: how much there was stands in its place. What is short stays as it is.
 * The rules are those of src/domain/text/padding.ts, which every channel keeps.
 */
import { say } from '../../words/say.js';

/** @typedef {string | { readonly note: string }} Piece a piece of the text as it is, or what stands there no more */

/**
 * Of a text as it was written, before what hides in it is made visible. A note stands between ⟨ and ⟩.
 * @param {string} text
 * @returns {readonly Piece[]}
 */
export function unpaddedPieces(text) {
  return withoutRepeats(text.split('\n'))
    .flatMap(piece => split(piece, gap, gapPieces))
    .flatMap(piece => split(piece, sameAgain, ([found, unit = '']) => repeated(found, unit)))
    .flatMap(piece =>
      split(piece, accents, ([marks]) => [noteOf(say('{value} accents on one letter', { value: [...marks].length }))]),
    );
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

/** @param {string} what @returns {Piece} */
const noteOf = what => ({ note: `⟨${what}⟩` });

/**
 * From the fifth time on, lines that come again, one by one or in turn, are counted; empty ones are gaps.
 * @param {readonly string[]} lines
 * @returns {readonly Piece[]}
 */
function withoutRepeats(lines) {
  /** @type {Piece[]} */
  const pieces = [];
  /** @type {string[]} */
  let open = [];
  for (let at = 0; at < lines.length; ) {
    const { length, times } = cycleAt(lines, at);
    open.push(...lines.slice(at, at + length));
    if (times > 1) {
      pieces.push(`${open.join('\n')}\n`);
      pieces.push(
        noteOf(
          say('the same {value} {value2} more times', {
            value: length === 1 ? say('line') : say('{length} lines', { length }),
            value2: times - 1,
          }),
        ),
      );
      // what follows begins on a line of its own
      open = [''];
    }
    at += length * times;
    if (times > 1 && at === lines.length) open = [];
  }
  if (open.length > 0) pieces.push(open.join('\n'));
  return pieces;
}

/** @param {readonly string[]} lines @param {number} at */
function cycleAt(lines, at) {
  for (let length = 1; length <= longestCycle; length++) {
    let times = 1;
    while (isAgain(lines, at, length, times)) times++;
    if (times >= leastRepeats && lines.slice(at, at + length).some(line => line.trim() !== ''))
      return { length, times };
  }
  return { length: 1, times: 1 };
}

/** @param {readonly string[]} lines @param {number} at @param {number} length @param {number} times */
function isAgain(lines, at, length, times) {
  const next = at + length * times;
  if (next + length > lines.length) return false;
  for (let one = 0; one < length; one++) if (lines[next + one] !== lines[at + one]) return false;
  return true;
}

/**
 * `found`: nothing in it can be seen.
 * @param {RegExpExecArray} match
 * @returns {readonly Piece[]}
 */
function gapPieces([found]) {
  const empty = found.split('\n').length - 2;
  const odd = found.match(shapeless)?.length ?? 0;
  const without = odd < leastShapeless ? '' : say('{odd} characters without a shape', { odd });
  if (empty < leastEmptyLines) {
    if (without === '')
      return split(found, blanks, ([wide]) => [' ', noteOf(say('{length} spaces', { length: wide.length })), ' ']);
    return [...(empty < 0 ? [] : ['\n']), noteOf(without), ...(empty < 0 ? [] : ['\n'])];
  }
  const indent = /[ \t]{0,31}$/.exec(found)?.[0] ?? '';
  return [
    '\n',
    noteOf(say('{empty} empty lines{value}', { empty, value: without === '' ? '' : `, ${without}` })),
    `\n${indent}`,
  ];
}

/** @param {string} found @param {string} unit @returns {readonly Piece[]} */
function repeated(found, unit) {
  const size = [...unit].length;
  const what = size === 1 ? say('character') : say('{size} characters', { size });
  return [unit, noteOf(say('the same {what} {value} more times', { what, value: found.length / unit.length - 1 }))];
}

/**
 * A piece of text with what `form` finds in it put in other words.
 * @param {Piece} piece
 * @param {RegExp} form
 * @param {(found: RegExpExecArray) => readonly Piece[]} said
 * @returns {readonly Piece[]}
 */
function split(piece, form, said) {
  if (typeof piece !== 'string') return [piece];
  /** @type {Piece[]} */
  const pieces = [];
  let from = 0;
  for (const found of piece.matchAll(form)) {
    if (found.index > from) pieces.push(piece.slice(from, found.index));
    pieces.push(...said(found));
    from = found.index + found[0].length;
  }
  if (from < piece.length) pieces.push(piece.slice(from));
  return pieces;
}
