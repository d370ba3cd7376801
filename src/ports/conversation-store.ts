/**
 * Ports of the store: conversations and what stands around them, a part a subject. A user
 * of one part takes that part.
 *
 * Everything is synchronous. Writes are called inside `HostStore.transaction` only; a throw there undoes all of it.
 */

import type { ApprovalCard, ApprovalOutcome } from '../domain/approvals/card.ts';
import type { Asks } from '../domain/conversation/asks.ts';
import type { Body } from '../domain/conversation/body.ts';
import type { Message, ReadMessage, TurnOutcome, Usage } from '../domain/conversation/message.ts';
import type { Taint } from '../domain/policy/taint.ts';
import type { ApprovalRow, TurnReport } from '../domain/supervision/view.ts';
import type { ToolOutcome, Unasked } from '../domain/tools/tool.ts';

/** The messages of the conversations, and the texts they are made of. */
export interface MessageStore {
  /** Twice the same id is once; false: it was there. */
  appendMessage(message: Message): boolean;
  /** The newest `limit` messages before `before` (a message id), oldest first. */
  messages(session: string, page: { readonly before?: string; readonly limit: number }): readonly ReadMessage[];
  /**
   * The newest `limit` messages that a model may see, oldest first: none for the owner alone, none that was set aside. Where
   * a summary stands for the beginning, it comes first, beside them, and none that it stands for.
   */
  forModel(session: string, limit: number): readonly ReadMessage[];
  message(id: string): ReadMessage | undefined;
  /**
   * From one message of a session to another one of it, both among them, in the order they came: none for the owner alone,
   * and no summary between them.
   */
  stretch(session: string, from: string, to: string): readonly ReadMessage[];
  /**
   * What came from outside after an instant and a model may still see, replies of models apart: the newest `limit` of
   * it, oldest first, and how much there is.
   */
  outside(
    session: string,
    since: number,
    limit: number,
  ): { readonly newest: readonly ReadMessage[]; readonly count: number };
  /** The conversation was taken back to before these messages; one that is appended again stands again. */
  setAside(messages: readonly string[], at: number): void;
  /** Reads a text back from its blob. */
  read(body: Body): string;

  /**
   * The message that asks for a piece of work, by its name: the one that did before, while its turn lasts or has not
   * begun; else this one, from now on.
   */
  claimWork(session: string, work: string, message: string): string;
}

