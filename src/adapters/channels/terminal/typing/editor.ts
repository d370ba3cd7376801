/** The line editor: keys into a draft, history and its search, completion, and what is sent. */
import type { Key } from 'node:readline';
import { type Draft, emptyDraft, type Move } from './draft.ts';
import type { History } from './history.ts';
import { historySearch, isPrintable } from './search.ts';

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
  /** Ctrl-V: a picture in the clipboard is wanted. */
  readonly picture: () => void;
  /** The labels of files that were dropped; undefined: the text is none of that. */
  readonly dropped: (text: string) => string | undefined;
  /** The label of a long paste. */
  readonly pasted: (number: number, lines: number) => string;
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
  const search = historySearch(history, draft);
  let offers: Completions['words'] = [];

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

  function insertPaste(text: string): void {
    const lines = text.split('\n').length;
    const label = options.pasted(pastes.size + 1, lines);
    if (lines > longestPaste) pastes.set(label, text);
    draft.insert(lines > longestPaste ? label : text);
  }

  async function tab(): Promise<void> {
    const text = draft.text();
    const at = draft.at();
    const { from, words } = await options.complete(text.slice(0, at));
    if (draft.text() !== text || draft.at() !== at) return;
    const common = commonStart(words.map(word => word.text));
    if (words.length === 1 || (words.length > 1 && common.length > at - from))
      draft.set(text.slice(0, from) + common + text.slice(at), from + common.length);
    offers = words.length === 1 ? [] : words;
    options.changed();
  }

  const keys: KeyActs = { ...options, draft, enter, tab: () => void tab(), search: search.open };
  return {
    draft,
    key(text, key) {
      offers = [];
      if (!search.key(text, key) && !press(keys, key) && isPrintable(text, key)) draft.insert(text ?? '');
      options.changed();
    },
    paste(text) {
      search.close();
      offers = [];
      const files = options.dropped(text);
      if (files !== undefined) draft.insert(`${files} `);
      else insertPaste(text);
      options.changed();
    },
    search: search.shown,
    offers: () => offers,
    expand: text => text.replace(/\[[^[\]\n]+\]/g, label => pastes.get(label) ?? label),
  };
}

interface KeyActs extends Pick<EditorOptions, 'history' | 'interrupt' | 'suspend' | 'picture' | 'redraw' | 'leave'> {
  readonly draft: Draft;
  readonly enter: () => void;
  readonly tab: () => void;
  readonly search: () => void;
}

/** Does what a key stands for. False: it stands for nothing, so it may be text. */
function press(acts: KeyActs, { name = '', ctrl, meta, sequence = '' }: Key): boolean {
  // Shift-Enter and Alt-Enter where the terminal tells keys apart
  if (/^\x1b\[(?:13;\d+u|27;\d+;13~)$/.test(sequence)) acts.draft.insert('\n');
  else {
    const act = (ctrl ? controlKeys : meta ? metaKeys : plainKeys)[name];
    act?.(acts);
    return act !== undefined;
  }
  return true;
}

type KeyTable = Readonly<Record<string, (acts: KeyActs) => void>>;

const move =
  (to: Move) =>
  ({ draft }: KeyActs) =>
    void draft.move(to);
const remove =
  (to: Move) =>
  ({ draft }: KeyActs) =>
    draft.remove(to);
const newLine = ({ draft }: KeyActs) => draft.insert('\n');
const older = ({ draft, history }: KeyActs) => draft.set(history.older(draft.text()) ?? draft.text());
const newer = ({ draft, history }: KeyActs) => draft.set(history.newer() ?? draft.text());

const controlKeys: KeyTable = {
  a: move('line-start'),
  e: move('line-end'),
  b: move('left'),
  f: move('right'),
  left: move('word-left'),
  right: move('word-right'),
  k: remove('line-end'),
  u: remove('line-start'),
  w: remove('word-left'),
  h: remove('left'),
  j: newLine,
  p: older,
  n: newer,
  y: ({ draft }) => draft.yank(),
  c: ({ interrupt }) => interrupt(),
  v: ({ picture }) => picture(),
  z: ({ suspend }) => suspend(),
  l: ({ redraw }) => redraw(),
  r: ({ search }) => search(),
  d: ({ draft, leave }) => (draft.text() === '' ? leave() : draft.remove('right')),
};

const metaKeys: KeyTable = {
  return: newLine,
  enter: newLine,
  b: move('word-left'),
  left: move('word-left'),
  f: move('word-right'),
  right: move('word-right'),
  d: remove('word-right'),
  backspace: remove('word-left'),
};

const plainKeys: KeyTable = {
  return: ({ enter }) => enter(),
  // what Ctrl-J sends, and Shift-Enter in many terminals
  enter: newLine,
  backspace: remove('left'),
  delete: remove('right'),
  left: move('left'),
  right: move('right'),
  home: move('line-start'),
  end: move('line-end'),
  up: acts => (acts.draft.move('up') ? undefined : older(acts)),
  down: acts => (acts.draft.move('down') ? undefined : newer(acts)),
  tab: ({ tab }) => tab(),
  escape: () => {},
};

function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
