/**
 * Many fixed texts looked for at once, in one pass over what is searched (automaton.ts).
 *
 * Each character costs the same however many texts there are and whatever the input is: a state says how much of which
 * text has just been seen, and a character leads to the next state, or along the failure links to a shorter beginning.
 */
import { automaton } from './automaton.ts';

/** A stretch `[start, end)` of the text, and which of the searched texts is the longest in it. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly needle: number;
}

export interface TextSearch {
  /** Does the text hold any of them? Cheaper than a search that says where. */
  finds(text: string): boolean;
  /** Begins a search over text that comes in pieces. */
  begin(): Scan;
}

/** One search. Positions count from the first character of the first piece. */
export interface Scan {
  /** Goes over the next piece; answers whether anything at all was found in it. */
  feed(piece: string): boolean;
  /** Stretches found so far, in order; those that overlap are one. May be taken out from the front. */
  readonly hits: Hit[];
  /** From here on the text may still turn out to be the beginning of something. */
  readonly openFrom: number;
}

/** Prepares a search. Empty texts are never found. */
export function textSearch(needles: readonly string[]): TextSearch {
  const { root, firstChild, sibling, char, fail, depth, found } = automaton(needles);

  function child(state: number, code: number): number {
    for (let next = firstChild[state] ?? 0; next !== 0; next = sibling[next] ?? 0) if (char[next] === code) return next;
    return 0;
  }

  function after(before: number, code: number): number {
    let state = before;
    let next = state === 0 ? (root[code] ?? 0) : child(state, code);
    while (next === 0 && state !== 0) {
      state = fail[state] ?? 0;
      next = state === 0 ? (root[code] ?? 0) : child(state, code);
    }
    return next;
  }

  return {
    finds(text) {
      let state = 0;
      for (let at = 0; at < text.length; at++) {
        state = after(state, text.charCodeAt(at));
        if (state !== 0 && (found[state] ?? -1) >= 0) return true;
      }
      return false;
    },
    begin() {
      const hits: Hit[] = [];
      let state = 0;
      let position = 0;
      return {
        hits,
        get openFrom() {
          return position - (depth[state] ?? 0);
        },
        feed(piece) {
          let any = false;
          for (let at = 0; at < piece.length; at++) {
            state = after(state, piece.charCodeAt(at));
            if (state === 0) continue;
            const needle = found[state] ?? -1;
            if (needle >= 0) {
              any = true;
              const end = position + at + 1;
              add(hits, { start: end - (needles[needle]?.length ?? 0), end, needle }, needles);
            }
          }
          position += piece.length;
          return any;
        },
      };
    },
  };
}

/** Ends only grow, so a new hit can only swallow or join the last ones. */
function add(hits: Hit[], hit: Hit, needles: readonly string[]): void {
  let { start, needle } = hit;
  for (let last = hits.at(-1); last !== undefined && last.end > start; last = hits.at(-1)) {
    start = Math.min(start, last.start);
    if ((needles[last.needle]?.length ?? 0) > (needles[needle]?.length ?? 0)) needle = last.needle;
    hits.pop();
  }
  hits.push({ start, end: hit.end, needle });
}
