/** The difference of two texts, line by line: the shortest one, within bounds. */
// the module by itself: the whole package loads the comparison of words, sentences, CSS and JSON as well
import { diffArrays } from 'diff/lib/diff/array.js';

/** Lines around a change that are shown with it. */
const around = 2;
/** Texts that differ in more lines are not compared. */
const mostEdits = 1_000;
const mostLines = 20_000;

/**
 * Lines that begin with `-` (only in the first text), `+` (only in the second) or a space, and `@@` where some are left
 * out; at most `most`. Undefined: the two differ in too much to be shown.
 */
export function lineDiff(before: string, after: string, most: number): readonly string[] | undefined {
  const [a, b] = [linesOf(before), linesOf(after)];
  if (a.length > mostLines || b.length > mostLines) return undefined;
  const changes = diffArrays(a, b, { maxEditLength: mostEdits });
  if (changes === undefined) return undefined;
  const edits = changes.flatMap(({ added, removed, value }) =>
    value.map(line => ({ mark: added ? '+' : removed ? '-' : ' ', line })),
  );
  const shown = edits.map((_, at) =>
    edits.slice(Math.max(0, at - around), at + around + 1).some(({ mark }) => mark !== ' '),
  );
  const lines: string[] = [];
  let last = -1;
  for (const [at, { mark, line }] of edits.entries()) {
    if (!shown[at]) continue;
    if (last >= 0 && at > last + 1) lines.push('@@');
    last = at;
    lines.push(`${mark}${line}`);
  }
  return lines.length <= most ? lines : [...lines.slice(0, most), `@@ ${lines.length - most} more lines`];
}

/** All lines of both texts: `- ` only in the first, `+ ` only in the second, two spaces in both. Nothing is left out. */
export function wholeDiff(before: string, after: string): readonly string[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  const isSmall = a.length <= mostLines && b.length <= mostLines;
  const changes = isSmall ? diffArrays(a, b, { maxEditLength: mostEdits }) : undefined;
  // two that have too little in common stand one below the other
  if (changes === undefined) return [...a.map(line => `- ${line}`), ...b.map(line => `+ ${line}`)];
  return changes.flatMap(({ added, removed, value }) =>
    value.map(line => `${added ? '+' : removed ? '-' : ' '} ${line}`),
  );
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
