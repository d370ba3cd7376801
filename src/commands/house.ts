/**
 * What a command can ask of the house, wherever it runs: in this process, or in the one that holds the home and is reached
 * over HTTP. Every promise rejects with a `Fault` whose message can be shown as it is.
 */

import type { AdminDesk } from '../machines/domain/admin.ts';
import type { Decision, DecisionAnswer } from '../machines/domain/approval-card.ts';
import type { AuditDesk } from '../machines/domain/audit-desk.ts';
import type { BudgetDesk } from '../machines/domain/budget-view.ts';
import type { SessionDesk } from '../machines/domain/chat-session.ts';
import type { Json } from '../machines/domain/json.ts';
import type { SandboxDesk } from '../machines/domain/sandbox.ts';
import type { SecretDesk } from '../machines/domain/secret-rule.ts';
import type { StandingDesk } from '../machines/domain/standing.ts';
import type { ToolDesk } from '../machines/domain/tool-health.ts';
import type { Saying } from '../machines/domain/turn-terms.ts';
import type { UndoDesk } from '../machines/domain/undo.ts';
import type { ApprovalRow, ChatMessage, Frame, JournalEntry, StateBatch, TurnReport } from '../machines/domain/view.ts';

export interface House {
  /** `here`: this process holds the home for as long as the command lasts; `there`: another process does. */
  readonly where: 'here' | 'there';
  state(): Promise<StateBatch>;
  /** `state`: `pending` or an outcome; without it all of the last hundred. */
  approvals(state?: string): Promise<readonly ApprovalRow[]>;
  /** A page of an actor's journal, newest last; undefined when there is no such actor. */
  journal(
    id: string,
    page: { readonly before?: number; readonly limit: number },
  ): Promise<{ readonly entries: readonly JournalEntry[]; readonly next?: number } | undefined>;
  snapshot(id: string): Promise<{ readonly snapshot: Json; readonly rev: number } | undefined>;
  /** The fixture format of `replay`: machine, input, journal and snapshot of one actor. */
  export(id: string): Promise<Json | undefined>;
  messages(
    session: string,
    page: { readonly before?: string; readonly limit: number },
  ): Promise<{ readonly messages: readonly ChatMessage[]; readonly next?: string }>;
  turn(id: string): Promise<TurnReport | undefined>;
  /** Resolves once the message is committed, with the turn it belongs to, and what was done to it before, for the owner. */
  say(
    session: string,
    message: Saying,
  ): Promise<{ readonly turn: string; readonly duplicate: boolean; readonly note?: string }>;
  decide(decision: Decision): Promise<DecisionAnswer>;
  /** Answers a batch (domain/approval-batch.ts), one answer each, in order; every decision names digest and nonce. */
  decideAll(decisions: readonly Decision[]): Promise<readonly DecisionAnswer[]>;
  /** Ends the running turn of a session; false when none was running. */
  abort(session: string): Promise<boolean>;
  /** Calls back with each frame as it is committed, until the signal. Resolves when the watching has begun. */
  watch(onFrame: (frame: Frame) => void, signal: AbortSignal): Promise<void>;
  /** The owner's yes to calls yet to come. */
  readonly standing: StandingDesk;
  /** The agent's own tools. */
  readonly tools: ToolDesk;
  /** The conversations of a chat. */
  readonly sessions: SessionDesk;
  /** Names and rules of the secrets. */
  readonly secrets: SecretDesk;
  /** Where commands run. */
  readonly sandbox: SandboxDesk;
  /** What turns changed in the workspace. */
  readonly undo: UndoDesk;
  /** Acts on actors, and answers to what the supervisor asks. */
  readonly admin: AdminDesk;
  /** What was spent, and what may be. */
  readonly budget: BudgetDesk;
  /** What was asked, allowed, done and changed. */
  readonly audit: AuditDesk;
  close(): Promise<void>;
}
