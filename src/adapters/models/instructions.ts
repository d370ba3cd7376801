/**
 * The instructions of a request in the parts that a cache tells apart: what stays the same stands in front of the
 * messages, what changes (the time, memories) behind them. In front, each minute would cost the whole conversation
 * again.
 */
import type { SystemPart } from '../../ports/model.ts';

/** What the part begins with that stands behind the messages. */
const contextHeading = '[Straylight] Context of this request, not words of the owner:';

/** The texts that stay the same. */
export function stableTexts(parts: readonly SystemPart[]): readonly string[] {
  return textsOf(parts.filter(part => part.stable));
}

/** What changes, as one text under its heading; undefined: nothing does. */
export function contextText(parts: readonly SystemPart[]): string | undefined {
  const texts = textsOf(parts.filter(part => !part.stable));
  return texts.length === 0 ? undefined : [contextHeading, ...texts].join('\n\n');
}

function textsOf(parts: readonly SystemPart[]): readonly string[] {
  return parts.map(({ text }) => text.trim()).filter(text => text !== '');
}
