/** The arguments of a call that a model made earlier, as wires want them back: an object. */
import type { JsonObject } from '../../domain/text/json.ts';

/** The parsed text; what is no JSON object goes back as it was written, so that the model sees its mistake. */
export function callArguments(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // Not JSON at all: told below like any other text that is no object.
  }
  return { malformed_arguments: text };
}
