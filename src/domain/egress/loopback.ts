/** What means this machine, and nothing else: the only place where nobody listens on the way. */
import { addressBytes, sharesPrefix } from './address.ts';
import { plainName } from './names.ts';

/** A host as `new URL()` writes it: an address of loopback, or a name that means nothing else (RFC 6761). */
export function isLoopbackHost(hostname: string): boolean {
  if (isLoopbackName(hostname)) return true;
  const bytes = addressBytes(hostname.replace(/^\[|\]$/g, ''));
  return bytes !== undefined && blocks.some(([block, length]) => sharesPrefix(bytes, block, length));
}

/** `localhost` and names beneath it. No resolver is asked about them: it could answer anything. */
export function isLoopbackName(hostname: string): boolean {
  return /^(?:[a-z0-9_-]+\.)*localhost$/.test(plainName(hostname));
}

/** Does a whole address lead to this machine? Without TLS, only then nobody reads along. */
export function isLoopbackUrl(address: string): boolean {
  return isLoopbackHost(URL.parse(address)?.hostname ?? '');
}

const blocks = (
  [
    ['127.0.0.0', 8],
    ['::1', 128],
    ['::ffff:127.0.0.0', 104],
  ] as const
).map(([text, length]) => [addressBytes(text) ?? [], length] as const);
