/** Where one logs in at an MCP server, and what is asked of it there that the library has no step for. */
import {
  checkResourceAllowed,
  discoverOAuthServerInfo,
  extractWWWAuthenticateParams,
  fetchToken,
  OAuthError,
  type OAuthServerInfo,
  type OAuthTokens,
  resourceUrlFromServerUrl,
  type StoredOAuthClientInformation,
} from '@modelcontextprotocol/client';
import { loginCause } from '../../../domain/mcp/login.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { Fault, fault, toFailure } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import { oneLine } from '../../../domain/text/visible.ts';

/** What the server says to somebody without a token: where its metadata is, and which rights are wanted. */
export async function challengeOf(url: string, fetch: typeof globalThis.fetch) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  await response.body?.cancel();
  if (response.status !== 401) return {};
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  return defined({ resourceMetadataUrl, scope });
}

/** The authorization server, as the server and it say of themselves. */
export function authorityOf(url: string, fetch: typeof globalThis.fetch, resourceMetadataUrl?: URL) {
  return discoverOAuthServerInfo(url, { fetchFn: fetch, ...defined({ resourceMetadataUrl }) });
}

/** What tokens are asked for (RFC 8707): the server, as its metadata names it; undefined: it has none. */
export function resourceOf(url: string, { resourceMetadata }: OAuthServerInfo): string | undefined {
  if (!resourceMetadata) return undefined;
  const { resource } = resourceMetadata;
  if (!checkResourceAllowed({ requestedResource: resourceUrlFromServerUrl(url), configuredResource: resource }))
    throw fault('denied', says`the server says that its tokens are for another address, ${oneLine(resource, 200)}`, {
      taint: 'external',
    });
  return resource;
}

/** Tokens for a grant, as its parameters say. Throws what the library throws: an `OAuthError` where the answer is one. */
export function tokensFor(options: {
  readonly url: string;
  readonly found: OAuthServerInfo;
  readonly client: StoredOAuthClientInformation;
  readonly grant: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
}): Promise<OAuthTokens> {
  const { url, found, client, grant, fetch } = options;
  const provider = {
    redirectUrl: undefined,
    clientMetadata: { redirect_uris: [] },
    clientInformation: () => client,
    tokens: () => undefined,
    saveTokens() {},
    redirectToAuthorization() {},
    saveCodeVerifier() {},
    codeVerifier: () => '',
    prepareTokenRequest: () => new URLSearchParams(grant),
  };
  return fetchToken(provider, found.authorizationServerUrl, {
    fetchFn: fetch,
    ...defined({ metadata: found.authorizationServerMetadata, resource: resourceOf(url, found) as unknown as URL }),
  });
}

/** The code of what an authorization server has refused, in the words of RFC 6749; undefined: it was something else. */
export function refusalOf(thrown: unknown): string | undefined {
  return OAuthError.isInstance(thrown) ? thrown.code : undefined;
}

/** What a login that did not work is told as. */
export function notLoggedIn(name: string, thrown: unknown): Fault {
  if (thrown instanceof Fault && thrown.failure.kind !== 'defect') return thrown;
  const cause = thrown instanceof Error && thrown.cause instanceof Fault ? thrown.cause : undefined;
  if (cause) return cause;
  return fault(
    'unavailable',
    says`the login at the MCP server ${name} did not work: ${oneLine(toFailure(thrown).message, 300)}`,
    { taint: 'external' },
  );
}

export function loginNeeded(name: string): Fault {
  return fault('denied', says`the MCP server ${name} needs a login: "straylight mcp login ${name}"`, {
    cause: loginCause,
  });
}
