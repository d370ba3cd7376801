/**
 * What of a model's text is for its reader, while it comes in pieces: thoughts between the marks of a template are taken
 * out, and calls that were written into the text are made calls.
 *
 * A mark counts outside of code alone, so that a model can explain it. What may become a mark is held back until that is
 * known, wherever the pieces were cut.
 */
import { defined } from '../../text/json.ts';
import { bareCalls, callsBetweenMarks, mayBecomeCall, type TakesText, type WrittenCall } from './calls.ts';
import { answerTags, type CallMark, callMarks, emptyMarks, lastMark, type ThoughtMark, thoughtMarks } from './marks.ts';

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

export interface Sieved {
  readonly text: string;
  readonly calls: readonly WrittenCall[];
  /** What stood between marks of a call and is none that is understood. */
  readonly unread?: string;
  /** Only the end of a thought was marked. */
  readonly beganInThought: boolean;
}

export interface TextSieve {
  take(piece: string): void;
  /** The reply does not begin within a thought: what was held back for that is shown. */
  release(): void;
  /** All has come; `isCut`: a limit came first, so the call that was being written is none. */
  end(isCut: boolean): Sieved;
}

type Mode =
  | { readonly in: 'text' | 'held' | 'code' | 'bare' }
  | { readonly in: 'thought'; readonly mark: ThoughtMark }
  | { readonly in: 'call'; readonly mark: CallMark; readonly isSure: boolean }
  | { readonly in: 'block'; readonly head: string };

const closers = thoughtMarks.flatMap(({ close, isMetAlone }) => (isMetAlone ? [close] : []));
const answerMarks = answerTags.flatMap(name => [`<${name}>`, `</${name}>`]);
const all = [...thoughtMarks, ...callMarks].map(({ open }) => open).concat(emptyMarks, closers, answerMarks, lastMark);
const starts = /[<[`◁]/;
/** Languages of code blocks in which models write calls. */
const callLanguages = /^(?:json|tool|tools|tool_calls?|tool_code|tool_use|function|function_calls?|)$/;

interface State extends SieveOptions {
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
  hasNoBare: boolean;
  beganInThought: boolean;
  /** The end of the tag in which the answer stands; empty: it stands in none. */
  answerEnd: string;
  /** It has to be known first what follows a mark. */
  pending: boolean;
  unread: string | undefined;
}

export function textSieve(options: SieveOptions): TextSieve {
  const s: State = {
    ...options,
    calls: [],
    shownOpeners: new Set(),
    mode: { in: options.isHeld ? 'held' : 'text' },
    unread: undefined,
    rest: '',
    text: '',
    lead: '',
    line: '',
    isInCode: false,
    hasMark: false,
    answerEnd: '',
    pending: false,
    hasNoBare: !options.readsBareCalls || options.tools.length === 0,
    beganInThought: false,
  };
  return {
    take(piece) {
      s.rest += piece;
      scan(s, false);
    },
    release() {
      if (s.mode.in !== 'held') return;
      s.mode = { in: 'text' };
      scan(s, false);
    },
    end(isCut) {
      if (isCut && (s.mode.in === 'call' || s.mode.in === 'bare' || s.mode.in === 'block')) {
        if (s.mode.in === 'call') s.rest = '';
        else if (s.mode.in === 'block') s.rest = s.mode.head + s.rest;
        s.mode = { in: 'code' };
      }
      scan(s, true);
      if (s.text === '' && !s.hasMark && s.lead !== '') {
        s.text = s.lead;
        s.onText(s.lead);
      }
      const { text, calls, beganInThought, unread } = s;
      return { text, calls, beganInThought, ...defined({ unread }) };
    },
  };
}

function emit(s: State, piece: string): void {
  if (piece === '') return;
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
function showTo(s: State, end: number): void {
  const shown = s.rest.slice(0, end);
  for (const sign of shown.match(/`+|\n/g) ?? []) s.isInCode = sign === '\n' ? false : !s.isInCode;
  emit(s, shown);
  s.rest = s.rest.slice(end);
}

function drop(s: State, length: number): void {
  s.rest = s.rest.slice(length);
  s.hasMark = true;
  if (s.text === '') s.lead = '';
}

const isAtLineStart = (s: State) => s.line.trim() === '';

/** Goes on after one thing was read; false: more has to come. */
function step(s: State, isEnd: boolean): boolean {
  switch (s.mode.in) {
    case 'held':
      return held(s, isEnd);
    case 'thought':
      return thought(s, s.mode.mark, isEnd);
    case 'call':
      return call(s, s.mode, isEnd);
    case 'code':
      return code(s, isEnd);
    case 'block':
      return block(s, s.mode.head, isEnd);
    case 'bare':
      return bare(s, isEnd);
    case 'text':
      return plain(s, isEnd);
  }
}

