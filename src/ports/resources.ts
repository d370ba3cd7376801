/**
 * Port: what a message of the owner names of other programs, `@server:resource`, so that it comes along with it.
 *
 * The contract: all of it is text from outside, whatever it says of itself; nothing is changed by reading it.
 */
import type { Mention } from '../domain/mcp/offer.ts';

/** One part of what stands under a name. */
export interface ResourcePart {
  /** For the file that it is kept in. */
  readonly name: string;
  readonly content: Uint8Array;
  /** It is text. */
  readonly isText: boolean;
}

export interface Resources {
  has(server: string): boolean;
  /** Reads it; `session`: for whom. Throws a `Fault` where it is not there or its server does not answer. */
  read(mention: Mention, session: string, signal: AbortSignal): Promise<readonly ResourcePart[]>;
}
