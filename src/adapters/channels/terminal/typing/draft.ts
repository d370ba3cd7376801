/** The text that is typed and not sent: several lines, with a place in it. Pure but for what it holds. */
import { beginningOf } from '../../../../domain/text/visible.ts';

export interface Draft {
  text(): string;
  /** Where the cursor stands, in UTF-16 units. */
  at(): number;
  set(text: string, at?: number): void;
  insert(text: string): void;
  /** Moves the cursor. False: it stood there already. */
  move(to: Move): boolean;
  /** Removes from the cursor to there; what goes by words or lines can be put in again. */
  remove(to: Move): void;
  /** Puts in what was removed last. */
  yank(): void;
}

export type Move =
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'line-start'
  | 'line-end'
  | 'up'
  | 'down'
  | 'start'
  | 'end';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export function emptyDraft(): Draft {
  let text = '';
  let at = 0;
  let removed = '';

  /** Where the sign begins that holds this place. */
  const whole = (place: number): number => (place >= text.length ? text.length : beginningOf(text, place));

  function place(to: Move): number {
    const before = text.slice(0, at);
    const lineStart = before.lastIndexOf('\n') + 1;
    const nextBreak = text.indexOf('\n', at);
    const lineEnd = nextBreak < 0 ? text.length : nextBreak;
    switch (to) {
      case 'left':
        return at - ([...graphemes.segment(before.slice(-64))].at(-1)?.segment.length ?? 0);
      case 'right':
        return at + (graphemes.segment(text.slice(at, at + 64)).containing(0)?.segment.length ?? 0);
      case 'word-left':
        return before.search(/\S+\s*$/) < 0 ? 0 : before.search(/\S+\s*$/);
      case 'word-right':
        return at + (/^\s*\S+/.exec(text.slice(at))?.[0].length ?? text.length - at);
      case 'line-start':
        return lineStart;
      case 'line-end':
        return lineEnd;
      case 'up': {
        if (lineStart === 0) return at;
        const aboveStart = text.lastIndexOf('\n', lineStart - 2) + 1;
        return whole(Math.min(aboveStart + at - lineStart, lineStart - 1));
      }
      case 'down': {
        if (lineEnd === text.length) return at;
        const belowBreak = text.indexOf('\n', lineEnd + 1);
        return whole(Math.min(lineEnd + 1 + at - lineStart, belowBreak < 0 ? text.length : belowBreak));
      }
      case 'start':
        return 0;
      case 'end':
        return text.length;
    }
  }

  return {
    text: () => text,
    at: () => at,
    set(value, to = value.length) {
      text = value;
      at = to;
    },
    insert(piece) {
      text = text.slice(0, at) + piece + text.slice(at);
      at += piece.length;
    },
    move(to) {
      const before = at;
      at = place(to);
      return at !== before;
    },
    remove(to) {
      const other = place(to);
      const [from, upTo] = other < at ? [other, at] : [at, other];
      if (to !== 'left' && to !== 'right' && upTo > from) removed = text.slice(from, upTo);
      text = text.slice(0, from) + text.slice(upTo);
      at = from;
    },
    yank() {
      this.insert(removed);
    },
  };
}
