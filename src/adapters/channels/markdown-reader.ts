/** The Markdown that models write, read into tokens: what is not meant as Markdown stays text. */
import { Marked, Tokenizer, type TokenizerObject } from 'marked';

/**
 * A line that opens so many lists and quotations at once is text: each would be read by one more call within the other.
 */
export const nested = /^(?:[^\S\n]*(?:>|(?:[-*+]|\d{1,9}[.)])[^\S\n])){7}/;

/**
 * To pair marks takes time that grows with the square of their number, so beyond so many in a paragraph they are text.
 */
const mostMarks = 1_000;

/** A line that is indented, or begins an item. */
const ofList = /^(?:\s|(?:[-*+]|\d{1,9}[.)])(?:\s|$))/;

/**
 * The list that a text begins with, without the line that closes it: where nothing of the list follows, a line that is
 * not indented says something about the whole list, and is no part of its last item as Markdown has it.
 */
function listAlone(source: string): string {
  const lines = source.split('\n');
  const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';
  for (let at = 1; at < lines.length; at += 1) {
    if (isBlank(lines[at]) || ofList.test(lines[at] ?? '')) continue;
    // behind a blank line it is none of the list anyway
    if (isBlank(lines[at - 1])) return source;
    let end = at;
    while (!isBlank(lines[end]) && !ofList.test(lines[end] ?? '')) end += 1;
    if (isBlank(lines[end])) return lines.slice(0, at).join('\n');
    at = end;
  }
  return source;
}

/**
 * HTML, indented code and definitions of links would hide or swallow what a model wrote, so they are text. `more`: what
 * a channel reads in its own way.
 */
export function markdownReader(more: TokenizerObject = {}): Marked {
  let counted = { paragraph: '', isCrowded: false };
  /** `marked` asks at each mark of a paragraph. */
  const isCrowded = (paragraph: string): boolean => {
    if (paragraph !== counted.paragraph)
      counted = { paragraph, isCrowded: (paragraph.match(/[*_]/g)?.length ?? 0) > mostMarks };
    return counted.isCrowded;
  };
  return new Marked({
    gfm: true,
    breaks: true,
    tokenizer: {
      html: () => undefined,
      tag: () => undefined,
      code: () => undefined,
      def: () => undefined,
      reflink: () => undefined,
      // one `~` says "about"
      del: source => (source.startsWith('~~') ? false : undefined),
      emStrong: (_, paragraph) => (isCrowded(paragraph) ? undefined : false),
      // a line of `-` beneath a text is a rule
      lheading: source => (/^[^\n]+\n {0,3}=+ *(?:\n|$)/.test(source) ? false : undefined),
      list(source) {
        return nested.test(source) ? undefined : Tokenizer.prototype.list.call(this, listAlone(source));
      },
      blockquote: source => (nested.test(source) ? undefined : false),
      ...more,
    },
  });
}
