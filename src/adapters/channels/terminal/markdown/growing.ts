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
const alone = /^(?:#{1,6}\s|(?:-{3,}|\*{3,}|_{3,})\s*$)/;

export function growingReply(): GrowingReply {
  /** Complete lines of the open block, and the line that is being written. */
  let block: string[] = [];
  let partial = '';
  let waiting: string[] = [];
  let inside: Fence | undefined;
  let hasRows = false;
  let isApart = false;
  /** The number of the last item of an ordered list. */
  let number: number | undefined;

  /** A blank row before a block that needs one. */
  function spaced(rows: readonly string[], standsApart: boolean): string[] {
    if (rows.length === 0) return [];
    const before = hasRows && (isApart || standsApart) ? [''] : [];
    hasRows = true;
    isApart = standsApart;
    return [...before, ...rows];
  }

  function drawn(lines: readonly string[], drawing: Drawing): string[] {
    return markdownRows(lines.join('\n'), drawing, nextNumber(lines[0] ?? ''));
  }

  function nextNumber(line: string): number | undefined {
    return number !== undefined && /^\d{1,9}[.)]\s/.test(line) ? number + 1 : undefined;
  }

  function closeBlock(drawing: Drawing): string[] {
    if (block.length === 0) return [];
    const lines = block;
    block = [];
    const first = lines[0] ?? '';
    const rows = spaced(drawn(lines, drawing), isTall(lines));
    number = /^\d{1,9}[.)]\s/.test(first) ? (nextNumber(first) ?? Number.parseInt(first, 10)) : undefined;
    return rows;
  }

  function take(line: string, drawing: Drawing): string[] {
    if (inside) return takeCode(inside, line, drawing);
    const [, mark, info = ''] = opening.exec(line) ?? [];
    if (mark !== undefined) {
      const language = languageOf(info);
      const rows = [...closeBlock(drawing), ...spaced([fence(language, drawing.paint)], true)];
      inside = { language, close: new RegExp(`^ {0,3}${mark[0]}{${mark.length},}\\s*$`), lines: [] };
      return rows;
    }
    if (line.trim() === '') {
      const isList = item.test(block[0] ?? '');
      if (block.length > 0 && isList) {
        block.push('');
        return [];
      }
      const rows = closeBlock(drawing);
      isApart = true;
      return rows;
    }
    if (alone.test(line)) {
      const rows = closeBlock(drawing);
      block = [line];
      return [...rows, ...closeBlock(drawing)];
    }
    const rows = beginsAnother(line) ? endOfBlock(drawing) : [];
    block.push(line);
    return rows;
  }

  function endOfBlock(drawing: Drawing): string[] {
    const wasLoose = block.at(-1) === '';
    const rows = closeBlock(drawing);
    if (wasLoose) isApart = true;
    return rows;
  }

  function beginsAnother(line: string): boolean {
    if (block.length === 0) return false;
    const isList = item.test(block[0] ?? '');
    if (item.test(line)) return isList || /^[-*+]\s|^1[.)]\s/.test(line);
    // after a blank line only what is indented belongs to the item
    return isList && block.at(-1) === '' && !/^\s/.test(line);
  }

  function takeCode(code: Fence, line: string, drawing: Drawing): string[] {
    if (code.close.test(line)) {
      inside = undefined;
      isApart = true;
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

  return {
    add(piece) {
      const lines = (partial + piece).split('\n');
      partial = lines.pop() ?? '';
      waiting.push(...lines);
    },
    settled(drawing) {
      const lines = waiting;
      waiting = [];
      const rows: string[] = [];
      for (const line of lines) rows.push(...take(line, drawing));
      if (inside) rows.push(...settledCode(inside, drawing));
      return rows;
    },
    open(drawing) {
      if (inside) return codeRows([...inside.lines, partial], inside, drawing);
      const lines = partial === '' ? block : [...block, partial];
      if (lines.every(line => line.trim() === '')) return [];
      const rows = drawn(lines, drawing);
      return hasRows && (isApart || isTall(lines)) ? ['', ...rows] : rows;
    },
    end(drawing) {
      const rows = this.settled(drawing);
      if (partial !== '') {
        const last = partial;
        partial = '';
        rows.push(...take(last, drawing));
      }
      if (inside) {
        rows.push(...codeRows(inside.lines, inside, drawing), fence('', drawing.paint));
        inside = undefined;
      }
      rows.push(...closeBlock(drawing));
      hasRows = false;
      isApart = false;
      number = undefined;
      return rows;
    },
  };
}

function codeRows(lines: readonly string[], { language }: Fence, { highlight }: Drawing): string[] {
  return lines.length === 0 ? [] : highlight(lines, language).map(({ row }) => row);
}

/** A blank row stands around it. */
function isTall(lines: readonly string[]): boolean {
  const [first = '', second = ''] = lines;
  return /^#{1,6}\s/.test(first) || (first.includes('|') && /^[\s|:-]*-[\s|:-]*$/.test(second));
}
