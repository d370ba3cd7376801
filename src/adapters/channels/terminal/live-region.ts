/**
 * The rows at the bottom of a terminal that are drawn again and again, and what is written above them for good.
 *
 * Only relative moves and "clear to the end" are used, which every terminal, tmux and ssh carry; what was written above
 * belongs to the terminal and its scrollback.
 */
import { cellsOf } from '../../../domain/text/writing/cells.ts';

export interface Region {
  /** Each narrower than the terminal. */
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

export interface LiveRegion {
  /** Writes final rows above, and the region beneath them. */
  draw(above: readonly string[], region: Region): void;
  /** Clears the whole screen first. */
  clear(): void;
  /** Takes the region away; the cursor is where it began. */
  remove(): void;
}

type Output = NodeJS.WritableStream & { readonly columns?: number };

/**
 * Clears from the row of the cursor to the end, in two parts: where the whole screen is cleared at once, tmux keeps a
 * copy of it, and the scrollback would grow with every key.
 */
const erased = '\r\x1b[C\x1b[J\r\x1b[K';

export function liveRegion(output: Output): LiveRegion {
  let shown: Region = { rows: [''], cursor: { row: 0, column: 0 } };
  let columns = output.columns || 80;

  /** Up to the region's first row. A terminal that was made narrower has broken its rows again. */
  function toTop(): string {
    const now = output.columns || 80;
    let up = shown.cursor.row;
    if (now < columns) {
      const high = (row: string) => Math.max(1, Math.ceil(cellsOf(row) / now));
      up = shown.rows.slice(0, shown.cursor.row).reduce((sum, row) => sum + high(row), 0);
      up += Math.floor(shown.cursor.column / now);
    }
    columns = now;
    return `${up > 0 ? `\x1b[${up}A` : ''}${erased}`;
  }

  function placed({ rows, cursor }: Region): string {
    const up = rows.length - 1 - cursor.row;
    return `${rows.join('\n')}${up > 0 ? `\x1b[${up}A` : ''}\r${cursor.column > 0 ? `\x1b[${cursor.column}C` : ''}`;
  }

  function isShown({ rows, cursor }: Region): boolean {
    const { rows: old, cursor: at } = shown;
    return (
      columns === (output.columns || 80) &&
      at.row === cursor.row &&
      at.column === cursor.column &&
      rows.length === old.length &&
      rows.every((row, place) => row === old[place])
    );
  }

  return {
    draw(above, region) {
      if (above.length === 0 && isShown(region)) return;
      const final = above.map(row => `${row}\n`).join('');
      output.write(`${toTop()}${final}${placed(region)}`);
      shown = region;
    },
    clear() {
      output.write(`\x1b[H\x1b[2J`);
      shown = { rows: [''], cursor: { row: 0, column: 0 } };
    },
    remove() {
      output.write(toTop());
      shown = { rows: [''], cursor: { row: 0, column: 0 } };
    },
  };
}
