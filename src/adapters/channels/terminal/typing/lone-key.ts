/**
 * Letters that do something by themselves, without Enter: those of a card, typed at an empty prompt.
 *
 * A letter may also begin a message. It counts once nothing has followed it for a moment; whatever follows makes it
 * text.
 */
import type { Clock } from '../../../../ports/clock.ts';
import type { Draft } from './draft.ts';

/** The next letter of a word comes sooner. */
const aloneMs = 300;

export interface LoneKey {
  /** Something was typed. */
  typed(): void;
  close(): void;
}

export function loneKey({
  clock,
  draft,
  isKey,
  press,
}: {
  readonly clock: Pick<Clock, 'after'>;
  /** What is typed; a key that was pressed is taken out of it. */
  readonly draft: () => Draft;
  /** The text is a key now. */
  readonly isKey: (text: string) => boolean;
  readonly press: (text: string) => void;
}): LoneKey {
  let cancel = () => {};
  let before = '';
  return {
    typed() {
      const text = draft().text();
      if (text === before) return;
      cancel();
      // what is left of a longer text is no key
      const isNew = before === '';
      before = text;
      if (!isNew || !isKey(text)) return;
      cancel = clock.after(aloneMs, () => {
        before = '';
        if (draft().text() !== text || !isKey(text)) return;
        draft().set('');
        press(text);
      });
    },
    close: () => cancel(),
  };
}
