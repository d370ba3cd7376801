/** A row of `straylight egress check --jsonl`: a URL, and what DNS and servers would say on the way. */
import { plainName } from '../../domain/egress/names.ts';

export interface EgressRow {
  readonly url: string;
  /** The successive answers of a name: addresses, or an error word. */
  readonly dns: ReadonlyMap<string, readonly (readonly string[] | string)[]>;
  readonly cname: ReadonlyMap<string, string>;
  /** `from` is a URL as it is requested. */
  readonly redirects: readonly { readonly from: string; readonly status: number; readonly location?: string }[];
}

/** The row of a line, or what is wrong with it. Names are compared as DNS does, URLs as `new URL()` reads them. */
export function readEgressRow(line: string): EgressRow | { readonly problem: string } {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    return { problem: 'expected one JSON object a line' };
  }
  if (!isObject(row)) return { problem: 'expected a JSON object' };
  const { url, dns = {}, cname = {}, redirects = [] } = row;
  if (typeof url !== 'string') return { problem: 'expected "url", a text' };
  if (!isObject(dns) || !Object.values(dns).every(isAnswers))
    return { problem: 'expected "dns" as {name: [answer, …]}, each answer a list of addresses or an error word' };
  if (!isObject(cname) || !Object.values(cname).every(isText)) return { problem: 'expected "cname" as {name: name}' };
  if (!Array.isArray(redirects) || !redirects.every(isRedirect))
    return { problem: 'expected "redirects" as [{"from": URL, "status": number, "location": URL}, …]' };
  return {
    url,
    dns: new Map(Object.entries(dns).map(([name, answers]) => [dnsName(name), answers as Answers])),
    cname: new Map(Object.entries(cname).map(([name, target]) => [dnsName(name), dnsName(target as string)])),
    redirects: redirects.map(one => ({ ...one, from: requested(one.from) })),
  };
}

type Answers = readonly (readonly string[] | string)[];
type RedirectRow = EgressRow['redirects'][number];

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isAnswers(value: unknown): value is Answers {
  return Array.isArray(value) && value.every(one => isText(one) || (Array.isArray(one) && one.every(isText)));
}

function isRedirect(value: unknown): value is RedirectRow {
  if (!isObject(value)) return false;
  const { from, status, location } = value;
  return isText(from) && typeof status === 'number' && (location === undefined || isText(location));
}

/** As `new URL()` writes a host: lower case, in ASCII, without the dot of the root. */
function dnsName(name: string): string {
  return plainName(URL.parse(`http://${name}/`)?.hostname ?? name);
}

function requested(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  url.hash = '';
  return url.href;
}
