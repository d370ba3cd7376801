/** Files that a conversation hands its owner: those that came with a message, and those that the agent sends. */

/** The tool that sends one. */
export const handingTool = 'send_file';

/** A file as it is read now. */
export interface HandedFile extends AsyncDisposable {
  readonly name: string;
  /** `image/png`; found in its first bytes, never claimed by a sender. */
  readonly mediaType: string;
  readonly bytes: number;
  /** Exactly `bytes` of it, unless it is made shorter meanwhile. */
  content(): AsyncIterable<Uint8Array>;
}
