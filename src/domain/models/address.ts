/**
 * Where a server of models is: on this machine or elsewhere, and which origin a key belongs to.
 *
 * All of it is read from the address that is set, never from a name: a preset says how a server behaves, not where it
 * is. `new URL()` has made the many ways of writing one address (`2130706433`, `0x7f.1`, full-width digits) a single
 * one before anything is compared here.
 */
import { addressBytes } from '../egress/address.ts';
import { isLoopbackHost } from '../egress/loopback.ts';
import { whyNotPublicName } from '../egress/names.ts';
import { whyNotPublic } from '../egress/ranges.ts';

export interface ModelAddress {
  /** What a key is bound to: scheme, host and port, or the path of a Unix socket. */
  readonly origin: string;
  /** For a client of HTTP. Of a Unix socket its host means nothing. */
  readonly url: string;
  /** The path of a Unix socket to connect to. */
  readonly socketPath?: string;
  /** It is loopback or a Unix socket: what is sent there stays on this machine. */
  readonly isLocal: boolean;
  /** It is on this machine or in a network of one's own: loopback, private ranges, names without a domain. */
  readonly isPrivate: boolean;
  /** What is sent there can be read on the way. */
  readonly isOpen: boolean;
}

/** `http://HOST:PORT/PATH`, https likewise, or `unix:/PATH/TO/SOCKET` with `:/v1` behind it. Undefined: neither. */
export function modelAddress(text: string): ModelAddress | undefined {
  const [, socketPath, path = ''] = /^unix:(?:\/\/)?(\/[^:?#\s]+)(?::(\/[^?#\s]*))?$/.exec(text) ?? [];
  if (socketPath !== undefined)
    return {
      origin: `unix:${socketPath}`,
      url: `http://localhost${path}`.replace(/\/+$/, ''),
      socketPath,
      isLocal: true,
      isPrivate: true,
      isOpen: false,
    };
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  // what a server binds to means this host where it is connected to, but not on every system
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  const isLocal = isLoopbackHost(url.hostname);
  return {
    origin: url.origin,
    url: url.href.replace(/\/+$/, ''),
    isLocal,
    isPrivate: isLocal || isPrivateHost(url.hostname),
    isOpen: url.protocol === 'http:' && !isLocal,
  };
}

/**
 * An address as people type it, made whole: `localhost:8080` and `192.168.1.5:1234/v1` get `http://`, since what is on
 * one's own machine or network rarely has a certificate, and all others `https://`. Others are left as they are.
 */
export function wholeAddress(typed: string): string {
  const text = typed.trim();
  if (/^(?:[a-z][a-z0-9+.-]*:\/\/|unix:)/i.test(text)) return text;
  const [host = ''] = text.split('/');
  // a bare word is no address, and what has an @ in it may be a name with a password
  if (
    !/^(?:localhost|\[[0-9a-f:.]+\]|[\w-]+(?:\.[\w-]+)*)(?::\d{1,5})?$/i.test(host) ||
    !/[.:]|^localhost$/i.test(host)
  )
    return text;
  const plain = modelAddress(`http://${text}`);
  if (!plain) return text;
  return `${plain.isPrivate ? 'http' : 'https'}://${text}`;
}

function isPrivateHost(hostname: string): boolean {
  const bytes = addressBytes(hostname.replace(/^\[|\]$/g, ''));
  return (bytes ? whyNotPublic(bytes) : whyNotPublicName(hostname)) !== undefined;
}