export interface TurnRecord {
  readonly id: string;
  readonly session: string;
  readonly outcome: TurnOutcome;
  readonly reply: string | null;
  readonly model: string | null;
  readonly usage: Usage;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** What became of each turn, and what it used. */
export interface TurnStore {
  beginTurn(turn: Pick<TurnRecord, 'id' | 'session' | 'startedAt'>): void;
  addUsage(turn: string, model: string, usage: Usage): void;
  endTurn(turn: Pick<TurnRecord, 'id' | 'outcome' | 'reply'> & { readonly endedAt: number }): void;
  /** These turns of a session are under way, and no others: those begin again, what else was running is `cancelled`. */
  setRunning(session: string, turns: readonly string[], at: number): void;
  turn(id: string): TurnRecord | undefined;
  /**
   * The owner's messages of a channel that it has a name for, whose turn runs or has ended at or after an instant, oldest
   * first.
   */
  namedMessages(
    channel: string,
    since: number,
  ): readonly { readonly session: string; readonly ref: string; readonly isOver: boolean }[];
  turnReport(id: string): TurnReport | undefined;
}

export interface ToolCallRecord {
  readonly address: string;
  readonly session: string;
  readonly turn: string;
  readonly callId: string;
  readonly tool: string;
  readonly digest: string;
  readonly level: number;
  readonly reasons: readonly string[];
  readonly outcome: ToolOutcome;
  readonly failed: boolean;
  readonly at: number;
  readonly endedAt: number;
  readonly unasked?: Unasked;
}

/** How each tool call ended. */
export interface ToolCallStore {
  recordToolCall(call: ToolCallRecord): void;
  /** The calls of the turn's session that ended since the turn began: its own, and those another turn had asked for. */
  toolCallsDuring(turn: string): readonly ToolCallRecord[];
  /** The calls of a session that ended at or after an instant. */
  toolCallsSince(session: string, at: number): readonly ToolCallRecord[];
  /** How a call ended, by its address; undefined: it has not. */
  toolOutcome(address: string): ToolOutcome | undefined;
}

/** A reply or card on its way to a chat. */
export interface DeliveryRecord {
  readonly id: string;
  readonly channel: string;
  readonly chat: string;
  readonly session: string;
  readonly body: Body;
  /** What the owner may answer to it. */
  readonly asks: Asks | null;
  readonly status: 'queued' | 'sent' | 'failed';
  readonly sent: number;
  readonly refs: readonly string[];
  readonly failure: string | null;
  readonly at: number;
  /** How far it is trusted; null: not known, or a word to the owner alone. No model is shown such a one again. */
  readonly taint: Taint | null;
}

/** Replies, notices and cards on their way to a chat. */
export interface DeliveryStore {
  queueDelivery(
    delivery: Pick<DeliveryRecord, 'id' | 'channel' | 'chat' | 'session' | 'body' | 'at'> &
      Partial<Pick<DeliveryRecord, 'asks' | 'taint'>>,
  ): void;
  delivery(id: string): DeliveryRecord | undefined;
  /** What was sent to a chat under this name of the channel's, among the newest few thousand; undefined: nothing here. */
  sentAs(channel: string, chat: string, ref: string): DeliveryRecord | undefined;
  /** Is a message that may be answered on its way to that chat? */
  isAsking(channel: string, chat: string): boolean;
  markPartSent(id: string, ref: string): void;
  endDelivery(id: string, status: 'sent' | 'failed', failure: string | null, at: number): void;
}

export interface ApprovalRecord {
  readonly address: string;
  readonly session: string;
  readonly card: ApprovalCard;
  readonly shown: readonly { readonly channel: string; readonly chat: string; readonly ref: string }[];
  readonly state: 'pending' | ApprovalOutcome;
  readonly rev: number;
  /** It waits for its turn and is on no screen yet. */
  readonly queued: boolean;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  readonly reason: string | null;
  /** The event that decided, so that its sender knows that it was the one. */
  readonly answer: string | null;
}

/** Who decided an approval, when, and by which event. */
export interface ApprovalDecided {
  readonly by: string | null;
  readonly decidedAt: number;
  readonly reason?: string | null;
  readonly answer?: string | null;
}

/** Cards and what was decided about them, as they are shown; what binds is in ledgers/approval.ts. */
export interface ApprovalStore {
  openApproval(
    approval: Pick<ApprovalRecord, 'address' | 'session' | 'card'> & { readonly exact: Body; readonly at: number },
  ): void;
  showApproval(
    address: string,
    card: Pick<ApprovalCard, 'nonce' | 'repeat' | 'expiresAt' | 'word' | 'choices'>,
    shown: ApprovalRecord['shown'],
  ): void;
  /** Granted, and may be taken back until `undoUntil`. */
  holdApproval(address: string, held: Omit<ApprovalDecided, 'reason'> & { readonly undoUntil: number }): void;
  closeApproval(address: string, state: ApprovalOutcome, decided: ApprovalDecided): void;
  approval(address: string): ApprovalRecord | undefined;
  /** The same as it is shown. */
  approvalRow(address: string): ApprovalRow | undefined;
  approvals(state: string | undefined, limit: number): readonly ApprovalRow[];
}

/** What the supervisor has heard. */
export interface ReportStore {
  report(report: { readonly at: number; readonly kind: string; readonly subject: string; readonly text: string }): void;
  reports(
    limit: number,
  ): readonly { readonly at: number; readonly kind: string; readonly subject: string; readonly text: string }[];
}

/** All of them, as one adapter keeps them. */
export interface ConversationStore
  extends MessageStore,
    TurnStore,
    ToolCallStore,
    DeliveryStore,
    ApprovalStore,
    ReportStore {}
