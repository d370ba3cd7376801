/** Whom the owner trusts with more than reading: his lists in config.toml, and the domains he has said yes to since. */

import { type DomainLists, hostOf, isRefused, isTrustedHost, whyNever } from '../../domain/egress/domains.ts';
import { isDenied, judgeUrl } from '../../domain/egress/egress.ts';
import { ownHostOf } from '../../domain/egress/own-network.ts';
import type { TrustLedger } from '../../ports/ledgers/egress.ts';
import type { DomainTrust } from '../../ports/web/domain-trust.ts';

export function domainTrust({
  lists,
  ledger,
  now,
  isDirect,
}: {
  readonly lists: DomainLists;
  readonly ledger: TrustLedger;
  readonly now: () => number;
  /** Commands run without a sandbox: then no domain is trusted by itself, and no yes is for more than its call. */
  readonly isDirect: boolean;
}): DomainTrust {
  const place = (url: string) => {
    const destination = judgeUrl(url, lists.own);
    // in the owner's network a yes is for one service, and not for the machine
    return isDenied(destination)
      ? undefined
      : { name: hostOf(destination), approved: destination.own ?? hostOf(destination) };
  };
  const canBeTrusted = (url: string) => {
    const { name } = place(url) ?? {};
    return !isDirect && name !== undefined && !isRefused(name, lists.alwaysApprove) && !isRefused(name, lists.blocked);
  };
  const isTrusted = (url: string) => {
    const to = place(url);
    return !isDirect && to !== undefined && isTrustedHost(to.name, lists, () => ledger.has(to.approved));
  };
  return {
    refusal: url => whyNever(url, lists.blocked, lists.own),
    ownHost: url => ownHostOf(url, lists.own ?? []),
    isTrusted,
    canBeTrusted,
    isDirect,
    approved(url, by) {
      const { approved: domain } = place(url) ?? {};
      if (domain !== undefined && canBeTrusted(url) && !isTrusted(url)) ledger.note({ domain, by, at: now() });
    },
  };
}
