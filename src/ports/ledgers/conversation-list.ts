/** Port: every conversation there is, with what its owner made of it. Writes only inside a transaction of the host. */
import type { Body } from '../../domain/conversation/body.ts';
import type { ConversationListName, ConversationMarks } from '../../domain/conversation/listed-conversation.ts';

export interface ConversationRow extends ConversationMarks {
  readonly session: string;
  /** What its owner said first. */
  readonly first: Body | undefined;
  /** When something was last said; what Straylight notes is not said. */
  readonly at: number;
}

export interface ConversationList {
  /** The pinned ones first, then the one that spoke last first. */
  rows(list: ConversationListName, limit: number): readonly ConversationRow[];
  row(session: string): ConversationRow | undefined;
  mark(session: string, marks: ConversationMarks): void;
}
