/**
 * What a terminal would show of a stream: lines that were drawn again count once, colours, titles and tones not at all.
 *
 * A terminal keeps what has left its screen and lets programs change what stands on it. So do the last few lines here;
 * what is above them is handed on for good. Where a program clears the screen and draws it again, the last picture
 * counts, and what stood before the first one is kept, as in a window that can be scrolled back. How wide or high the
 * window is, nobody knows: lines are never wrapped.
 */
import {
  columnOf,
  edit,
  emptyScreen,
  enterOther,
  finish,
  goTo,
  isAtTop,
  leaveOther,
  lineBefore,
  moveBy,
  moveTo,
  nextLine,
  redraw,
  restore,
  rows,
  type Screen,
  shiftLines,
  taken,
  widest,
  write,
  writeLines,
} from './terminal-screen.ts';

export interface TerminalText {
  /** What has become final by this piece; pieces may end anywhere. */
  push(text: string): string;
  /** The rest, as it stands. Nothing is pushed afterwards, or what is pushed begins again below it. */
  end(): string;
}

export function terminalText(): TerminalText {
  const screen = emptyScreen();
  const sequences = sequenceReader();
  return {
    push(text) {
      const plain = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
      if (sequences.isBetween() && !hasControls.test(plain) && writeLines(screen, plain)) return taken(screen);
      for (const piece of sequences.read(text)) apply(screen, piece);
      return taken(screen);
    },
    end() {
      for (const piece of sequences.rest()) apply(screen, piece);
      finish(screen);
      return taken(screen);
    },
  };
}

/** A run of text, a control character, or a sequence: its final letter and its numbers. */
type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'control'; readonly char: string }
  | { readonly kind: 'sequence'; readonly final: string; readonly numbers: readonly number[]; readonly mark: string };

/** Texts of the program for the terminal itself: titles, links, pictures. Ended by BEL or ESC \. */
const strings = ']P_^X';
const longestSequence = 256;
/** So much is kept of what stands in a text for the terminal behind its first line. */
const mostHeld = 65_536;
const newline = '\n';
/** What moves the cursor in another way than to the next line. */
const hasControls = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;

/** Takes a stream apart; a sequence may come in pieces. */
function sequenceReader() {
  let open = '';
  let isString: '' | 'title' | 'other' = '';
  const held = heldLines();

  function* read(text: string): Generator<Piece> {
    let at = 0;
    let start = 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (isString !== '') {
        at = skipString(text, at);
        start = at;
        continue;
      }
      if (open !== '') {
        open += text[at++] ?? '';
        start = at;
        yield* closed();
        continue;
      }
      if (code >= 0x20 && code !== 0x7f && (code < 0x80 || code > 0x9f)) {
        at++;
        continue;
      }
      if (at > start) yield { kind: 'text', text: text.slice(start, at) };
      if (code === 0x1b) open = '\x1b';
      else if (code === 0x9b) open = '\x1b[';
      else if (code === 0x9d) isString = 'title';
      else if (code === 0x90 || code === 0x98 || code === 0x9e || code === 0x9f) isString = 'other';
      else yield { kind: 'control', char: text[at] ?? '' };
      start = ++at;
    }
    if (at > start) yield { kind: 'text', text: text.slice(start, at) };
  }

  /** A title holds no line break: one that was never ended takes nothing of the next line. */
  function skipString(text: string, at: number): number {
    const char = text[at] ?? '';
    if (char === '\x1b') open = '\x1b';
    else if (isString === 'title' && char === newline) {
      isString = '';
      return at;
    } else if (!/[\x07\x18\x1a\x9c]/.test(char)) {
      held.add(char);
      return at + 1;
    }
    isString = '';
    held.taken();
    return at + 1;
  }

  /** The lines of a text for the terminal that has not ended: an error may be the last of them. */
  function* rest(): Generator<Piece> {
    isString = '';
    yield* read(held.taken());
  }

  function* closed(): Generator<Piece> {
    const second = open[1] ?? '';
    if (strings.includes(second)) {
      isString = second === ']' ? 'title' : 'other';
      open = '';
      return;
    }
    const last = open.at(-1) ?? '';
    // a control character within a sequence does what it does, and ends it here
    if (last < ' ' && open.length > 1) {
      open = last === '\x1b' ? '\x1b' : '';
      if (last !== '\x1b') yield { kind: 'control', char: last };
      return;
    }
    const isOpen = second === '[' ? open.length === 2 || !/[@-~]$/.test(open) : /[ -/]$/.test(open);
    if (isOpen && open.length < longestSequence) return;
    const [, mark = '', digits = ''] = /^\x1b\[([<=>?]?)([\d;:]*)/.exec(open) ?? [];
    const numbers = digits === '' ? [] : digits.split(/[;:]/).map(Number);
    open = '';
    if (second === '[') yield { kind: 'sequence', final: last, numbers, mark };
    else yield { kind: 'sequence', final: `ESC ${second}`, numbers: [], mark: '' };
  }

  return { read, rest, isBetween: () => open === '' && isString === '' };
}

