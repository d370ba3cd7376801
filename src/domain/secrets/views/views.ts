/**
 * Other readings of a text, for values that its carrier has broken up: with its colours taken out, its wrapped lines
 * joined, its signs decoded (decoded.ts), and the bytes a dump of them shows (xxd, hexdump, od, lists of numbers). What
 * is found in a reading is a stretch of the text itself.
 *
 * Each reading goes over the text once, and none is made where nothing hints at it.
 */

import { decodedBegun, decodedViews } from './decoded.ts';
import { dumpsOf } from './dumps.ts';
import { type SecretView, within } from './view.ts';

/** The readings of a text that differ from it. */
export function viewsOf(text: string): readonly SecretView[] {
  const bare = without(text, decoration, 'plain');
  const base = bare ?? whole(text);
  const joined = wrapHint.test(base.text) ? without(base.text, lineBreak, 'joined') : undefined;
  const dumps = dumpsOf(base.text);
  const inner = [...(joined ? [joined] : []), ...dumps, ...decodedViews(base.text)];
  // a letter behind a backslash may look like the beginning of a colour
  const raw = bare ? [bare, ...decodedViews(text)] : [];
  return [...raw, ...inner.map(view => within(view, base))];
}

/** So much at the end of a text that comes in pieces may be the beginning of a value that is broken up. */
const longestBroken = 1_000;

/**
 * From where on a text may yet turn out to hold a value that is broken up; its length where its end looks like nothing
 * of that kind.
 */
export function brokenFrom(text: string): number {
  const from = Math.max(0, text.length - longestBroken);
  const tail = text.slice(from);
  if (decorationHint.test(tail) || decorationBegun.test(tail)) return from;
  const [last = '', ...before] = tail.split('\n').toReversed();
  let at = brokenLine.test(last) ? text.length - last.length : text.length;
  // the line that has just begun may go on as those before it
  let start = text.length - last.length;
  for (const line of lineBegun.test(last) || at === start ? before : []) {
    if (!brokenLine.test(line)) break;
    start -= line.length + 1;
    at = start;
  }
  // rows of xxd behind other text go on in a line of which only that may be there yet
  let row = rowBehind.test(last) ? text.length - last.length : text.length;
  for (let line = 0, above = text.length - last.length; rowBehind.test(before[line] ?? ''); line++) {
    above -= (before[line]?.length ?? 0) + 1;
    row = above;
  }
  // numbers at the end may be the first of a row
  let numbers = text.length;
  while (numbers > from && numberOrBetween.test(text.charAt(numbers - 1))) numbers -= 1;
  if (!/\d/.test(text.slice(numbers)) || oneNumber.test(text.slice(numbers))) numbers = text.length;
  // a line end that a program has written out
  let run = text.length;
  while (run > from && /[\w+/=\\-]/.test(text.charAt(run - 1))) run -= 1;
  if (!wrapHint.test(text.slice(run))) run = text.length;
  const coded = decodedBegun.test(last) ? text.length - last.length : text.length;
  return Math.min(text.length, Math.max(from, Math.min(at, row, numbers, run, coded)));
}

