/** One request from its first header to its answer: who asks, what for, may they. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal, refuse, toRefusal } from '../../src/api/refusal.ts';
import { toFailure } from '../../src/domain/supervision/failure.ts';
import type { Health } from '../../src/domain/supervision/view.ts';
import type { Limits } from '../limits.ts';
import type { Page } from '../page-files/page.ts';
import { type A2aEndpoint, answerA2a, isForA2a } from './a2a.ts';
import { readBody } from './body.ts';
import type { Guard, Origin } from './guard.ts';
import { healthAnswer } from './health.ts';
import { answerMcp, type McpEndpoint } from './mcp.ts';
import { type Encode, sendJson, sendRefusal } from './reply.ts';
import { findRoute, parseTarget, type Route, refuseOtherQuery } from './routes.ts';
import type { SecretFormRoute } from './secret-form.ts';
import type { Strangers } from './strangers.ts';

export interface HandlerParts {
  readonly guard: Guard;
  readonly routes: readonly Route[];
  readonly health: () => Health;
  /** What may be posted without a token, by path; the answers hand secrets over, or prove them. */
  readonly open: Readonly<Record<string, (body: Readonly<Record<string, unknown>>, host: string) => unknown>>;
  /** The page of a link to give one secret. */
  readonly secretForm: SecretFormRoute | undefined;
  readonly page: Page;
  /** What other programs ask over MCP; without it there is no `/mcp`. */
  readonly mcp?: McpEndpoint | undefined;
  /** What agents of others ask; without it there is no `/a2a`. */
  readonly a2a?: A2aEndpoint | undefined;
  readonly limits: Limits;
  readonly strangers: Pick<Strangers, 'know'>;
  readonly encode: Encode;
  readonly log: (message: string) => void;
}

/**
 * The listener of `node:http`. It never throws: whatever goes wrong becomes an answer, and a defect a line in the log.
 */
export function handler(parts: HandlerParts): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    response.on('error', () => response.destroy());
    answer(parts, request, response).catch((thrown: unknown) => {
      const refusal = toRefusal(thrown);
      if (refusal.status === 500) {
        const { message, cause } = toFailure(thrown);
        parts.log(`${request.method} of the inspector failed: ${message}${cause === undefined ? '' : ` (${cause})`}`);
      }
      if (response.headersSent) response.destroy();
      else sendRefusal(response, parts.encode, refusal);
    });
  };
}

async function answer(parts: HandlerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (parts.a2a && isForA2a(request))
    return answerA2a(parts.a2a, parts.guard, request, response, () => parts.strangers.know(request.socket));
  const foreign = parts.guard.judgeSender(request);
  if (foreign) throw foreign;
  const { segments, query } = parseTarget(request.url ?? '');
  const method = request.method ?? '';
  const role = parts.guard.judgeToken(request);
  if (typeof role === 'string') parts.strangers.know(request.socket);

  if (parts.mcp && segments.join('/') === 'mcp') return answerMcp(parts.mcp, role, request, response);
  if (role === 'caller') throw refuse(403, 'this token is for /mcp alone; use the one in run/token of the home');
  const [folder, handle] = segments;
  if (parts.secretForm && folder === 'secrets' && handle !== undefined && segments.length === 2) {
    if (query.size > 0) throw refuse(400, 'expected nothing after "?"');
    return parts.secretForm(handle, request, response);
  }
  if (segments[0] !== 'api' && segments.join('/') !== 'metrics') {
    const path = segments.join('/');
    const open = Object.hasOwn(parts.open, path) ? parts.open[path] : undefined;
    if (query.size > 0 && (open || path === 'health')) throw refuse(400, 'expected nothing after "?"');
    if (method === 'POST' && open) {
      const body = await readBody(request, parts.limits);
      // past the redactor: these answers are there to hand a token over
      return sendJson(response, JSON.stringify, 200, open(body, request.headers.host ?? ''));
    }
    if (method === 'GET' && path !== 'health' && parts.page.send(`/${path}`, request, response)) return;
    if (path !== '' && path !== 'health') throw refuse(404, 'there is nothing at this address');
    if (method !== 'GET') throw refuse(405, 'expected GET, got another method', { allow: 'GET' });
    if (role instanceof Refusal) throw role;
    const { status, value } = healthAnswer(parts.health, role !== undefined);
    return sendJson(response, parts.encode, status, value);
  }

  if (role instanceof Refusal) throw role;
  if (role === undefined)
    throw refuse(
      401,
      'expected "Authorization: Bearer" with the token (run/token of the home that is served), got none',
    );
  const origin = originOf(request);
  const { route, params } = findRoute(parts.routes, method, segments);
  refuseOtherQuery(route, query);
  if (route.acts && role !== 'owner')
    throw refuse(403, 'this token is read-only; use the one in run/token of the home');
  const body = method === 'GET' && !hasBody(request) ? {} : await readBody(request, bodyLimits(parts.limits, route));
  if (method === 'GET' && hasBody(request)) throw refuse(400, 'expected a GET without a body');
  const given = await route.run({ params, query, body, role, origin, request, response });
  if (given !== 'taken') sendJson(response, parts.encode, given.status, given.value, given.headers);
}

function bodyLimits({ bodyBytes, discardBytes }: Limits, route: Route): Pick<Limits, 'bodyBytes' | 'discardBytes'> {
  const most = route.bodyBytes ?? bodyBytes;
  return { bodyBytes: most, discardBytes: Math.max(discardBytes, 2 * most) };
}

/**
 * The command line names itself in a header. A browser always says where its request comes from, so it cannot pass for
 * one.
 */
function originOf(request: IncomingMessage): Origin {
  const said = request.headers['straylight-origin'];
  if (said === undefined) return 'web';
  if (said !== 'cli') throw refuse(400, 'expected Straylight-Origin to be "cli" or to be absent');
  if (request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined)
    throw refuse(403, 'expected the command line behind Straylight-Origin "cli", got a browser');
  return 'cli';
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