/** Of a text for the terminal what stands behind its first line: it may have begun by chance, and then never ends. */
function heldLines() {
  let lines = '';
  return {
    add(char: string): void {
      if (lines !== '' || char === newline) lines += char;
      if (lines.length > 2 * mostHeld) lines = lines.slice(-mostHeld);
    },
    taken(): string {
      const all = lines;
      lines = '';
      return all;
    },
  };
}

function apply(screen: Screen, piece: Piece): void {
  if (piece.kind === 'text') write(screen, piece.text);
  else if (piece.kind === 'control') controlled(screen, piece.char);
  else sequenced(screen, piece.final, piece.numbers, piece.mark);
}

/** Tones, NULs and whatever else shows nothing is left out. */
function controlled(screen: Screen, char: string): void {
  if (char === '\n' || char === '\v' || char === '\f' || char === '\x85') nextLine(screen);
  else if (char === '\r') moveTo(screen, 0);
  else if (char === '\b') moveTo(screen, columnOf(screen) - 1);
  else if (char === '\t') write(screen, '\t');
}

interface Sequence {
  readonly final: string;
  readonly first: number;
  readonly second: number;
  /** The first number, where it says how often. */
  readonly times: number;
  readonly mark: string;
}

function sequenced(screen: Screen, final: string, [first = 0, second = 0]: readonly number[], mark: string): void {
  meanings.get(final)?.(screen, { final, first, second, mark, times: Math.max(1, first) });
}

function erase(screen: Screen, { first, mark }: Sequence): void {
  if (mark !== '') return;
  if (first > 1) {
    if (isAtTop(screen)) redraw(screen, true);
  } else if (first === 0) {
    edit(screen, (old, at) => old.slice(0, at));
    screen.lines.length = screen.row + 1;
  }
}

function eraseInLine(screen: Screen, { first }: Sequence): void {
  edit(screen, (old, at) => {
    if (first === 0) return old.slice(0, at);
    return first === 2 ? [] : old.map((cell, place) => (place <= at ? ' ' : cell));
  });
}

function place(screen: Screen, { first, second, times }: Sequence): void {
  if (first <= 1 && second <= 1) redraw(screen, false);
  else {
    goTo(screen, (screen.top ?? 0) + times - 1);
    moveTo(screen, Math.max(1, second) - 1);
  }
}

/** What was written last, to be written again. */
function lastSign(screen: Screen): string {
  const [sign = ''] = /.$/u.exec(lineBefore(screen)) ?? [];
  return sign;
}

function otherScreen(screen: Screen, { final, first, mark }: Sequence): void {
  if (mark !== '?' || !/^(47|1047|1049)$/.test(String(first))) return;
  if (final === 'h') enterOther(screen);
  else leaveOther(screen);
}

/** By final letter; what is not here shows nothing. */
const meanings: ReadonlyMap<string, (screen: Screen, sequence: Sequence) => void> = new Map(
  Object.entries({
    'A|F|ESC M': (screen, { times, final }) => moveBy(screen, -times, final === 'F'),
    'B|E|ESC D|ESC E': (screen, { times, final }) => moveBy(screen, Math.min(times, rows), final.endsWith('E')),
    C: (screen, { times }) => moveTo(screen, columnOf(screen) + times),
    D: (screen, { times }) => moveTo(screen, columnOf(screen) - times),
    'G|`': (screen, { times }) => moveTo(screen, times - 1),
    'H|f': place,
    d: (screen, { times }) => moveBy(screen, (screen.top ?? 0) + times - 1 - screen.row, false),
    J: erase,
    K: eraseInLine,
    P: (screen, { times }) => edit(screen, (old, at) => old.toSpliced(at, times)),
    X: (screen, { times }) =>
      edit(screen, (old, at) => old.map((cell, place) => (place >= at && place < at + times ? ' ' : cell))),
    '@': (screen, { times }) =>
      edit(screen, (old, at) => old.toSpliced(at, 0, ...Array.from({ length: Math.min(times, widest) }, () => ' '))),
    's|ESC 7': screen => {
      screen.saved = { row: screen.row, column: columnOf(screen) };
    },
    'u|ESC 8': (screen, { mark }) => (mark === '' ? restore(screen) : undefined),
    L: (screen, { times }) => shiftLines(screen, times),
    M: (screen, { times }) => shiftLines(screen, -Math.min(times, rows)),
    b: (screen, { times }) => write(screen, lastSign(screen).repeat(Math.min(times, widest))),
    'ESC c': screen => redraw(screen, true),
    'h|l': otherScreen,
  } satisfies Record<string, (screen: Screen, sequence: Sequence) => void>).flatMap(([names, does]) =>
    names.split('|').map(name => [name, does] as const),
  ),
);
