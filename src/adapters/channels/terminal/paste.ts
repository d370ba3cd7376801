/**
 * Bracketed paste for node:readline, which knows the marks and does nothing with them: a newline in a paste would send
 * a message.
 *
 * Stands between the keyboard and readline. A paste of several lines becomes a label in the line,
 * `[paste 1: 12 lines]`, and turns into its text again when the line is sent; a paste of one line is put in as it is.
 */
import { PassThrough } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { readable } from '../../../domain/text/visible.ts';
import type { Clock } from '../../../ports/clock.ts';

export const pasteOn = '\x1b[?2004h';
export const pasteOff = '\x1b[?2004l';

/** A keyboard: raw mode is all that readline asks of it beside its bytes. */
export type Keyboard = NodeJS.ReadableStream & { setRawMode?(raw: boolean): unknown };

export interface PasteInput {
  /** What readline reads instead of the keyboard. */
  readonly keys: PassThrough & { readonly isTTY: true; setRawMode(raw: boolean): void };
  /** A line as it was meant, its labels replaced by what was pasted. */
  expand(line: string): string;
  close(): void;
}

const begin = '\x1b[200~';
const end = '\x1b[201~';

export function pasteInput(keyboard: Keyboard, clock: Pick<Clock, 'after'>): PasteInput {
  const pastes = new Map<string, string>();
  const decoder = new StringDecoder('utf8');
  const setRawMode = (raw: boolean) => void keyboard.setRawMode?.(raw);
  const keys = Object.assign(new PassThrough(), { isTTY: true as const, setRawMode });
  let held = '';
  let pasted: string | undefined;
  let cancel: (() => void) | undefined;

  function read(chunk: Buffer | string): void {
    cancel?.();
    held += typeof chunk === 'string' ? chunk : decoder.write(chunk);
    for (;;) {
      const mark = pasted === undefined ? begin : end;
      const at = held.indexOf(mark);
      const upTo = at < 0 ? held.length - openEnd(held, mark) : at;
      take(held.slice(0, upTo));
      held = held.slice(at < 0 ? upTo : upTo + mark.length);
      if (at < 0) break;
      if (pasted === undefined) pasted = '';
      else {
        keys.write(asTyped(pasted));
        pasted = undefined;
      }
    }
    // A lone Escape may be a key or the beginning of a mark: a mark goes on at once.
    if (held !== '' && pasted === undefined)
      cancel = clock.after(50, () => {
        take(held);
        held = '';
      });
  }

  function take(text: string): void {
    if (text === '') return;
    if (pasted === undefined) keys.write(text);
    else pasted += text;
  }

  function asTyped(paste: string): string {
    const text = readable(paste.replace(/\r\n?/g, '\n')).replace(/\n+$/, '');
    // A tab typed into readline asks for completions; in a text of several lines it is part of the text.
    if (!text.includes('\n')) return text.replace(/\t/g, '  ');
    const label = `[paste ${pastes.size + 1}: ${text.split('\n').length} lines]`;
    pastes.set(label, text);
    return label;
  }

  const ended = () => void keys.end();
  keyboard.on('data', read);
  keyboard.on('end', ended);
  return {
    keys,
    expand: line => line.replace(/\[paste \d+: \d+ lines\]/g, label => pastes.get(label) ?? label),
    close() {
      cancel?.();
      keyboard.off('data', read);
      keyboard.off('end', ended);
      keyboard.pause();
    },
  };
}

/** How many characters at the end of `text` may be the beginning of `mark`. */
function openEnd(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--)
    if (text.endsWith(mark.slice(0, length))) return length;
  return 0;
}
