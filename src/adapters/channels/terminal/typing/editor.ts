/** The line editor: keys into a draft, history and its search, completion, and what is sent. */
import type { Key } from 'node:readline';
import { type Draft, emptyDraft, type Move } from './draft.ts';
import type { History } from './history.ts';

/** What Tab offers: each is a whole text up to the cursor that could stand there, and how it is shown. */
export interface Completions {
  /** Where the word begins that is completed. */
  readonly from: number;
  readonly words: readonly { readonly text: string; readonly about?: string }[];
}

export interface EditorOptions {
  readonly history: History;
  /** Called where Tab is pressed. */
  readonly complete: (text: string) => Promise<Completions>;
  /** Enter: the draft is gone. */
  readonly send: (text: string) => void;
  readonly interrupt: () => void;
  /** Ctrl-D at an empty prompt. */
  readonly leave: () => void;
  readonly suspend: () => void;
  readonly redraw: () => void;
  /** Something has to be drawn again. */
  readonly changed: () => void;
}

export interface Editor {
  readonly draft: Draft;
  key(text: string | undefined, key: Key): void;
  paste(text: string): void;
  /** A search that is open: what is looked for, and what was found. */
  search(): { readonly words: string; readonly found: string | undefined } | undefined;
  /** What Tab found, where there is more than one. */
  offers(): Completions['words'];
  /** A text as it was meant: its labels replaced by what was pasted. */
  expand(text: string): string;
}

/** A paste of more lines than this becomes a label. */
const longestPaste = 8;

export function lineEditor(options: EditorOptions): Editor {
  const { history } = options;
  const draft = emptyDraft();
  const pastes = new Map<string, string>();
  let search: { words: string; skip: number; readonly before: string } | undefined;
  let offers: Completions['words'] = [];

  const found = () => search && history.find(search.words, search.skip);

  function walk(text: string | undefined): void {
    if (text !== undefined) draft.set(text);
  }

  function enter(): void {
    const text = draft.text();
    if (text.endsWith('\\') && draft.at() === text.length) {
      draft.set(`${text.slice(0, -1)}\n`);
      return;
    }
    draft.set('');
    history.rest();
    options.send(text);
  }

  async function tab(): Promise<void> {
    const text = draft.text();
    const at = draft.at();
    const { from, words } = await options.complete(text.slice(0, at));
    if (draft.text() !== text || draft.at() !== at) return;
    const [only] = words;
    const common = commonStart(words.map(word => word.text));
    if (only && (words.length === 1 || common.length > at - from)) {
      draft.set(text.slice(0, from) + common + text.slice(at), from + common.length);
      offers = words.length === 1 ? [] : words;
    } else offers = words;
    options.changed();
  }

  /** A key while a search is open. True: it was for the search. */
  function searching(text: string | undefined, { name, ctrl }: Key): boolean {
    if (!search) return false;
    if (ctrl && name === 'r') {
      if (history.find(search.words, search.skip + 1) !== undefined) search.skip++;
    } else if (name === 'escape' || (ctrl && (name === 'g' || name === 'c'))) {
      draft.set(search.before);
      search = undefined;
    } else if (name === 'backspace') search = { ...search, words: search.words.slice(0, -1), skip: 0 };
    else if (isPrintable(text, ctrl)) search = { ...search, words: search.words + text, skip: 0 };
    else {
      draft.set(found() ?? search.before);
      search = undefined;
      // Enter sends what was found; any other key goes on with it
      return false;
    }
    return true;
  }

  function control(name: string | undefined): boolean {
    const move: Readonly<Record<string, Move>> = { a: 'line-start', e: 'line-end', b: 'left', f: 'right' };
    const removal: Readonly<Record<string, Move>> = { k: 'line-end', u: 'line-start', w: 'word-left', h: 'left' };
    const act: Readonly<Record<string, () => void>> = {
      c: options.interrupt,
      z: options.suspend,
      l: options.redraw,
      y: () => draft.yank(),
      j: () => draft.insert('\n'),
      p: () => walk(history.older(draft.text())),
      n: () => walk(history.newer()),
      left: () => draft.move('word-left'),
      right: () => draft.move('word-right'),
      d: () => (draft.text() === '' ? options.leave() : draft.remove('right')),
      r: () => {
        search = { words: '', skip: 0, before: draft.text() };
      },
    };
    if (name !== undefined && move[name]) draft.move(move[name]);
    else if (name !== undefined && removal[name]) draft.remove(removal[name]);
    else if (name !== undefined && act[name]) act[name]();
    else return false;
    return true;
  }

  function meta(name: string | undefined): boolean {
    if (name === 'return' || name === 'enter') draft.insert('\n');
    else if (name === 'b' || name === 'left') draft.move('word-left');
    else if (name === 'f' || name === 'right') draft.move('word-right');
    else if (name === 'd') draft.remove('word-right');
    else if (name === 'backspace') draft.remove('word-left');
    else return false;
    return true;
  }

  function named(name: string | undefined, sequence: string | undefined): boolean {
    const act: Readonly<Record<string, () => void>> = {
      return: enter,
      // what Ctrl-J sends, and Shift-Enter in many terminals
      enter: () => draft.insert('\n'),
      backspace: () => draft.remove('left'),
      delete: () => draft.remove('right'),
      left: () => draft.move('left'),
      right: () => draft.move('right'),
      home: () => draft.move('line-start'),
      end: () => draft.move('line-end'),
      up: () => (draft.move('up') ? undefined : walk(history.older(draft.text()))),
      down: () => (draft.move('down') ? undefined : walk(history.newer())),
      tab: () => void tab(),
      escape: () => {},
    };
    // Shift-Enter and Alt-Enter where the terminal tells keys apart
    if (sequence !== undefined && /^\x1b\[(?:13;\d+u|27;\d+;13~)$/.test(sequence)) draft.insert('\n');
    else if (name !== undefined && act[name]) act[name]();
    else return false;
    return true;
  }

  return {
    draft,
    key(text, key) {
      offers = [];
      if (!searching(text, key)) {
        const { name, ctrl, meta: isMeta, sequence } = key;
        const isTaken = ctrl ? control(name) : isMeta ? meta(name) : named(name, sequence);
        if (!isTaken && isPrintable(text, ctrl) && !isMeta && !/^\x1b/.test(sequence ?? '')) draft.insert(text ?? '');
      }
      options.changed();
    },
    paste(text) {
      if (search) draft.set(found() ?? search.before);
      search = undefined;
      offers = [];
      const lines = text.split('\n').length;
      const label = `[paste ${pastes.size + 1}: ${lines} lines]`;
      if (lines > longestPaste) pastes.set(label, text);
      draft.insert(lines > longestPaste ? label : text);
      options.changed();
    },
    search: () => search && { words: search.words, found: found() },
    offers: () => offers,
    expand: text => text.replace(/\[paste \d+: \d+ lines\]/g, label => pastes.get(label) ?? label),
  };
}

function isPrintable(text: string | undefined, ctrl: boolean | undefined): boolean {
  return text !== undefined && text !== '' && !ctrl && !/[\x00-\x1f\x7f]/.test(text);
}

function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
