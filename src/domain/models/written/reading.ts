/** How far a text was read, and how what was read is shown. */
import type { TakesText, WrittenCall } from './calls.ts';
import type { CallMark, ThoughtMark } from './marks.ts';

export interface SieveOptions {
  /** The tools that the model was offered. */
  readonly tools: readonly string[];
  readonly takesText: TakesText;
  /** A call without a mark of its own counts, as JSON alone or in a code block. */
  readonly readsBareCalls: boolean;
  /**
   * The reply may begin within a thought, of which only the end is marked: nothing is shown before that end, the end of
   * the reply, or `release`.
   */
  readonly isHeld: boolean;
  readonly onText: (delta: string) => void;
}

export type Mode =
  | { readonly in: 'text' | 'held' | 'bare' | 'over' }
  | { readonly in: 'code'; readonly fence: '```' | '~~~' }
  | { readonly in: 'thought'; readonly mark: ThoughtMark }
  | { readonly in: 'call'; readonly mark: CallMark; readonly isSure: boolean }
  | { readonly in: 'block'; readonly head: string };

export interface State extends SieveOptions {
  readonly calls: WrittenCall[];
  readonly shownOpeners: Set<string>;
  mode: Mode;
  rest: string;
  text: string;
  /** White space in front of the first word. */
  lead: string;
  line: string;
  isInCode: boolean;
  hasMark: boolean;
  /** A thought with a beginning and an end was taken out. */
  hasThought: boolean;
  /** The thought so far. */
  thought: string;
  /** The last mark was the end of a turn. */
  isTurnOver: boolean;
  hasNoBare: boolean;
  beganInThought: boolean;
  /** The end of the tag in which the answer stands; empty: it stands in none. */
  answerEnd: string;
  /** It has to be known first what follows a mark. */
  pending: boolean;
  unread: string | undefined;
  cutCall: string | undefined;
}

export function emit(s: State, piece: string): void {
  if (piece === '') return;
  if (piece.trim() !== '') s.isTurnOver = false;
  const newest = piece.lastIndexOf('\n');
  s.line = newest < 0 ? s.line + piece : piece.slice(newest + 1);
  let shown = piece;
  if (s.text === '') {
    s.lead += piece;
    if (s.lead.trim() === '') return;
    shown = s.hasMark ? s.lead.trimStart() : s.lead;
    s.lead = '';
  }
  s.text += shown;
  s.onText(shown);
}

/** Shows what stands before `end`, with the code in it, and leaves the rest. */
export function showTo(s: State, end: number): void {
  const shown = s.rest.slice(0, end);
  for (const sign of shown.match(/`+|\n/g) ?? []) s.isInCode = sign === '\n' ? false : !s.isInCode;
  emit(s, shown);
  s.rest = s.rest.slice(end);
}

export function drop(s: State, length: number): void {
  s.rest = s.rest.slice(length);
  s.hasMark = true;
  if (s.text === '') s.lead = '';
}

/** Further in it is code. */
export const isAtLineStart = (s: State) => s.line.trim() === '' && (s.text === '' || !/^(?: {4}| *\t)/.test(s.line));
