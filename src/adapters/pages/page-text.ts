/**
 * What came over HTTP, as text a model can read: HTML as Markdown, PDF as its words, JSON and other text as it is.
 *
 * How HTML and PDF are read is handed in, so that the libraries behind them stay behind one function each.
 */
import { utf16Of } from '../../domain/text/writing/byte-order.ts';
import type { FetchResponse } from '../../ports/web/fetcher.ts';

/** A page without its furniture. */
export interface ReadablePage {
  readonly title?: string;
  /** Markdown with absolute links. */
  readonly text: string;
}

export interface PageReaders {
  /** HTML text and the URL its links are relative to. */
  readonly html: (html: string, url: string, signal: AbortSignal) => Promise<ReadablePage>;
  /** Left out where PDFs cannot be read. */
  readonly pdf?: (bytes: Uint8Array, signal: AbortSignal) => Promise<ReadablePage>;
}

/** `what`: the media type as it was taken; `problem`: why there is no text, a whole sentence. */
export type PageText = ({ readonly what: string } & ReadablePage) | { readonly what: string; readonly problem: string };

/** The text of a response, by its declared type; where none or a general one is declared, by its first bytes. */
export async function pageText(response: FetchResponse, readers: PageReaders, signal: AbortSignal): Promise<PageText> {
  const { url, headers, body } = response;
  const [declared = '', ...parameters] = (headers['content-type'] ?? '').split(';');
  const charset = /^\s*charset\s*=\s*["']?([^"'\s]+)/i;
  const label = parameters.map(one => charset.exec(one)?.[1]).find(one => one !== undefined);
  const named = declared.trim().toLowerCase();
  const what = vague.has(named) ? sniffed(body) : named;
  if (body.length === 0) return { what, problem: 'The body is empty.' };
  if (what === 'application/pdf') {
    if (!readers.pdf) return { what, problem: `It is a PDF of ${body.length} bytes, and PDFs cannot be read here.` };
    return { what, ...(await readers.pdf(body, signal)) };
  }
  if (what === 'text/html' || what === 'application/xhtml+xml')
    return { what, ...(await readers.html(decoded(body, label ?? metaCharset(body)), url, signal)) };
  if (!isText(what))
    return { what, problem: `It is ${what}, ${body.length} bytes, which is no text and is not shown.` };
  return { what, text: decoded(body, label) };
}

const vague: ReadonlySet<string> = new Set([
  '',
  '*/*',
  'application/octet-stream',
  'binary/octet-stream',
  'unknown/unknown',
]);

function isText(type: string): boolean {
  return /^text\/|[/+](json|xml|yaml|toml|javascript|ecmascript|x-ndjson|jsonl|graphql|sql|x-sh|x-www-form-urlencoded)$/.test(
    type,
  );
}

function sniffed(body: Uint8Array): string {
  const head = Buffer.from(body.subarray(0, 1024)).toString('latin1');
  if (head.startsWith('%PDF-')) return 'application/pdf';
  const begin = head.replace(/^\xef\xbb\xbf/, '').replaceAll(/<!--.*?-->/gs, '');
  if (/^\s*<(!doctype html|html|head|body)\b/i.test(begin)) return 'text/html';
  return bomOf(body) !== undefined || (!body.includes(0) && isUtf8(body)) ? 'text/plain' : 'application/octet-stream';
}

/**
 * The encoding standard's order: a byte order mark, what was declared, UTF-8 where it fits, else what the web used
 * before it.
 */
function decoded(body: Uint8Array, label: string | undefined): string {
  const encoding = bomOf(body) ?? label ?? (isUtf8(body) ? 'utf-8' : 'windows-1252');
  try {
    return new TextDecoder(encoding).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

function bomOf(body: Uint8Array): string | undefined {
  const [first, second, third] = body;
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : utf16Of(body);
}

function isUtf8(body: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}

function metaCharset(body: Uint8Array): string | undefined {
  const head = Buffer.from(body.subarray(0, 1024)).toString('latin1');
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w:-]{1,40})/i.exec(head)?.[1];
}
