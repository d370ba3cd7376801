/** Files that a message brings along from outside: each is kept first, then the message names them. */

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
