/** The Markdown that models write, read into tokens: what is not meant as Markdown stays text. */
import { Marked, type TokenizerObject } from 'marked';

/**
 * A line that opens so many lists and quotations at once is text: each would be read by one more call within the other.
 */
export const nested = /^(?:[^\S\n]*(?:>|(?:[-*+]|\d{1,9}[.)])[^\S\n])){7}/;

/**
 * To pair marks takes time that grows with the square of their number, so beyond so many in a paragraph they are text.
 */
const mostMarks = 1_000;

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
      list: source => (nested.test(source) ? undefined : false),
      blockquote: source => (nested.test(source) ? undefined : false),
      ...more,
    },
  });
}
