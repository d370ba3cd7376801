/** Texts with wildcards, matched in time that grows with the two lengths and not beyond. */

/** `**` stands for anything, `*` for anything in which no `/`, `?`, `#`, `@` or `\` stands; all else for itself. */
export function wildcard(pattern: string, text: string): boolean {
  const tokens = pattern.match(/\*\*|[\s\S]/g) ?? [];
  let reached = new Set<number>([0]);
  for (const token of tokens) {
    const next = new Set<number>();
    for (const from of reached) {
      if (token === '*' || token === '**') {
        for (let at = from; ; at += 1) {
          if (next.has(at)) break;
          next.add(at);
          if (at >= text.length || (token === '*' && separators.includes(text[at] ?? ''))) break;
        }
      } else if (text[from] === token) next.add(from + 1);
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(text.length);
}

const separators = '/?#@\\';
