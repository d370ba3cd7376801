/**
 * An answer as it is shown: lines, tables, code and actions. An operation makes it once (`view`); the command line, the
 * terminal, Telegram and the page each draw it in their own way.
 */
import type { Language } from '../domain/text/texts.ts';

/** `strong`: a title; `quiet`: beside the point; `warn`: something is wrong. */
export type Tone = 'strong' | 'quiet' | 'warn';

export interface Line {
  readonly text: string;
  readonly tone?: Tone;
}

/** A row of a list, and what can be done about it. */
export interface Row {
  readonly cells: readonly string[];
  /** The address of the conversation that a cell names, with its kind or without: on the page that cell leads to it. */
  readonly session?: string;
  readonly tone?: Tone;
  readonly actions?: readonly Action[];
}

/** An operation with its fields, as a button. */
export interface Action {
  readonly label: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, string | number | boolean>>;
  /** It cannot be taken back: asked in this sentence, it is done after a second press. */
  readonly confirm?: string;
  /** What has to be written before it can be done: a field of the operation, and what stands in the empty place. */
  readonly asks?: { readonly field: string; readonly hint: string };
}

export type Block =
  | { readonly kind: 'lines'; readonly lines: readonly Line[] }
  /** Columns; the last one is as wide as it is. */
  | { readonly kind: 'table'; readonly head?: readonly string[]; readonly rows: readonly Row[] }
  /** Letter by letter, such as a difference or a program. */
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'actions'; readonly actions: readonly Action[] };

export type View = readonly Block[];

/** Who looks, and where. */
export interface Look {
  readonly language: Language;
  /** UTC epoch ms. */
  readonly now: number;
  /** A command as it is typed there: `straylight goals add TEXT`, or in a chat `/goals add TEXT`. */
  readonly typed: (words: string) => string;
  /** The address of the chat in which it is typed; absent: in none. */
  readonly chat?: string;
}

/** Lines of one tone. */
export function lines(text: string, tone?: Tone): Block {
  return {
    kind: 'lines',
    lines: text.split('\n').map(line => (tone === undefined ? { text: line } : { text: line, tone })),
  };
}
