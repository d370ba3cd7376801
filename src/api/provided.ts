/** What operations are carried out with. Each names what it needs of this; where a part is not there, it is refused. */

import type { AccountService } from '../domain/accounts/account.ts';
import type { Decision, DecisionAnswer } from '../domain/approvals/card.ts';
import type { StandingService } from '../domain/approvals/standing.ts';
import type { AuditService } from '../domain/audit/service.ts';
import type { BudgetService } from '../domain/budget/view.ts';
import type { SessionService } from '../domain/conversation/chat-session.ts';
import type { ModelContext } from '../domain/conversation/context-window.ts';
import type { GivenFile } from '../domain/conversation/files.ts';
import type { ConversationListService } from '../domain/conversation/listed-conversation.ts';
import type { Attachment } from '../domain/conversation/message.ts';
import type { Saying } from '../domain/conversation/turn-terms.ts';
import type { JobService } from '../domain/jobs/service.ts';
import type { MemoryService } from '../domain/memory/service.ts';
import type { ModelService } from '../domain/models/view.ts';
import type { TrustService } from '../domain/policy/trust.ts';
import type { SecretService } from '../domain/secrets/rule.ts';
import type { FolderRow } from '../domain/security/folders.ts';
import type { SandboxService } from '../domain/security/sandbox.ts';
import type { AdminService, RestartPreview } from '../domain/supervision/admin.ts';
import type { TraceService } from '../domain/supervision/span.ts';
import type {
  ActorRow,
  ApprovalRow,
  CallOutput,
  ChatMessage,
  JournalEntry,
  StateBatch,
  TurnReport,
} from '../domain/supervision/view.ts';
import type { Json } from '../domain/text/json.ts';
import type { Language } from '../domain/text/texts.ts';
import type { CoreTool, ToolAct, ToolService } from '../domain/tools/health.ts';
import type { UndoOutcome, UndoService } from '../domain/undo/undo.ts';

/**
 * What a feature provides by itself (`provides` of src/features/feature.ts) is added by the file of its operations:
 * `declare module '../../provided.ts' { interface Provided { readonly goals: GoalService } }`.
 */
export interface Provided {
  /** In which language its owner reads, and what time it is (UTC epoch ms). */
  readonly reading: () => { readonly language: Language; readonly now: number };
  // Reads of the tables. Ids are the host's addresses. Undefined: there is no such thing.
  state(): StateBatch;
  /** One actor, however long ago it ended. */
  actor(id: string): ActorRow | undefined;
  /** What waits for the owner. */
  needs(): StateBatch['needs'];
  journal(
    id: string,
    page: { readonly before?: number; readonly limit: number; readonly q?: string },
  ): { readonly entries: readonly JournalEntry[]; readonly next?: number } | undefined;
  /** What the newest model request of a session was made of. */
  modelContext(session: string): ModelContext | undefined;
  snapshot(id: string): { readonly snapshot: Json; readonly rev: number } | undefined;
  at(
    id: string,
    seq: number,
  ):
    | {
        readonly seq: number;
        readonly snapshot: Json;
        readonly prev: Json;
        readonly verified: boolean | 'code-changed' | 'forgotten';
        readonly ms: number;
      }
    | undefined;
  export(id: string): Json | undefined;
  approvals(state?: string): readonly ApprovalRow[];
  /** The call an approval is about, its arguments as they would run: where an edit begins. */
  requestedCall(approval: string): { readonly tool: string; readonly arguments: Json } | undefined;
  messages(
    session: string,
    page: { readonly before?: string; readonly limit: number },
  ): { readonly messages: readonly ChatMessage[]; readonly next?: string };
  turn(id: string): TurnReport | undefined;
  /** What has come of the reply a session is writing: the message it becomes, and its text so far. */
  writing(session: string): { readonly messageId: string; readonly text: string } | undefined;
  /** What the running calls of a session have written so far. */
  outputs(session: string): readonly CallOutput[];
  /** What a restart from the checkpoint would run again, and what not. */
  restartPreview(id: string): Promise<RestartPreview | undefined>;
  /** The tools this program brings, and how they do. */
  readonly coreTools: () => readonly CoreTool[];
  /** What took how long, turn by turn. */
  readonly traces: TraceService;
  readonly budget: BudgetService;
  readonly models: ModelService;

  // What the owner can do. Every promise resolves after the commit. `by` says from where, for the audit chain.
  /**
   * A message to a session; `clientId` makes a repeat a no-op. Answers the turn it belongs to; `isOther`: another
   * message was taken under this `clientId`, so this one was not. Throws a `Fault` when refused.
   */
  say(
    session: string,
    message: Saying,
  ): Promise<{ readonly turn: string; readonly duplicate: boolean; readonly isOther?: true; readonly note?: string }>;
  /** Keeps a file in the workspace, for a message that names it. Throws a `Fault` when refused. */
  readonly attach: (file: GivenFile) => Promise<Attachment>;
  decide(decision: Decision): Promise<DecisionAnswer>;
  /** Answers a batch (approval-batch.ts of the domain), one answer each, in order. */
  readonly decideAll: (decisions: readonly Decision[]) => Promise<readonly DecisionAnswer[]>;
  /** A slash command in a conversation. Throws a `Fault` that can be shown where there is none of that name. */
  readonly slash: (
    session: string,
    name: string,
    args: string,
    caller: { readonly by: string; readonly commandId?: string },
  ) => Promise<{ readonly lines: readonly string[]; readonly isCode: boolean; readonly session?: string }>;
  /** Ends the running turn, or `turn` alone, once under a key. False: none was running. */
  abort(session: string, key?: string, turn?: string): Promise<boolean>;
  /** Acts on actors, and answers to what the supervisor asks. */
  readonly admin: Pick<AdminService, 'command' | 'choose'>;
  /** Switches one of the agent's own tools on or off, or takes it back. */
  readonly changeTool: (name: string, act: ToolAct, by: string) => Promise<string>;
  readonly changeMemory: Pick<
    MemoryService,
    'accept' | 'reject' | 'both' | 'edit' | 'forget' | 'forgetWords' | 'forgetAll' | 'take' | 'consolidate' | 'undo'
  >;
  readonly applyUndo: (id: number, options: { readonly overwrite?: boolean }, by: string) => Promise<UndoOutcome>;
  /** Once under a key: a reset that has ended is not made again. */
  readonly resetSandbox: (by: string, key?: string) => Promise<string>;
  readonly reloadSecrets: SecretService['reload'];
  /** The owner has looked at a break of the audit chain. */
  readonly acceptAudit: AuditService['accept'];

  // What both looks and acts.
  /** The agent's own tools; absent where there are none to have. */
  readonly tools: Pick<ToolService, 'list' | 'show' | 'sourceAt'>;
  readonly memories: Pick<MemoryService, 'find' | 'show' | 'pending' | 'page' | 'stats' | 'carrying'>;
  readonly sandbox: Pick<SandboxService, 'look'>;
  readonly jobs: JobService;
  /** Folders of the owner's that are let in, as they are now. */
  readonly folders: () => readonly FolderRow[];
  readonly undo: Pick<UndoService, 'list' | 'show'>;
  /** Names and rules; there is no way to a value. */
  readonly secrets: Pick<SecretService, 'list' | 'takers'>;
  readonly audit: Pick<AuditService, 'page' | 'unrecorded'>;
  /** The conversations of a chat, by the address of the first. */
  readonly sessions: SessionService;
  readonly conversations: ConversationListService;
  readonly standing: StandingService;
  readonly accounts: AccountService;
  readonly trust: TrustService;
}
