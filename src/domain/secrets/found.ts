/** What a look for secrets finds in a text. */

/**
 * A secret in a text: UTF-16 offsets, the end exclusive; `type` is the name of a known secret, or the kind of another.
 */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly type: string;
}
