/**
 * Short fixed texts looked for all at once and without regard to case, in one pass: where one stands, a rule looks
 * closer.
 *
 * Aho and Corasick's automaton as one dense table: characters of the texts have columns of their own, all others share
 * one.
 */

export interface AnchorSearch<Rule> {
  /** Goes over the text from `from` on and calls back at the end of each anchor, in order of the ends. */
  each(text: string, from: number, found: (rule: Rule, start: number, end: number) => void): void;
  /** How many of the last characters may be the beginning of an anchor that `holds`. */
  openAt(text: string): number;
}

/** `holds`: text that ends in the beginning of this anchor must wait for the rest. */
export function anchorSearch<Rule extends { readonly anchors: readonly string[]; readonly holds: boolean }>(
  rules: readonly Rule[],
): AnchorSearch<Rule> {
  const all = rules.flatMap(rule => rule.anchors.map(anchor => ({ rule, anchor: anchor.toLowerCase() })));
  const columnOf = new Uint8Array(128);
  let columns = 1;
  for (const { anchor } of all)
    for (const char of anchor) {
      const code = char.charCodeAt(0);
      if (columnOf[code] === 0) columnOf[code] = columns++;
    }
  for (let code = 65; code <= 90; code++) columnOf[code] = columnOf[code + 32] ?? 0;

  const size = all.reduce((sum, { anchor }) => sum + anchor.length, 1);
  const next = new Int32Array(size * columns);
  const fail = new Int32Array(size);
  /** How much of a holding anchor a state has seen. */
  const held = new Int32Array(size);
  const ends: { readonly rule: Rule; readonly length: number }[][] = Array.from({ length: size }, () => []);
  let states = 1;
  for (const { rule, anchor } of all) {
    let state = 0;
    for (let depth = 1; depth <= anchor.length; depth++) {
      const place = state * columns + (columnOf[anchor.charCodeAt(depth - 1)] ?? 0);
      if (next[place] === 0) next[place] = states++;
      state = next[place] ?? 0;
      if (rule.holds) held[state] = depth;
    }
    ends[state]?.push({ rule, length: anchor.length });
  }
  // Breadth first: a state goes where its longest proper ending would go.
  const queue: number[] = [];
  for (let column = 0; column < columns; column++) if (next[column]) queue.push(next[column] ?? 0);
  for (const state of queue) {
    const link = fail[state] ?? 0;
    ends[state]?.push(...(ends[link] ?? []));
    if (held[state] === 0) held[state] = held[link] ?? 0;
    for (let column = 0; column < columns; column++) {
      const place = state * columns + column;
      const target = next[place] ?? 0;
      const other = next[link * columns + column] ?? 0;
      if (target === 0) next[place] = other;
      else {
        fail[target] = other;
        queue.push(target);
      }
    }
  }
  const tells = Uint8Array.from(ends, list => (list.length > 0 ? 1 : 0));
  const longest = Math.max(0, ...all.map(({ anchor }) => anchor.length));

  return {
    each(text, from, found) {
      let state = 0;
      for (let at = from; at < text.length; at++) {
        const code = text.charCodeAt(at);
        state = code < 128 ? (next[state * columns + (columnOf[code] ?? 0)] ?? 0) : 0;
        if (tells[state] === 1) for (const { rule, length } of ends[state] ?? []) found(rule, at + 1 - length, at + 1);
      }
    },
    openAt(text) {
      let state = 0;
      for (let at = Math.max(0, text.length - longest); at < text.length; at++) {
        const code = text.charCodeAt(at);
        state = code < 128 ? (next[state * columns + (columnOf[code] ?? 0)] ?? 0) : 0;
      }
      return held[state] ?? 0;
    },
  };
}
