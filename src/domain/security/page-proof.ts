/**
 * What both sides of a connection put under a MAC before a token is sent: the server shows that it knows the secret
 * without telling it, and so does a page that goes on over a restart.
 *
 * Host and port stand in it, so that a program on another port cannot pass a proof on; the nonce is the asker's, the
 * start the server's.
 */
export interface ProofParts {
  /** As in the Host header: `127.0.0.1:8420`. */
  readonly host: string;
  readonly nonce: string;
  /** Of this start of the server: an answer to an earlier one counts for nothing. */
  readonly start: string;
}

/**
 * The text to be authenticated with HMAC-SHA-256 under the shared secret; the page writes the same
 * (page/live/proof.js).
 */
export function proofText(side: 'server' | 'page', { host, nonce, start }: ProofParts): string {
  return `straylight ${side}\n${host}\n${nonce}\n${start}`;
}
