/**
 * A vector for a text without a model: the beginnings, ends and inner parts of its words, hashed. Forms of a word,
 * compounds and typing mistakes lie close together, as with a small embedding model; synonyms do not.
 */

const dimensions = 384;

/** The text's vector of 384 numbers, of length 1; of a text without words the first axis. */
export function subwords(text: string): readonly number[] {
  const sum = new Array<number>(dimensions).fill(0);
  for (const word of text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []) {
    const parts = partsOf(`<${word}>`);
    // a long word says more than a short one
    const weight = Math.min(word.length, 8) ** 1.5 / Math.sqrt(parts.length);
    for (const part of parts) {
      const hash = hashOf(part);
      const at = hash % dimensions;
      sum[at] = (sum[at] ?? 0) + (hash & 0x10000 ? weight : -weight);
    }
  }
  const length = Math.hypot(...sum);
  return length === 0 ? sum.map((_, at) => (at === 0 ? 1 : 0)) : sum.map(part => part / length);
}

function partsOf(word: string): readonly string[] {
  const parts = [word];
  for (const size of [3, 4]) for (let at = 0; at + size <= word.length; at += 1) parts.push(word.slice(at, at + size));
  return parts;
}

/** FNV-1a over the UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
