/** The headers of a request: which a caller may set, and which go along when the request is redirected. */

import { fault } from '../../domain/supervision/failure.ts';
import type { HeaderRecord, OutgoingHeaders } from '../../ports/web/fetcher.ts';

/**
 * Checks what the caller gave; `secret` are headers whose values are credentials, beside those that always are. Throws
 * `invalid`.
 */
export function checkedHeaders(given: HeaderRecord = {}, secret: HeaderRecord = {}): OutgoingHeaders {
  const [plain, credentials]: Record<string, string>[] = [{}, {}];
  for (const [headers, isSecret] of [[given, false] as const, [secret, true] as const])
    for (const [written, value] of Object.entries(headers)) {
      const name = written.toLowerCase();
      const problem = headerProblem(name, value);
      if (problem !== undefined) throw fault('invalid', problem);
      Object.assign((isSecret || alwaysSecret.test(name) ? credentials : plain) ?? {}, { [name]: value.trim() });
    }
  return { plain: plain ?? {}, credentials: credentials ?? {} };
}

/** What is wrong with a header a caller gives; undefined where nothing is. The message never holds the value. */
export function headerProblem(written: string, value: string): string | undefined {
  const name = written.toLowerCase();
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/.test(name))
    return `expected a header name, got ${JSON.stringify(name.slice(0, 60))}`;
  if (ownBusiness.test(name)) return `the header ${name} is set by the fetcher; leave it out`;
  if (!/^[\t\x20-\x7e\x80-\xff]{0,8192}$/.test(value))
    return `the value of the header ${name} is too long or holds a character no header may hold`;
  return undefined;
}

/**
 * What goes along to the next hop: no credentials to another origin, nothing about a body where there is none any more.
 */
export function headersAfter(
  { plain, credentials }: OutgoingHeaders,
  { sameOrigin, keepsBody }: { readonly sameOrigin: boolean; readonly keepsBody: boolean },
): OutgoingHeaders {
  const kept = Object.entries(plain).filter(([name]) => keepsBody || !/^content-/.test(name));
  return { plain: Object.fromEntries(kept), credentials: sameOrigin ? credentials : {} };
}

const alwaysSecret = /^(authorization|cookie2?|proxy-authorization)$|api-?key|token|secret|password/;
const ownBusiness =
  /^(host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|content-length|expect|accept-encoding|http2-settings|proxy-.*)$/;
