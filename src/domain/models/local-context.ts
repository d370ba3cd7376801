/** How much context a model on the owner's own machine can be given: what it takes, and what the memory holds. */

/** Of the whole memory, so much is left to the system and to other programs. */
const keptFree = 0.25;
/** No context is smaller: the instructions and tools alone take most of it. */
const leastTokens = 4_096;
/** Sizes go in steps, so that a little less memory does not make the server load the model again. */
const stepTokens = 1_024;

export interface LocalModel {
  /** What the model was made for. */
  readonly limitTokens: number;
  /** Its size as a file, which is what it takes in memory; undefined: not known. */
  readonly bytes?: number | undefined;
  /** What one token of context takes beside it; undefined: not known. */
  readonly bytesPerToken?: number | undefined;
}

/** `most`: the owner's own bound. `memoryBytes`: of the machine it runs on; undefined: another machine, not known. */
export function localContext(
  { limitTokens, bytes, bytesPerToken }: LocalModel,
  { most, memoryBytes }: { readonly most: number; readonly memoryBytes: number | undefined },
): number {
  const bound = Math.min(most, limitTokens);
  if (memoryBytes === undefined || bytes === undefined || bytesPerToken === undefined) return bound;
  const room = memoryBytes * (1 - keptFree) - bytes;
  const tokens = Math.floor(room / bytesPerToken / stepTokens) * stepTokens;
  return Math.min(bound, Math.max(leastTokens, tokens));
}

/** What one token of context takes: a key and a value in each layer, two bytes a number. */
export function contextBytes(shape: {
  readonly layers: number;
  readonly heads: number;
  readonly keyLength: number;
  readonly valueLength: number;
}): number {
  return shape.layers * shape.heads * (shape.keyLength + shape.valueLength) * 2;
}
