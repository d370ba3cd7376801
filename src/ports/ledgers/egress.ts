/** Ports: which domains the owner has allowed by a yes, and how many requests have left. */

/** The domains the owner has said yes to, one row each. A second yes changes nothing. */
export interface TrustLedger {
  has(domain: string): boolean;
  /** `by`: the call that was approved. */
  note(row: { readonly domain: string; readonly by: string; readonly at: number }): void;
}

/** `read`: GET and HEAD; `write`: everything else. */
export type RequestKind = 'read' | 'write';

/** How many requests left lately; kept over restarts, else a crash loop would be a way around the limit. */
export interface RequestLedger {
  /** Requests of a kind noted at or after `since` (epoch ms). */
  countSince(kind: RequestKind, since: number): number;
  note(kind: RequestKind, at: number): void;
}
