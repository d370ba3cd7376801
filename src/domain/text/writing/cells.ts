/** Text in the cells of a terminal: how wide it is, and where a line that is too wide is broken. */

const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\ufe0f/u;
const narrow = /^[\x20-\x7e\u00a0-\u02ff\u0370-\u058f\u2010-\u2027\u2190-\u21ff\u2500-\u259f]*$/;
/** What sets a look, and nothing else. */
const look = /\x1b\[[\d;]*m/g;
const tab = 4;

let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one sign. What tells them apart takes 9 ms and 3 MB to load, and most text needs it not. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** The text without its looks. */
function bare(painted: string): string {
  return painted.includes('\x1b') ? painted.replace(look, '') : painted;
}

/**
 * How many cells a row of ours may take in a terminal of so many columns. The last stays free, since a terminal may begin
 * a row behind it. One that tells no size says 0, or nothing.
 */
export function roomIn(columns: number | undefined): number {
  return Math.max(20, columns || 80) - 1;
}

/** How many cells a line takes. */
export function cellsOf(painted: string): number {
  const text = bare(painted);
  if (narrow.test(text)) return text.length;
  let used = 0;
  for (const { segment } of graphemesOf(text)) used += cellsOfGrapheme(segment);
  return used;
}

function cellsOfGrapheme(segment: string): number {
  if (segment === '\t') return tab;
  if (/^[\p{M}\p{Cf}]/u.test(segment)) return 0;
  return isWide(segment) ? 2 : 1;
}

/** Takes a sign two cells? */
export function isWide(sign: string): boolean {
  return wide.test(sign);
}

/** A link, as much of it as stands in one piece. */
const link = /^\p{P}*[a-z][a-z+.-]*:\/\//iu;

/**
 * A line broken after words, so that each row fits; `hang` begins each row after the first. A word that is wider than a
 * row is broken where the row is full, but a link stays `whole` in a row that is too wide: the terminal breaks it, and
 * knows that it is one when it is copied or clicked. Looks go on in the next row, and each row ends without one.
 */
export function wrapped(painted: string, width: number, hang = '', links: 'whole' | 'broken' = 'whole'): string[] {
  const most = Math.max(8, width);
  if (cellsOf(painted) <= most) return [painted];
  const rows: string[] = [];
  const indent = cellsOf(hang) > most * 0.6 ? '' : hang;
  let row = '';
  let used = 0;
  let on: readonly string[] = [];
  const end = () => {
    rows.push(on.length === 0 ? row.trimEnd() : `${row.trimEnd()}\x1b[0m`);
    row = `${indent}${on.join('')}`;
    used = cellsOf(indent);
  };
  for (const [piece] of painted.matchAll(/\x1b\[[\d;]*m|[^\S\x1b]+|[^\s\x1b]+/g)) {
    if (piece.startsWith('\x1b')) {
      on = looksAfter(on, piece);
      row += piece;
      continue;
    }
    const cells = cellsOf(piece);
    if (used + cells <= most) [row, used] = [row + piece, used + cells];
    else if (/^\s/.test(piece)) end();
    else {
      const isWhole = links === 'whole' && link.test(piece);
      if (used > most && /^\p{P}+$/u.test(piece)) {
        // what closes a sentence stays at its link
        row += piece;
        continue;
      }
      if (used > cellsOf(indent) && (isWhole || cells <= most - cellsOf(indent))) end();
      if (isWhole) {
        [row, used] = [row + piece, used + cells];
        continue;
      }
      for (const { segment } of graphemesOf(piece)) {
        const size = cellsOfGrapheme(segment);
        if (used + size > most) end();
        [row, used] = [row + segment, used + size];
      }
    }
  }
  if (bare(row).trim() !== '') rows.push(row);
  return rows;
}

/** Which looks an ending ends. */
const endings: Readonly<Record<string, RegExp>> = {
  22: /^\x1b\[[12]m$/,
  23: /^\x1b\[3m$/,
  24: /^\x1b\[4m$/,
  29: /^\x1b\[9m$/,
  39: /^\x1b\[[39]\dm$/,
};

/** The looks that are on after one more code. */
function looksAfter(on: readonly string[], code: string): readonly string[] {
  const number = code.slice(2, -1);
  if (number === '' || number === '0') return [];
  const ends = endings[number];
  return ends ? on.filter(one => !ends.test(one)) : [...on, code];
}

/** What stands at the left of a line of ours stands at the left of its further rows, too. */
export function hangOf(painted: string): string {
  const text = bare(painted);
  const [lead = ''] = /^\s*(?:│ )?/.exec(text) ?? [];
  const [mark = ''] = /^(?:[•·→✗] |\d{1,3}\. |\/\w+(?: [A-Z]+| code)* {2,})/.exec(text.slice(lead.length)) ?? [];
  return `${lead}${' '.repeat(Math.min(mark.length, 20))}`;
}

/** As much of a line as fits, with a sign that there is more. */
export function fitted(painted: string, width: number): string {
  if (cellsOf(painted) <= width) return painted;
  let used = 0;
  let out = '';
  for (const [piece] of painted.matchAll(/\x1b\[[\d;]*m|[^\x1b]+/g)) {
    if (piece.startsWith('\x1b')) {
      out += piece;
      continue;
    }
    for (const { segment } of graphemesOf(piece)) {
      const size = cellsOfGrapheme(segment);
      if (used + size > width - 1) return `${out}…${painted.includes('\x1b') ? '\x1b[0m' : ''}`;
      out += segment;
      used += size;
    }
  }
  return out;
}

/** The line filled up with spaces. */
export function padded(painted: string, width: number, side: 'left' | 'right' | 'center' = 'left'): string {
  const room = Math.max(0, width - cellsOf(painted));
  const before = side === 'left' ? 0 : side === 'right' ? room : Math.floor(room / 2);
  return `${' '.repeat(before)}${painted}${' '.repeat(room - before)}`;
}
