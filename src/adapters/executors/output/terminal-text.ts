/**
 * What a terminal would show of a stream: lines that were drawn again count once, colours, titles and bells not at all.
 *
 * A terminal keeps what has left its screen and lets programs change what stands on it. So do the last few lines here;
 * what is above them is handed on for good. Where a program clears the screen and draws it anew, the last picture
 * counts, and what stood before the first one is kept, as in a window that can be scrolled back. How wide or high the
 * window is, nobody knows: lines are never wrapped.
 */

export interface TerminalText {
  /** What has become final by this piece; pieces may end anywhere. */
  push(text: string): string;
  /** The rest, as it stands. Nothing is pushed afterwards, or what is pushed begins anew below it. */
  end(): string;
}

/** Lines that can still be drawn again. */
const rows = 64;
/** A line that is longer is handed on by pieces, and its beginning can no longer be drawn again. */
const longestRow = 8_192;
/** So far to the right a program may move the cursor. */
const widest = 512;

export function terminalText(): TerminalText {
  const screen = newScreen();
  const sequences = sequenceReader();
  return {
    push(text) {
      for (const piece of sequences.read(text)) apply(screen, piece);
      return screen.taken();
    },
    end() {
      screen.finish();
      return screen.taken();
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
const newline = '\n';

/** Takes a stream apart; a sequence may come in pieces. */
function sequenceReader() {
  let open = '';
  let isString: '' | 'title' | 'other' = '';

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
    } else if (!/[\x07\x18\x1a\x9c]/.test(char)) return at + 1;
    isString = '';
    return at + 1;
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

  return { read };
}

type Screen = ReturnType<typeof newScreen>;

function newScreen() {
  let done = '';
  let lines: string[] = [''];
  /** The row that the cursor is in; `column` undefined: behind its end. */
  let row = 0;
  let column: number | undefined;
  let saved: { readonly row: number; readonly column: number } | undefined;
  /** The first row of the picture that is being drawn. */
  let top: number | undefined;
  let before: { readonly lines: string[]; readonly row: number; readonly top: number | undefined } | undefined;

  const current = () => lines[row] ?? '';
  const columnNow = () => column ?? cells(current()).length;
  const set = (text: string) => {
    lines[row] = text;
  };

  function scroll(): void {
    while (lines.length > rows) {
      if (before === undefined) done += `${lines[0] ?? ''}\n`;
      lines.shift();
      row = Math.max(0, row - 1);
      if (top !== undefined) top = Math.max(0, top - 1);
    }
  }

  /** The cursor goes to a row, which is there afterwards. */
  function goTo(wanted: number): void {
    row = Math.max(top ?? 0, Math.min(wanted, lines.length + rows));
    while (lines.length <= row) lines.push('');
    scroll();
  }

  /** The row that the cursor is in has become too long to be drawn again, and so have those above it. */
  function release(): void {
    if (before !== undefined) {
      set(current().slice(-longestRow));
      return;
    }
    done += lines.slice(0, row + 1).join('\n');
    lines.splice(0, row + 1, '');
    if (top !== undefined) top = Math.max(0, top - row);
    row = 0;
  }

  function write(text: string): void {
    const line = current();
    if (column === undefined) {
      set(line + text);
      if (current().length > longestRow) release();
      return;
    }
    const [old, added] = [cells(line), cells(text)];
    while (old.length < column) old.push(' ');
    old.splice(column, added.length, ...added);
    column += added.length;
    set(old.join(''));
    if (column >= old.length) column = undefined;
  }

  function down(): void {
    column = 0;
    goTo(row + 1);
    if (current() === '') column = undefined;
  }

  function move(to: number): void {
    column = Math.max(0, Math.min(to, widest));
    if (column === cells(current()).length) column = undefined;
  }

  /** A new picture: the one before it goes, what stood before the first of them stays. */
  function picture(isErased: boolean): void {
    if (top === undefined) {
      top = lines.length === 1 && lines[0] === '' ? 0 : lines.length;
    } else if (isErased) lines.length = Math.max(1, top);
    if (top > 0 && lines.length <= top) lines.push('');
    if (isErased && top === 0) lines = [''];
    goTo(top);
    column = 0;
    if (current() === '') column = undefined;
  }

  return {
    write,
    down,
    move,
    picture,
    columnNow,
    goTo,
    row: () => row,
    /** Up or down, to the same column or the first. */
    vertical(by: number, isFirst: boolean): void {
      const at = isFirst ? 0 : columnNow();
      goTo(row + by);
      move(at);
    },
    top: () => top ?? 0,
    isAtTop: () => top !== undefined && row === top && columnNow() === 0,
    edit(change: (old: string[], at: number) => string[]): void {
      const at = columnNow();
      const changed = change(cells(current()), at)
        .join('')
        .replace(/ +$/, spaces => (at > 0 ? spaces : ''));
      set(changed);
      column = at;
      if (at === cells(changed).length) column = undefined;
    },
    eraseBelow(): void {
      lines.length = row + 1;
    },
    save(): void {
      saved = { row, column: columnNow() };
    },
    restore(): void {
      if (saved === undefined) return;
      goTo(saved.row);
      move(saved.column);
    },
    /** Another screen, which is gone when it is left. */
    leave(): void {
      if (before === undefined) return;
      ({ lines, row, top } = before);
      before = undefined;
      column = undefined;
    },
    enter(): void {
      if (before !== undefined) return;
      before = { lines, row, top };
      [lines, row, column, top] = [[''], 0, undefined, undefined];
    },
    finish(): void {
      // below the cursor there may be what was erased
      while (lines.length > row + 1 && lines.at(-1) === '') lines.pop();
      const all = before === undefined ? lines : [...before.lines, ...lines];
      done += all.join('\n');
      [lines, row, column, top, before] = [[''], 0, undefined, undefined, undefined];
    },
    taken(): string {
      const text = done;
      done = '';
      return text;
    },
  };
}

/** What takes a place of its own: a character with the marks that are put on it. */
function cells(text: string): string[] {
  if (/^[\x20-\x7e\t]*$/.test(text)) return [...text];
  const found: string[] = [];
  for (const char of text) {
    if (found.length > 0 && /\p{M}|\u200d/u.test(char)) found[found.length - 1] += char;
    else found.push(char);
  }
  return found;
}

function apply(screen: Screen, piece: Piece): void {
  if (piece.kind === 'text') screen.write(piece.text);
  else if (piece.kind === 'control') controlled(screen, piece.char);
  else sequenced(screen, piece.final, piece.numbers, piece.mark);
}

/** Bells, NULs and whatever else shows nothing is left out. */
function controlled(screen: Screen, char: string): void {
  if (char === '\n' || char === '\v' || char === '\f' || char === '\x85') screen.down();
  else if (char === '\r') screen.move(0);
  else if (char === '\b') screen.move(screen.columnNow() - 1);
  else if (char === '\t') screen.write('\t');
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
    if (screen.isAtTop()) screen.picture(true);
  } else if (first === 0) {
    screen.edit((old, at) => old.slice(0, at));
    screen.eraseBelow();
  }
}

function eraseInLine(screen: Screen, { first }: Sequence): void {
  screen.edit((old, at) => {
    if (first === 0) return old.slice(0, at);
    return first === 2 ? [] : old.map((cell, place) => (place <= at ? ' ' : cell));
  });
}

function place(screen: Screen, { first, second, times }: Sequence): void {
  if (first <= 1 && second <= 1) screen.picture(false);
  else {
    screen.goTo(screen.top() + times - 1);
    screen.move(Math.max(1, second) - 1);
  }
}

function otherScreen(screen: Screen, { final, first, mark }: Sequence): void {
  if (mark !== '?' || !/^(47|1047|1049)$/.test(String(first))) return;
  if (final === 'h') screen.enter();
  else screen.leave();
}

/** By final letter; what is not here shows nothing. */
const meanings: ReadonlyMap<string, (screen: Screen, sequence: Sequence) => void> = new Map(
  Object.entries({
    'A|F|ESC M': (screen, { times, final }) => screen.vertical(-times, final === 'F'),
    'B|E|ESC D|ESC E': (screen, { times, final }) => screen.vertical(Math.min(times, rows), final.endsWith('E')),
    C: (screen, { times }) => screen.move(screen.columnNow() + times),
    D: (screen, { times }) => screen.move(screen.columnNow() - times),
    'G|`': (screen, { times }) => screen.move(times - 1),
    'H|f': place,
    d: (screen, { times }) => screen.vertical(screen.top() + times - 1 - screen.row(), false),
    J: erase,
    K: eraseInLine,
    P: (screen, { times }) => screen.edit((old, at) => old.toSpliced(at, times)),
    X: (screen, { times }) =>
      screen.edit((old, at) => old.map((cell, place) => (place >= at && place < at + times ? ' ' : cell))),
    '@': (screen, { times }) =>
      screen.edit((old, at) => old.toSpliced(at, 0, ...Array.from({ length: Math.min(times, widest) }, () => ' '))),
    's|ESC 7': screen => screen.save(),
    'u|ESC 8': (screen, { mark }) => (mark === '' ? screen.restore() : undefined),
    'ESC c': screen => screen.picture(true),
    'h|l': otherScreen,
  } satisfies Record<string, (screen: Screen, sequence: Sequence) => void>).flatMap(([names, does]) =>
    names.split('|').map(name => [name, does] as const),
  ),
);
