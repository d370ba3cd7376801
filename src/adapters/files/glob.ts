/**
 * File name patterns: `*`, `?`, `**` and `{a,b}`.
 *
 * Written here because the pattern comes from a model and the names from anywhere: matching takes no more than pattern
 * times name, whatever both are.
 */
import { fault } from '../../domain/supervision/failure.ts';

/**
 * A test for paths with slashes. A pattern without a slash is for the name alone, in whatever folder. Throws `invalid`
 * for too many alternatives.
 */
export function glob(pattern: string): (path: string) => boolean {
  const whole = (pattern.includes('/') ? pattern : `**/${pattern}`).replace(/^\.?\//, '');
  const ways = alternatives(whole).map(one => one.split('/').filter(Boolean));
  return path => {
    const parts = path.split('/');
    return ways.some(way => matchesPath(way, parts));
  };
}

const mostAlternatives = 64;

/** `{a,b}` written out, innermost first. */
function alternatives(pattern: string): readonly string[] {
  let open = [pattern];
  for (;;) {
    const next = open.flatMap(one => {
      const brace = /\{([^{}]*)\}/.exec(one);
      if (brace === null) return [one];
      const [all, inner = ''] = brace;
      return inner.split(',').map(way => one.slice(0, brace.index) + way + one.slice(brace.index + all.length));
    });
    if (next.length > mostAlternatives)
      throw fault('invalid', `The glob ${JSON.stringify(pattern)} has more than ${mostAlternatives} alternatives.`);
    if (next.length === open.length && next.every((one, at) => one === open[at])) return next;
    open = next;
  }
}

/** Which of the pattern's components may come next is kept as a set, so nothing is tried twice. */
function matchesPath(pattern: readonly string[], parts: readonly string[]): boolean {
  let at = past(pattern, new Set([0]));
  for (const part of parts) {
    const next = new Set<number>();
    for (const index of at) {
      const wanted = pattern[index];
      if (wanted === '**') next.add(index);
      else if (wanted !== undefined && matchesName(wanted, part)) next.add(index + 1);
    }
    at = past(pattern, next);
  }
  return at.has(pattern.length);
}

/** `**` may stand for nothing. */
function past(pattern: readonly string[], at: Set<number>): Set<number> {
  for (const index of at) if (pattern[index] === '**') at.add(index + 1);
  return at;
}

/** One component: on a mismatch the last `*` takes one character more. */
function matchesName(pattern: string, name: string): boolean {
  let [p, n, star, mark] = [0, 0, -1, 0];
  while (n < name.length) {
    if (pattern[p] === '*') {
      star = p++;
      mark = n;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[n])) {
      p++;
      n++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++mark;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}
