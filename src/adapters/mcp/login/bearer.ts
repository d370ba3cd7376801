/** The token of a login on each request to its server: renewed before it ends, and never asked for in a browser from here. */
import {
  type AuthProvider,
  auth,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
  OAuthError,
} from '@modelcontextprotocol/client';
import { loginCause } from '../../../domain/mcp/login.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { Fault, fault, toFailure } from '../../../domain/supervision/failure.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { KeptLogin, KeptLogins } from './kept-logins.ts';

export interface BearerOptions {
  readonly name: string;
  readonly url: string;
  readonly logins: KeptLogins;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  /** Its owner has to log in. */
  readonly onNeeded: () => void;
}

/** It is renewed so long before its end. */
const earlyMs = 60_000;

/** What it throws where a login is missing says so, with the cause `login`. */
export function bearer(options: BearerOptions): AuthProvider {
  const { name, url, logins, now } = options;
  let renewing: Promise<void> | undefined;

  function renew(login: KeptLogin): Promise<void> {
    renewing ??= renewed(options, login).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  return {
    async token() {
      const login = await logins.get(name, url);
      if (!login) return undefined;
      const { expiresAt = Infinity } = login;
      if (expiresAt - earlyMs > now()) return login.tokens.access_token;
      // one that is good for a moment more is used where it cannot be renewed
      await renew(login).catch((thrown: unknown) => {
        if (expiresAt <= now()) throw thrown;
      });
      return (await logins.get(name, url))?.tokens.access_token;
    },
    async onUnauthorized() {
      const login = await logins.get(name, url);
      if (!login) throw loginNeeded(options);
      await renew(login);
    },
  };
}

async function renewed(options: BearerOptions, login: KeptLogin): Promise<void> {
  const { name, url, logins, fetch, now } = options;
  const { tokens, client, redirectUrl, discovery } = login;
  if (tokens.refresh_token === undefined) throw loginNeeded(options);
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl] },
    clientInformation: () => client,
    tokens: () => tokens,
    async saveTokens(given) {
      const seconds = given.expires_in;
      // a server that gives no new one goes on with the one it gave
      const kept = { ...given, refresh_token: given.refresh_token ?? tokens.refresh_token };
      const expiresAt = seconds === undefined ? undefined : now() + seconds * 1_000;
      await logins.put(name, { ...login, tokens: kept, expiresAt });
    },
    redirectToAuthorization() {
      throw loginNeeded(options);
    },
    saveCodeVerifier() {},
    codeVerifier: () => '',
    discoveryState: () => discovery,
  };
  try {
    await auth(provider, { serverUrl: url, fetchFn: fetch });
  } catch (thrown) {
    if (thrown instanceof Fault) throw thrown;
    // what it was given is good no more
    if (OAuthError.isInstance(thrown)) throw loginNeeded(options);
    const why = oneLine(toFailure(thrown).message, 300);
    throw fault(
      'unavailable',
      says`the login at the MCP server ${name} could not be renewed: ${why}; nothing was sent`,
      {
        cause: 'unrun',
        taint: 'external',
      },
    );
  }
}

/** Requests of a login whose server says of one that it needs more rights: its owner can log in once more for them. */
export function steppingUp(
  name: string,
  fetch: typeof globalThis.fetch,
  onNeeded: (scope: string) => void,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.status !== 403) return response;
    const { error, scope } = extractWWWAuthenticateParams(response);
    if (error !== 'insufficient_scope' || scope === undefined) return response;
    await response.body?.cancel();
    const wanted = oneLine(scope, 500);
    onNeeded(wanted);
    throw fault(
      'denied',
      says`the MCP server ${name} wants more rights than its login has (${wanted}): "straylight mcp login ${name}" asks for them`,
      { cause: loginCause, taint: 'external' },
    );
  };
}

function loginNeeded({ name, onNeeded }: Pick<BearerOptions, 'name' | 'onNeeded'>): Fault {
  onNeeded();
  return fault('denied', says`the MCP server ${name} needs a login: "straylight mcp login ${name}"`, {
    cause: loginCause,
  });
}
