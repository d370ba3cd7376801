/** What the owner can ask of the audit chain and say about it: the commands, the page. */

import type { Risk } from '../approvals/card.ts';
import type { Form } from '../policy/sentence.ts';
import type { AuditEntry, ChainBreak, FoundAnchor } from './audit.ts';

/** How the chain stands. */
export interface ChainView {
  /** The number of the newest row. */
  readonly rows: number;
  /** Up to here it was checked by this process; it goes on a piece at a time. */
  readonly verified: number;
  readonly broken?: ChainBreak;
  /** This home's public key. */
  readonly key: string;
  /** As it lies in its file. */
  readonly anchor: FoundAnchor;
}

/** `after`: oldest first from there; else newest first, `before` that row. */
export interface AuditQuery {
  readonly after?: number;
  readonly before?: number;
  readonly limit: number;
  /** A kind (`tool.called`) or a family (`tool`). */
  readonly kind?: string;
  /** What stands in the subject, the actor or the facts. */
  readonly q?: string;
  /** What stands in the actor. */
  readonly actor?: string;
  /** Rows that name this risk. */
  readonly risk?: Risk;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The next page's `after` or `before`; absent at the end. */
  readonly next?: number;
  readonly chain: ChainView;
}

export interface AuditService {
  page(query: AuditQuery): Promise<AuditPage>;
  /** Tool calls and ended approvals that have no row in the chain, by address. */
  unrecorded(): Promise<readonly string[]>;
  /** The owner has looked at the breaks that were noted; answers a sentence. */
  accept(): Promise<Form>;
}
