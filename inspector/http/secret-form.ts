/**
 * The page on which the owner types a secret that the agent needs: `/secrets/HANDLE`, a form without a script.
 *
 * Its address is the right to give this one secret, once and for half an hour; no token is asked for, and none is shown.
 * The value comes in the body of a POST of this very page: with the word that was made for it, from this origin. It
 * stands in no answer, no address and no log.
 */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from '../../src/api/refusal.ts';
import { dropOldest } from '../../src/domain/collections/drop-oldest.ts';
import type { SecretForms } from '../../src/domain/connections/request.ts';
import { connectionTexts } from '../../src/domain/connections/texts.ts';
import { saidOf, toFailure } from '../../src/domain/supervision/failure.ts';
import { type Language, ownWords } from '../../src/domain/text/texts.ts';
import type { Limits, ServerClock } from '../limits.ts';
import { formBody } from './body.ts';
import { securityHeaders } from './reply.ts';

export type SecretFormRoute = (handle: string, request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** So many pages of one link are open at a time. */
const mostOpen = 8;
/** Links that were looked at; older ones are forgotten with their words. */
const mostLinks = 64;

export function secretFormRoute(
  forms: SecretForms,
  {
    clock,
    language = 'en',
    limits,
  }: { readonly clock: Pick<ServerClock, 'id'>; readonly language?: Language | undefined; readonly limits: Limits },
): SecretFormRoute {
  const say = connectionTexts[language];
  const made = new Map<string, readonly string[]>();

  function wordFor(handle: string): string {
    const word = clock.id();
    made.set(handle, [...(made.get(handle) ?? []), word].slice(-mostOpen));
    dropOldest(made, mostLinks);
    return word;
  }

  function form(handle: string, problem?: string): Answer {
    const found = forms.find(handle);
    if (!found) return { status: 410, html: page(say.title, language, `<p>${escaped(say.gone)}</p>`) };
    const html = `<h1>${escaped(say.wanted(found.name))}</h1><p>${escaped(found.why)}</p><p>${escaped(say.used(found.places))}</p>${
      problem === undefined ? '' : `<p role="alert">${escaped(problem)}</p>`
    }<form method="post" action="/secrets/${handle}"><input type="hidden" name="word" value="${wordFor(handle)}"><label>${escaped(say.value)} <input type="password" name="value" autocomplete="off" autofocus required></label> <button>${escaped(say.keep)}</button></form>`;
    return { status: problem === undefined ? 200 : 400, html: page(say.title, language, html) };
  }

  async function taken(handle: string, request: IncomingMessage): Promise<Answer> {
    // without it a browser has not said where the form stood
    if (request.headers.origin === undefined) throw refuse(403, 'expected a form of our own page');
    const fields = await formBody(request, limits);
    if (!made.get(handle)?.includes(fields.get('word') ?? '')) return form(handle, say.stale);
    try {
      await forms.give(handle, fields.get('value') ?? '');
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.kind !== 'invalid') throw thrown;
      return form(handle, ownWords(saidOf(failure), language));
    }
    made.delete(handle);
    return { status: 200, html: page(say.title, language, `<p>${escaped(say.kept)}</p>`) };
  }

  return async (handle, request, response) => {
    if (!/^[A-Za-z0-9]{16,80}$/.test(handle)) throw refuse(404, 'there is nothing at this address');
    if (request.method !== 'GET' && request.method !== 'POST')
      throw refuse(405, 'expected GET or POST, got another method', { allow: 'GET, POST' });
    const { status, html } = request.method === 'GET' ? form(handle) : await taken(handle, request);
    const bytes = Buffer.from(html);
    response.writeHead(status, { ...headers, 'Content-Length': bytes.length });
    response.end(bytes);
  };
}

interface Answer {
  readonly status: number;
  readonly html: string;
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem}input[type=password]{font:inherit;width:100%;padding:.4rem}button{font:inherit;margin-top:1rem;padding:.4rem 1rem}[role=alert]{color:#a00}@media(prefers-color-scheme:dark){body{background:#111;color:#eee}[role=alert]{color:#f88}}';

const headers: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  // without a referrer a browser says of no form where it stood
  'Referrer-Policy': 'same-origin',
};

function page(title: string, language: Language, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>\n`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
