/**
 * The words of one paragraph as Markdown: white space folded, emphasis, code and links around the words they stand
 * around.
 */

export interface InlineText {
  text(text: string): void;
  /** `before` and `after` go around what comes until `close`, where that is not empty. */
  open(before: string, after: string): void;
  close(): void;
  lineBreak(): void;
  /** The paragraph so far; the next one begins, within the marks that are open. */
  take(): string;
}

interface Mark {
  readonly before: string;
  readonly after: string;
  /** How many pieces stood before it. */
  start: number;
}

/** Marks deeper than this are left out, their words kept: a page may nest a hundred thousand of them. */
const deepest = 20;

export function inlineText(): InlineText {
  // In pieces: asking a growing text for its end, again and again, would copy all of it each time.
  let pieces: string[] = [];
  let tooDeep = 0;
  const marks: Mark[] = [];

  const isSpaced = () => {
    const last = pieces.at(-1);
    return last === undefined || last.endsWith(' ') || last.endsWith('\n');
  };
  const wrap = ({ before, after, start }: Mark) => {
    const inner = pieces.slice(start).join('');
    const words = inner.trim();
    if (words === '' || before === '') return;
    const [lead, trail] = [inner.startsWith(' ') ? ' ' : '', inner.endsWith(' ') ? ' ' : ''];
    pieces.length = start;
    pieces.push(`${lead}${before}${words}${after}${trail}`);
  };
  return {
    text(text) {
      const folded = text.replace(/\s+/g, ' ');
      const piece = folded.startsWith(' ') && isSpaced() ? folded.slice(1) : folded;
      if (piece !== '') pieces.push(piece);
    },
    open(before, after) {
      const isRepeated = marks.some(mark => mark.before === before);
      if (marks.length === deepest) tooDeep += 1;
      else marks.push({ before: isRepeated ? '' : before, after, start: pieces.length });
    },
    close() {
      const mark = tooDeep > 0 ? undefined : marks.pop();
      if (mark) wrap(mark);
      else tooDeep = Math.max(0, tooDeep - 1);
    },
    lineBreak() {
      pieces.push('\n');
    },
    take() {
      for (const mark of marks.toReversed()) wrap(mark);
      for (const mark of marks) mark.start = 0;
      const lines = pieces.join('').split('\n');
      pieces = [];
      // An empty line within a paragraph is enough to tell two breaks.
      return lines
        .map(line => line.trim())
        .filter((line, at, all) => line !== '' || (at > 0 && all[at - 1] !== ''))
        .join('\n')
        .trim();
    },
  };
}
