/** A login at a server, by OAuth 2.1 with PKCE: what its owner sets for it, and how it stands. */

/** What is set for it; all may be left out, where the server registers its clients by itself. */
export interface LoginSettings {
  /** The name this program is known by at the authorization server. */
  readonly clientId?: string;
  /** May hold a handle of a secret. */
  readonly clientSecret?: string;
  /** Words apart by spaces; without it, what the server asks for. */
  readonly scope?: string;
  /** Of the page on this machine that the browser is sent back to; without it any free one. */
  readonly port?: number;
}

/** `needed`: without one the server takes no calls; `open`: begun, and not ended in the browser; `failed`: ended without one. */
export const loginStates = ['needed', 'open', 'done', 'failed'] as const;
export type LoginState = (typeof loginStates)[number];

export interface LoginRow {
  readonly state: LoginState;
  /** Where it is logged in: the origin of the authorization server. */
  readonly authority?: string;
  /** Why it failed, in a sentence. */
  readonly problem?: string;
  /** When it last changed; UTC epoch ms, as below. */
  readonly at: number;
  /** When what it was given ends; absent: nobody has said. */
  readonly expiresAt?: number;
  /** When it was last renewed. */
  readonly renewedAt?: number;
  /** It can be renewed without its owner. */
  readonly isRenewable?: true;
  /** A renewal was begun then, and what became of it is not known yet. */
  readonly renewingSince?: number;
}

/** The login of a server, by the server's name. */
export interface NamedLogin extends LoginRow {
  readonly name: string;
}

/** `code`: the owner types a code at an address, on any machine (RFC 8628). */
export const loginWays = ['browser', 'code'] as const;
export type LoginWay = (typeof loginWays)[number];

/** A login that was begun: what its owner opens in a browser. */
export interface BegunLogin {
  readonly name: string;
  readonly address: string;
  readonly authority: string;
  /** What is typed there, or compared with what is shown there. */
  readonly code?: string;
}

/** The cause of a fault of which a login is the remedy. */
export const loginCause = 'login';

const longestLeadMs = 5 * 60_000;

/** When it is to be renewed: a while before it ends, at once where a renewal was cut off; undefined: never by itself. */
export function renewalAt({
  state,
  at,
  expiresAt,
  renewedAt,
  isRenewable,
  renewingSince,
}: LoginRow): number | undefined {
  if (state !== 'done' || !isRenewable) return undefined;
  if (renewingSince !== undefined) return renewingSince;
  if (expiresAt === undefined) return undefined;
  return expiresAt - Math.min(longestLeadMs, Math.max(0, expiresAt - (renewedAt ?? at)) / 5);
}

/** What a browser came back with, from the address it was sent to; undefined: it is none. */
export function returnedFrom(address: string): URLSearchParams | undefined {
  const url = URL.parse(address.trim());
  if (url === null) return undefined;
  return url.searchParams.has('state') && (url.searchParams.has('code') || url.searchParams.has('error'))
    ? url.searchParams
    : undefined;
}
