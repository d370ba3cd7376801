/**
 * Port: what is kept of MCP servers.
 *
 * The contract: a list that was seen replaces the one before, but for what the owner decided: pins and rules stay with
 * the tool's own name, also where it is gone for a while.
 */
import type { LoginRow, NamedLogin } from '../../domain/mcp/login.ts';
import type { ServerOffers } from '../../domain/mcp/offer.ts';
import type { QuestionState } from '../../domain/mcp/question.ts';
import type { McpServer } from '../../domain/mcp/server.ts';
import type { ListedTool, McpTool, ToolRule } from '../../domain/mcp/tool.ts';
import type { JsonObject } from '../../domain/text/json.ts';

/** What was last seen of a server. Instants in epoch ms. */
export interface SeenServer {
  readonly name: string;
  /** Stands for the settings it was seen with. */
  readonly basis: string;
  /** As it calls itself. */
  readonly title?: string;
  /** The protocol version that was agreed on. */
  readonly protocol?: string;
  readonly seenAt: number;
  /** Why the last try to reach it failed. */
  readonly problem?: string;
}

/** A call that its server wants to know more for, with all that it is sent again with. */
export interface PendingCall {
  readonly server: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** The server's own, as it came. */
  readonly requestState?: string;
  readonly requests: JsonObject;
  readonly session: string;
  readonly call: string;
}

export interface KeptQuestion extends PendingCall {
  readonly id: number;
  readonly at: number;
  readonly state: QuestionState;
  readonly result?: string;
  /** The signature of the call as it was kept; empty: an earlier version made none. */
  readonly seal: string;
  /** Its server says that it was done at the address. */
  readonly isSaidDone?: true;
  /** Its conversation knows what came of it. */
  readonly isReported: boolean;
}

export interface McpLedger {
  /** Those that were added by a command. */
  servers(): readonly McpServer[];
  put(server: McpServer, by: string, at: number): void;
  /** With all that is known of it. */
  remove(name: string): void;
  seen(name: string): SeenServer | undefined;
  /** Keeps what was seen; without `tools` the list before stays. */
  keep(seen: SeenServer, tools?: readonly ListedTool[]): void;
  tools(server: string): readonly McpTool[];
  all(): readonly McpTool[];
  /** Accepts what these tools say now; `rule`: what else is decided of them. */
  decide(server: string, tools: readonly string[], decision: { readonly pins?: true; readonly rule?: ToolRule }): void;
  /** What it offered beside tools when it was last looked at. */
  offers(server: string): ServerOffers;
  keepOffers(server: string, offers: ServerOffers, at: number): void;
  /** Keeps it, and answers its number. */
  ask(pending: PendingCall, at: number, seal: string): number;
  saidDone(id: number): void;
  question(id: number): KeptQuestion | undefined;
  /** Those that are open or were left in the middle, and the newest of the others. */
  questions(): readonly KeptQuestion[];
  /** Moves it on from `from` alone; false: it stands elsewhere. */
  moveQuestion(id: number, from: QuestionState, to: QuestionState, result?: string): boolean;
  reported(id: number): void;
  /** How a login at a server stands; undefined: none was ever needed. */
  login(server: string): LoginRow | undefined;
  logins(): readonly NamedLogin[];
  keepLogin(server: string, login: LoginRow): void;
}
