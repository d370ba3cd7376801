/** Files of a conversation: those that a message brings along, and those that it hands its owner. */

/** The largest one, in bytes. */
export const mostFileBytes = 5 * 1024 * 1024;

/** So many go with one message. */
export const mostFiles = 8;

/** A file that was kept, as a message names it. */
export interface NamedFile {
  /** The id it was kept under. */
  readonly clientId: string;
  /** Its name as it was given. */
  readonly name: string;
}

/** A file that is to be kept. */
export interface GivenFile extends NamedFile {
  /** Its bytes, in base64. */
  readonly content: string;
}

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
