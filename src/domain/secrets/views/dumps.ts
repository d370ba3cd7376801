/**
 * The bytes that a dump shows: xxd, hexdump and od in all their layouts, and lists of numbers.
 *
 * A line is an offset, numbers, and perhaps a column of characters. What the numbers are is not said, so each way to
 * read them is a text of its own: bytes in hexadecimal, words with their bytes turned round, octal, decimal, bits, and
 * characters one by one.
 */
import type { SecretView } from './view.ts';

/**
 * The texts that dumps in a text show, one for each way to read its numbers; none where there are no numbers in a row.
 */
export function dumpsOf(text: string): readonly SecretView[] {
  if (!dumpHint.test(text)) return [];
  const lines = [...linesOf(text)].map(({ start, line }) => ({ start, line, rows: rowsOf(line) }));
  const first = lines.map(({ rows, ...rest }) => ({ ...rest, rows: rows.slice(0, 1) }));
  // a column of characters may look like a row of its own: with and without what follows the first
  const readings = lines.some(({ rows }) => rows.length > 1) ? [first, lines] : [first];
  // what stands before a row of xxd, such as the time of a log, is no part of it
  const behind = lines.map(({ start, line }) => behindText(start, line));
  if (behind.some(({ start }, at) => start !== lines[at]?.start)) readings.push(behind);
  const views = readings.flatMap(reading => ways.flatMap(way => bytesOf(reading, way).view()));
  const characters = bytesShown();
  for (const { start, line } of lines) {
    const cells = cellsOf(line);
    if (cells.length === 0) characters.gap();
    for (const cell of cells) characters.add(cell.byte, start + cell.start, start + cell.end, start + cell.end);
  }
  return [...views, ...characters.view()];
}

interface DumpLine {
  readonly start: number;
  readonly line: string;
  readonly rows: readonly (readonly Written[])[];
}

/** A row of xxd from its offset on, whatever stands before it; any other line as it is. */
function behindText(start: number, line: string): DumpLine {
  const at = Math.max(0, line.search(/(?<![\da-z])[\da-f]{8}: (?=[\da-f]{2})/i));
  const rest = line.slice(at);
  return { start: start + at, line: rest, rows: rowsOf(rest).slice(0, 1) };
}

/** The bytes of all rows; a row goes on in the next line, but two in one line are apart. */
function bytesOf(lines: readonly DumpLine[], way: Way): Shown {
  const shows = bytesShown();
  for (const { start, line, rows } of lines) {
    if (rows.length === 0) shows.gap();
    for (const [index, numbers] of rows.entries()) {
      const bytes = numbers.flatMap(number => way(number.text)?.map(byte => ({ ...number, byte })) ?? []);
      if (bytes.length === 0 || index > 0) shows.gap();
      // what follows the last number is the column of characters
      const last = bytes.at(-1);
      const end = last !== undefined && numbers[0]?.hasOffset ? line.length : last?.end;
      for (const one of bytes)
        shows.add(one.byte, start + one.start, start + (one === last ? (end ?? one.end) : one.end), start + (end ?? 0));
    }
  }
  return shows;
}

/** Four numbers in a row, or characters as `od -c` has them. */
const dumpHint =
  /(?:\b|\\x|0x)[\da-f]{1,16}(?:[ \t,;:-]{0,4}[\s,;:-](?:0x)?\s{0,16}(?:0x)?[\da-f]{1,16}|\\x[\da-f]{2}){3}|^\d{7} {1,3}\S|^(?: {3}\S){3}|^[\da-f]{4,16}: \S/im;

interface Shown {
  add(byte: number, start: number, end: number, lineEnd: number): void;
  gap(): void;
  view(): readonly SecretView[];
}

/** Bytes as they are added, and where each stands. */
function bytesShown(): Shown {
  const bytes: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const lineEnds: number[] = [];
  let isGap = true;
  return {
    add(byte, start, end, lineEnd) {
      isGap = false;
      bytes.push(byte);
      starts.push(start);
      ends.push(end);
      lineEnds.push(lineEnd);
    },
    gap() {
      if (isGap) return;
      this.add(0, ends.at(-1) ?? 0, ends.at(-1) ?? 0, ends.at(-1) ?? 0);
      isGap = true;
    },
    view() {
      if (bytes.length < 6) return [];
      const pieces: string[] = [];
      for (let at = 0; at < bytes.length; at += 4096) pieces.push(String.fromCharCode(...bytes.slice(at, at + 4096)));
      const place = (start: number, end: number) => ({
        start: starts[start] ?? 0,
        end: Math.max(ends[end - 1] ?? 0, lineEnds[end - 1] ?? 0),
        isBroken: true,
      });
      return [{ text: pieces.join(''), kind: 'dump', place }];
    },
  };
}

function* linesOf(text: string): Generator<{ readonly start: number; readonly line: string }> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const until = end < 0 ? text.length : end;
    yield { start, line: text.slice(start, until) };
    start = until + 1;
  }
}

interface Written {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly hasOffset: boolean;
}

