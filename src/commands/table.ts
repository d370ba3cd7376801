/** Tables in lines that fit: what is too long for its column goes on beneath, within the column. */
import { cellsOf, padded, wrapped } from '../domain/text/writing/cells.ts';

const gap = 2;
/** No column is broken into less. */
const leastWidth = 8;
/** A word of up to so many letters, such as a name or a key, is kept whole where there is room. */
const longestKept = 24;

type Cells = readonly string[];

/** The lines of each row. `width`: how wide a line may be; undefined: the last column is as wide as it is. */
export function tableLines(rows: readonly Cells[], width?: number): readonly (readonly string[])[] {
  const widths = widthsOf(rows, cell => cellsOf(cell));
  if (width === undefined || totalOf(widths) <= width) return rows.map(row => rowLines(row, widths));
  const least = widthsOf(rows, cell => Math.min(longestWord(cell), longestKept)).map((word, at) =>
    Math.min(widths[at] ?? 0, Math.max(leastWidth, word)),
  );
  // the first column is what is typed
  const bare = widths.map((one, at) => (at === 0 ? (least[0] ?? 0) : Math.min(one, leastWidth)));
  const floors = [least, bare].find(floor => totalOf(floor) <= width);
  // no room for columns: a row is a paragraph
  if (!floors)
    return rows.map(row => wrapped(row.filter(cell => cell.trim() !== '').join(' · '), width, '  ', 'broken'));
  return rows.map(row => rowLines(row, shrunk(widths, floors, width)));
}

function widthsOf(rows: readonly Cells[], sizeOf: (cell: string) => number): readonly number[] {
  const count = Math.max(0, ...rows.map(row => row.length));
  return Array.from({ length: count }, (_, at) => Math.max(0, ...rows.map(row => sizeOf(row[at] ?? ''))));
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one, 0) + gap * (widths.length - 1);
}

function longestWord(cell: string): number {
  return Math.max(0, ...cell.split(/\s+/).map(cellsOf));
}

/** The widest columns give first, down to their floors, until all fit. */
function shrunk(widths: readonly number[], floors: readonly number[], width: number): readonly number[] {
  const most = Math.max(...widths);
  for (let cap = most; cap > 0; cap -= 1) {
    const capped = widths.map((one, at) => Math.max(floors[at] ?? 0, Math.min(one, cap)));
    if (totalOf(capped) <= width) return capped;
  }
  return floors;
}

function rowLines(row: Cells, widths: readonly number[]): readonly string[] {
  const columns = row.map((cell, at) => {
    const width = widths[at] ?? 0;
    if (cellsOf(cell) <= width) return [cell];
    const [lead = ''] = /^\s*/.exec(cell) ?? [];
    return wrapped(cell, width, lead, 'broken');
  });
  const height = Math.max(1, ...columns.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((column, at) => padded(column[line] ?? '', widths[at] ?? 0))
      .join(' '.repeat(gap))
      .trimEnd(),
  );
}
