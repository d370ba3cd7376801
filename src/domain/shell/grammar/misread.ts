/** Where the parser reads a text and bash would read another, or none. Found by asking bash about mutated commands. */
import type { Command, Word } from 'unbash';

/** What bash expands and the parser takes for plain text: `{}a,b}`, and `$[` that is closed nowhere. */
export function isMisread({ text, parts }: Word): boolean {
  const bare = parts === undefined ? [text] : parts.flatMap(part => (part.type === 'Literal' ? [part.text] : []));
  return bare.some(one => one.includes('$[') || (one.includes('{') && one.includes(',') && one.includes('}')));
}

/**
 * Between the words of a command only blanks may stand; the parser passes over a bracket behind the name in silence.
 */
export function hasGap({ name, prefix, suffix }: Command, source: string): boolean {
  const parts = [...prefix, ...(name ? [name] : []), ...suffix];
  const isBetween = parts.some((part, at) => {
    const before = parts[at - 1];
    return before !== undefined && before.end < part.pos && !/^(\s|\\\n)*$/.test(source.slice(before.end, part.pos));
  });
  const end = parts.at(-1)?.end ?? 0;
  const behind = source.slice(end, end + 64);
  // a line cannot begin with a semicolon, but for the lines of a here-document
  return isBetween || /^[ \t]*\(/.test(behind) || (/^[ \t]*\n\s*;(?![;&])/.test(behind) && !source.includes('<<'));
}
