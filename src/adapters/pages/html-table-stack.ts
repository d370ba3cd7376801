/** The tables of a page that are open, the innermost last: their cells are kept until each table ends. */
import type { blockList } from './html-blocks.ts';
import type { inlineText } from './html-inline.ts';
import { tableText } from './html-table.ts';

interface Table {
  readonly rows: string[][];
  /** The row being read; undefined outside of one, and in a table that turned out to hold another. */
  row: string[] | undefined;
  readonly cell: string[];
}

export interface TableStack {
  open(): void;
  startRow(): void;
  /** Ends the cell being read, where there is one. */
  endCell(): void;
  /** The text so far becomes a part of the cell, or a block of the page. */
  endParagraph(): void;
  close(): void;
  closeAll(): void;
  /** A table, code or a rule in a cell: that table only lays the page out, so what it holds comes as paragraphs. */
  dissolve(): void;
}

export function tableStack(inline: ReturnType<typeof inlineText>, blocks: ReturnType<typeof blockList>): TableStack {
  const tables: Table[] = [];

  function endParagraph(): void {
    const text = inline.take();
    const table = tables.at(-1);
    if (table?.row && text !== '') table.cell.push(text.replaceAll('\n', ' '));
    else blocks.add(text);
  }

  function endCell(): void {
    endParagraph();
    const table = tables.at(-1);
    if (table?.cell.length) table.row?.push(table.cell.splice(0).join(' '));
  }

  function end(table: Table | undefined): void {
    if (table) blocks.add(tableText(table.rows.splice(0)));
  }

  return {
    open: () => void tables.push({ rows: [], row: undefined, cell: [] }),
    startRow() {
      const table = tables.at(-1);
      if (!table) return;
      table.row = [];
      table.rows.push(table.row);
    },
    endCell,
    endParagraph,
    close() {
      endCell();
      end(tables.pop());
    },
    closeAll() {
      for (const table of tables.splice(0)) end(table);
    },
    dissolve() {
      const outer = tables.at(-1);
      if (!outer?.row) return;
      endCell();
      outer.row = undefined;
      for (const row of outer.rows.splice(0)) for (const cell of row) blocks.add(cell);
    },
  };
}
