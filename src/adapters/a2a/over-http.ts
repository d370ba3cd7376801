/** A2A over HTTP: JSON-RPC at one address, streams as server-sent events, for peers whose token was judged before. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { A2A_VERSION_HEADER, AgentCard, formatSSEEvent, SSE_HEADERS } from '@a2a-js/sdk';
import { JsonRpcTransportHandler, ServerCallContext, validateVersion } from '@a2a-js/sdk/server';
import { toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { agentCard } from './card.ts';
import { a2aHandler, type ServedPeers } from './served.ts';

export interface A2aOverHttp {
  /** The card, as JSON. `url`: where this agent is reached. */
  card(url: string): string;
  /** Answers a request of this peer, whose body was read. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    given: { readonly body: unknown; readonly peer: string; readonly url: string },
  ): Promise<void>;
}

export function a2aOverHttp(
  options: ServedPeers & {
    readonly name: string;
    readonly description: string;
    readonly version: string;
    readonly log: (text: string) => void;
  },
): A2aOverHttp {
  const { name, description, version, log } = options;
  const cardAt = (url: string) => ({ name, description, version, url });
  return {
    card: url => JSON.stringify(AgentCard.toJSON(agentCard(cardAt(url)))),
    async answer(request, response, { body, peer, url }) {
      const { id = null } = (body ?? {}) as { readonly id?: unknown };
      const failed = (thrown: unknown) => ({ jsonrpc: '2.0', id, error: errorOf(thrown, log) });
      const version = request.headers[A2A_VERSION_HEADER.toLowerCase()];
      const user = { isAuthenticated: true, userName: peer };
      const context = new ServerCallContext({
        user,
        ...defined({ requestedVersion: version ? String(version) : undefined }),
      });
      const handler = a2aHandler(cardAt(url), options);
      try {
        validateVersion(context.requestedVersion, await handler.getAgentCard(), 'JSONRPC');
        const answer = await new JsonRpcTransportHandler(handler).handle(body as Record<string, unknown>, context);
        if (Symbol.asyncIterator in answer) return await streamed(answer, response, failed);
        const { error } = answer as { readonly error?: { readonly code: number } };
        sendJson(response, error === undefined ? answer : { ...answer, error: outward(error, log) });
      } catch (thrown) {
        sendJson(response, failed(thrown));
      }
    },
  };
}

async function streamed(
  answers: AsyncGenerator<unknown, void, undefined>,
  response: ServerResponse,
  failed: (thrown: unknown) => object,
): Promise<void> {
  try {
    let isFirst = true;
    for await (const one of answers) {
      if (response.destroyed) return;
      if (isFirst) response.writeHead(200, SSE_HEADERS);
      isFirst = false;
      response.write(formatSSEEvent(one));
    }
  } catch (thrown) {
    if (!response.headersSent) return sendJson(response, failed(thrown));
    response.write(formatSSEEvent(failed(thrown)));
  }
  response.end();
}

function sendJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** A defect stays here: its message may hold anything. */
function outward<Shown extends { readonly code: number }>(error: Shown, log: (text: string) => void): Shown {
  if (error.code !== internal) return error;
  log(JSON.stringify(error));
  return { ...error, message: 'Internal error; the log of Straylight has the details.', data: [] };
}

const internal = -32_603;

function errorOf(thrown: unknown, log: (text: string) => void) {
  const { kind, message } = toFailure(thrown);
  const error = JsonRpcTransportHandler.mapToJSONRPCError(thrown);
  return kind === 'unavailable' ? { ...error, message } : outward(error, log);
}
