/**
 * Port: what is kept of MCP servers.
 *
 * The contract: a list that was seen replaces the one before, but for what the owner decided: pins and rules stay with
 * the tool's own name, also where it is gone for a while.
 */
import type { McpServer } from '../../domain/mcp/server.ts';
import type { ListedTool, McpTool, ToolRule } from '../../domain/mcp/tool.ts';

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
}