function held(s: State, isEnd: boolean): boolean {
  const begun = s.rest.trimStart();
  const isMarked = all.some(mark => !closers.includes(mark) && begun.startsWith(mark));
  const ends = closers.map(close => ({ close, at: outsideCode(s.rest, close) })).filter(({ at }) => at >= 0);
  const [first] = ends.sort((a, b) => a.at - b.at);
  if (!isMarked && first) {
    s.beganInThought = true;
    drop(s, first.at + first.close.length);
  } else if (!isMarked && !isEnd) return false;
  s.mode = { in: 'text' };
  return true;
}

function thought(s: State, { close }: ThoughtMark, isEnd: boolean): boolean {
  const at = s.rest.indexOf(close);
  if (at < 0) {
    s.rest = isEnd ? '' : s.rest.slice(-close.length + 1);
    return false;
  }
  drop(s, at + close.length);
  s.mode = { in: 'text' };
  return true;
}

function call(s: State, { mark, isSure }: Mode & { readonly in: 'call' }, isEnd: boolean): boolean {
  const at = mark.close === '' ? -1 : s.rest.indexOf(mark.close);
  if (at < 0 && !isEnd) return false;
  const body = at < 0 ? withoutEnd(s.rest) : s.rest.slice(0, at);
  const behind = at < 0 ? '' : s.rest.slice(at + mark.close.length);
  const found = callsBetweenMarks(mark.open, body, s.takesText);
  if (found) s.calls.push(...found);
  else if (isSure) s.unread ??= `${mark.open}${body}`;
  if (found || isSure) drop(s, 0);
  else emit(s, mark.open + s.rest.slice(0, s.rest.length - behind.length));
  s.rest = behind;
  s.mode = { in: 'text' };
  return s.rest !== '';
}

function code(s: State, isEnd: boolean): boolean {
  const [end] = /\n[^\S\n]*```/.exec(s.rest) ?? [];
  const at = end === undefined ? -1 : s.rest.indexOf(end) + end.length;
  if (at >= 0) {
    emit(s, s.rest.slice(0, at));
    s.rest = s.rest.slice(at);
    s.mode = { in: 'text' };
    return s.rest !== '';
  }
  const last = isEnd ? -1 : s.rest.lastIndexOf('\n');
  const kept = last >= 0 && /^\n[^\S\n]*`{0,2}$/.test(s.rest.slice(last)) ? last : s.rest.length;
  emit(s, s.rest.slice(0, kept));
  s.rest = s.rest.slice(kept);
  return false;
}

function block(s: State, head: string, isEnd: boolean): boolean {
  const [end] = /\n[^\S\n]*```[^\S\n]*(?=\n|$)/.exec(s.rest) ?? [];
  // Gemma's calls, which it may print
  const isPython = /tool_code\s*$/.test(head);
  const isPossible = isPython || mayBecomeCall(s.rest.trimStart()) || /^\s*<(?:[\w:|｜]|$)/.test(s.rest);
  if (end === undefined && isPossible && !isEnd) return false;
  const at = end === undefined ? s.rest.length : s.rest.indexOf(end);
  const inside = isPython
    ? s.rest
        .slice(0, at)
        .trim()
        .replace(/^print\(([\s\S]*)\)$/, '$1')
    : s.rest.slice(0, at);
  const found = isPossible ? (bareCalls(inside, s.tools) ?? marked(s, inside)) : undefined;
  if (found) {
    s.calls.push(...found);
    drop(s, at + (end ?? '').length);
    s.mode = { in: 'text' };
    return s.rest !== '';
  }
  emit(s, head);
  s.mode = { in: 'code' };
  return true;
}

/** A call with its own marks within a code block. */
function marked(s: State, body: string): readonly WrittenCall[] | undefined {
  const inside = body.trim();
  const mark = callMarks.find(({ open, close }) => inside.startsWith(open) && inside.endsWith(close));
  if (!mark) return undefined;
  return callsBetweenMarks(mark.open, inside.slice(mark.open.length, inside.length - mark.close.length), s.takesText);
}

function bare(s: State, isEnd: boolean): boolean {
  if (!isEnd && mayBecomeCall(s.rest.trimStart())) return false;
  const found = isEnd ? bareCalls(withoutEnd(s.rest), s.tools) : undefined;
  if (found) s.calls.push(...found);
  if (found) drop(s, s.rest.length);
  else if (isEnd) showTo(s, s.rest.length);
  s.mode = { in: 'text' };
  s.hasNoBare = true;
  return s.rest !== '';
}

function plain(s: State, isEnd: boolean): boolean {
  if (s.rest === '') return false;
  const begun = s.rest.trimStart();
  if (!s.hasNoBare && s.text === '' && !isEnd && 'functools['.startsWith(begun)) return false;
  if (!s.hasNoBare && s.text === '' && /^(?:[[{]|functools\[)/.test(begun)) {
    // a mark may begin with a bracket too
    const isMark = all.some(mark => begun.startsWith(mark) || (!isEnd && mark.startsWith(begun)));
    if (!isMark) {
      s.mode = { in: 'bare' };
      return true;
    }
    if (!all.some(mark => begun.startsWith(mark))) return false;
  }
  for (let at = s.rest.search(starts); at >= 0; at = s.rest.search(starts)) {
    showTo(s, at);
    if (s.rest.startsWith('`')) {
      const isKnown = backticks(s, isEnd);
      if (isKnown !== undefined) return isKnown;
      continue;
    }
    const mark = all.find(one => s.rest.startsWith(one));
    if (mark !== undefined && !s.isInCode) {
      if (opened(s, mark, isEnd)) return true;
      continue;
    }
    if (!isEnd && !s.isInCode && all.some(one => one.startsWith(s.rest))) return false;
    showTo(s, 1);
  }
  showTo(s, s.rest.length);
  return false;
}

