/** What a model thinks and its reader does not want: between two marks, before an end alone, or behind a word. */
import { callsBetweenMarks, type WrittenCall } from './calls.ts';
import { allMarks, callMarks, closers, type ThoughtMark, thoughtMarks } from './marks.ts';
import { drop, isAtLineStart, type State, showTo } from './reading.ts';

/** Ends of thoughts in tags; a model may end one by the name of another, or in other letters. */
const tagEnds = thoughtMarks.flatMap(({ close }) => (close.startsWith('</') ? [close.slice(2, -1)] : []));
const anyTagEnd = new RegExp(`</(?:${[...new Set(tagEnds)].join('|')})>`, 'gi');
const longestEnd = Math.max(
  ...thoughtMarks.flatMap(({ close, before = [] }) => [close, ...before]).map(one => one.length),
);

/** The reply may have begun within a thought: an end that stands alone says so. */
export function held(s: State, isEnd: boolean): boolean {
  const begun = s.rest.trimStart();
  const isMarked = allMarks.some(mark => !closers.includes(mark) && begun.startsWith(mark));
  const ends = closers.map(close => ({ close, at: outsideCode(s.rest, close) })).filter(({ at }) => at >= 0);
  const [first] = ends.sort((a, b) => a.at - b.at);
  if (!isMarked && first) {
    s.beganInThought ||= !s.hasThought;
    drop(s, first.at + first.close.length);
  } else if (!isMarked && !isEnd) return false;
  s.mode = { in: 'text' };
  return true;
}

export function thought(s: State, mark: ThoughtMark, isEnd: boolean): boolean {
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
export function callsAtEnd(s: State): readonly WrittenCall[] {
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

/**
 * gpt-oss behind a server that leaves out its marks and keeps the words between them: `analysisThe owner asks…` and
 * `assistantfinalGood evening.` in one. Undefined: it does not begin so; false: more has to come.
 */
export function unmarkedThought(s: State, begun: string, isEnd: boolean): boolean | undefined {
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

/** The end of a thought whose beginning was not marked: all before it was one. */
export function lone(s: State, mark: string, isEnd: boolean): boolean {
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
