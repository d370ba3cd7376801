/** The server over HTTP, for requests whose sender and token were judged before (inspector/http/guard.ts). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { type ServingOptions, serverFactory } from './server.ts';

export interface McpOverHttp {
  /** Answers the request, whose body was read. `isReader`: its token may only look. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    given: { readonly body: unknown; readonly isReader: boolean },
  ): Promise<void>;
  /** Ends what still runs. */
  close(): Promise<void>;
}

const readerScope = 'read';

export function mcpOverHttp(
  options: Omit<ServingOptions, 'isReader'> & { readonly log: (text: string) => void },
): McpOverHttp {
  const isReader: ServingOptions['isReader'] = ({ authInfo }) => authInfo?.scopes.includes(readerScope) ?? true;
  const handler = createMcpHandler(serverFactory({ ...options, isReader }), {
    onerror: error => options.log(error.message),
  });
  const node = toNodeHandler(handler);
  return {
    async answer(request, response, { body, isReader: mayOnlyLook }) {
      // the token itself is nobody's business here
      const auth = { token: '', clientId: 'mcp', scopes: mayOnlyLook ? [readerScope] : [] };
      await node(Object.assign(request, { auth }), response, body);
    },
    close: () => handler.close(),
  };
}
