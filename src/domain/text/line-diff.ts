/** The difference of two texts, line by line: the shortest one (Myers), within bounds. */

/** Lines around a change that are shown with it. */
const around = 2;
/** Texts that differ in more lines are not compared. */
const mostEdits = 1_000;
const mostLines = 20_000;

/**
 * Lines that begin with `-` (only in the first text), `+` (only in the second) or a space, and `@@` where some are left out; at most `most`. Undefined: the
 * two differ in too much to be shown.
 */
export function lineDiff(before: string, after: string, most: number): readonly string[] | undefined {
  const [a, b] = [linesOf(before), linesOf(after)];
  if (a.length > mostLines || b.length > mostLines) return undefined;
  const edits = editsOf(a, b);
  if (edits === undefined) return undefined;
  const shown = edits.map((_, at) =>
    edits.slice(Math.max(0, at - around), at + around + 1).some(([mark]) => mark !== ' '),
  );
  const lines: string[] = [];
  let last = -1;
  for (const [at, [mark, line]] of edits.entries()) {
    if (!shown[at]) continue;
    if (last >= 0 && at > last + 1) lines.push('@@');
    last = at;
    lines.push(`${mark}${line}`);
  }
  return lines.length <= most ? lines : [...lines.slice(0, most), `@@ ${lines.length - most} more lines`];
}

type Edit = readonly [mark: ' ' | '-' | '+', line: string];

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function editsOf(a: readonly string[], b: readonly string[]): readonly Edit[] | undefined {
  const trace: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  for (let d = 0; d <= Math.min(a.length + b.length, mostEdits); d++) {
    trace.push(reach);
    const next = new Map(reach);
    for (let k = -d; k <= d; k += 2) {
      let x = isDown(reach, k, d) ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkedBack(trace, a, b, d);
    }
    reach = next;
  }
  return undefined;
}

function isDown(reach: ReadonlyMap<number, number>, k: number, d: number): boolean {
  return k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
}

function walkedBack(
  trace: readonly ReadonlyMap<number, number>[],
  a: readonly string[],
  b: readonly string[],
  edits: number,
): readonly Edit[] {
  const back: Edit[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = edits; d >= 0; d--) {
    const reach = trace[d] as ReadonlyMap<number, number>;
    const k = x - y;
    const from = isDown(reach, k, d) ? k + 1 : k - 1;
    const [fromX, fromY] = d === 0 ? [0, 0] : [reach.get(from) ?? 0, (reach.get(from) ?? 0) - from];
    while (x > fromX && y > fromY) {
      back.push([' ', a[--x] as string]);
      y--;
    }
    if (d === 0) break;
    if (x === fromX) back.push(['+', b[--y] as string]);
    else back.push(['-', a[--x] as string]);
  }
  return back.reverse();
}
