/** How much, how long and how often: every bound of the server in one table. */

export interface Limits {
  /** Of a request's body. */
  readonly bodyBytes: number;
  /** An oversize body is read to its end (and thrown away) up to here, so that the sender can still read the answer. */
  readonly discardBytes: number;
  readonly headersMs: number;
  /** From the first byte of a request to the last of its body. */
  readonly requestMs: number;
  readonly keepAliveMs: number;
  /** How long an act may take before the answer is that its outcome is open. */
  readonly actMs: number;
  /** All of them, those that showed a token too. */
  readonly connections: number;
  /** Connections without a token; the one silent for longest makes room. */
  readonly strangers: number;
  /** Wrong tokens within a minute; more are answered 429. */
  readonly badTokensPerMinute: number;
  readonly streams: number;
  /** Frames of so long a time make one batch. */
  readonly batchMs: number;
  readonly beatMs: number;
  /** A stream whose reader has taken nothing for so long is closed; it may come back with its cursor. */
  readonly stallMs: number;
  /** How long changes are still kept when the last stream has gone, so that it can come back and miss nothing. */
  readonly lingerMs: number;
  readonly historyEntries: number;
  readonly historyBytes: number;
  /** What lies more than so many events back when a slow reader takes again reaches it without the feed. */
  readonly feedLag: number;
  readonly healthMs: number;
}

export const defaultLimits: Limits = {
  bodyBytes: 256 * 1024,
  discardBytes: 4 * 1024 * 1024,
  headersMs: 3_000,
  requestMs: 15_000,
  keepAliveMs: 5_000,
  actMs: 30_000,
  connections: 2_048,
  strangers: 128,
  badTokensPerMinute: 10,
  streams: 64,
  batchMs: 50,
  beatMs: 15_000,
  stallMs: 60_000,
  lingerMs: 30_000,
  historyEntries: 2_000,
  historyBytes: 2 * 1024 * 1024,
  feedLag: 100,
  healthMs: 1_000,
};

/** What the server needs of time and chance; Straylight’s clock has it. */
export interface ServerClock {
  /** A monotonic reading in milliseconds. */
  elapsed(): number;
  /** Calls back once after `delayMs`; the answer cancels it. */
  after(delayMs: number, call: () => void): () => void;
  /** A fresh random id. */
  id(): string;
}
