/**
 * What of a model's text is for its reader, while it comes in pieces: thoughts between the marks of a template are
 * taken out, and calls that were written into the text are made calls.
 *
 * A mark counts outside of code alone, so that a model can explain it. What may become a mark is held back until that
 * is known, wherever the pieces were cut.
 */
import { defined } from '../../text/json.ts';
import { bareCalls, callsBetweenMarks, mayBecomeCall, type TakesText, type WrittenCall } from './calls.ts';
import {
  answerTags,
  type CallMark,
  callMarks,
  emptyMarks,
  lastMarks,
  modelsTurns,
  ownersTurns,
  type ThoughtMark,
  thoughtMarks,
} from './marks.ts';

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
  /** The limit came within a call, of this tool; empty: its name is not known. */
  readonly cutCall?: string;
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
  | { readonly in: 'text' | 'held' | 'bare' | 'over' }
  | { readonly in: 'code'; readonly fence: '```' | '~~~' }
  | { readonly in: 'thought'; readonly mark: ThoughtMark }
  | { readonly in: 'call'; readonly mark: CallMark; readonly isSure: boolean }
  | { readonly in: 'block'; readonly head: string };

const closers = thoughtMarks.flatMap(({ close, isMetAlone }) => (isMetAlone ? [close] : []));
/** Ends of calls; one that is left over behind a call says nothing. */
const callEnds = [...new Set(callMarks.map(({ close }) => close))].filter(close => close !== '');
const answerMarks = answerTags.flatMap(name => [`<${name}>`, `</${name}>`]);
const all = [...thoughtMarks, ...callMarks]
  .map(({ open }) => open)
  .concat(emptyMarks, ownersTurns, modelsTurns, closers, callEnds, answerMarks, lastMarks);
const starts = /[<[`◁~]/;
/** Ends of thoughts in tags; a model may end one by the name of another, or in other letters. */
const tagEnds = thoughtMarks.flatMap(({ close }) => (close.startsWith('</') ? [close.slice(2, -1)] : []));
const anyTagEnd = new RegExp(`</(?:${[...new Set(tagEnds)].join('|')})>`, 'gi');
const longestEnd = Math.max(
  ...thoughtMarks.flatMap(({ close, before = [] }) => [close, ...before]).map(one => one.length),
);
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

export function textSieve(options: SieveOptions): TextSieve {
  const s: State = {
    ...options,
    calls: [],
    shownOpeners: new Set(),
    mode: { in: options.isHeld ? 'held' : 'text' },
    unread: undefined,
    cutCall: undefined,
    rest: '',
    text: '',
    lead: '',
    line: '',
    isInCode: false,
    hasMark: false,
    hasThought: false,
    thought: '',
    isTurnOver: false,
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
        if (s.mode.in === 'call') {
          s.cutCall = s.tools.find(name => s.rest.includes(name)) ?? '';
          s.rest = '';
        } else if (s.mode.in === 'block') s.rest = s.mode.head + s.rest;
        s.mode = { in: 'code', fence: '```' };
      }
      scan(s, true);
      if (!isCut && s.mode.in === 'thought') s.calls.push(...callsAtEnd(s));
      if (s.text === '' && !s.hasMark && s.lead !== '') {
        s.text = s.lead;
        s.onText(s.lead);
      }
      const { text, calls, beganInThought, unread, cutCall } = s;
      return { text, calls, beganInThought, ...defined({ unread, cutCall }) };
    },
  };
}

function emit(s: State, piece: string): void {
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

/** Further in it is code. */
const isAtLineStart = (s: State) => s.line.trim() === '' && (s.text === '' || !/^(?: {4}| *\t)/.test(s.line));

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
      return code(s, s.mode.fence, isEnd);
    case 'block':
      return block(s, s.mode.head, isEnd);
    case 'bare':
      return bare(s, isEnd);
    case 'over':
      s.rest = '';
      return false;
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
    s.beganInThought ||= !s.hasThought;
    drop(s, first.at + first.close.length);
  } else if (!isMarked && !isEnd) return false;
  s.mode = { in: 'text' };
  return true;
}

