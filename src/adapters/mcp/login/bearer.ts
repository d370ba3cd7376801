/** The token of a login on each request to its server: renewed before it ends, and never asked for in a browser from here. */
import { type AuthProvider, extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { loginCause } from '../../../domain/mcp/login.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { loginNeeded } from './authority.ts';
import type { KeptLogins } from './kept-logins.ts';

/** It is renewed so long before its end. */
const earlyMs = 60_000;

/** What it throws where a login is missing says so, with the cause `login`. */
export function bearer(options: {
  readonly name: string;
  readonly url: string;
  readonly logins: KeptLogins;
  /** One at a time. */
  readonly renew: (name: string, url: string) => Promise<void>;
  readonly now: () => number;
  /** Its owner has to log in. */
  readonly onNeeded: () => void;
}): AuthProvider {
  const { name, url, logins, renew, now, onNeeded } = options;
  return {
    async token() {
      const login = await logins.get(name, url);
      if (!login) return undefined;
      const { expiresAt = Infinity } = login;
      if (expiresAt - earlyMs > now()) return login.tokens.access_token;
      // one that is good for a moment more is used where it cannot be renewed
      await renew(name, url).catch((thrown: unknown) => {
        if (expiresAt <= now()) throw thrown;
      });
      return (await logins.get(name, url))?.tokens.access_token;
    },
    async onUnauthorized() {
      if (await logins.get(name, url)) return renew(name, url);
      onNeeded();
      throw loginNeeded(name);
    },
  };
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