const lineBegun = /^[ \t>|#*]{0,16}[\w+/=:,\- \t]{0,100}$/;
/** A line that ends with one number, as progress does: a value would lose its first character at most. */
const oneNumber = /^(?:[a-f]{0,20}[^\da-f\n]{1,20})?\d{1,6}[^\da-f]{0,4}\n$/i;
const numberOrBetween = /[\da-fx\\,;:\-[\](){}"'\s]/i;

/** A row of xxd, whatever stands before it, and the beginning of one. */
const rowBehind = /(?<![\da-z])[\da-f]{8}:(?: |$)/i;

/** A line of a dump, of numbers, or of one long run of base64 or hexadecimal. */
const brokenLine =
  /^[ \t>|#*]{0,16}(?:[\w+/=%-]{16,}|(?:[\da-f]{1,16}[:,]?[ \t]{1,8}){2,}.{0,90}|[\da-f]{4,16}:?)[ \t\r]{0,8}$|^\d{7} {1,7}\S|^ {3}\S(?: {3}.{0,80}| {0,2})$/i;

/**
 * Colours and other orders to a terminal, raw or as a program writes them, letters struck over, and what has no width:
 * joiners, marks of direction, variation selectors (not those of emoji), tags and control characters, raw, as JSON, a
 * page or an address write them.
 */
const escapeSign = String.raw`(?:\u001b|\\(?:u001[bB]|x1[bB]|e|033))`;
const noWidth = String.raw`[\0-\u0007\u000e-\u001a\u001c-\u001f\u007f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]|(?<=[!-~])[\ufe00-\ufe0f]|\udb40[\udc00-\uddef]`;
const noWidthWritten = eitherCase(
  String.raw`(?:\\(?:u(?:00(?:0[0-7]|1[0-9ac-f]|7f|ad)|034f|061c|180[b-f]|20(?:0[b-f]|2[a-e]|6[0-9a-f])|fe(?:0[0-9a-f]|ff))|x(?:0[0-7]|1[0-9ac-f]|7f|ad))|&(?:#(?:8203|8204|8205|8206|8207|8288|65279|173|x(?:200[b-f]|2060|feff|ad))|zerowidthspace|zwnj|zwj|lrm|rlm|shy|nobreak);|%(?:e2%80%(?:8[b-f]|a[a-e])|e2%81%a[0-9a-f]|c2%ad|ef%bb%bf))`,
);
const decoration = new RegExp(
  `${escapeSign}(?:\\[[0-?]{0,32}[ -/]{0,4}[@-~]|\\][^\\u0007\\u001b\\n]{0,500}(?:\\u0007|\\u001b\\\\)|[@-Z\\\\^_])|\\u009b[0-?]{0,32}[ -/]{0,4}[@-~]|[^\\n]\\u0008|${noWidth}|${noWidthWritten}`,
  'g',
);
const decorationHint = new RegExp(`${escapeSign}|[\\u009b\\u0008]|${noWidth}|${noWidthWritten}`);

/** What may be the beginning of one of them, at the end of a text that goes on. */
const decorationBegun =
  /(?:\\(?:u[\da-f]{0,3}|x[\da-f]?|03?)?|&(?:#?x?[\da-f]{0,5}|[a-z]{1,14})|%(?:[\da-f]{1,2}|[\da-f]{2}%[\da-f%]{0,3})?|\udb40)$/i;

/** A long run without a blank at the end of a line. */
const wrapHint = /[\w+/=%-]{16}[ \t]{0,8}(?:\r?\n|\r|(?:\\r)?\\n)/;

/**
 * The end of a wrapped line, raw or as a program writes it, with what a quotation or an indent puts before the next.
 */
const lineBreak = /=?[ \t]{0,8}(?:\r?\n|\r|(?:\\r)?\\n)[ \t>|#*]{0,16}(?=[\w+/=%-])/g;

/**
 * The source of an expression for letters of both cases. Not `(?i:…)`: V8 misses capitals where alternatives lie within
 * one another.
 */
function eitherCase(source: string): string {
  return source.replace(/\\.|\[[^\]]*\]|[a-z]/g, part => {
    if (part.startsWith('\\')) return part;
    const inner = part.replace(/^\[|\]$/g, '');
    return `[${inner}${inner.toUpperCase()}]`;
  });
}

function whole(text: string): SecretView {
  return { text, kind: 'plain', place: (start, end) => ({ start, end, isBroken: false }) };
}

/** The text without what an expression finds; undefined where it finds nothing. */
function without(text: string, form: RegExp, kind: SecretView['kind']): SecretView | undefined {
  if (kind === 'plain' && !decorationHint.test(text)) return undefined;
  const parts: string[] = [];
  /** Where in the reading something is left out, and how much up to there. */
  const cuts: { readonly at: number; readonly left: number }[] = [];
  let from = 0;
  let length = 0;
  for (const { index, 0: cut } of text.matchAll(form)) {
    if (index > from) {
      parts.push(text.slice(from, index));
      length += index - from;
    }
    from = index + cut.length;
    cuts.push({ at: length, left: from - length });
  }
  if (cuts.length === 0) return undefined;
  parts.push(text.slice(from));
  /** How many cuts lie at or before a place of the reading. */
  const before = (at: number) => {
    let [low, high] = [0, cuts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cuts[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const left = (count: number) => (count === 0 ? 0 : (cuts[count - 1]?.left ?? 0));
  return {
    text: parts.join(''),
    kind,
    place(start, end) {
      const [first, last] = [before(start), before(end - 1)];
      return { start: start + left(first), end: end + left(last), isBroken: first !== last };
    },
  };
}
