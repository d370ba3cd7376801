/** New tokens for a login, by its refresh token. */
import type { OAuthTokens } from '@modelcontextprotocol/client';
import { says } from '../../../domain/policy/sentence.ts';
import { Fault, fault, toFailure } from '../../../domain/supervision/failure.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { authorityOf, loginNeeded, refusalOf, tokensFor } from './authority.ts';
import type { KeptLogin } from './kept-logins.ts';

/** What a server says of a refresh token that is good no more, or of a client that it does not know. */
const isOver = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'access_denied',
]);

/**
 * The login with its new tokens. Throws `denied` with the cause `login` where its owner has to log in again, else
 * `unavailable`: it can be tried again.
 */
export async function renewedLogin(
  login: KeptLogin,
  { name, fetch, now }: { readonly name: string; readonly fetch: typeof globalThis.fetch; readonly now: () => number },
): Promise<KeptLogin> {
  const { url, tokens, client, discovery } = login;
  const { refresh_token: refresh } = tokens;
  if (refresh === undefined) throw loginNeeded(name);
  try {
    const found = discovery?.authorizationServerMetadata ? discovery : await authorityOf(url, fetch);
    const grant = { grant_type: 'refresh_token', refresh_token: refresh };
    const given = await tokensFor({ url, found, client, grant, fetch });
    // a server that gives no new one goes on with the one it gave
    return {
      ...login,
      tokens: { ...given, refresh_token: given.refresh_token ?? refresh },
      expiresAt: endOf(given, now()),
    };
  } catch (thrown) {
    if (thrown instanceof Fault) throw thrown;
    if (isOver.has(refusalOf(thrown) ?? '')) throw loginNeeded(name);
    const why = oneLine(toFailure(thrown).message, 300);
    throw fault(
      'unavailable',
      says`the login at the MCP server ${name} could not be renewed: ${why}; nothing was sent`,
      { cause: 'unrun', taint: 'external' },
    );
  }
}

/** When an access token ends; undefined: nobody has said. */
export function endOf({ expires_in: seconds }: OAuthTokens, now: number): number | undefined {
  return seconds === undefined ? undefined : now + seconds * 1_000;
}
