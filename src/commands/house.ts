/**
 * What a command can ask of the house, wherever it runs: in this process, or in the one that holds the home and is reached
 * over HTTP. Every promise rejects with a `Fault` whose message can be shown as it is.
 */

import type { Decision, DecisionAnswer } from '../domain/approvals/card.ts';
import type { StandingDesk } from '../domain/approvals/standing.ts';
import type { AuditDesk } from '../domain/audit/desk.ts';
import type { BudgetDesk } from '../domain/budget/view.ts';
import type { SessionDesk } from '../domain/conversation/chat-session.ts';
import type { Saying } from '../domain/conversation/turn-terms.ts';
import type { SecretDesk } from '../domain/secrets/rule.ts';
import type { SandboxDesk } from '../domain/security/sandbox.ts';
import type { AdminDesk } from '../domain/supervision/admin.ts';
import type {
  ApprovalRow,
  ChatMessage,
  Frame,
  JournalEntry,
  StateBatch,
  TurnReport,
} from '../domain/supervision/view.ts';
import type { Json } from '../domain/text/json.ts';
import type { ToolDesk } from '../domain/tools/health.ts';
import type { UndoDesk } from '../domain/undo/undo.ts';

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
  /** Answers a batch (src/domain/approvals/batch.ts), one answer each, in order; every decision names digest and nonce. */
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
