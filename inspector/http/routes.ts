/** From a method and a path to what answers it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from '../../src/api/refusal.ts';
import type { PageRole } from '../../src/domain/supervision/view.ts';
import type { Origin } from './guard.ts';

/** One request as its route sees it. `params` are the decoded `{…}` of the path; `body` is empty for a GET. */
export interface Call {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly role: PageRole;
  readonly origin: Origin;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Answer {
  readonly status: number;
  readonly value: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `/api/actors/{id}/journal`; each `{name}` is one segment. */
  readonly path: string;
  /** The query's names; another one is refused. */
  readonly query?: readonly string[];
  /** Of a body that may be larger than others. */
  readonly bodyBytes?: number;
  /** It changes something: for the owner's token alone. */
  readonly acts?: boolean;
  /** `taken`: the route answers on the response itself. */
  readonly run: (call: Call) => Answer | 'taken' | Promise<Answer | 'taken'>;
}

/** A request's target, taken apart. Refuses what is no path and what does not decode. */
export function parseTarget(target: string): { readonly segments: readonly string[]; readonly query: URLSearchParams } {
  // A whole URL as the target would stand above the Host header that was judged.
  if (!target.startsWith('/')) throw refuse(400, 'expected a path that starts with "/"');
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  try {
    return {
      segments: path.slice(1).split('/').map(decodeURIComponent),
      query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)),
    };
  } catch {
    throw refuse(400, 'expected a path in percent-encoded UTF-8; a "%" in it stands before no such code');
  }
}

/**
 * The route and its parameters. Of several the one with the fewest parameters, as OpenAPI has it: `/goals/{id}/check`
 * comes before `/goals/{id}/{act}`, wherever it stands. Unknown paths are 404, known ones with another method 405.
 */
export function findRoute(
  routes: readonly Route[],
  method: string,
  segments: readonly string[],
): { readonly route: Route; readonly params: Readonly<Record<string, string>> } {
  const matches = routes.flatMap(route => {
    const params = match(route.path, segments);
    return params ? [{ route, params }] : [];
  });
  const [found] = matches
    .filter(({ route }) => route.method === method)
    .toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length);
  if (found) return found;
  if (matches.length === 0) throw refuse(404, 'there is nothing at this address');
  const allow = matches.map(({ route }) => route.method).join(', ');
  throw refuse(405, `expected ${allow}, got another method`, { allow });
}

/** Refuses what a route does not take after "?". */
export function refuseOtherQuery(route: Route, query: URLSearchParams): void {
  for (const name of query.keys())
    if (!route.query?.includes(name))
      throw refuse(400, `expected ${route.query?.length ? `only ${route.query.join(', ')}` : 'nothing'} after "?"`);
}

/** An actor's whole address; where the kind is clear, a key alone gets it in front. */
export function address(id: string, kind?: string): string {
  const whole = kind === undefined || id.startsWith(`${kind}:`) ? id : `${kind}:${id}`;
  if (whole.length > 300 || !/^[a-z][a-z0-9-]*(:[^\s\p{Cc}\p{Cf}]+)?$/u.test(whole))
    throw refuse(400, `expected an address like ${kind ?? 'session'}:key, percent-encoded`);
  return whole;
}

function match(path: string, segments: readonly string[]): Readonly<Record<string, string>> | undefined {
  const parts = path.slice(1).split('/');
  if (parts.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith('{')) {
      if (segment === '') return undefined;
      params[part.slice(1, -1)] = segment;
    } else if (part !== segment) return undefined;
  }
  return params;
}
