/**
 * What comes from a keyboard, as keys and pastes.
 *
 * Node decodes the keys; the marks of a bracketed paste are found before that, since a newline in a paste would send a
 * message. Where a terminal marks no paste, it is known by how fast it comes.
 */
import { EventEmitter } from 'node:events';
import { emitKeypressEvents, type Key } from 'node:readline';
import { StringDecoder } from 'node:string_decoder';
import { readable } from '../../../domain/text/visible.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type Bursts, bursts } from './typing/bursts.ts';

/** Bytes, and raw mode where it is a terminal. */
export type Keyboard = NodeJS.ReadableStream & { setRawMode?(raw: boolean): unknown };

export interface Typing {
  readonly onKey: (text: string | undefined, key: Key) => void;
  readonly onPaste: (text: string) => void;
  /** The terminal is looked at from now on, or no more, where it was asked to report that. */
  readonly onFocus: (isLookedAt: boolean) => void;
  /** The keyboard is gone. */
  readonly onEnd: () => void;
}

export interface Keys {
  /** Gives the keyboard to another program, until `resume`. */
  pause(): void;
  resume(): void;
  close(): void;
}

const begin = '\x1b[200~';
const end = '\x1b[201~';
/** Over a slow line the parts of a mark come within this time. */
const tornMs = 1_000;
/** And the parts of a paste: one whose end does not come is over then. */
const pieceMs = 2_000;
/** Ctrl-C by itself stands in no paste. */
const interrupt = '\x03';

/** Reads the keyboard in raw mode, until it is closed. */
export function readKeys(keyboard: Keyboard, typing: Typing, clock: Pick<Clock, 'after' | 'elapsed'>): Keys {
  const decoder = new StringDecoder('utf8');
  let held = '';
  let pasted: string | undefined;
  let cancel: (() => void) | undefined;
  /** When an Escape alone was taken for a key. */
  let escapedAt = Number.NEGATIVE_INFINITY;
  let isFirst = true;
  const typed = keysAndBursts(typing, clock);

  function read(chunk: Buffer | string): void {
    cancel?.();
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    if (text === interrupt) endPaste();
    held += isFirst ? typedBefore(text) : text;
    isFirst = false;
    // the rest of a mark that a slow line has torn behind its first byte
    if (pasted === undefined && held.startsWith(begin.slice(1)) && clock.elapsed() - escapedAt < tornMs)
      held = `\x1b${held}`;
    if (pasted === undefined) held = withoutFocus(held, typing.onFocus);
    for (;;) {
      const mark = pasted === undefined ? begin : end;
      const at = held.indexOf(mark);
      const upTo = at < 0 ? held.length - openEnd(held, mark) : at;
      take(held.slice(0, upTo));
      held = held.slice(at < 0 ? upTo : upTo + mark.length);
      if (at < 0) break;
      if (pasted === undefined) {
        typed.flush();
        pasted = '';
      } else {
        typing.onPaste(pastedText(pasted));
        pasted = undefined;
      }
    }
    if (pasted !== undefined) cancel = clock.after(pieceMs, endPaste);
    // A lone Escape may be a key or the beginning of a mark: a mark goes on at once. More of a mark is no key.
    if (held !== '' && pasted === undefined)
      cancel = clock.after(held.length === 1 ? 50 : tornMs, () => {
        if (held.length === 1) escapedAt = clock.elapsed();
        take(held);
        held = '';
      });
  }

  /** The end of it was lost on the way. */
  function endPaste(): void {
    if (pasted === undefined) return;
    typing.onPaste(pastedText(pasted));
    pasted = undefined;
    held = '';
  }

  function take(text: string): void {
    if (text === '') return;
    if (pasted === undefined) typed.take(text);
    else pasted += text;
  }

  function resume(): void {
    keyboard.setRawMode?.(true);
    keyboard.resume();
  }

  keyboard.on('data', read);
  keyboard.on('end', typing.onEnd);
  resume();
  return {
    pause() {
      keyboard.pause();
      keyboard.setRawMode?.(false);
    },
    resume,
    close() {
      cancel?.();
      typed.close();
      keyboard.off('data', read);
      keyboard.off('end', typing.onEnd);
      keyboard.setRawMode?.(false);
      keyboard.pause();
    },
  };
}

function keysAndBursts(typing: Typing, clock: Pick<Clock, 'after' | 'elapsed'>): Bursts {
  const keys = new EventEmitter();
  emitKeypressEvents(keys as unknown as NodeJS.ReadableStream);
  keys.on('keypress', typing.onKey);
  return bursts({
    clock,
    keys: text => void keys.emit('data', Buffer.from(text)),
    paste: text => typing.onPaste(pastedText(text)),
  });
}

/**
 * What was typed while the program started comes in one piece, and its Enter as a line feed. It stands at the prompt to
 * be sent with another Enter: lines pasted behind the command that starts the program may be meant for the shell.
 */
function typedBefore(text: string): string {
  return text.replace(/\n+$/, '');
}

/** What a terminal reports of its focus is no key. */
function withoutFocus(text: string, onFocus: Typing['onFocus']): string {
  return text.replace(/\x1b\[([IO])/g, (_, way: string) => {
    onFocus(way === 'I');
    return '';
  });
}

/** A paste as it is inserted: with the line ends of here, and nothing that a screen would obey. */
function pastedText(text: string): string {
  return readable(text.replace(/\r\n?/g, '\n')).replace(/\n+$/, '');
}

/** How many characters at the end of `text` may be the beginning of `mark`. */
function openEnd(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--)
    if (text.endsWith(mark.slice(0, length))) return length;
  return 0;
}
