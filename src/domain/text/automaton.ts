/**
 * The automaton of Aho and Corasick (1975): many fixed texts looked for at once, in one pass.
 *
 * A state is a number, 0 the root. It stands for a beginning of one of the texts. A search follows a child of the state
 * it is in, or else the failure links, until a state has such a child (text-search.ts); or it lays the states out as a
 * table first (src/domain/secrets/anchor-search.ts).
 */

export interface Automaton {
  /** The children of the root, by character; 0 where there is none. */
  readonly root: Int32Array;
  /** The children of a state are a linked list: its first child, then the siblings of that; 0 ends it. */
  readonly firstChild: Int32Array;
  readonly sibling: Int32Array;
  /** The character that leads to a state. */
  readonly char: Int32Array;
  /** The state of the longest proper ending that is a beginning too. */
  readonly fail: Int32Array;
  /** How many characters lead to a state. */
  readonly depth: Int32Array;
  /** The longest text that ends in a state, by its index; -1: none does. */
  readonly found: Int32Array;
  /** All states but the root, the shallow first. */
  readonly order: Int32Array;
}

/** Builds it. Empty texts are in no state. */
export function automaton(needles: readonly string[]): Automaton {
  const size = needles.reduce((sum, needle) => sum + needle.length, 1);
  const root = new Int32Array(0x10000);
  const firstChild = new Int32Array(size);
  const sibling = new Int32Array(size);
  const char = new Int32Array(size);
  const fail = new Int32Array(size);
  const depth = new Int32Array(size);
  const found = new Int32Array(size).fill(-1);
  let states = 1;

  function child(state: number, code: number): number {
    if (state === 0) return root[code] ?? 0;
    for (let next = firstChild[state] ?? 0; next !== 0; next = sibling[next] ?? 0) if (char[next] === code) return next;
    return 0;
  }

  for (const [index, needle] of needles.entries()) {
    let state = 0;
    for (let at = 0; at < needle.length; at++) {
      const code = needle.charCodeAt(at);
      let next = child(state, code);
      if (next === 0) {
        next = states++;
        char[next] = code;
        depth[next] = at + 1;
        if (state === 0) root[code] = next;
        sibling[next] = firstChild[state] ?? 0;
        firstChild[state] = next;
      }
      state = next;
    }
    if (state !== 0 && found[state] === -1) found[state] = index;
  }

  // Breadth first: a failure link leads to the longest shorter beginning, whose own link is known by then.
  const order = new Int32Array(states - 1);
  let tail = 0;
  const enqueue = (state: number) => {
    for (let next = firstChild[state] ?? 0; next !== 0; next = sibling[next] ?? 0) order[tail++] = next;
  };
  enqueue(0);
  for (let head = 0; head < tail; head++) {
    const state = order[head] ?? 0;
    for (let next = firstChild[state] ?? 0; next !== 0; next = sibling[next] ?? 0) {
      let link = fail[state] ?? 0;
      let target = child(link, char[next] ?? 0);
      while (target === 0 && link !== 0) {
        link = fail[link] ?? 0;
        target = child(link, char[next] ?? 0);
      }
      fail[next] = target;
      if (found[next] === -1) found[next] = found[target] ?? -1;
    }
    enqueue(state);
  }
  return { root, firstChild, sibling, char, fail, depth, found, order };
}
