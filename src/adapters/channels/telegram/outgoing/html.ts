/**
 * Markdown as Telegram messages: escaped HTML, cut to what one message holds.
 *
 * The HTML is written from runs, tags opened and closed around each, so it is valid whatever the model wrote. Cuts fall
 * on the text a reader sees (Telegram counts UTF-16 units after the tags are read), never inside a grapheme; tags
 * reopen in the next part. Of a long reply the beginning stands open, the rest in quotations that open at a tap; one
 * that takes too many messages is a file, after its beginning.
 */
import type { Part } from '../../../../ports/channel.ts';
import type { Run, Style } from './inline.ts';
import { cleaned, markdownRuns } from './markdown.ts';

/** What one message holds, in UTF-16 units of what is read. */
export const maxMessage = 4096;

/** Telegram shows at most a hundred looks in one message, and drops the others without a word; one is a quotation. */
const maxLooks = 99;

/** Above this many messages, a reply is a file. */
export const maxParts = 5;
/** Telegram shows no preview of the links in a message. */
export const withoutPreview = { link_preview_options: { is_disabled: true } } as const;

/** A longer one is a file without being read: no markup makes so much fit. */
const longest = 4 * maxParts * maxMessage;

/** A longer reply is folded after so much of its beginning. */
const mostOpen = 2400;
const openLength = 1200;

/** A quotation of more lines is folded. */
const mostQuoted = 6;

/** Room for the line that marks a possible repeat, so that a full part still fits. */
const reserved = 96;

/** A reply as the parts it is sent in, at least one; `empty` is said where there is nothing to read. */
export function telegramParts(markdown: string, empty: string): readonly Part[] {
  if (markdown.length > longest) return asFile(markdown);
  const runs = foldedQuotes(markdownRuns(markdown));
  const whole = cut(runs, maxMessage);
  // a text of one message stays one: where its notes do not fit above it they go ahead by themselves
  const pieces = whole.length <= 1 ? whole : cut(runs, maxMessage - reserved);
  if (pieces.length === 0) return [{ kind: 'text', body: escaped(empty) }];
  if (pieces.length > maxParts) return asFile(markdown);
  const isLong = lengthOf(pieces.flat()) > mostOpen;
  return pieces.map((piece, at) => ({
    kind: 'text',
    body: html(isLong ? (at === 0 ? foldedAfter(piece) : folded(piece)) : piece),
  }));
}

/** The beginning as a message, where it can be read, and all of it as a file. */
function asFile(markdown: string): readonly Part[] {
  // twice as much is read as is shown, so that no character is torn
  const [start = []] = cut(markdownRuns(markdown.slice(0, 2 * openLength).toWellFormed()), openLength);
  const more: Run = { text: ' …', style: {} };
  return [
    ...(start.length === 0 ? [] : [{ kind: 'text', body: html([...start, more]) } as const]),
    { kind: 'file', body: markdown.toWellFormed() },
  ];
}

/** Quotations of many lines are folded. */
function foldedQuotes(runs: readonly Run[]): readonly Run[] {
  const out: Run[] = [];
  for (let at = 0; at < runs.length; ) {
    let end = at;
    while (runs[end]?.style.quote) end += 1;
    const quotation = runs.slice(at, end);
    const lines = quotation.reduce((sum, { text }) => sum + text.split('\n').length - 1, 1);
    out.push(...(lines > mostQuoted || lengthOf(quotation) > mostQuoted * 60 ? folded(quotation) : quotation));
    if (end === at) out.push(...runs.slice(at, at + 1));
    at = Math.max(end, at + 1);
  }
  return out;
}

/** What stands open, and the rest folded beneath it. */
function foldedAfter(piece: readonly Run[]): readonly Run[] {
  const text = piece.map(run => run.text).join('');
  const spans = spansOf(piece);
  const at = cutAt(text, 0, openLength, spans, openLength);
  const open = text.slice(0, at).trimEnd().length;
  const blank = spanAt(spans, at)?.run.style.pre === undefined ? /^\s*/ : /^\n*/;
  const rest = at + (blank.exec(text.slice(at))?.[0].length ?? 0);
  if (rest >= text.length) return piece;
  // never longer than it was: where nothing stands between the two, no line break does
  const lineBreak: readonly Run[] = rest > open ? [{ text: '\n', style: {} }] : [];
  return [...between(spans, 0, open), ...lineBreak, ...folded(between(spans, rest, text.length))];
}

function folded(runs: readonly Run[]): readonly Run[] {
  return runs.map(({ text, style }) => ({ text, style: { ...style, quote: true, expandable: true } }));
}

function lengthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + run.text.length, 0);
}

/**
 * The end of a reply that is still being written, as one message, with `status` beneath it; empty where there is nothing
 * to read yet.
 */
export function telegramPreview(markdown: string, status = ''): string {
  // Only the end is shown; what lies further back need not be read every second.
  const end = markdown.length > 4 * maxMessage ? markdown.slice(-2 * maxMessage) : markdown;
  const beneath: readonly Run[] = status === '' ? [] : [{ text: cleaned(status), style: { italic: true } }];
  const room = maxMessage - reserved - status.length - 2;
  const piece = cut(markdownRuns(end), room).at(-1) ?? [];
  const between: readonly Run[] = piece.length > 0 && beneath.length > 0 ? [{ text: '\n\n', style: {} }] : [];
  return html([...piece, ...between, ...beneath]);
}

