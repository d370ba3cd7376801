/**
 * The text of a message, a call or a result, as events and rows carry it.
 *
 * Up to 2 KB it travels itself; longer text is stored once as a blob, under its hash, and events, contexts and rows
 * name it. So a step costs the same whatever its message weighs.
 */

/** Names a stored text; `bytes` is its UTF-8 length. */
export interface BlobRef {
  readonly blob: string;
  readonly bytes: number;
}

/** A text, or the name of a long one. */
export type Body = string | BlobRef;
