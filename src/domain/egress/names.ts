/** Which host names are refused before anybody asks DNS: they mean something inside, whatever they resolve to. */
import { type Form, says } from '../policy/sentence.ts';

/**
 * A host name as DNS compares it: lower case, without the dot of the root, other letters than ASCII as DNS has them
 * (`bücher.example` is `xn--bcher-kva.example`). A `*.` in front stays.
 */
export function plainName(hostname: string): string {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  const isAscii = !/[^\p{ASCII}]/u.test(name);
  return isAscii ? name : name.replace(/[^*.].*$/su, host => URL.parse(`http://${host}/`)?.hostname ?? host);
}

/**
 * Why a name is refused, as the end of a sentence that begins with it; undefined for one that DNS may be asked about.
 */
export function whyNotPublicName(hostname: string): Form | undefined {
  const name = plainName(hostname);
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  // Trailing dots beyond the root's change nothing about where a name points, so the more telling reason comes first.
  const reason = insideOnly.get(labels.findLast(label => label !== '') ?? '');
  if (reason !== undefined) return reason;
  if (name.length > 253 || !labels.every(label => /^[a-z0-9_-]{1,63}$/.test(label)) || /^\d+$/.test(last))
    return notAHostName;
  return labels.length === 1 ? says`is a single word, which only a local network resolves` : undefined;
}

/** Where a cloud hands out the credentials of a machine, by name: no setting lets them in. */
export function isMetadataName(hostname: string): boolean {
  return metadataNames.has(plainName(hostname));
}

const metadataNames: ReadonlySet<string> = new Set(
  'metadata metadata.google.internal metadata.goog instance-data instance-data.ec2.internal metadata.ec2.internal metadata.azure.internal metadata.platformequinix.com metadata.packet.net metadata.tencentyun.com metadata.hetzner.cloud'.split(
    ' ',
  ),
);

/** What no list of hosts can let in, either. */
export const notAHostName = says`is not a host name`;

const insideOnly: ReadonlyMap<string, Form> = new Map([
  ['localhost', says`means this host (RFC 6761)`],
  ['localdomain', says`means this host or its network`],
  ['local', says`is a name of the local network (RFC 6762)`],
  ['internal', says`is for private use (ICANN), cloud metadata included`],
  ['arpa', says`is for infrastructure and home networks (RFC 3172, RFC 8375)`],
  ['svc', says`is a name inside a cluster`],
]);
