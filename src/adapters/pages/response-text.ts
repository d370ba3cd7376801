/**
 * A response of the network as the model reads it: where it is from, which no page can forge, then an empty line, then
 * its text.
 */

import { oneLine } from '../../domain/text/visible.ts';
import { type Answer, answerOf } from '../../domain/tools/said/said.ts';
import type { Said } from '../../domain/tools/said/texts.ts';
import type { FetchResponse } from '../../ports/web/fetcher.ts';
import { http } from '../process/node-http.ts';
import type { PageText } from './page-text.ts';

/** Final URL, status, media type, title, notes; then the text, with the cut said where it is longer than the limit. */
export function responseText(
  { url, status, redirects }: FetchResponse,
  page: PageText,
  {
    maxOutputBytes,
    offset = 0,
    notes = [],
    goOn,
  }: {
    /** The whole text; at least 2 000. */
    readonly maxOutputBytes: number;
    /** Where the page's text begins, in characters. */
    readonly offset?: number | undefined;
    /** Lines about the answer, after those every answer has. */
    readonly notes?: readonly (Said | string)[];
    /** How one goes on with a text that was cut; without it only the cut is told. */
    readonly goOn?: ((next: number) => string) | undefined;
  },
): Answer {
  const type = oneLine(page.what, 100);
  const head: readonly (Said | string)[] = [
    urlLine(oneLine(url, 1_000), redirects),
    { code: 'pageStatus', values: { status: `${status} ${http.STATUS_CODES[status] ?? ''}`.trimEnd() } },
    { code: 'pageType', values: { type: type === '' ? { code: 'notDeclared' } : type } },
    ...('title' in page && page.title
      ? [{ code: 'pageTitle', values: { title: oneLine(page.title, 200) } } as const]
      : []),
    ...notes,
  ];
  if ('problem' in page) return answerOf(...head, '', page.problem);
  const mostBytes = maxOutputBytes - Buffer.byteLength(answerOf(...head).text) - 200;
  return answerOf(...head, '', cutText(page.text, { mostBytes, offset, goOn }));
}

function urlLine(url: string, redirects: number): Said {
  if (redirects === 0) return { code: 'pageUrl', values: { url } };
  return redirects === 1
    ? { code: 'pageRedirectedOnce', values: { url } }
    : { code: 'pageRedirected', values: { url, count: redirects } };
}

/** The text from `offset` on, as much as fits, and how to go on. */
export function cutText(
  text: string,
  {
    mostBytes,
    offset = 0,
    goOn,
  }: {
    readonly mostBytes: number;
    readonly offset?: number | undefined;
    readonly goOn?: ((next: number) => string) | undefined;
  },
): string {
  if (offset > 0 && offset >= text.length) return `[there is nothing after character ${text.length}]`;
  const rest = text.slice(offset);
  const bytes = Buffer.from(rest);
  if (bytes.length <= mostBytes) return rest;
  // A character that would be cut in two is left for the next part.
  let end = mostBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  const part = bytes.subarray(0, end).toString();
  const next = offset + part.length;
  const how = goOn ? `; ${goOn(next)}` : '';
  return `${part}\n\n[… ${text.length - next} of ${text.length} characters follow${how}]`;
}
