/** A tool that may be offered, with its server. */
import type { McpServer } from '../../domain/mcp/server.ts';
import type { McpTool } from '../../domain/mcp/tool.ts';
import type { Candidate } from '../../domain/tools/choice.ts';

export interface Usable extends Candidate {
  readonly server: McpServer;
  readonly tool: McpTool;
}
