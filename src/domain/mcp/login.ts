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
  /** When it last changed; UTC epoch ms. */
  readonly at: number;
}

/** A login that was begun: what its owner opens in a browser. */
export interface BegunLogin {
  readonly name: string;
  readonly address: string;
  readonly authority: string;
}

/** The cause of a fault of which a login is the remedy. */
export const loginCause = 'login';

/** What a browser came back with, from the address it was sent to; undefined: it is none. */
export function returnedFrom(address: string): URLSearchParams | undefined {
  const url = URL.parse(address.trim());
  if (url === null) return undefined;
  return url.searchParams.has('state') && (url.searchParams.has('code') || url.searchParams.has('error'))
    ? url.searchParams
    : undefined;
}
