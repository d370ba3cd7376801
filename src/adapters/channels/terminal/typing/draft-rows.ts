/** The draft as rows of the terminal, with its prompt and the place of the cursor. */
import { cellsOf } from '../../../../domain/text/writing/cells.ts';
import type { Region } from '../live-region.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export interface DraftView {
  readonly prompt: string;
  readonly text: string;
  readonly at: number;
  readonly width: number;
  /** So many rows are shown at most, those around the cursor. */
  readonly most: number;
}

export function draftRows({ prompt, text, at, width, most }: DraftView): Region {
  const indent = ' '.repeat(cellsOf(prompt));
  const rows: string[] = [];
  let row = prompt;
  let used = indent.length;
  let cursor = { row: 0, column: used };
  const next = () => {
    rows.push(row);
    row = indent;
    used = indent.length;
  };
  for (const { segment, index } of graphemes.segment(text)) {
    const shown = segment === '\t' ? '  ' : segment;
    const size = segment === '\n' ? 0 : cellsOf(shown);
    if (used + size > width - 1) next();
    if (index === at) cursor = { row: rows.length, column: used };
    if (segment === '\n') next();
    else [row, used] = [row + shown, used + size];
  }
  if (at >= text.length) cursor = { row: rows.length, column: used };
  rows.push(row);
  const from = Math.max(0, Math.min(cursor.row - Math.floor(most / 2), rows.length - most));
  return { rows: rows.slice(from, from + most), cursor: { row: cursor.row - from, column: cursor.column } };
}
