/**
 * One login at the authorization server of an MCP server, by the library's own helper: what the server says of it is
 * found (RFC 9728, RFC 8414), this program is registered where it has no name there (RFC 7591), the owner's browser is
 * sent there with PKCE and `state`, and what it comes back with is exchanged for tokens.
 */
import {
  auth,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
} from '@modelcontextprotocol/client';
import { returnedFrom } from '../../../domain/mcp/login.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { type Fault, fault } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { challengeOf, notLoggedIn } from './authority.ts';
import { callbackPage } from './callback-page.ts';
import type { KeptLogin, KeptLogins } from './kept-logins.ts';

export interface LoginOptions {
  readonly name: string;
  readonly url: string;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly scope?: string | undefined;
  /** Rights that the server wanted beside them for a call. */
  readonly more?: string | undefined;
  /** What nobody can guess: the answer to this login names it. */
  readonly state: string;
  /** 0: any free one. */
  readonly port: number;
  readonly fetch: typeof globalThis.fetch;
  readonly logins: KeptLogins;
  readonly now: () => number;
  /** What the browser shows at the end. */
  readonly words: { readonly done: string; readonly failed: string };
  /** It has ended; undefined: well. */
  readonly onEnd: (problem: Fault | undefined) => void;
}

export interface LoginFlow {
  /** What the owner opens. */
  readonly address: string;
  /** What the owner's browser came back with, where that was on another machine. Throws a `Fault`. */
  finish(address: string): Promise<void>;
  cancel(): void;
  /** The process ends: nothing is said of it any more. */
  abandon(): void;
}

/** Throws `unavailable` where the server offers no login, or cannot be reached. */
export async function beginLogin(options: LoginOptions): Promise<LoginFlow> {
  const { name, port, words, state, onEnd } = options;
  let isOver = false;

  function end(problem: Fault | undefined): void {
    if (isOver) return;
    isOver = true;
    page.close();
    onEnd(problem);
  }

  const page = await callbackPage({
    port,
    state,
    async onReturn(returned) {
      await take(returned);
      return words.done;
    },
  });
  const provider = loginProvider(options, { state, redirectUrl: page.url });

  async function take(returned: URLSearchParams): Promise<void> {
    try {
      if (isOver) throw fault('invalid', says`the login at the MCP server ${name} has ended; begin another one`);
      await provider.exchange(returned);
      end(undefined);
    } catch (thrown) {
      const failed = notLoggedIn(name, thrown);
      end(failed);
      throw failed;
    }
  }

  try {
    return {
      address: await provider.begin(),
      async finish(address) {
        const returned = returnedFrom(address);
        if (returned?.get('state') !== state)
          throw fault(
            'invalid',
            says`expected the whole address that the browser was sent back to after this login; it is another one`,
          );
        await take(returned);
      },
      abandon() {
        isOver = true;
        page.close();
      },
      cancel: () => end(fault('cancelled', says`the login at the MCP server ${name} was not ended in time`)),
    };
  } catch (thrown) {
    page.close();
    throw notLoggedIn(name, thrown);
  }
}

/** The library's provider for this one login, and the two steps of it. */
function loginProvider(
  { url, clientId, clientSecret, scope, more, fetch, logins, name, now }: LoginOptions,
  { state, redirectUrl }: { readonly state: string; readonly redirectUrl: string },
) {
  let address: URL | undefined;
  let verifier = '';
  let discovery: OAuthDiscoveryState | undefined;
  let challenge: { readonly resourceMetadataUrl?: URL; readonly scope?: string } = {};
  let client: StoredOAuthClientInformation | undefined =
    clientId === undefined ? undefined : { client_id: clientId, ...defined({ client_secret: clientSecret }) };
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'Straylight',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_basic',
      application_type: 'native',
      ...defined({ scope }),
    },
    state: () => state,
    clientInformation: () => client,
    saveClientInformation(registered) {
      client = registered;
    },
    // another login never goes on with what an earlier one was given
    tokens: () => undefined,
    async saveTokens(tokens) {
      const seconds = tokens.expires_in;
      if (!client) throw fault('defect', 'expected a client before its tokens');
      const expiresAt = seconds === undefined ? undefined : now() + seconds * 1_000;
      await logins.put(name, { url, redirectUrl, client, tokens, discovery, expiresAt } satisfies KeptLogin);
    },
    redirectToAuthorization(to) {
      address = to;
    },
    saveCodeVerifier(given) {
      verifier = given;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(found) {
      discovery = found;
    },
    discoveryState: () => discovery,
  };
  const given = () => ({
    serverUrl: url,
    fetchFn: fetch,
    ...defined({ ...challenge, scope: scopesOf(scope ?? challenge.scope, more) }),
  });
  return {
    async begin(): Promise<string> {
      challenge = await challengeOf(url, fetch);
      await auth(provider, given());
      if (!address || !isForBrowser(address))
        throw fault('unavailable', says`its authorization server gave no address that a browser could open safely`);
      return address.href;
    },
    async exchange(returned: URLSearchParams): Promise<void> {
      const [error, code, iss] = ['error', 'code', 'iss'].map(field => returned.get(field) ?? undefined);
      if (error !== undefined || code === undefined)
        throw fault('denied', says`the authorization server said no: ${oneLine(error ?? 'no code', 100)}`);
      await auth(provider, { ...given(), authorizationCode: code, ...defined({ iss }) });
    },
  };
}

/** Words apart by spaces, each once; undefined: none. */
export function scopesOf(...scopes: readonly (string | undefined)[]): string | undefined {
  const words = scopes.flatMap(one => (one ?? '').split(/\s+/)).filter(word => word !== '');
  return words.length === 0 ? undefined : [...new Set(words)].join(' ');
}

/** Over TLS, or on this machine. */
export function isForBrowser({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(hostname));
}
