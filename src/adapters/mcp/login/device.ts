/**
 * A login by a code (RFC 8628): this program asks for a code, the owner types it in a browser of any machine, and this
 * program requests tokens until that is done. What was begun is kept, so that it goes on after a restart.
 */
import { registerClient, type StoredOAuthClientInformation } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { says } from '../../../domain/policy/sentence.ts';
import { Fault, fault } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { authorityOf, challengeOf, notLoggedIn, refusalOf, resourceOf, tokensFor } from './authority.ts';
import type { LoginFlow, LoginOptions } from './flow.ts';
import { isForBrowser, scopesOf } from './flow.ts';
import type { PendingCode } from './kept-logins.ts';
import { endOf } from './renewal.ts';

export interface CodeLogin extends LoginFlow {
  /** What is typed at the address. */
  readonly code: string;
  readonly until: number;
}

type Means = Pick<LoginOptions, 'name' | 'logins' | 'fetch' | 'now' | 'onEnd'> & {
  readonly after: (delayMs: number, call: () => void) => () => void;
};

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
/** No code is waited for longer. */
const longestSeconds = 1_800;

const codeAnswer = z.object({
  device_code: z.string().min(1).max(2_000),
  user_code: z.string().min(1).max(40),
  verification_uri: z.url(),
  verification_uri_complete: z.url().optional(),
  expires_in: z.number().positive(),
  interval: z.number().positive().max(600).default(5),
});

/** Throws `unavailable` where the server offers no such login, or cannot be reached. */
export async function beginByCode(
  options: Means & Pick<LoginOptions, 'url' | 'clientId' | 'clientSecret' | 'scope' | 'more'>,
): Promise<CodeLogin> {
  const { name, logins } = options;
  let pending: PendingCode;
  try {
    pending = await codeFrom(options);
  } catch (thrown) {
    throw notLoggedIn(name, thrown);
  }
  await logins.keepPending(name, pending);
  return followed(pending, options);
}

/** Goes on with one that an earlier start has begun. */
export function followed(pending: PendingCode, means: Means): CodeLogin {
  const { name, logins, after, now, onEnd } = means;
  let [isOver, intervalMs] = [false, pending.intervalMs];
  let cancel = after(intervalMs, ask);

  function end(problem: Fault | undefined): void {
    if (isOver) return;
    isOver = true;
    cancel();
    // it is of no use any more; where that cannot be written, a later start asks once in vain
    logins.keepPending(name, undefined).then(
      () => onEnd(problem),
      () => onEnd(problem),
    );
  }

  function ask(): void {
    if (isOver) return;
    if (now() >= pending.until) end(tooLate(name));
    else
      look().then(
        isGiven => {
          if (isGiven) end(undefined);
          else if (!isOver) cancel = after(intervalMs, ask);
        },
        thrown => end(notLoggedIn(name, thrown)),
      );
  }

  /** False: not yet. */
  async function look(): Promise<boolean> {
    const { url, client, discovery, deviceCode } = pending;
    const grant = { grant_type: deviceGrant, device_code: deviceCode };
    try {
      const tokens = await tokensFor({ url, found: discovery, client, grant, fetch: means.fetch });
      if (isOver) return false;
      await logins.put(name, { url, redirectUrl: '', client, tokens, discovery, expiresAt: endOf(tokens, now()) });
      return true;
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      if (refusal === 'authorization_pending') return false;
      if (thrown instanceof Fault && thrown.failure.kind !== 'unavailable') throw thrown;
      // a server that is not reached gets fewer requests, as RFC 8628 wants it
      if (refusal === 'slow_down') intervalMs += 5_000;
      else if (refusal === undefined || refusal === 'server_error') intervalMs = Math.min(intervalMs * 2, 60_000);
      else if (refusal === 'expired_token') throw tooLate(name);
      else if (refusal === 'access_denied') throw fault('denied', says`the authorization server said no: ${refusal}`);
      else throw thrown;
      return false;
    }
  }

  return {
    address: pending.address,
    code: pending.userCode,
    until: pending.until,
    async finish() {
      throw fault('invalid', says`this login is by a code: it ends by itself once the code was typed`);
    },
    abandon() {
      isOver = true;
      cancel();
    },
    cancel: () => end(tooLate(name)),
  };
}

async function codeFrom(
  options: Means & Pick<LoginOptions, 'url' | 'clientId' | 'clientSecret' | 'scope' | 'more'>,
): Promise<PendingCode> {
  const { name, url, scope: set, more, fetch, now } = options;
  const { resourceMetadataUrl, scope: wanted } = await challengeOf(url, fetch);
  const found = await authorityOf(url, fetch, resourceMetadataUrl);
  const metadata = found.authorizationServerMetadata as
    | (typeof found.authorizationServerMetadata & { readonly device_authorization_endpoint?: string })
    | undefined;
  const { device_authorization_endpoint: endpoint } = metadata ?? {};
  if (endpoint === undefined || !isForBrowser(new URL(endpoint)))
    throw fault(
      'unavailable',
      says`the MCP server ${name} offers no login by a code; "straylight mcp login ${name}" logs in with a browser`,
    );
  const scope = scopesOf(set ?? wanted, more);
  const client = await clientOf(options, found.authorizationServerUrl, metadata, scope);
  const { client_id, client_secret } = client as { readonly client_id: string; readonly client_secret?: string };
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...defined({ authorization: client_secret === undefined ? undefined : basic(client_id, client_secret) }),
    },
    body: new URLSearchParams(defined({ client_id, scope, resource: resourceOf(url, found) })),
  });
  const answer = codeAnswer.safeParse(await response.json().catch(() => undefined));
  if (!response.ok || !answer.success)
    throw fault('unavailable', says`the authorization server gave no code; it answered with ${response.status}`);
  const { data } = answer;
  const address = data.verification_uri_complete ?? data.verification_uri;
  if (![address, data.verification_uri].every(one => isForBrowser(new URL(one))))
    throw fault('unavailable', says`its authorization server gave no address that a browser could open safely`);
  return {
    url,
    client,
    discovery: found,
    deviceCode: data.device_code,
    userCode: oneLine(data.user_code, 40),
    address,
    until: now() + Math.min(data.expires_in, longestSeconds) * 1_000,
    intervalMs: data.interval * 1_000,
  };
}

async function clientOf(
  { clientId, clientSecret, fetch }: Pick<LoginOptions, 'clientId' | 'clientSecret' | 'fetch'>,
  authority: string,
  metadata: Parameters<typeof registerClient>[1]['metadata'],
  scope: string | undefined,
): Promise<StoredOAuthClientInformation> {
  if (clientId !== undefined) return { client_id: clientId, ...defined({ client_secret: clientSecret }) };
  return registerClient(authority, {
    fetchFn: fetch,
    clientMetadata: {
      client_name: 'Straylight',
      redirect_uris: [],
      response_types: [],
      grant_types: [deviceGrant, 'refresh_token'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    ...defined({ metadata, scope }),
  });
}

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;
}

function tooLate(name: string): Fault {
  return fault('cancelled', says`the login at the MCP server ${name} was not ended in time`);
}