/** Code in a line, or the beginning of a block. `undefined`: it was shown, and the line goes on. */
function backticks(s: State, isEnd: boolean): boolean | undefined {
  const [run = ''] = /^`+/.exec(s.rest) ?? [];
  if (run.length === s.rest.length && !isEnd) return false;
  if (run.length < 3 || !isAtLineStart(s)) {
    showTo(s, run.length);
    return undefined;
  }
  const end = s.rest.indexOf('\n');
  if (end < 0 && !isEnd) return false;
  const head = end < 0 ? s.rest : s.rest.slice(0, end);
  const language = head.slice(run.length).trim().toLowerCase();
  const mayBeCall = s.readsBareCalls && s.tools.length > 0 && callLanguages.test(language);
  s.rest = s.rest.slice(head.length);
  if (mayBeCall) s.mode = { in: 'block', head };
  else {
    emit(s, head);
    s.mode = { in: 'code' };
  }
  return true;
}

/** Takes a mark; false: it is text, and was shown. */
function opened(s: State, mark: string, isEnd: boolean): boolean {
  const thoughtMark = thoughtMarks.find(({ open }) => open === mark);
  const callMark = callMarks.find(({ open }) => open === mark);
  const isSpecial = /^(?:<[|｜]|\[|◁|<unused)/.test(mark);
  if (thoughtMark && (isAtLineStart(s) || isSpecial)) {
    drop(s, mark.length);
    s.mode = { in: 'thought', mark: thoughtMark };
    return true;
  }
  if (callMark && (isAtLineStart(s) || !/^<(?:function=|invoke)/.test(mark))) {
    drop(s, mark.length);
    s.mode = { in: 'call', mark: callMark, isSure: isAtLineStart(s) || isSpecial };
    return true;
  }
  if (emptyMarks.includes(mark)) {
    drop(s, mark.length);
    return true;
  }
  if (answerMarks.includes(mark) && isAroundAnswer(s, mark)) {
    s.answerEnd = mark.startsWith('</') ? '' : `</${mark.slice(1)}`;
    drop(s, mark.length);
    return true;
  }
  if (mark === lastMark && !s.text.includes('<s>') && s.rest.slice(mark.length).trim() === '') {
    if (isEnd) drop(s, s.rest.length);
    s.pending = !isEnd;
    return true;
  }
  if (closers.includes(mark) && !s.shownOpeners.has(mark)) return lone(s, mark, isEnd);
  if (thoughtMark) s.shownOpeners.add(thoughtMark.close);
  showTo(s, mark.length);
  return false;
}

/** It begins right behind the thoughts, and ends what has begun so. */
function isAroundAnswer(s: State, mark: string): boolean {
  return mark.startsWith('</') ? s.answerEnd === mark : s.hasMark && s.text === '' && s.calls.length === 0;
}

/** The end of a thought whose beginning was not marked: all before it was one. */
function lone(s: State, mark: string, isEnd: boolean): boolean {
  const behind = s.rest.slice(mark.length);
  const endsLine = behind === '' ? isEnd : /^[^\S\n]*\n/.test(behind);
  if (behind === '' && !isEnd && !isAtLineStart(s)) {
    s.mode = { in: 'text' };
    s.pending = true;
    return true;
  }
  if (!endsLine && !isAtLineStart(s)) {
    showTo(s, mark.length);
    return false;
  }
  s.beganInThought = true;
  s.text = '';
  drop(s, mark.length);
  return true;
}

function scan(s: State, isEnd: boolean): void {
  s.pending = false;
  while (step(s, isEnd) && !s.pending) if (s.rest === '' && !isEnd) break;
}

/** A model's own end marks behind a call. */
function withoutEnd(text: string): string {
  return emptyMarks.reduce((left, mark) => left.replaceAll(mark, ''), text);
}

/** Where a mark stands that is not quoted as code; -1: nowhere. */
function outsideCode(text: string, mark: string): number {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const before = text.slice(0, at);
    const isInBlock = (before.match(/^[^\S\n]*```/gm) ?? []).length % 2 === 1;
    const isInLine = (before.slice(before.lastIndexOf('\n') + 1).match(/`+/g) ?? []).length % 2 === 1;
    if (!isInBlock && !isInLine) return at;
  }
  return -1;
}
