/**
 * Pastes of a terminal that does not mark them: characters that come at once, faster than anybody types.
 *
 * A line break with more behind it belongs to the text. One at the end may be Enter, or the end of a piece whose rest
 * is on its way; it counts as Enter once nothing follows.
 */
import type { Clock } from '../../../../ports/clock.ts';
import { isLikeDrop } from '../attaching/dropped-paths.ts';

export interface Bursts {
  take(text: string): void;
  /** What is held is settled now. */
  flush(): void;
  close(): void;
}

/** What comes within this time was sent at once. */
const atOnceMs = 40;
/** Several lines are a paste for sure, and over a slow line its rest takes longer. */
const pieceMs = 250;

/** What is no text. */
const hasKeys = /[^\P{Cc}\t\r\n]/u;
/** What is copied from a terminal may have colours in it, tones, and other signs that no key sends. */
const look = /\x1b\[[\d;]*m|[\0\x07\x80-\x9f]/g;

/** Lines of text that came at once. */
function isLines(text: string): boolean {
  return /[^\p{Cc}][\r\n]+[^\r\n]*[^\p{Cc}]/u.test(text);
}

export function bursts({
  clock,
  keys,
  paste,
}: {
  readonly clock: Pick<Clock, 'after' | 'elapsed'>;
  /** Keys, as the terminal sends them. */
  readonly keys: (text: string) => void;
  readonly paste: (text: string) => void;
}): Bursts {
  let held = '';
  let isPaste = false;
  let cancel = () => {};
  let burstAt = Number.NEGATIVE_INFINITY;

  function settle(): void {
    cancel();
    const text = held;
    held = '';
    if (text === '') return;
    const body = text.replace(/[\r\n]+$/, '');
    // a Tab within it completes nothing
    if (!/[\r\n]|\t[^\t]/.test(body)) keys(text);
    else {
      paste(body);
      if (body !== text) keys('\r');
    }
    isPaste = false;
  }

  function hold(text: string): void {
    held += text;
    isPaste ||= /[\r\n][^\r\n]/.test(held);
    const isOpen = /[\r\n]$/.test(held);
    cancel();
    if (isOpen) cancel = clock.after(isPaste ? pieceMs : atOnceMs, settle);
    else settle();
  }

  return {
    take(text) {
      // keys that are no text end what is held
      if (hasKeys.test(isLines(text) ? text.replace(look, '') : text)) {
        settle();
        keys(text);
        return;
      }
      const follows = clock.elapsed() - burstAt < atOnceMs;
      const isBurst = [...text].length > 1;
      if (isBurst) burstAt = clock.elapsed();
      if (held !== '' || (/[\r\n]/.test(text) && (isBurst || follows))) hold(text);
      // a Tab in the middle of a text completes nothing, and a file that is dropped comes at once
      else if (/\t[^\t]/.test(text) || (isBurst && isLikeDrop(text))) paste(text);
      else keys(text);
    },
    flush: settle,
    close: () => cancel(),
  };
}
