/** A vector for a text without a model: words hashed into a bag, so that texts that share words lie close together. */

const dimensions = 64;

/** The text's unit vector of 64 numbers; a text without words is the first axis. */
export function embedding(text: string): readonly number[] {
  const bag = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const at = slot(word);
    bag[at] = (bag[at] ?? 0) + 1;
  }
  const length = Math.hypot(...bag);
  return length === 0 ? bag.map((_, index) => (index === 0 ? 1 : 0)) : bag.map(count => count / length);
}

/** FNV-1a over the word's UTF-16 units. */
function slot(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % dimensions;
}
