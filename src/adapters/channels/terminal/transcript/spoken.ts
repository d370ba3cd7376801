/** What the agent says: in pieces as it is written, or whole; the same words are shown once. */
import { readable } from '../../../domain/text/visible.ts';
import type { TerminalScreen } from './screen.ts';

export interface Spoken {
  /** A piece of a message that is being written. */
  piece(id: string, text: string): void;
  /** What pieces have not brought yet of a message that is whole now. */
  rest(id: string, text: string): void;
  /** A message that did not come in pieces, unless it was the last thing said. */
  whole(text: string): void;
  /** The reply of a turn. What stands beneath it was shown as a message of its own. */
  unlessSaid(reply: string): void;
  finish(): void;
  /** The same words are new again. */
  forget(): void;
  /** The last reply that is whole, as it was written. */
  last(): string;
}

export function spokenOn(paper: Pick<TerminalScreen, 'markdown' | 'stream' | 'finish'>): Spoken {
  let writing: { readonly id: string; text: string; carry: string } | undefined;
  /** The last thing said in this turn, by stream, message or question. */
  let said = '';
  let reply = '';

  function finish(): void {
    if (!writing) return;
    if (writing.carry !== '') paper.stream(readable(writing.carry));
    said = writing.text.trim();
    if (said !== '') reply = said;
    writing = undefined;
    paper.finish();
  }

  function piece(id: string, text: string): void {
    if (writing?.id !== id) {
      finish();
      writing = { id, text: '', carry: '' };
    }
    writing.text += text;
    // Half of a line end or of a character waits for its other half.
    const whole = writing.carry + text;
    const keep = /[\r\ud800-\udbff]$/.test(whole) ? 1 : 0;
    writing.carry = whole.slice(whole.length - keep);
    paper.stream(readable(whole.slice(0, whole.length - keep)));
  }

  function whole(text: string): void {
    if (text.trim() === '' || text.trim() === said) return;
    said = text.trim();
    reply = said;
    paper.markdown(readable(text.trimEnd()));
  }

  return {
    ...{ piece, whole, finish },
    rest(id, text) {
      if (writing?.id === id && text.startsWith(writing.text)) piece(id, text.slice(writing.text.length));
    },
    unlessSaid(text) {
      if (said === '' || !text.startsWith(said)) whole(text);
    },
    forget() {
      said = '';
    },
    last: () => reply,
  };
}
