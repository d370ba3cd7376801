/**
 * Text of models, tools and strangers, made safe to show: nothing in it can move a cursor, hide, or reverse what is
 * read.
 *
 * A character that is taken away without a trace would change what the reader believes was said, so it is written out
 * as
 * `⟨U+001B⟩` instead.
 */

// C0 but for tab and line feed, DEL, C1, line and paragraph separator, and the marks that turn the direction of text.
const steering = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

// All of these, and every other character without a shape of its own but for space and line feed: format, private,
// unassigned, other spaces, zero-width, joiners, fillers, tags, variation selectors. (The blank Braille pattern calls
// itself a symbol.)
const shapeless = /(?![ \n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const shapelessButTab = /(?![ \n\t])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const half = /\p{Surrogate}/gu;

/** Prose to read: emoji and every script stay as they are, `\r\n` is a line break, what steers is written out. */
export function readable(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(steering, named).replace(half, named);
}

/** What will be executed, to the last character: all that has no shape of its own is written out; line breaks stay. */
export function exactly(text: string): string {
  return text.replace(shapeless, named);
}

/** The same where a tab has a shape of its own, as it has in fixed-width text. */
export function exactlyWithTabs(text: string): string {
  return text.replace(shapelessButTab, named);
}

/**
 * What will be executed in one row, its middle left out where it is longer than `most`; how much is missing is shown.
 */
export function oneRow(text: string, most: number): string {
  // a line break of its own would let it pass for another line
  const line = exactlyWithTabs(text).replace(/\s+/g, space => (space.includes('\n') ? ' ⏎ ' : ' '));
  if (line.length <= most) return line;
  const half = Math.floor(most / 2) - 12;
  const left = line.length - 2 * half;
  return `${line.slice(0, beginningOf(line, half))} […${left}…] ${line.slice(beginningOf(line, line.length - half))}`;
}

/** The beginning of the grapheme that holds this place: where a text may be cut. */
export function beginningOf(text: string, at: number): number {
  const from = Math.max(0, at - 128);
  const segment = new Intl.Segmenter().segment(text.slice(from, at + 128)).containing(at - from);
  return segment === undefined ? at : from + segment.index;
}

/** Prose on one line, at most `length` characters; the cut is shown. */
export function oneLine(text: string, length: number): string {
  const line = readable(text).replace(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : line;
}

function named(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
