/**
 * A reply that grows, as rows: what cannot change any more is given once, what may still change is drawn again.
 *
 * A block is over where the next one begins; of a list each item is one, of code each line whose looks are all ended.
 * So the work for a piece depends on the block it falls into, not on the length of the reply.
 */
import { type Drawing, fence, languageOf, markdownRows } from './blocks.ts';

export interface GrowingReply {
  /** More of the text, made safe to show. */
  add(piece: string): void;
  /** The rows that are final since the last call. */
  settled(drawing: Drawing): string[];
  /** The rows behind them, as they look now. */
  open(drawing: Drawing): string[];
  /** The text is over: all that is left, as final rows. */
  end(drawing: Drawing): string[];
}

interface Fence {
  readonly language: string;
  readonly close: RegExp;
  /** Lines that are not final yet. */
  lines: string[];
}

const opening = /^ {0,3}(`{3,}|~{3,})([^`\n]*)$/;
const item = /^(?:[-*+]|\d{1,9}[.)])\s/;
const ordered = /^\d{1,9}[.)]\s/;
const alone = /^(?:#{1,6}\s|(?:-{3,}|\*{3,}|_{3,})\s*$)/;

/** Where the reading of the text stands. */
interface State {
  /** Complete lines of the open block. */
  block: string[];
  /** The line that is being written. */
  partial: string;
  /** Complete lines that no drawing has taken yet. */
  waiting: string[];
  inside: Fence | undefined;
  hasRows: boolean;
  /** A blank row stands before the next block. */
  isApart: boolean;
  /** The number of the last item of an ordered list. */
  number: number | undefined;
}

/** One of each block. The first of a process costs more than 40 ms, most of it for code that is run the first time. */
const sample = '# a\n\n1. *b* `c` [d](https://e.f)\n\n| g |\n| --- |\n| h |\n\n> i\n\n```sh\necho j\n```\n\nk\n';

/** Draws once what nobody sees, so that the first words of a reply are shown as fast as all others. */
export function warmDrawing(drawing: Drawing): void {
  const reply = growingReply();
  for (const piece of sample.match(/[\s\S]{1,8}/g) ?? []) {
    reply.add(piece);
    reply.settled(drawing);
    reply.open(drawing);
  }
  reply.end(drawing);
}

const beginning = { hasRows: false, isApart: false, number: undefined };

export function growingReply(): GrowingReply {
  const state: State = { block: [], partial: '', waiting: [], inside: undefined, ...beginning };
  return {
    add(piece) {
      const lines = (state.partial + piece).split('\n');
      state.partial = lines.pop() ?? '';
      state.waiting.push(...lines);
    },
    settled(drawing) {
      const lines = state.waiting;
      state.waiting = [];
      const rows: string[] = [];
      for (const line of lines) rows.push(...take(state, line, drawing));
      if (state.inside) rows.push(...settledCode(state.inside, drawing));
      return rows;
    },
    open(drawing) {
      const { inside, block, partial, hasRows, isApart } = state;
      if (inside) return codeRows([...inside.lines, partial], inside, drawing);
      const lines = partial === '' ? block : [...block, partial];
      if (lines.every(line => line.trim() === '')) return [];
      const rows = drawn(state, lines, drawing);
      return hasRows && (isApart || isTall(lines)) ? ['', ...rows] : rows;
    },
    end(drawing) {
      const rows = this.settled(drawing);
      const last = state.partial;
      state.partial = '';
      if (last !== '') rows.push(...take(state, last, drawing));
      const { inside } = state;
      if (inside) rows.push(...codeRows(inside.lines, inside, drawing), fence('', drawing.paint));
      state.inside = undefined;
      rows.push(...closeBlock(state, drawing));
      Object.assign(state, beginning);
      return rows;
    },
  };
}

/** Reads one complete line; answers the rows of what it ends. */
function take(state: State, line: string, drawing: Drawing): string[] {
  if (state.inside) return takeCode(state, state.inside, line, drawing);
  const [, mark, info = ''] = opening.exec(line) ?? [];
  if (mark !== undefined) {
    const language = languageOf(info);
    const rows = [...closeBlock(state, drawing), ...spaced(state, [fence(language, drawing.paint)], true)];
    state.inside = { language, close: new RegExp(`^ {0,3}${mark[0]}{${mark.length},}\\s*$`), lines: [] };
    return rows;
  }
  if (line.trim() === '') return takeBlank(state, drawing);
  if (alone.test(line)) {
    const rows = closeBlock(state, drawing);
    state.block = [line];
    return [...rows, ...closeBlock(state, drawing)];
  }
  const rows = beginsAnother(state, line) ? endOfBlock(state, drawing) : [];
  state.block.push(line);
  return rows;
}

function takeBlank(state: State, drawing: Drawing): string[] {
  // what is indented behind it belongs to the item
  if (item.test(state.block[0] ?? '')) {
    state.block.push('');
    return [];
  }
  const rows = closeBlock(state, drawing);
  state.isApart = true;
  return rows;
}

function takeCode(state: State, code: Fence, line: string, drawing: Drawing): string[] {
  if (code.close.test(line)) {
    state.inside = undefined;
    state.isApart = true;
    return [...codeRows(code.lines, code, drawing), fence('', drawing.paint)];
  }
  code.lines.push(line);
  return [];
}

/** The lines of code before the last that leave no look open. */
function settledCode(code: Fence, { highlight }: Drawing): string[] {
  if (code.lines.length === 0) return [];
  const rows = highlight(code.lines, code.language);
  let upTo = rows.findLastIndex(({ goesOn }) => !goesOn) + 1;
  // a comment or a text that never ends is given up on
  if (upTo === 0 && code.lines.length > 200) upTo = code.lines.length;
  code.lines = code.lines.slice(upTo);
  return rows.slice(0, upTo).map(({ row }) => row);
}

function endOfBlock(state: State, drawing: Drawing): string[] {
  const wasLoose = state.block.at(-1) === '';
  const rows = closeBlock(state, drawing);
  if (wasLoose) state.isApart = true;
  return rows;
}

function closeBlock(state: State, drawing: Drawing): string[] {
  const { block: lines } = state;
  if (lines.length === 0) return [];
  state.block = [];
  const first = lines[0] ?? '';
  const rows = spaced(state, drawn(state, lines, drawing), isTall(lines));
  state.number = ordered.test(first) ? (nextNumber(state, first) ?? Number.parseInt(first, 10)) : undefined;
  return rows;
}

function beginsAnother({ block }: State, line: string): boolean {
  if (block.length === 0) return false;
  const isList = item.test(block[0] ?? '');
  if (item.test(line)) return isList || /^[-*+]\s|^1[.)]\s/.test(line);
  // after a blank line only what is indented belongs to the item
  return isList && block.at(-1) === '' && !/^\s/.test(line);
}

/** A blank row before a block that needs one. */
function spaced(state: State, rows: readonly string[], standsApart: boolean): string[] {
  if (rows.length === 0) return [];
  const before = state.hasRows && (state.isApart || standsApart) ? [''] : [];
  state.hasRows = true;
  state.isApart = standsApart;
  return [...before, ...rows];
}

function drawn(state: State, lines: readonly string[], drawing: Drawing): string[] {
  return markdownRows(lines.join('\n'), drawing, nextNumber(state, lines[0] ?? ''));
}

function nextNumber({ number }: State, line: string): number | undefined {
  return number !== undefined && ordered.test(line) ? number + 1 : undefined;
}

function codeRows(lines: readonly string[], { language }: Fence, { highlight }: Drawing): string[] {
  return lines.length === 0 ? [] : highlight(lines, language).map(({ row }) => row);
}

/** A blank row stands around it. */
function isTall(lines: readonly string[]): boolean {
  const [first = '', second = ''] = lines;
  return /^#{1,6}\s/.test(first) || (first.includes('|') && /^[\s|:-]*-[\s|:-]*$/.test(second));
}
