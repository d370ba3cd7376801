/**
 * What the agent says: in pieces as it is written, or whole; the same words are shown once.
 *
 * A piece says where it begins. One that was shown already changes nothing, and a reply whose beginning was missed is
 * shown once it is whole.
 */
import type { Frame } from '../../../../domain/supervision/view.ts';
import { readable } from '../../../../domain/text/visible.ts';
import type { TerminalScreen } from '../screen.ts';

/** A piece of a message that is being written, and where in that it begins. */
export interface Piece {
  readonly id: string;
  readonly text: string;
  readonly start?: number;
}

/** The piece that a frame brings. */
export function pieceOf({ messageId, delta, start }: Extract<Frame, { readonly type: 'delta' }>): Piece {
  return { id: messageId, text: delta, start };
}

export interface Spoken {
  piece(piece: Piece): void;
  /** A message that is whole now: what of it was not shown yet. */
  message(id: string, text: string): void;
  /** A question that waits, unless it was the last thing said. */
  question(text: string): void;
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
  /** The message that was shown last in pieces. */
  let written = { id: '', text: '' };
  /** The last thing said in this turn, by stream, message or question. */
  let said = '';
  let reply = '';

  function finish(): void {
    if (!writing) return;
    if (writing.carry !== '') paper.stream(readable(writing.carry));
    written = { id: writing.id, text: writing.text.trim() };
    said = written.text;
    if (said !== '') reply = said;
    writing = undefined;
    paper.finish();
  }

  function write(text: string): void {
    if (!writing || text === '') return;
    writing.text += text;
    // Half of a line end or of a character waits for its other half.
    const whole = writing.carry + text;
    const keep = /[\r\ud800-\udbff]$/.test(whole) ? 1 : 0;
    writing.carry = whole.slice(whole.length - keep);
    paper.stream(readable(whole.slice(0, whole.length - keep)));
  }

  function piece({ id, text, start }: Piece): void {
    if (writing?.id !== id) {
      // its beginning was missed, or it was ended before it was whole: it is shown once it is
      if ((start ?? 0) > 0 || written.id === id) return;
      finish();
      writing = { id, text: '', carry: '' };
    }
    const from = start ?? writing.text.length;
    const known = writing.text.slice(from, from + text.length);
    // what follows a gap comes with the whole message
    if (from <= writing.text.length && text.startsWith(known)) write(text.slice(known.length));
  }

  function whole(text: string): void {
    if (text.trim() === '') return;
    said = text.trim();
    reply = said;
    paper.markdown(readable(text.trimEnd()));
  }

  return {
    piece,
    finish,
    message(id, text) {
      if (writing?.id === id && text.startsWith(writing.text)) write(text.slice(writing.text.length));
      finish();
      if (written.id !== id || written.text !== text.trim()) whole(text);
    },
    question(text) {
      finish();
      if (text.trim() !== said) whole(text);
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