/** Runs as Telegram's HTML. */
export function html(runs: readonly Run[]): string {
  let out = '';
  let open: readonly Tag[] = [];
  for (const { text, style } of runs) {
    if (text === '') continue;
    const tags = tagsOf(style);
    let shared = 0;
    while (shared < open.length && open[shared]?.start === tags[shared]?.start) shared += 1;
    out += closing(open.slice(shared));
    out += tags
      .slice(shared)
      .map(tag => tag.start)
      .join('');
    out += escaped(text);
    open = tags;
  }
  return out + closing(open);
}

/** Text that is shown as it stands. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Runs cut so that each part has at most `limit` units; parts without anything to read are left out. */
export function cut(runs: readonly Run[], limit: number): Run[][] {
  const text = runs.map(run => run.text).join('');
  const spans = spansOf(runs);
  const parts: Run[][] = [];
  for (let at = 0; at < text.length; ) {
    const first = spanAt(spans, at);
    // Telegram drops white space at both ends of a message; indentation at the start of code is kept where it can be.
    const skip =
      (first?.run.style.pre === undefined ? /\s*/y : /\n*/y).exec(text.slice(at, at + limit))?.[0].length ?? 0;
    if (skip > 0) {
      at += skip;
      continue;
    }
    const end = cutAt(text, at, Math.min(at + limit, looksEnd(spans, at)), spans, limit);
    const part = between(spans, at, end);
    if (isReadable(text.slice(at, end))) parts.push(part);
    at = end;
  }
  return parts;
}

/** Is there anything to see? White space, joiners and the like alone make a message that Telegram calls empty. */
function isReadable(text: string): boolean {
  return /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(text);
}

interface Tag {
  readonly start: string;
  readonly end: string;
}

interface Span {
  readonly run: Run;
  readonly from: number;
  readonly to: number;
}

/** From the outside in; always in this order, so that any two looks nest. */
function tagsOf(style: Style): Tag[] {
  const tags: Tag[] = [];
  const add = (name: string, attributes = ''): void =>
    void tags.push({ start: `<${name}${attributes}>`, end: `</${name}>` });
  if (style.quote) add('blockquote', style.expandable ? ' expandable' : '');
  if (style.pre !== undefined) {
    add('pre');
    if (style.pre !== '') add('code', ` class="language-${escaped(style.pre)}"`);
    return tags;
  }
  if (style.code) {
    add('code');
    return tags;
  }
  if (style.link !== undefined) add('a', ` href="${escaped(style.link)}"`);
  if (style.bold) add('b');
  if (style.italic) add('i');
  if (style.strike) add('s');
  return tags;
}

function closing(tags: readonly Tag[]): string {
  return tags
    .map(tag => tag.end)
    .toReversed()
    .join('');
}

function spansOf(runs: readonly Run[]): Span[] {
  let from = 0;
  return runs.map(run => {
    const span = { run, from, to: from + run.text.length };
    from = span.to;
    return span;
  });
}

/** The span that holds a place of the text, found by halving. */
function spanIndex(spans: readonly Span[], at: number): number {
  let low = 0;
  let high = spans.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.to ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

function spanAt(spans: readonly Span[], at: number): Span | undefined {
  return spans[spanIndex(spans, at)];
}

function between(spans: readonly Span[], from: number, to: number): Run[] {
  const runs: Run[] = [];
  for (let index = spanIndex(spans, from); index < spans.length && (spans[index]?.from ?? to) < to; index++) {
    const span = spans[index]!;
    const text = span.run.text.slice(Math.max(from - span.from, 0), to - span.from);
    runs.push({ text, style: span.run.style });
  }
  return runs;
}

/** Where the hundredth look of a part that starts here would begin. */
function looksEnd(spans: readonly Span[], at: number): number {
  let looks = 0;
  let before: readonly string[] = [];
  for (let index = spanIndex(spans, at); index < spans.length; index++) {
    const span = spans[index]!;
    const starts = tagsOf(span.run.style).map(tag => tag.start);
    looks += starts.filter((start, depth) => before[depth] !== start).length;
    if (looks > maxLooks && span.from > at) return span.from;
    before = starts;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * The best place for a cut up to `end`: before a block of code, at an empty line, a line, a word; else between two
 * graphemes.
 */
function cutAt(text: string, at: number, end: number, spans: readonly Span[], limit: number): number {
  if (end >= text.length) return text.length;
  const last = spanAt(spans, end);
  if (last?.run.style.pre !== undefined && last.from > at + limit / 4 && last.to - last.from <= limit) return last.from;
  const window = text.slice(at, end);
  for (const [mark, least] of [
    ['\n\n', 0.5],
    ['\n', 0.5],
  ] as const) {
    const found = window.lastIndexOf(mark);
    if (found > window.length * least) return at + found + 1;
  }
  const word = window.lastIndexOf(' ');
  if (word > window.length * 0.6 && boundary(text, at, at + word + 1) === at + word + 1) return at + word + 1;
  return boundary(text, at, end);
}

/**
 * The last place between two graphemes at or before `end`; a grapheme that fills a whole part is cut between code
 * points.
 */
function boundary(text: string, at: number, end: number): number {
  const segment = new Intl.Segmenter().segment(text.slice(at, end + 64)).containing(end - at);
  const found = segment === undefined ? end : at + segment.index;
  if (found > at) return found;
  const low = text.charCodeAt(end);
  return low >= 0xdc00 && low <= 0xdfff && end - 1 > at ? end - 1 : end;
}
