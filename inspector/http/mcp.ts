/** `/mcp`: this agent as an MCP server for other programs of this computer. Who asks was judged before (guard.ts). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Refusal, refuse } from '../../src/api/refusal.ts';
import { readBody } from './body.ts';
import type { TokenRole } from './guard.ts';
import { securityHeaders } from './reply.ts';

export interface McpEndpoint {
  /** Answers the request, whose body was read. `isReader`: its token may only look. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    given: { readonly body: unknown; readonly isReader: boolean },
  ): Promise<void>;
  /** Ends what still runs. */
  close(): Promise<void>;
}

const bodies = { bodyBytes: 2 ** 20, discardBytes: 2 ** 22 };

export async function answerMcp(
  endpoint: McpEndpoint,
  role: TokenRole | Refusal | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (role === undefined)
    throw refuse(401, 'expected "Authorization: Bearer" with a token; "straylight mcp serve --http" prints it');
  if (typeof role !== 'string') throw role;
  const body = request.method === 'POST' ? await readBody(request, bodies) : undefined;
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  await endpoint.answer(request, response, { body, isReader: role === 'reader' });
}
