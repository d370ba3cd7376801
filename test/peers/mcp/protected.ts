/**
 * The peer behind a login: an MCP server over HTTP that takes calls with a token alone, and the authorization server that
 * gives it, a certified implementation (oidc-provider) on a port of its own. The owner it knows says yes to everything, or
 * no to everything.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { Provider } from 'oidc-provider';
import { peerServer } from './tools.ts';

export interface ProtectedPeer {
  readonly url: string;
  readonly issuer: string;
  /** `HOST:PORT` of both, as settings let them in. */
  readonly hosts: readonly string[];
  /** What token requests asked for, in order. */
  readonly grants: readonly string[];
  /** Every token that was given. */
  readonly tokens: readonly string[];
  /** From now on the owner says no. */
  refuse(): void;
  /** Resolves with the next answer that is given to a token request, which is kept back; the answer lets it go. */
  hold(): Promise<() => void>;
  /** From now on, or no longer, it answers token requests with an error of its own. */
  fail(isFailing: boolean): void;
  /** No token is good any more, and none is renewed. */
  revoke(): void;
  close(): Promise<void>;
}

const listening = async (server: Server) => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
};

/** `accessSeconds`: how long an access token is good; `client`: one that is registered by hand. */
export async function protectedPeer(
  folder: string,
  { accessSeconds = 3_600, client }: { readonly accessSeconds?: number; readonly client?: string } = {},
): Promise<ProtectedPeer> {
  let onAuthority: RequestListener = () => {};
  let onServer: RequestListener = () => {};
  const authority = createServer((request, response) => onAuthority(request, response));
  const server = createServer((request, response) => onServer(request, response));
  const [authorityPort, serverPort] = [await listening(authority), await listening(server)];
  const issuer = `http://127.0.0.1:${authorityPort}`;
  const url = `http://127.0.0.1:${serverPort}/mcp`;
  const [grants, tokens]: [string[], string[]] = [[], []];
  let [isRefusing, isRevoked, isFailing] = [false, false, false];
  let onHeld: ((release: () => void) => void) | undefined;
  const provider = new Provider(issuer, {
    clients: client === undefined ? [] : [registered(client)],
    cookies: { keys: ['the peer of the tests'] },
    scopes: ['openid', 'offline_access', 'mcp'],
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: client === undefined },
      deviceFlow: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => url,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: 'mcp', accessTokenTTL: accessSeconds, accessTokenFormat: 'opaque' }),
      },
    },
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
  });
  provider.on('grant.success', ({ oidc, body }) => {
    grants.push(String(oidc.params?.['grant_type']));
    const given = body as { readonly access_token?: string; readonly refresh_token?: string };
    tokens.push(...[given.access_token, given.refresh_token].filter(one => one !== undefined));
  });
  provider.use(async (ctx, next) => {
    await next();
    const held = onHeld;
    if (ctx.path !== '/token' || !held) return;
    onHeld = undefined;
    await new Promise<void>(release => held(release));
  });
  const answered = provider.callback();
  onAuthority = async (request, response) => {
    if (isFailing && request.url?.startsWith('/token')) return response.writeHead(503).end('busy');
    if (isRevoked && request.url?.startsWith('/token')) return response.writeHead(400).end('{"error":"invalid_grant"}');
    if (!request.url?.startsWith('/interaction/')) return answered(request, response);
    const { params } = await provider.interactionDetails(request, response);
    if (isRefusing) return provider.interactionFinished(request, response, { error: 'access_denied' });
    const grant = new provider.Grant({ accountId: 'owner', clientId: String(params['client_id']) });
    grant.addOIDCScope('openid offline_access mcp');
    grant.addResourceScope(url, 'mcp');
    const consent = { grantId: await grant.save() };
    return provider.interactionFinished(request, response, { login: { accountId: 'owner' }, consent });
  };
  const handler = createMcpHandler(peerServer(folder));
  const node = toNodeHandler(handler);
  const metadata = `/.well-known/oauth-protected-resource/mcp`;
  onServer = async (request, response) => {
    if (request.url === metadata) {
      const known = { resource: url, authorization_servers: [issuer], scopes_supported: ['mcp'] };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(known));
    }
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const found = token === undefined || isRevoked ? undefined : await provider.AccessToken.find(token);
    if (request.url === '/mcp' && found?.isValid && found.aud === url) return node(request, response);
    const challenge = `Bearer resource_metadata="http://127.0.0.1:${serverPort}${metadata}", scope="mcp"`;
    return response.writeHead(401, { 'www-authenticate': challenge }).end();
  };
  return {
    url,
    issuer,
    hosts: [`127.0.0.1:${serverPort}`, `127.0.0.1:${authorityPort}`],
    grants,
    tokens,
    refuse() {
      isRefusing = true;
    },
    hold: () =>
      new Promise(resolve => {
        onHeld = resolve;
      }),
    fail(now) {
      isFailing = now;
    },
    revoke() {
      isRevoked = true;
    },
    async close() {
      await handler.close();
      for (const one of [authority, server]) {
        one.closeAllConnections();
        await new Promise(closed => one.close(closed));
      }
    },
  };
}

function registered(client_id: string) {
  return {
    client_id,
    application_type: 'native' as const,
    token_endpoint_auth_method: 'none' as const,
    redirect_uris: ['http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
  };
}
