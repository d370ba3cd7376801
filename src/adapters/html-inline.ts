/** The words of one paragraph as Markdown: white space folded, emphasis, code and links around the words they stand around. */

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
  start: number;
}

/** Marks deeper than this are left out, their words kept: a page may nest a hundred thousand of them. */
const deepest = 20;

export function inlineText(): InlineText {
  let line = '';
  let tooDeep = 0;
  const marks: Mark[] = [];

  const wrap = ({ before, after, start }: Mark) => {
    const inner = line.slice(start);
    const words = inner.trim();
    if (words === '' || before === '') return;
    const [lead, trail] = [inner.startsWith(' ') ? ' ' : '', inner.endsWith(' ') ? ' ' : ''];
    line = `${line.slice(0, start)}${lead}${before}${words}${after}${trail}`;
  };
  return {
    text(text) {
      const folded = text.replace(/\s+/g, ' ');
      line += folded.startsWith(' ') && (line === '' || /\s$/.test(line)) ? folded.slice(1) : folded;
    },
    open(before, after) {
      const isRepeated = marks.some(mark => mark.before === before);
      if (marks.length === deepest) tooDeep += 1;
      else marks.push({ before: isRepeated ? '' : before, after, start: line.length });
    },
    close() {
      const mark = tooDeep > 0 ? undefined : marks.pop();
      if (mark) wrap(mark);
      else tooDeep = Math.max(0, tooDeep - 1);
    },
    lineBreak() {
      line += '\n';
    },
    take() {
      for (const mark of marks.toReversed()) wrap(mark);
      for (const mark of marks) mark.start = 0;
      const taken = line
        .replace(/ *\n */g, '\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim();
      line = '';
      return taken;
    },
  };
}
