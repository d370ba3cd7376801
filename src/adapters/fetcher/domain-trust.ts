/** Whom the owner trusts with more than reading: his lists in config.toml, and the domains he has said yes to since. */

import { type DomainLists, hostOf, isRefused, isTrustedHost, whyNever } from '../../domain/egress/domains.ts';
import { isDenied, judgeUrl } from '../../domain/egress/egress.ts';
import type { TrustLedger } from '../../ports/ledgers/egress.ts';
import type { DomainTrust } from '../../ports/web/domain-trust.ts';

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
