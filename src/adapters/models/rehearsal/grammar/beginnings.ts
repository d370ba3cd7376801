/**
 * With which letters a text can begin that an expression matches. An expression is compiled when it is first tried, and
 * that takes up to a few milliseconds: of some hundred, a text needs those that can match it.
 */

/** The letters are looked for once for each expression. */
const found = new WeakMap<RegExp, ReadonlySet<string> | 'any'>();

/** False: the expression cannot match the text, going by its first letter. */
export function mayMatch(pattern: RegExp, text: string): boolean {
  const known = found.get(pattern);
  const letters = known ?? beginningsOf(pattern) ?? 'any';
  if (known === undefined) found.set(pattern, letters);
  return letters === 'any' || letters.has(text.charAt(0).toLowerCase());
}

function beginningsOf({ source, ignoreCase }: RegExp): ReadonlySet<string> | undefined {
  const isClear = source.startsWith('^') && ignoreCase && cuts(source, '|', 0).length === 0;
  return isClear ? beginnings(source.slice(1)) : undefined;
}

/** The letters that a part of an expression begins with; undefined: it cannot be told. */
function beginnings(part: string): ReadonlySet<string> | undefined {
  const group = part.startsWith('(?:') ? endOfGroup(part) : undefined;
  const after = part.charAt((group ?? 0) + 1);
  if ('?*{|'.includes(after) && after !== '') return undefined;
  if (group === undefined) return /^\p{L}/u.test(part) ? new Set(part.charAt(0).toLowerCase()) : undefined;
  const all = alternatives(part.slice('(?:'.length, group)).map(beginnings);
  return all.includes(undefined) ? undefined : new Set(all.flatMap(letters => [...(letters ?? [])]));
}

/** Where the group closes that a part begins with. */
function endOfGroup(part: string): number {
  return cuts(part, ')', 1)[0] ?? 0;
}

function alternatives(part: string): readonly string[] {
  const at = [-1, ...cuts(part, '|', 0), part.length];
  return at.slice(1).map((end, index) => part.slice((at[index] ?? 0) + 1, end));
}

/** Where a sign stands at a depth of groups, outside sets of letters. */
function cuts(part: string, sign: ')' | '|', depth: number): readonly number[] {
  const found: number[] = [];
  let open = 0;
  let isSet = false;
  for (let at = 0; at < part.length; at += 1) {
    const one = part[at];
    if (one === '\\') at += 1;
    else if (isSet) isSet = one !== ']';
    else if (one === '[') isSet = true;
    else {
      if (one === sign && open === depth) found.push(at);
      if (one === '(') open += 1;
      if (one === ')') open -= 1;
    }
  }
  return found;
}
