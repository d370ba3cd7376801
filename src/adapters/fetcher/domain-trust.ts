/** Whom the owner trusts with more than reading: his lists in config.toml, and the domains he has said yes to since. */

import { type DomainLists, hostOf, isRefused, isTrustedHost, whyNever } from '../../domain/egress/domains.ts';
import { isDenied, judgeUrl } from '../../domain/egress/egress.ts';
import type { TrustLedger } from '../../ports/ledgers/egress.ts';

export interface DomainTrust {
  /** Why a request to this URL can never leave; undefined for one that may. */
  refusal(url: string): string | undefined;
  /** May a request that changes something go there unasked? */
  isTrusted(url: string): boolean;
  /** Would a yes of the owner be remembered? */
  canBeTrusted(url: string): boolean;
  /**
   * A call to a domain that was not trusted runs: only the owner can have let it, so his yes is written down. Nothing
   * is, where the domain is to be asked about every time.
   */
  approved(url: string, by: string): void;
  /** Commands run without a sandbox, so nothing is trusted by itself. */
  readonly isDirect: boolean;
}

export interface DomainTrustOptions {
  readonly lists: DomainLists;
  readonly ledger: TrustLedger;
  readonly now: () => number;
  /** Commands run without a sandbox: then no domain is trusted by itself, and no yes is for more than its call. */
  readonly isDirect: boolean;
}

export function domainTrust({ lists, ledger, now, isDirect }: DomainTrustOptions): DomainTrust {
  const host = (url: string) => {
    const destination = judgeUrl(url);
    return isDenied(destination) ? undefined : hostOf(destination);
  };
  const canBeTrusted = (url: string) => {
    const name = host(url);
    return !isDirect && name !== undefined && !isRefused(name, lists.alwaysApprove) && !isRefused(name, lists.blocked);
  };
  const isTrusted = (url: string) => {
    const name = host(url);
    return !isDirect && name !== undefined && isTrustedHost(name, lists, ledger.has);
  };
  return {
    refusal: url => whyNever(url, lists.blocked),
    isTrusted,
    canBeTrusted,
    isDirect,
    approved(url, by) {
      const domain = host(url);
      if (domain !== undefined && canBeTrusted(url) && !isTrusted(url)) ledger.note({ domain, by, at: now() });
    },
  };
}
