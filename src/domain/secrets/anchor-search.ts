/**
 * Short fixed texts looked for all at once and without regard to case, in one pass: where one stands, a rule looks
 * closer.
 *
 * The automaton (src/domain/text/automaton.ts) as one dense table: characters of the texts have columns of their own,
 * all others share one.
 */
import { automaton } from '../text/automaton.ts';

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

  const { root, firstChild, sibling, char, fail, order } = automaton(all.map(({ anchor }) => anchor));
  const size = order.length + 1;
  const next = new Int32Array(size * columns);
  /** How much of a holding anchor a state has seen. */
  const held = new Int32Array(size);
  const ends: { readonly rule: Rule; readonly length: number }[][] = Array.from({ length: size }, () => []);
  for (let code = 0; code < 128; code++) next[columnOf[code] ?? 0] ||= root[code] ?? 0;
  // a state goes where the state of its longest proper ending goes, but for its own children
  for (const state of order) {
    const link = fail[state] ?? 0;
    next.copyWithin(state * columns, link * columns, (link + 1) * columns);
    for (let child = firstChild[state] ?? 0; child !== 0; child = sibling[child] ?? 0)
      next[state * columns + (columnOf[char[child] ?? 0] ?? 0)] = child;
  }
  for (const { rule, anchor } of all) {
    let state = 0;
    for (let depth = 1; depth <= anchor.length; depth++) {
      state = next[state * columns + (columnOf[anchor.charCodeAt(depth - 1)] ?? 0)] ?? 0;
      if (rule.holds) held[state] = depth;
    }
    ends[state]?.push({ rule, length: anchor.length });
  }
  for (const state of order) {
    const link = fail[state] ?? 0;
    ends[state]?.push(...(ends[link] ?? []));
    if (held[state] === 0) held[state] = held[link] ?? 0;
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
