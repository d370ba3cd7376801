/** A call of a server's tool as policy judges it, whatever its arguments: none of it can be run. */
import type { McpServer } from '../../domain/mcp/server.ts';
import type { McpTool } from '../../domain/mcp/tool.ts';
import type { FrozenCall } from '../../domain/tools/tool.ts';
import type { Executor } from '../../ports/executor.ts';
import { factsOf } from './tool-source.ts';

export function mcpCall(server: McpServer, tool: McpTool, executor: Pick<Executor, 'kind'>): FrozenCall {
  return {
    callId: '',
    arguments: '',
    digest: '',
    timeoutMs: 0,
    intent: '',
    tool: tool.name,
    effect: 'act',
    executor: executor.kind,
    facts: factsOf(server, tool, executor),
  };
}
