/**
 * The owner's lists of domains, and which hosts they name.
 *
 * A permission is for exactly the host it names; `*.example.com` permits everything beneath example.com, and not
 * itself. A refusal is for the host it names and everything beneath. So a list never opens more than was written, and
 * never closes less.
 */
import { type Form, type Sentence, says } from '../policy/sentence.ts';
import { type Destination, isDenied, judgeUrl } from './egress.ts';
import { plainName } from './names.ts';
import type { OwnHost } from './own-network.ts';

export interface DomainLists {
  /** Requests that change something may go there unasked. */
  readonly allowed: readonly string[];
  /** The owner is asked every time, whatever else is said of them. */
  readonly alwaysApprove: readonly string[];
  /** Nothing goes there. */
  readonly blocked: readonly string[];
  /** Hosts of the owner's network that requests may reach. */
  readonly own?: readonly OwnHost[];
}

/** The host of a judged URL as the lists name it: a name in lower case, or an address. */
export function hostOf({ host }: Pick<Destination, 'host'>): string {
  return 'name' in host ? host.name : host.address;
}

export function isPermitted(host: string, list: readonly string[]): boolean {
  const name = plainName(host);
  return list.map(plainName).some(one => (one.startsWith('*.') ? name.endsWith(one.slice(1)) : name === one));
}

export function isRefused(host: string, list: readonly string[]): boolean {
  const name = plainName(host);
  return list.map(one => plainName(one).replace(/^\*\./, '')).some(one => name === one || name.endsWith(`.${one}`));
}

/** Why nothing may go to this host; undefined where the owner has not said so. */
export function whyBlocked(host: string, blocked: readonly string[]): Form | undefined {
  return isRefused(host, blocked) ? says`${plainName(host)} is blocked by the owner (blocked_domains)` : undefined;
}

/** Why a request to this URL can never leave, as far as its text says; undefined for one that may. */
export function whyNever(url: string, blocked: readonly string[], own: readonly OwnHost[] = []): Sentence | undefined {
  const destination = judgeUrl(url, own);
  return isDenied(destination) ? destination.reason : whyBlocked(hostOf(destination), blocked);
}

/** May a request that changes something go to this host unasked? `isApproved`: has the owner said yes to it before? */
export function isTrustedHost(
  host: string,
  { allowed, alwaysApprove, blocked }: DomainLists,
  isApproved: (host: string) => boolean,
): boolean {
  if (isRefused(host, blocked) || isRefused(host, alwaysApprove)) return false;
  return isPermitted(host, allowed) || isApproved(plainName(host));
}
