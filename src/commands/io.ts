/** What a command reads and prints. */
import type { Client } from '../api/client/client.ts';
import type { Language } from '../domain/text/texts.ts';

/** The streams of a command, a line at a time; `main.ts` makes it, tests make their own. */
export interface Io {
  /** A line on standard output, made safe by the caller. */
  readonly out: (line: string) => void;
  /** A line on standard error. */
  readonly err: (line: string) => void;
  /** One of another's words, which are shown as they are; as `err` if left out. */
  readonly quote?: (line: string) => void;
  /** All of standard input. */
  readonly readAll: () => Promise<string>;
  readonly style: Style;
  /** Of who reads it; English if left out. */
  readonly language?: Language;
  /** As its owner can type this program here; by its name if left out. */
  readonly program?: string;
}

/** What a command is given that calls operations of these subjects and prints what they answer. */
export interface Command<Subject extends keyof Client> {
  readonly agent: Pick<Client, Subject>;
  readonly io: Io;
  readonly json: boolean;
}

/** A command that says how long ago something was. */
export interface TimedCommand<Subject extends keyof Client> extends Command<Subject> {
  readonly now: () => number;
}

/** How much colour there is, and how much room: the same words with or without. */
export interface Style {
  /** How many cells a line may take in the terminal that shows it; absent: it is no terminal. */
  readonly width?: (() => number) | undefined;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly warn: (text: string) => string;
}

/** Colours, or none where there is no terminal or the owner wants none. */
export function style(color: boolean, width?: Style['width']): Style {
  const with_ = (on: number, off: number) => (text: string) => (color ? `\x1b[${on}m${text}\x1b[${off}m` : text);
  return { width, bold: with_(1, 22), dim: with_(2, 22), warn: with_(33, 39) };
}

/** JSON for programs: pretty, and without any character that could steer a terminal. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Rows as aligned columns, two spaces apart; the last column is as wide as it is. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  return rows.map(row =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
