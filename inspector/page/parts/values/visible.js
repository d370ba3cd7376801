/**
 * Text of models, tools and strangers, made safe to read: what has no shape, or turns the direction of what follows, is
 * written out as ⟨U+202E⟩. The rules are those of src/domain/text/visible.ts, which every channel keeps.
 */
import { say } from '../../words/say.js';
import { code, span } from '../tags.js';
import { unpaddedPieces } from './padding.js';

/** @import { ComponentChildren } from 'preact' */

const steering = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/gu;
const shapeless = /(?![ \n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Prose: emoji and every script stay as they are. @param {string} text */
export function readable(text) {
  return marked(text.replaceAll('\r\n', '\n'), steering);
}

/** What Straylight says of itself: what stands between backticks is set as code. @param {string} text */
export function withCode(text) {
  const pieces = text.split('`');
  if (pieces.length % 2 === 0) return readable(text);
  return pieces.flatMap((piece, index) => (index % 2 === 1 ? [code({}, ...readable(piece))] : readable(piece)));
}

/** What will run, to the last character. @param {string} text */
export function exactly(text) {
  return marked(text, shapeless);
}

/** What will run, with nothing in it that pushes its end out of view. @param {string} text */
export function unpadded(text) {
  return unpaddedPieces(text).flatMap(piece =>
    typeof piece === 'string' ? exactly(piece) : [span({ class: 'odd-character' }, piece.note)],
  );
}

/** Prose above it in the same way, its middle left out where it is long. @param {string} text */
export function readableUnpadded(text) {
  const whole = joined(text);
  if (whole.length <= mostProse) return readable(whole);
  const letters = [...whole];
  const start = letters.slice(0, mostProse / 2);
  const end = letters.slice(Math.max(start.length, letters.length - mostProse / 4));
  const left = letters.length - start.length - end.length;
  return [
    ...readable(start.join('')),
    span({ class: 'odd-character' }, say(' ⟨{left} characters⟩ ', { left })),
    ...readable(end.join('')),
  ];
}

const mostProse = 400;

/** @param {string} text */
function joined(text) {
  return unpaddedPieces(text)
    .map(piece => (typeof piece === 'string' ? piece : piece.note))
    .join('');
}

/** How a long text ends, in at most four lines; undefined: all of it is in view anyway. @param {string} text */
export function endingOf(text) {
  const whole = joined(text);
  const lines = whole.trimEnd().split('\n');
  if (lines.length <= mostLines && whole.length <= mostCharacters) return undefined;
  const end = lines.slice(-endLines).join('\n');
  const from = Math.max(0, end.length - endCharacters);
  // no character is torn
  const start = from > 0 && /[\udc00-\udfff]/.test(end.charAt(from)) ? from + 1 : from;
  return exactly(end.slice(start));
}

const mostLines = 10;
const mostCharacters = 500;
const endLines = 4;
const endCharacters = 240;

/**
 * @param {string} text
 * @param {RegExp} odd
 * @returns {readonly ComponentChildren[]}
 */
function marked(text, odd) {
  /** @type {ComponentChildren[]} */
  const pieces = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(odd)) {
    if (index > from) pieces.push(text.slice(from, index));
    pieces.push(span({ class: 'odd-character' }, nameOf(character)));
    from = index + character.length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** @param {string} character */
function nameOf(character) {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
