/** Text up to the next mark, and what a mark in it is: the beginning of something, nothing, or a word. */
import {
  allMarks,
  answerMarks,
  callEnds,
  callMarks,
  closers,
  emptyMarks,
  lastMarks,
  modelsTurns,
  ownersTurns,
  thoughtMarks,
} from './marks.ts';
import { drop, emit, isAtLineStart, type State, showTo } from './reading.ts';
import { lone, unmarkedThought } from './thoughts.ts';

const starts = /[<[`◁~]/;
/** Languages of code blocks in which models write calls. */
const callLanguages = /^(?:json|tool|tools|tool_calls?|tool_code|tool_use|function|function_calls?|)$/;

export function plain(s: State, isEnd: boolean): boolean {
  if (s.rest === '') return false;
  const begun = s.rest.trimStart();
  const unmarked = unmarkedThought(s, begun, isEnd);
  if (unmarked !== undefined) return unmarked;
  if (!s.hasNoBare && s.text === '' && !isEnd && 'functools['.startsWith(begun)) return false;
  if (!s.hasNoBare && s.text === '' && /^(?:[[{]|functools\[)/.test(begun)) {
    // a mark may begin with a bracket too
    const isMark = allMarks.some(mark => begun.startsWith(mark) || (!isEnd && mark.startsWith(begun)));
    if (!isMark) {
      s.mode = { in: 'bare' };
      return true;
    }
    if (!allMarks.some(mark => begun.startsWith(mark))) return false;
  }
  for (let at = s.rest.search(starts); at >= 0; at = s.rest.search(starts)) {
    showTo(s, at);
    if (s.rest.startsWith('`') || s.rest.startsWith('~')) {
      const isKnown = fences(s, isEnd);
      if (isKnown !== undefined) return isKnown;
      continue;
    }
    const mark = allMarks.find(one => s.rest.startsWith(one));
    // it may be the beginning of a longer one
    if (mark !== undefined && !isEnd && !s.isInCode && allMarks.some(one => one !== mark && one.startsWith(s.rest)))
      return false;
    if (mark !== undefined && !s.isInCode) {
      if (opened(s, mark, isEnd)) return true;
      continue;
    }
    if (!isEnd && !s.isInCode && allMarks.some(one => one.startsWith(s.rest))) return false;
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
