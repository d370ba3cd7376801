/** The rows of what is typed: the draft with what Tab offers, or a search. */
import { fitted } from '../cells.ts';
import type { Region } from '../live-region.ts';
import type { Paint } from '../style.ts';
import { draftRows } from './draft-rows.ts';
import type { Editor } from './editor.ts';

export interface TypedView extends Pick<Editor, 'draft' | 'search' | 'offers'> {
  readonly prompt: string;
  readonly paint: Paint;
  readonly width: number;
  /** Of the terminal. */
  readonly rows: number;
}

const mostOffers = 8;

export function typedRows({ draft, search, offers, prompt, paint, width, rows }: TypedView): Region {
  const looked = search();
  if (looked) {
    const head = `search: ${looked.words}`;
    const found = paint.dim(looked.found === undefined ? 'nothing found' : looked.found.replaceAll('\n', ' ⏎ '));
    const column = Math.min(head.length, width - 1);
    return { rows: [fitted(head, width), fitted(found, width)], cursor: { row: 0, column } };
  }
  const most = Math.max(3, rows - 4);
  const typed = draftRows({ prompt, text: draft.text(), at: draft.at(), width, most });
  const words = offers();
  const offered = words
    .slice(0, mostOffers)
    .map(({ text, about }) => fitted(`  ${text}${about === undefined ? '' : paint.dim(`  ${about}`)}`, width));
  const more = words.length > mostOffers ? [paint.dim(`  and ${words.length - mostOffers} more`)] : [];
  return { ...typed, rows: [...typed.rows, ...offered, ...more] };
}
