/**
 * Hosts of the owner's own network that requests may reach: `[egress] allow_private` in config.toml.
 *
 * Each is a host and a port, as an address is written: what is let in is that service, and not the machine. A name is
 * let in by its name alone, an address by its address alone.
 */
import { type Form, says } from '../policy/sentence.ts';
import { type AddressBytes, addressBytes, sharesPrefix } from './address.ts';
import { isMetadataName, plainName } from './names.ts';
import { isForGuests } from './ranges.ts';

/** `host:port`, the host in lower case, an IPv6 address in brackets. */
export type OwnHost = string;

/** As it is compared; undefined where the text is no host with a port, or is a whole URL. */
export function ownHost(text: string): OwnHost | undefined {
  const url = hostIn(text);
  return url === undefined ? undefined : hostAndPort(url.hostname, url.port);
}

/** Does an entry name where a cloud hands out credentials, by name or by address? Nothing lets that in. */
export function isForGuestsOnly(text: string): boolean {
  const { hostname = '' } = hostIn(text) ?? {};
  const bytes = addressBytes(hostname.replace(/^\[|\]$/g, ''));
  return bytes === undefined ? isMetadataName(hostname) : isForGuests(bytes);
}

function hostIn(text: string): URL | undefined {
  const url = /^[\p{L}\p{M}\w.-]+:\d+$|^\[[\da-f:.]+\]:\d+$/iu.test(text) ? URL.parse(`http://${text}`) : null;
  return url === null || url.hostname === '' ? undefined : url;
}

/** The host and port that a URL leads to, where they are among `own`. */
export function ownHostOf(url: string | URL, own: readonly OwnHost[]): OwnHost | undefined {
  const parsed = URL.parse(url);
  if (parsed === null || own.length === 0) return undefined;
  const { hostname, port, protocol } = parsed;
  const wanted = hostAndPort(hostname, port || (protocol === 'https:' ? '443' : ''));
  return own.includes(wanted) ? wanted : undefined;
}

function hostAndPort(hostname: string, port: string): OwnHost {
  return `${plainName(hostname)}:${port || '80'}`;
}

/** Is this an address as homes and offices give them to their own devices? */
export function isOwnAddress(bytes: AddressBytes): boolean {
  return blocks.some(([block, length]) => sharesPrefix(bytes, block, length));
}

/** Why a host was refused, and how it is let in. */
export function howLetIn(why: Form, hostname: string, port: number): Form {
  return says`${why}; if it is yours, let it in by hand: [egress] allow_private = ["${plainName(hostname)}:${port}"] in config.toml`;
}

const blocks = (
  [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10], // Tailscale and its kin
    ['127.0.0.0', 8],
    ['::1', 128],
    ['fc00::', 7],
  ] as const
).map(([text, length]) => [addressBytes(text) ?? [], length] as const);