const number = /[ \t,;:{}()[\]"'b-]{0,16}?(?:0x|\\x)?([\da-f]{1,16})(?![\da-z])/iy;
/** Where a row of numbers begins in a line, or the only number of a line. */
const row =
  /(?<![\w.\\])(?=(?:0x|\\x)?[\da-f]{1,16}(?:[ \t,;:-]{1,8}(?:0x|\\x)?[\da-f]{1,16}){2}|(?:\\x[\da-f]{2}){3})|^[ \t>|#*[{(]{0,16}(?=(?:0x|\\x)?[\da-f]{1,16}(?:[ \t,;:-]{1,8}(?:0x|\\x)?[\da-f]{1,16})?(?:[ \t,\]})]{0,100}|[ \t]{2,100}(?:\|.{1,16}\||>.{1,16}<))\r?$)/gi;
/** What stands further on in a line is a row from so many numbers on: a date or a time is shorter. */
const fewest = 4;

/** The rows of numbers in a line, the first and those further on: a log has its time before what it dumps. */
function rowsOf(line: string): readonly (readonly Written[])[] {
  const rows: (readonly Written[])[] = [];
  for (let from = 0; from < line.length; ) {
    const numbers = numbersOf(line, from);
    const last = numbers.at(-1);
    if (last === undefined) break;
    if (rows.length === 0 || numbers.length >= fewest) rows.push(numbers);
    from = last.end;
  }
  return rows;
}

/** The next row of numbers in a line, its offset left out. */
function numbersOf(line: string, from: number): readonly Written[] {
  const found: Written[] = [];
  const first = from > 0 ? undefined : /^[ \t>|#*]{0,16}(?:0x)?[\da-f]{4,16}:(?=[ \t])/i.exec(line)?.[0];
  const isXxd = first !== undefined;
  row.lastIndex = from;
  const begun = isXxd ? { index: 0, 0: first } : row.exec(line);
  if (!begun) return [];
  let at = begun.index + begun[0].length;
  let bytes = 0;
  while (at < line.length) {
    // after two blanks xxd has a character for each byte
    const blanks = isXxd && bytes > 0 ? (/^[ \t]{2,80}/.exec(line.slice(at, at + 80))?.[0].length ?? 0) : 0;
    const left = line.length - at;
    if (blanks > 0 && left - blanks <= bytes && left >= bytes + 2) break;
    number.lastIndex = at;
    const match = number.exec(line);
    if (!match) break;
    const [all, text = ''] = match;
    at += all.length;
    bytes += Math.ceil(text.length / 2);
    found.push({ text, start: at - text.length, end: at, hasOffset: isXxd });
  }
  const [one, two] = found;
  const isOffset =
    !isXxd && one !== undefined && two !== undefined && one.text.length >= 6 && one.text.length !== two.text.length;
  return isOffset ? found.slice(1).map(rest => ({ ...rest, hasOffset: true })) : found;
}

type Way = (number: string) => readonly number[] | undefined;

/** The two characters of each byte. */
const hexadecimal: Way = number =>
  number.length % 2 === 0 ? (number.match(/../g) ?? []).map(pair => Number.parseInt(pair, 16)) : undefined;

const ways: readonly Way[] = [
  hexadecimal,
  number => hexadecimal(number)?.toReversed(),
  number => (/^[0-3][0-7]{2}$/.test(number) ? [Number.parseInt(number, 8)] : undefined),
  number => (/^[01][0-7]{5}$/.test(number) ? turned(Number.parseInt(number, 8)) : undefined),
  number => (/^\d{1,3}$/.test(number) && Number(number) < 256 ? [Number(number)] : undefined),
  number => (/^\d{1,5}$/.test(number) && Number(number) < 65_536 ? turned(Number(number)) : undefined),
  number => (/^[01]{8}$/.test(number) ? [Number.parseInt(number, 2)] : undefined),
];

function turned(word: number): readonly number[] {
  return [word & 255, word >> 8];
}

/** Characters as `od -c` and `od -a` have them: four columns each, what cannot be shown by its name. */
function cellsOf(line: string): readonly { readonly byte: number; readonly start: number; readonly end: number }[] {
  const offset = /^[\da-f]{6,8}(?= {1,7}\S)|^(?= {3}\S(?: {3}\S| {2}\S\S|$))/i.exec(line)?.[0].length;
  if (offset === undefined) return [];
  const cells = [];
  for (let at = offset; at < line.length; at += 4) {
    const cell = line.slice(at, at + 4).trim();
    const byte =
      cell.length <= 1
        ? cell.charCodeAt(0) || 32
        : (named[cell] ?? (/^[0-3][0-7]{2}$/.test(cell) ? Number.parseInt(cell, 8) : undefined));
    if (byte === undefined) return [];
    cells.push({ byte, start: at, end: at + 4 });
  }
  return cells;
}

const named: Readonly<Record<string, number>> = {
  sp: 32,
  nl: 10,
  ht: 9,
  cr: 13,
  nul: 0,
  '\\n': 10,
  '\\t': 9,
  '\\r': 13,
  '\\0': 0,
};
