/**
 * A response of the network as the model reads it: where it is from, which no page can forge, then an empty line, then
 * its text.
 */
import { oneLine } from '../../domain/text/visible.ts';
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
    readonly notes?: readonly string[];
    /** How one goes on with a text that was cut; without it only the cut is told. */
    readonly goOn?: ((next: number) => string) | undefined;
  },
): string {
  const head = [
    `URL: ${oneLine(url, 1_000)}${redirects > 0 ? ` (after ${redirects} redirect${redirects > 1 ? 's' : ''})` : ''}`,
    `Status: ${status} ${http.STATUS_CODES[status] ?? ''}`.trimEnd(),
    `Type: ${oneLine(page.what, 100) || 'not declared'}`,
    ...('title' in page && page.title ? [`Title: ${oneLine(page.title, 200)}`] : []),
    ...notes,
  ].join('\n');
  if ('problem' in page) return `${head}\n\n${page.problem}`;
  return `${head}\n\n${cutText(page.text, { mostBytes: maxOutputBytes - Buffer.byteLength(head) - 200, offset, goOn })}`;
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
