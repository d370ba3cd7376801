/**
 * May this request leave, and to whom?
 *
 * Pure: DNS and sockets belong to the fetcher, which asks here before each of them and again at every redirect. A URL
 * is judged after `new URL()` has read it, so that every spelling of a host is the host it means. Each refusal says
 * why, in words that can be shown to the owner and the model.
 */
import { type Form, type Sentence, says } from '../policy/sentence.ts';
import { addressBytes } from './address.ts';
import { notAHostName, plainName, whyNotPublicName } from './names.ts';
import { howLetIn, isOwnAddress, type OwnHost, ownHostOf } from './own-network.ts';
import { isForGuests, whyNotPublic } from './ranges.ts';

export interface Denied {
  readonly verdict: 'deny';
  /** A whole sentence without its full stop. */
  readonly reason: Sentence;
}

/** A URL whose text is not refused. Nothing is known yet of the addresses behind a name. */
export interface Destination {
  readonly verdict: 'allow';
  /** As it will be requested; the fragment, which stays with the reader, is gone. */
  readonly href: string;
  readonly origin: string;
  readonly secure: boolean;
  /** A public address, or a name in lower case without the dot of the root. */
  readonly host: { readonly address: string } | { readonly name: string };
  readonly port: number;
  /** The owner has let it in by name and port, although it lies in his own network. */
  readonly own?: OwnHost;
}

/** What DNS said of a name. `aliases`: the names it led through, where the resolver tells them. */
export interface DnsAnswer {
  readonly addresses: readonly string[];
  readonly aliases?: readonly string[];
}

/** How many redirects are followed. */
export const maxRedirects = 5;

/**
 * Judges the text of a URL: scheme, user, port, and the host as far as it can be judged without DNS. `own`: hosts of the
 * owner's network that are let in.
 */
export function judgeUrl(text: string, own: readonly OwnHost[] = []): Destination | Denied {
  const url = URL.parse(text);
  if (url === null) return denied(says`this is not a URL`);
  const { protocol, hostname, origin, username, password } = url;
  if (protocol !== 'http:' && protocol !== 'https:')
    return denied(says`only http and https are allowed, not ${protocol.slice(0, 40)}`);
  if (username !== '' || password !== '') return denied(says`a URL with a user name or password is refused`);
  const secure = protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  if (badPorts.has(port))
    return denied(says`port ${port} belongs to another protocol (the Fetch standard’s bad ports)`);
  const isAddress = hostname.startsWith('[') || addressBytes(hostname) !== undefined;
  const address = hostname.replace(/^\[|\]$/g, '');
  const letIn = ownHostOf(url, own);
  const why = isAddress ? whyAddressDenied(address, letIn) : letIn === undefined && whyNameDenied(hostname);
  if (why) return denied(canBeOwn(hostname, isAddress) ? howLetIn(why, hostname, port) : why);
  url.hash = '';
  const host = isAddress ? { address } : { name: plainName(hostname) };
  const known = { verdict: 'allow', href: url.href, origin, secure, host, port } as const;
  return letIn === undefined ? known : { ...known, own: letIn };
}

/** A name that only the own network knows, or an address of one. */
function canBeOwn(hostname: string, isAddress: boolean): boolean {
  const bytes = addressBytes(hostname.replace(/^\[|\]$/g, ''));
  if (isAddress) return bytes !== undefined && isOwnAddress(bytes) && !isForGuests(bytes);
  return !/(?:^|\.)(?:internal|arpa|svc)\.?$/.test(hostname) && whyNotPublicName(hostname) !== notAHostName;
}

/**
 * Judges what DNS said of a name: every address must be public, or none is connected to. `own`: the name is let in, so
 * addresses of the owner's network are allowed, too.
 */
export function judgeAnswer(
  name: string,
  { addresses, aliases = [] }: DnsAnswer,
  own?: OwnHost,
): { readonly verdict: 'allow'; readonly addresses: readonly string[] } | Denied {
  const alias = own === undefined ? aliases.map(whyNameDenied).find(why => why !== undefined) : undefined;
  if (alias !== undefined) return denied(says`${name} is an alias: ${alias}`);
  if (addresses.length === 0) return denied(says`${name} has no address`);
  const why = addresses.map(address => whyAddressDenied(address, own)).find(reason => reason !== undefined);
  return why === undefined ? { verdict: 'allow', addresses } : denied(says`${name} is refused: ${why}`);
}

/** What a response asks for next. */
export interface Redirect {
  /** The absolute URL, not yet judged. */
  readonly to: string;
  readonly method: string;
  /** The body goes along: only where the method was kept. */
  readonly keepsBody: boolean;
}

/**
 * The next request as browsers make it (Fetch standard, HTTP-redirect fetch); undefined where the response is the last
 * one.
 */
export function redirectOf(
  from: { readonly href: string; readonly method: string },
  response: { readonly status: number; readonly location?: string | undefined },
): Redirect | Denied | undefined {
  const { status, location } = response;
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  const to = URL.parse(location, from.href);
  if (to === null) return denied(says`the redirect leads to something that is not a URL`);
  const isReading = from.method === 'GET' || from.method === 'HEAD';
  const becomesGet = status === 303 ? !isReading : (status === 301 || status === 302) && from.method === 'POST';
  return { to: to.href, method: becomesGet ? 'GET' : from.method, keepsBody: !becomesGet };
}

export function isDenied(verdict: object | undefined): verdict is Denied {
  return verdict !== undefined && 'verdict' in verdict && verdict.verdict === 'deny';
}

function denied(reason: Sentence): Denied {
  return { verdict: 'deny', reason };
}

/** What clouds and hosts answer their guests under is never let in. */
function whyAddressDenied(address: string, own?: OwnHost): Form | undefined {
  const bytes = addressBytes(address);
  if (bytes === undefined) return says`${JSON.stringify(address.slice(0, 60))} is not an address`;
  if (own !== undefined && isOwnAddress(bytes) && !isForGuests(bytes)) return undefined;
  const why = whyNotPublic(bytes);
  return why && says`${address} ${why}`;
}

function whyNameDenied(hostname: string): Form | undefined {
  const why = whyNotPublicName(hostname);
  return why && says`${hostname.slice(0, 260)} ${why}`;
}

/** https://fetch.spec.whatwg.org/#port-blocking */
const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
