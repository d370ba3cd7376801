/** Which host names are refused before anybody asks DNS: they mean something inside, whatever they resolve to. */

/**
 * A host name as DNS compares it: lower case, without the dot of the root. What `new URL()` answers is ASCII already,
 * so full-width and other look-alike letters have become what they look like before this is asked.
 */
export function plainName(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}

/**
 * Why a name is refused, as the end of a sentence that begins with it; undefined for one that DNS may be asked about.
 */
export function whyNotPublicName(hostname: string): string | undefined {
  const name = plainName(hostname);
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  // Trailing dots beyond the root's change nothing about where a name points, so the more telling reason comes first.
  const reason = insideOnly.get(labels.findLast(label => label !== '') ?? '');
  if (reason !== undefined) return reason;
  if (name.length > 253 || !labels.every(label => /^[a-z0-9_-]{1,63}$/.test(label)) || /^\d+$/.test(last))
    return 'is not a host name';
  return labels.length === 1 ? 'is a single word, which only a local network resolves' : undefined;
}

const insideOnly: ReadonlyMap<string, string> = new Map([
  ['localhost', 'means this host (RFC 6761)'],
  ['localdomain', 'means this host or its network'],
  ['local', 'is a name of the local network (RFC 6762)'],
  ['internal', 'is for private use (ICANN), cloud metadata included'],
  ['arpa', 'is for infrastructure and home networks (RFC 3172, RFC 8375)'],
  ['svc', 'is a name inside a cluster'],
]);
