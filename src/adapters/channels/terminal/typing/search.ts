/** The search in what was sent before: Ctrl-R, words, Ctrl-R again for an older one. */
import type { Key } from 'node:readline';
import type { Draft } from './draft.ts';
import type { History } from './history.ts';

export interface HistorySearch {
  open(): void;
  /** Ends it with what was found. */
  close(): void;
  /** A key while it is open. False: it is not, or the key has ended it and stands for something else. */
  key(text: string | undefined, key: Key): boolean;
  /** What is looked for and what was found; undefined: it is not open. */
  shown(): { readonly words: string; readonly found: string | undefined } | undefined;
}

export function historySearch(history: Pick<History, 'find'>, draft: Draft): HistorySearch {
  let state: { readonly words: string; readonly skip: number; readonly before: string } | undefined;
  const found = () => state && history.find(state.words, state.skip);

  function end(text: string): void {
    draft.set(text);
    state = undefined;
  }

  function close(): void {
    if (state) end(found() ?? state.before);
  }

  return {
    open() {
      state = { words: '', skip: 0, before: draft.text() };
    },
    close,
    key(text, key) {
      if (!state) return false;
      const { name = '', ctrl = false } = key;
      if (ctrl && name === 'r') {
        if (history.find(state.words, state.skip + 1) !== undefined) state = { ...state, skip: state.skip + 1 };
      } else if (name === 'escape' || (ctrl && /^[cg]$/.test(name))) end(state.before);
      else if (name === 'backspace') state = { ...state, words: state.words.slice(0, -1), skip: 0 };
      else if (isPrintable(text, key)) state = { ...state, words: state.words + text, skip: 0 };
      else {
        // Enter sends what was found; any other key goes on with it
        close();
        return false;
      }
      return true;
    },
    shown: () => state && { words: state.words, found: found() },
  };
}

/** A key that stands for its own text. */
export function isPrintable(text: string | undefined, { ctrl, meta, sequence = '' }: Key): boolean {
  if (text === undefined || text === '' || ctrl || meta) return false;
  return !/[\x00-\x1f\x7f]/.test(text) && !sequence.startsWith('\x1b');
}
