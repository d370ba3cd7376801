/** A range of the lines of a text that comes in pieces, numbered and bounded; memory does not grow with the text. */

export interface LineWindow {
  push(piece: string): void;
  end(): LinesSeen;
}

export interface LinesSeen {
  /** `number`, a tab, the line; each ended by a line feed. */
  readonly text: string;
  /** The last line in `text`; one less than the first wanted where there is none. */
  readonly last: number;
  /** How many lines the text has. */
  readonly total: number;
  /** Lines end with carriage return and line feed. */
  readonly crlf: boolean;
}

/** A line longer than this is cut, and says so. */
const longestLine = 2_000;

/** Lines from `from` (counted from 1) on, at most `count` and at most `mostBytes` of text. */
export function lineWindow(from: number, count: number, mostBytes: number): LineWindow {
  let number = 1;
  let line = '';
  let dropped = 0;
  let shown = '';
  let room = mostBytes;
  let last = from - 1;
  let crlf = false;
  let isOpen = false;

  /** Takes the rest of a line's beginning; nothing is kept of a line that is not shown. */
  function grow(piece: string): void {
    isOpen ||= piece !== '';
    if (number < from || number >= from + count || room <= 0) return;
    const fits = Math.max(0, longestLine - line.length);
    line += piece.slice(0, fits);
    dropped += Math.max(0, piece.length - fits);
  }

  function close(): void {
    if (number >= from && number < from + count && room > 0) {
      const cut = dropped > 0 ? ` [… ${dropped} more characters in this line]` : '';
      const text = `${number}\t${line.replace(/\r$/, '').toWellFormed()}${cut}\n`;
      room -= Buffer.byteLength(text);
      // the first line is shown whatever it weighs: it is bounded, and an answer without any would help nobody
      if (room > 0 || last < from) {
        shown += text;
        last = number;
      }
    }
    number++;
    line = '';
    dropped = 0;
    isOpen = false;
  }

  return {
    push(piece) {
      let at = 0;
      for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', at)) {
        grow(piece.slice(at, end));
        crlf ||= end > 0 && piece[end - 1] === '\r';
        close();
        at = end + 1;
      }
      grow(piece.slice(at));
    },
    end() {
      if (isOpen) close();
      return { text: shown, last, total: number - 1, crlf };
    },
  };
}
