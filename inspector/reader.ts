/** What the window may see and touch, and nothing else; compose.ts hands it over. */

import type { AnyStateMachine } from 'xstate';
import type { Decision, DecisionAnswer } from '../src/domain/approvals/card.ts';
import type { StandingDesk } from '../src/domain/approvals/standing.ts';
import type { AuditDesk } from '../src/domain/audit/desk.ts';
import type { BudgetDesk } from '../src/domain/budget/view.ts';
import type { SessionDesk } from '../src/domain/conversation/chat-session.ts';
import type { Saying } from '../src/domain/conversation/turn-terms.ts';
import type { MemoryDesk } from '../src/domain/memory/desk.ts';
import type { SecretDesk } from '../src/domain/secrets/rule.ts';
import type { SandboxDesk } from '../src/domain/security/sandbox.ts';
import type { AdminDesk, RestartPreview } from '../src/domain/supervision/admin.ts';
import type { TraceDesk } from '../src/domain/supervision/span.ts';
import type {
  ApprovalRow,
  ChatMessage,
  Frame,
  JournalEntry,
  StateBatch,
  TurnReport,
} from '../src/domain/supervision/view.ts';
import type { Json } from '../src/domain/text/json.ts';
import type { CoreTool, ToolDesk } from '../src/domain/tools/health.ts';
import type { UndoDesk } from '../src/domain/undo/undo.ts';

/** Reads of the tables. Ids are the host's addresses. Undefined: there is no such thing. */
export interface Reader {
  state(): StateBatch;
  /** What waits for the owner; without it nothing is told of it as it changes. */
  needs?(): StateBatch['needs'];
  journal(
    id: string,
    page: { readonly before?: number; readonly limit: number; readonly q?: string },
  ): { readonly entries: readonly JournalEntry[]; readonly next?: number } | undefined;
  snapshot(id: string): { readonly snapshot: Json; readonly rev: number } | undefined;
  at(
    id: string,
    seq: number,
  ):
    | {
        readonly seq: number;
        readonly snapshot: Json;
        readonly prev: Json;
        readonly verified: boolean | 'code-changed';
        readonly ms: number;
      }
    | undefined;
  export(id: string): Json | undefined;
  /** What a restart from the checkpoint would run again, and what not. */
  restartPreview?(id: string): Promise<RestartPreview | undefined>;
  approvals(state?: string): readonly ApprovalRow[];
  /** The call an approval is about, its arguments as they would run: where an edit begins. */
  askedCall?(approval: string): { readonly tool: string; readonly arguments: Json } | undefined;
  messages(
    session: string,
    page: { readonly before?: string; readonly limit: number },
  ): { readonly messages: readonly ChatMessage[]; readonly next?: string };
  turn(id: string): TurnReport | undefined;
  /** What has come of the reply a session is writing: the message it becomes, and its text so far. */
  writing?(session: string): { readonly messageId: string; readonly text: string } | undefined;
  /** The agent's own tools; absent where there are none to have. */
  readonly tools?: Pick<ToolDesk, 'list' | 'show' | 'sourceAt'>;
  /** The tools this program brings, and how they do. */
  readonly coreTools?: () => readonly CoreTool[];
  readonly memories?: Pick<MemoryDesk, 'find'>;
  readonly sandbox?: Pick<SandboxDesk, 'look'>;
  readonly undo?: Pick<UndoDesk, 'list' | 'show'>;
  readonly budget?: BudgetDesk;
  /** Names and rules; there is no way to a value. */
  readonly secrets?: Pick<SecretDesk, 'list'>;
  readonly audit?: Pick<AuditDesk, 'page' | 'unrecorded'>;
  /** The conversations of a chat, by the address of the first. */
  readonly sessions?: Pick<SessionDesk, 'current' | 'list'>;
  /** What took how long, turn by turn. */
  readonly traces?: TraceDesk;
  /** The charts of the actors. */
  readonly machines?: readonly AnyStateMachine[];
  /** Calls back with each frame until the answer is called. */
  watch(onFrame: (frame: Frame) => void): () => void;
}

/** What the owner can do. Every promise resolves after the commit. */
export interface Levers {
  /**
   * A message to a session; `clientId` makes a repeat a no-op. Answers the turn it belongs to; `isOther`: another message was taken under this
   * `clientId`, so this one was not. Throws a `Fault` when refused.
   */
  say(
    session: string,
    message: Saying,
  ): Promise<{ readonly turn: string; readonly duplicate: boolean; readonly isOther?: true; readonly note?: string }>;
  decide(decision: Decision): Promise<DecisionAnswer>;
  /** Answers a batch (src/domain/approvals/batch.ts), one answer each, in order. */
  readonly decideAll?: (decisions: readonly Decision[]) => Promise<readonly DecisionAnswer[]>;
  readonly standing?: StandingDesk;
  abort(session: string): Promise<boolean>;
  /** The conversations of a chat, by the address of the first. */
  readonly sessions?: SessionDesk;
  /** Acts on actors, and answers to what the supervisor asks. */
  readonly admin?: AdminDesk;
  /** Switches one of the agent's own tools on or off, or takes it back. */
  readonly changeTool?: ToolDesk['change'];
  readonly forgetMemory?: MemoryDesk['forget'];
  readonly editMemory?: MemoryDesk['edit'];
  readonly applyUndo?: UndoDesk['apply'];
  readonly resetSandbox?: SandboxDesk['reset'];
  readonly reloadSecrets?: SecretDesk['reload'];
  /** The owner has looked at a break of the audit chain. */
  readonly acceptAudit?: AuditDesk['accept'];
}
