/** What stands on the screen of a terminal, and what a program does to it. */
import { isWide } from '../../../domain/text/writing/cells.ts';

/** Lines that can still be drawn again. */
export const rows = 64;
/** A line that is longer is handed on, and its beginning can no longer be drawn again. */
const longestRow = 8_192;
/** So far to the right a program may move the cursor. */
export const widest = 512;

export interface Screen {
  /** What can no longer be changed. */
  done: string;
  lines: string[];
  /** The row that the cursor is in, and its place there; undefined: behind the end of the row. */
  row: number;
  column: number | undefined;
  saved: { readonly row: number; readonly column: number } | undefined;
  /** The first row of the picture that is being drawn. */
  top: number | undefined;
  /** The screen before a program has changed to another one. */
  before: { readonly lines: string[]; readonly row: number; readonly top: number | undefined } | undefined;
}

export function emptyScreen(): Screen {
  const nothing = { column: undefined, saved: undefined, top: undefined, before: undefined };
  return { done: '', lines: [''], row: 0, ...nothing };
}

const lineOf = ({ lines, row }: Screen) => lines[row] ?? '';

export function columnOf(screen: Screen): number {
  return screen.column ?? cells(lineOf(screen)).length;
}

/** The line up to the cursor. */
export function lineBefore(screen: Screen): string {
  return screen.column === undefined ? lineOf(screen) : cells(lineOf(screen)).slice(0, screen.column).join('');
}

/** What takes a place of its own: a character with the marks that are put on it. Behind a wide one there is none. */
function cells(text: string): readonly string[] {
  if (text !== known.text) known = { text, cells: divided(text) };
  return known.cells;
}

/** A program draws in one row again and again; dividing it is most of the work. */
let known: { readonly text: string; readonly cells: readonly string[] } = { text: '', cells: [] };

function joined(changed: readonly string[]): string {
  known = { text: changed.join(''), cells: changed };
  return known.text;
}

function divided(text: string): readonly string[] {
  if (/^[\x20-\x7e\t]*$/.test(text)) return text.split('');
  const found: string[] = [];
  for (const char of text) {
    // a joiner makes one sign of what stands on both sides of it
    if (found.length > 0 && (/\p{M}|\u200d/u.test(char) || found.at(found.at(-1) === '' ? -2 : -1)?.endsWith('\u200d')))
      found[found.length - (found.at(-1) === '' ? 2 : 1)] += char;
    else found.push(...(isWide(char) ? [char, ''] : [char]));
  }
  return found;
}

/** The cursor goes to a row, which is there afterwards; what leaves the screen at its top is done. */
export function goTo(screen: Screen, wanted: number): void {
  const { lines } = screen;
  screen.row = Math.max(screen.top ?? 0, Math.min(wanted, lines.length + rows));
  while (lines.length <= screen.row) lines.push('');
  while (lines.length > rows) {
    if (screen.before === undefined) screen.done += `${lines[0] ?? ''}\n`;
    lines.shift();
    screen.row = Math.max(0, screen.row - 1);
    if (screen.top !== undefined) screen.top = Math.max(0, screen.top - 1);
  }
}

export function moveTo(screen: Screen, column: number): void {
  const place = Math.max(0, Math.min(column, widest));
  screen.column = place === cells(lineOf(screen)).length ? undefined : place;
}

/** Up or down, to the same column or the first. */
export function moveBy(screen: Screen, by: number, isFirst: boolean): void {
  const column = isFirst ? 0 : columnOf(screen);
  goTo(screen, screen.row + by);
  moveTo(screen, column);
}

export function nextLine(screen: Screen): void {
  goTo(screen, screen.row + 1);
  moveTo(screen, 0);
}

export function write(screen: Screen, text: string): void {
  const { lines, row, column } = screen;
  if (column === undefined) {
    lines[row] = lineOf(screen) + text;
    if (lineOf(screen).length > longestRow) release(screen);
    return;
  }
  const [old, added] = [[...cells(lineOf(screen))], divided(text)];
  while (old.length < column) old.push(' ');
  // half of a wide sign shows nothing
  const behind = column + added.length;
  if (old[column] === '') old[column - 1] = ' ';
  if (old[behind] === '') old.splice(behind, 1, ...(behind === old.length - 1 ? [] : [' ']));
  old.splice(column, added.length, ...added);
  lines[row] = joined(old);
  moveTo(screen, column + added.length);
  if (lineOf(screen).length > longestRow) release(screen);
}

