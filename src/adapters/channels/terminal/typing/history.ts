/** What was sent before, newest first: for the arrow keys and the search. */

export interface History {
  /** Keeps a text that was sent. */
  add(text: string): void;
  /** The next older text that begins where this walk is; undefined: there is none. */
  older(draft: string): string | undefined;
  /** The next newer one; behind the newest stands the draft the walk began with. */
  newer(): string | undefined;
  /** The walk is over: the next one begins at the newest. */
  rest(): void;
  /** The newest text with these words in it; `skip`: of those that fit, so many newer ones are passed over. */
  find(words: string, skip: number): string | undefined;
}

const most = 1_000;

export function historyOf(known: readonly string[]): History {
  const texts = [...known];
  let place = -1;
  let draft = '';
  return {
    add(text) {
      place = -1;
      if (text.trim() === '' || texts[0] === text) return;
      texts.unshift(text);
      texts.length = Math.min(texts.length, most);
    },
    older(current) {
      if (place + 1 >= texts.length) return undefined;
      if (place < 0) draft = current;
      place++;
      return texts[place];
    },
    newer() {
      if (place < 0) return undefined;
      place--;
      return place < 0 ? draft : texts[place];
    },
    rest() {
      place = -1;
    },
    find(words, skip) {
      const wanted = words.toLowerCase();
      return texts.filter(text => text.toLowerCase().includes(wanted))[skip];
    },
  };
}
