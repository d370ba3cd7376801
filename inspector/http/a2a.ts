/**
 * `/a2a` and the card: this agent for agents of others, each of which has a token of its own. The card is for anybody
 * who reaches this server, as the protocol wants it; it holds no name of a peer.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from '../../src/api/refusal.ts';
import { readBody } from './body.ts';
import { bearerDigest, type Guard, tokenDigest } from './guard.ts';
import { securityHeaders } from './reply.ts';

export interface A2aEndpoint {
  /** Where a proxy of the owner's passes on from; undefined: this machine alone. */
  readonly url: string | undefined;
  readonly tokens: readonly { readonly name: string; readonly token: string }[];
  /** As JSON. `url`: where this agent is reached. */
  card(url: string): Promise<string>;
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    given: { readonly body: unknown; readonly peer: string; readonly url: string },
  ): Promise<void>;
}

const bodies = { bodyBytes: 2 ** 20, discardBytes: 2 ** 22 };
const cardPath = '/.well-known/agent-card.json';
const path = '/a2a';

/** Is the request for it? */
export function isForA2a({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  return url === cardPath || url === path;
}

export async function answerA2a(
  endpoint: A2aEndpoint,
  guard: Pick<Guard, 'judgeSender' | 'turnDown'>,
  request: IncomingMessage,
  response: ServerResponse,
  onKnown: () => void,
): Promise<void> {
  const own = endpoint.url === undefined ? undefined : new URL(endpoint.url);
  const { host = '' } = request.headers;
  const foreign = guard.judgeSender(request, own ? [own.host] : []);
  if (foreign) throw foreign;
  const isOwn = own !== undefined && host === own.host;
  const url = isOwn ? own.href : `http://${host}${path}`;
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  if (request.url === cardPath) {
    if (request.method !== 'GET') throw refuse(405, 'expected GET, got another method', { allow: 'GET' });
    response.writeHead(200, { 'content-type': 'application/json' }).end(await endpoint.card(url));
    return;
  }
  if (request.method !== 'POST') throw refuse(405, 'expected POST, got another method', { allow: 'POST' });
  const peer = peerOf(endpoint.tokens, request);
  if (peer === undefined)
    throw request.headers.authorization === undefined
      ? refuse(401, 'expected "Authorization: Bearer" with a token; "straylight peers token NAME" prints it')
      : guard.turnDown('the token is that of no peer; "straylight peers token NAME" prints one');
  onKnown();
  await endpoint.answer(request, response, { body: await readBody(request, bodies), peer, url });
}

/** All are compared whatever the first says, so that time tells nothing. */
function peerOf(tokens: A2aEndpoint['tokens'], { headers }: IncomingMessage): string | undefined {
  const given = bearerDigest(headers.authorization);
  return tokens.filter(({ token }) => timingSafeEqual(tokenDigest(token), given))[0]?.name;
}