/**
 * Many lines at once behind all that stands there, which is most of what programs print; false: they have to be written
 * one by one. `text`: without any control character but line ends and tabs.
 */
export function writeLines(screen: Screen, text: string): boolean {
  const { lines, row, column, top, before } = screen;
  if (column !== undefined || top !== undefined || before !== undefined || row !== lines.length - 1) return false;
  let at = text.length;
  for (let count = 0; count < rows; count += 1) {
    if (at <= 0) return false;
    at = text.lastIndexOf('\n', at - 1);
    if (at < 0) return false;
  }
  screen.done += `${lines.join('\n')}${text.slice(0, at + 1)}`;
  screen.lines = text.slice(at + 1).split('\n');
  screen.row = rows - 1;
  return true;
}

/** The row that the cursor is in has become too long to be drawn again, and so have those above it. */
function release(screen: Screen): void {
  const { lines, row } = screen;
  if (screen.before !== undefined) {
    lines[row] = lineOf(screen).slice(-longestRow);
    return;
  }
  screen.done += lines.slice(0, row + 1).join('\n');
  lines.splice(0, row + 1, '');
  if (screen.top !== undefined) screen.top = Math.max(0, screen.top - row);
  screen.row = 0;
  screen.column = undefined;
}

/** A new picture: the one before it goes, what stood before the first of them stays. */
export function redraw(screen: Screen, isErased: boolean): void {
  const { lines } = screen;
  if (screen.top === undefined) screen.top = lines.length === 1 && lines[0] === '' ? 0 : lines.length;
  else if (isErased) lines.length = screen.top;
  if (lines.length <= screen.top) lines.push('');
  goTo(screen, screen.top);
  moveTo(screen, 0);
}

export function isAtTop(screen: Screen): boolean {
  return screen.top !== undefined && screen.row === screen.top && columnOf(screen) === 0;
}

/** Changes the row that the cursor is in; the cursor stays. */
export function edit(screen: Screen, change: (old: readonly string[], at: number) => readonly string[]): void {
  const at = columnOf(screen);
  const changed = joined(change(cells(lineOf(screen)), at));
  screen.lines[screen.row] = at > 0 ? changed : changed.replace(/ +$/, '');
  screen.column = at;
  moveTo(screen, at);
  if (lineOf(screen).length > longestRow) release(screen);
}

/**
 * Empty lines before the one that the cursor is in, or, where it is less than none, so many lines less from there on.
 */
export function shiftLines(screen: Screen, by: number): void {
  const { lines, row } = screen;
  if (by > 0) lines.splice(row, 0, ...Array.from({ length: Math.min(by, rows) }, () => ''));
  else lines.splice(row, -by);
  while (lines.length <= row) lines.push('');
  goTo(screen, row);
  moveTo(screen, 0);
}

export function restore(screen: Screen): void {
  if (screen.saved === undefined) return;
  goTo(screen, screen.saved.row);
  moveTo(screen, screen.saved.column);
}

/** Another screen, which is gone when it is left. */
export function enterOther(screen: Screen): void {
  if (screen.before !== undefined) return;
  const { lines, row, top } = screen;
  Object.assign(screen, { before: { lines, row, top }, lines: [''], row: 0, column: undefined, top: undefined });
}

export function leaveOther(screen: Screen): void {
  if (screen.before !== undefined) Object.assign(screen, screen.before, { before: undefined, column: undefined });
}

/** All of it is done. */
export function finish(screen: Screen): void {
  const { lines, row, before } = screen;
  // below the cursor there may be what was erased
  while (lines.length > row + 1 && lines.at(-1) === '') lines.pop();
  const all = before === undefined ? lines : [...before.lines, ...lines];
  Object.assign(screen, emptyScreen(), { done: screen.done + all.join('\n') });
}

/** What is done, once. */
export function taken(screen: Screen): string {
  const { done } = screen;
  screen.done = '';
  return done;
}
