/** This agent as an MCP server at `/mcp`, whose library is loaded with the first request. */
import type { McpEndpoint } from '../../../inspector/http/mcp.ts';
import type { McpOverHttp } from '../../adapters/mcp-server/over-http.ts';
import type { Agent } from '../../api/client/agent.ts';
import type { Core } from '../feature.ts';

export function servedMcp({ version, clock, redactor, log }: Core, agent: Agent): McpEndpoint {
  let opened: Promise<McpOverHttp> | undefined;
  const open = async () => {
    const { mcpOverHttp } = await import('../../adapters/mcp-server/over-http.ts');
    return mcpOverHttp({
      version,
      clock,
      agent: async () => agent,
      redact: redactor.text,
      log: text => log({ level: 'warn', event: 'mcp.served', text: redactor.text(text) }),
    });
  };
  return {
    async answer(...given) {
      opened ??= open();
      await (await opened).answer(...given);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
