/** What is weak about the way to models: addresses that can be read on the way, and keys that several servers are sent. */
import type { Weakness } from '../../domain/security/weakness.ts';
import type { KindPlace } from '../../ports/model-kind.ts';

export function weakAddresses(kinds: readonly KindPlace[]): readonly Weakness[] {
  const open = kinds.flatMap(({ address }) => (address?.isOpen ? [address.origin] : []));
  const sent = new Map<string, Set<string>>();
  for (const { address, secrets } of kinds)
    for (const variable of address ? secrets : [])
      sent.set(variable, new Set([...(sent.get(variable) ?? []), address?.origin ?? '']));
  const shared = [...sent].filter(([, origins]) => origins.size > 1);
  return [
    ...shared.map(([variable, origins]) => ({
      kind: 'modelKey' as const,
      names: [`${variable} to ${[...origins].join(' and ')}`],
    })),
    ...(open.length > 0 ? [{ kind: 'modelAddress' as const, names: [...new Set(open)] }] : []),
  ];
}
