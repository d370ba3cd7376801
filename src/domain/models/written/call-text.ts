/** What may be a call: what stands between the marks of one, in a block of code, or alone as JSON. */
import { bareCalls, callsBetweenMarks, mayBecomeCall, type WrittenCall } from './calls.ts';
import { callEnds, callMarks, emptyMarks } from './marks.ts';
import { drop, emit, type Mode, type State, showTo } from './reading.ts';

export function call(s: State, { mark, isSure }: Mode & { readonly in: 'call' }, isEnd: boolean): boolean {
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

export function code(s: State, fence: '```' | '~~~', isEnd: boolean): boolean {
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

export function block(s: State, head: string, isEnd: boolean): boolean {
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

export function bare(s: State, isEnd: boolean): boolean {
  if (!isEnd && mayBecomeCall(s.rest.trimStart())) return false;
  const found = isEnd ? bareCalls(withoutEnd(s.rest), s.tools) : undefined;
  if (found) s.calls.push(...found);
  if (found) drop(s, s.rest.length);
  else if (isEnd) showTo(s, s.rest.length);
  s.mode = { in: 'text' };
  s.hasNoBare = true;
  return s.rest !== '';
}

/** A model's own end marks behind a call, and ends of calls of other forms. */
function withoutEnd(text: string): string {
  return emptyMarks.reduce((left, mark) => left.replaceAll(mark, ''), text).replace(leftEnds, '');
}

const leftEnds = new RegExp(`(?:\\s*(?:${[...callEnds, '</s>'].map(end => RegExp.escape(end)).join('|')}))+\\s*$`);
