/** Text next to a cut, where half a value could stand that no redactor recognises. */

/** The text without what stands next to the cut of a bounded output, as far as any form of these values reaches. */
export function withoutCutEdges(text: string, values: readonly string[]): string {
  const room = 3 * Math.max(0, ...values.map(value => value.length)); // percent-encoded it is longest
  const parts = text.split(/(\n?\[… \d+ of \d+ bytes left out …\]\n)/);
  return parts
    .map((part, at) => {
      if (at % 2 === 1) return part;
      const start = at === 0 ? 0 : room;
      const end = at === parts.length - 1 ? part.length : part.length - room;
      return part.slice(start, Math.max(start, end));
    })
    .join('');
}