function thought(s: State, mark: ThoughtMark, isEnd: boolean): boolean {
  const end = endOf(s.rest, mark, s.thought);
  if (end === undefined) {
    const kept = isEnd ? 0 : Math.min(s.rest.length, longestEnd - 1);
    s.thought += s.rest.slice(0, s.rest.length - kept);
    s.rest = s.rest.slice(s.rest.length - kept);
    return false;
  }
  const inside = s.thought + s.rest.slice(0, end.at);
  s.thought = '';
  s.hasThought = true;
  drop(s, end.at + end.length);
  // of a thought within a thought the first end may be the inner one's
  s.mode = { in: isNested(inside, mark) ? 'held' : 'text' };
  return true;
}

function endOf(rest: string, { close, before = [] }: ThoughtMark, thought: string) {
  const own = close.startsWith('</')
    ? tagEndOf(rest, close, thought)
    : { at: rest.indexOf(close), length: close.length };
  const others = before.map(one => ({ at: rest.indexOf(one), length: 0 }));
  const [first] = [own, ...others].filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  return first;
}

/** The end of its own name, or of another that has not begun within it. */
function tagEndOf(rest: string, close: string, thought: string) {
  for (const { 0: found, index } of rest.matchAll(anyTagEnd)) {
    const open = found.toLowerCase().replace('/', '');
    const isOwn = found.toLowerCase() === close.toLowerCase();
    if (isOwn || !(thought + rest.slice(0, index)).toLowerCase().includes(open))
      return { at: index, length: found.length };
  }
  return { at: -1, length: 0 };
}

function isNested(inside: string, { open }: ThoughtMark): boolean {
  return (
    open.startsWith('<') &&
    new RegExp(`^[^\\S\\n]*${RegExp.escape(open)}|[^\`]${RegExp.escape(open)}(?!\`)`, 'm').test(inside)
  );
}

/** A thought that never ended, and ended in a call: the model has made it. */
function callsAtEnd(s: State): readonly WrittenCall[] {
  const thought = s.thought.trim();
  for (const { open, close } of callMarks) {
    const at = close === '' || !thought.endsWith(close) ? -1 : thought.lastIndexOf(open);
    const isLine =
      at === 0 || thought.slice(0, Math.max(0, at)).trimEnd().length < thought.slice(0, at).lastIndexOf('\n') + 1;
    if (at < 0 || !isLine) continue;
    const calls = callsBetweenMarks(open, thought.slice(at + open.length, thought.length - close.length), s.takesText);
    if (calls?.every(({ name }) => s.tools.includes(name))) return calls;
  }
  return [];
}

