/** The rows of what is typed: the draft with what Tab offers, or a search. */
import { cellsOf, fitted } from '../../../../domain/text/writing/cells.ts';
import type { Region } from '../live-region.ts';
import type { Paint } from '../style.ts';
import type { TerminalTexts } from '../texts.ts';
import { draftRows } from './draft-rows.ts';
import type { Editor } from './editor.ts';

export interface TypedView extends Pick<Editor, 'draft' | 'search' | 'offers'> {
  readonly prompt: string;
  readonly paint: Paint;
  readonly say: Pick<TerminalTexts, 'search' | 'nothingFound'>;
  readonly width: number;
  /** Of the terminal. */
  readonly rows: number;
}

export function typedRows({ draft, search, offers, prompt, paint, say, width, rows }: TypedView): Region {
  const looked = search();
  if (looked) {
    const head = `${say.search}: ${looked.words}`;
    const found = paint.dim(looked.found === undefined ? say.nothingFound : looked.found.replaceAll('\n', ' ⏎ '));
    const column = Math.min(head.length, width - 1);
    return { rows: [fitted(head, width), fitted(found, width)], cursor: { row: 0, column } };
  }
  const most = Math.max(3, rows - 4);
  const typed = draftRows({ prompt, text: draft.text(), at: draft.at(), width, most });
  const words = offers();
  return {
    ...typed,
    rows: [...typed.rows, ...offerRows(words, rows - typed.rows.length - besideOffers, paint, width)],
  };
}

/** So many rows are left to what runs, and to how many more there are. */
const besideOffers = 4;
const fewestOffers = 3;

/** What Tab offers, as many as there is room for, what is said of each in a column. */
function offerRows(words: ReturnType<Editor['offers']>, room: number, paint: Paint, width: number): string[] {
  const most = Math.max(fewestOffers, room);
  const shown = words.slice(0, most);
  const column = Math.max(0, ...shown.map(({ text }) => cellsOf(text)));
  const rows = shown.map(({ text, about }) => {
    const aside = about === undefined ? '' : paint.dim(`${' '.repeat(column - cellsOf(text))}  ${about}`);
    return fitted(`  ${text}${aside}`, width);
  });
  return words.length > most ? [...rows, paint.dim(`  and ${words.length - most} more`)] : rows;
}