function call(s: State, { mark, isSure }: Mode & { readonly in: 'call' }, isEnd: boolean): boolean {
  const at = mark.close === '' ? -1 : s.rest.indexOf(mark.close);
  if (at < 0 && !isEnd) return false;
  const body = at < 0 ? withoutEnd(s.rest) : s.rest.slice(0, at);
  const behind = at < 0 ? '' : s.rest.slice(at + mark.close.length);
  const found = callsBetweenMarks(mark.open, body, s.takesText);
  // up to the end of the reply there are words alone
  const isProse = mark.close === '' && !/[{[(]/.test(body);
  if (found) s.calls.push(...found);
  else if (isSure && !isProse) s.unread ??= `${mark.open}${body}`;
  if (found || (isSure && !isProse)) drop(s, 0);
  else emit(s, mark.open + s.rest.slice(0, s.rest.length - behind.length));
  s.rest = behind;
  s.mode = { in: 'text' };
  return s.rest !== '';
}

function code(s: State, fence: '```' | '~~~', isEnd: boolean): boolean {
  const [end] = (fence === '```' ? /\n[^\S\n]*```/ : /\n[^\S\n]*~~~/).exec(s.rest) ?? [];
  const at = end === undefined ? -1 : s.rest.indexOf(end) + end.length;
  if (at >= 0) {
    emit(s, s.rest.slice(0, at));
    s.rest = s.rest.slice(at);
    s.mode = { in: 'text' };
    return s.rest !== '';
  }
  const last = isEnd ? -1 : s.rest.lastIndexOf('\n');
  const kept = last >= 0 && /^\n[^\S\n]*[`~]{0,2}$/.test(s.rest.slice(last)) ? last : s.rest.length;
  emit(s, s.rest.slice(0, kept));
  s.rest = s.rest.slice(kept);
  return false;
}

function block(s: State, head: string, isEnd: boolean): boolean {
  const [end] = /\n[^\S\n]*```[^\S\n]*(?=\n|$)/.exec(s.rest) ?? [];
  // Gemma's calls, which it may print
  const isPython = /tool_(?:code|calls?)\s*$/.test(head) && /^\s*(?:print\()?[A-Za-z_]/.test(s.rest);
  const isPossible =
    isPython || s.rest.trim() === '' || mayBecomeCall(s.rest.trimStart()) || /^\s*<(?:[\w:|｜]|$)/.test(s.rest);
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
  s.mode = { in: 'code', fence: '```' };
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

/**
 * gpt-oss behind a server that leaves out its marks and keeps the words between them: `analysisThe owner asks…` and
 * `assistantfinalGood evening.` in one. Undefined: it does not begin so; false: more has to come.
 */
function unmarkedThought(s: State, begun: string, isEnd: boolean): boolean | undefined {
  if (s.text !== '' || s.hasMark) return undefined;
  // the template has written the first mark
  if (!isEnd && begun !== '' && messageWord.startsWith(begun)) return false;
  if (begun.startsWith(messageWord)) {
    drop(s, s.rest.indexOf(messageWord) + messageWord.length);
    s.mode = { in: 'thought', mark: thoughtMarks.find(({ open }) => open.endsWith(messageWord)) ?? tagMark };
    return true;
  }
  if (!isEnd && begun !== '' && thoughtWord.startsWith(begun)) return false;
  if (!begun.startsWith(thoughtWord) || !/^[^a-z\s:,.;-]/.test(begun.slice(thoughtWord.length))) return undefined;
  const at = s.rest.indexOf(answerWord);
  if (at < 0) return isEnd ? undefined : false;
  s.hasThought = true;
  drop(s, at + answerWord.length);
  return true;
}

const [tagMark] = thoughtMarks as readonly [ThoughtMark, ...ThoughtMark[]];
const messageWord = 'analysis<|message|>';
const thoughtWord = 'analysis';
const answerWord = 'assistantfinal';

function plain(s: State, isEnd: boolean): boolean {
  if (s.rest === '') return false;
  const begun = s.rest.trimStart();
  const unmarked = unmarkedThought(s, begun, isEnd);
  if (unmarked !== undefined) return unmarked;
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
    if (s.rest.startsWith('`') || s.rest.startsWith('~')) {
      const isKnown = fences(s, isEnd);
      if (isKnown !== undefined) return isKnown;
      continue;
    }
    const mark = all.find(one => s.rest.startsWith(one));
    // it may be the beginning of a longer one
    if (mark !== undefined && !isEnd && !s.isInCode && all.some(one => one !== mark && one.startsWith(s.rest)))
      return false;
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
function fences(s: State, isEnd: boolean): boolean | undefined {
  const [run = ''] = /^(?:`+|~+)/.exec(s.rest) ?? [];
  if (run.length === s.rest.length && !isEnd) return false;
  if (run.length < 3 || !isAtLineStart(s)) {
    showTo(s, run.length);
    return undefined;
  }
  const end = s.rest.indexOf('\n');
  if (end < 0 && !isEnd) return false;
  const head = end < 0 ? s.rest : s.rest.slice(0, end);
  const language = head.slice(run.length).trim().toLowerCase();
  const fence = run.startsWith('~') ? '~~~' : '```';
  const mayBeCall = fence === '```' && s.readsBareCalls && s.tools.length > 0 && callLanguages.test(language);
  s.rest = s.rest.slice(head.length);
  if (mayBeCall) s.mode = { in: 'block', head };
  else {
    emit(s, head);
    s.mode = { in: 'code', fence };
  }
  return true;
}

/** Takes a mark; false: it is text, and was shown. */
function opened(s: State, mark: string, isEnd: boolean): boolean {
  const thoughtMark = thoughtMarks.find(({ open }) => open === mark);
  const callMark = callMarks.find(({ open }) => open === mark);
  const isSpecial = /^(?:<[|｜]|\[|◁|<unused)/.test(mark);
  const isNamed = isNamedIn(s, mark, isEnd);
  if (isNamed === undefined) {
    s.pending = true;
    return true;
  }
  if (thoughtMark && !isNamed && (isAtLineStart(s) || isSpecial)) {
    drop(s, mark.length);
    s.mode = { in: 'thought', mark: thoughtMark };
    return true;
  }
  if (callMark && (isAtLineStart(s) || !/^<(?:function=|invoke)/.test(mark))) {
    drop(s, mark.length);
    s.mode = { in: 'call', mark: callMark, isSure: isAtLineStart(s) || (isSpecial && !isNamed) };
    return true;
  }
  if (callEnds.includes(mark) && s.calls.length > 0 && isAtLineStart(s)) {
    drop(s, mark.length);
    return true;
  }
  if (emptyMarks.includes(mark) && !isNamed) {
    s.isTurnOver = !/assistant|message|START|begin/.test(mark);
    drop(s, mark.length);
    s.line = '';
    return true;
  }
  if (ownersTurns.includes(mark) && s.isTurnOver) {
    s.mode = { in: 'over' };
    return true;
  }
  if (modelsTurns.includes(mark) && (s.isTurnOver || (s.text === '' && s.lead.trim() === ''))) {
    drop(s, mark.length);
    return true;
  }
  if (answerMarks.includes(mark) && isAroundAnswer(s, mark)) {
    s.answerEnd = mark.startsWith('</') ? '' : `</${mark.slice(1)}`;
    drop(s, mark.length);
    return true;
  }
  if (lastMarks.includes(mark) && isLast(s, mark)) {
    if (isEnd) drop(s, s.rest.length);
    s.pending = !isEnd;
    return true;
  }
  if (closers.includes(mark) && !s.shownOpeners.has(mark)) return lone(s, mark, isEnd);
  if (thoughtMark) s.shownOpeners.add(thoughtMark.close);
  showTo(s, mark.length);
  return false;
}

/**
 * Is the mark named in a sentence, a list or a table, with words before it in its line, and a blank or a sign on both
 * sides? Undefined: more has to come.
 */
function isNamedIn(s: State, mark: string, isEnd: boolean): boolean | undefined {
  const isEmptyMark = emptyMarks.includes(mark);
  const isFirst = s.line.trim() === '';
  if (isFirst ? !isEmptyMark : !/[\s"'“”„‚‘«»(|*:]$/.test(s.line)) return false;
  const behind = s.rest.slice(mark.length);
  if (/^[^\S\n]*$/.test(behind)) return isEnd ? false : undefined;
  // a line of its own may begin with it: "<|im_end|> ends a turn"
  if (isFirst) return /^[^\S\n]+[a-z=(–—:-]/.test(behind);
  return /^(?:["'“”‘’»)|*.,:;!?]|[^\S\n]+[^\s<[◁{])/.test(behind);
}

/** At the very end of the reply. */
function isLast(s: State, mark: string): boolean {
  if (s.rest.slice(mark.length).trim() !== '') return false;
  return mark === '</s>' ? !s.text.includes('<s>') : !/[^\S\n]$/.test(s.line);
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
  // "They sound tired.</think>Good evening." has no sentence around it
  const isTight = /\S$/.test(s.line) && /^[^\s.,:;!?)"'*|`\]]/.test(behind);
  if (!endsLine && !isTight && !isAtLineStart(s)) {
    showTo(s, mark.length);
    return false;
  }
  // a stray end behind a thought that was whole
  if (!s.hasThought || s.text.trim() === '') {
    s.beganInThought = true;
    s.text = '';
  }
  drop(s, mark.length);
  return true;
}

function scan(s: State, isEnd: boolean): void {
  s.pending = false;
  while (step(s, isEnd) && !s.pending) if (s.rest === '' && !isEnd) break;
}

/** A model's own end marks behind a call, and ends of calls of other forms. */
function withoutEnd(text: string): string {
  return emptyMarks.reduce((left, mark) => left.replaceAll(mark, ''), text).replace(leftEnds, '');
}

const leftEnds = new RegExp(`(?:\\s*(?:${[...callEnds, '</s>'].map(end => RegExp.escape(end)).join('|')}))+\\s*$`);

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
