/** Port: one request to the outside, judged before it leaves. */
import type { Sentence } from '../../domain/policy/sentence.ts';

/** Names and values of headers. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** The headers of one request. */
export interface OutgoingHeaders {
  /** Names in lower case. */
  readonly plain: HeaderRecord;
  /** For the origin they were given for and no other. */
  readonly credentials: HeaderRecord;
}

export type FetchMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface FetchRequest {
  readonly url: string;
  readonly method?: FetchMethod;
  readonly headers?: HeaderRecord;
  /**
   * Headers whose values are credentials. They, `Authorization` and `Cookie` go to the origin of `url` and no other.
   */
  readonly secretHeaders?: HeaderRecord;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /**
   * Asked before each hop, the first included: a reason refuses it. Without it a body follows no redirect to another
   * origin.
   */
  readonly permit?: (hop: { readonly url: string; readonly method: string }) => Sentence | undefined;
  /** It was judged to be the owner's wish, so it may reach a host of his own network that he has let in. */
  readonly mayReachOwn?: boolean;
  /** A redirect to another origin is the answer and not followed, whatever the method. */
  readonly staysAtOrigin?: boolean;
}

export interface FetchResponse {
  /** Where it came from in the end. */
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  /** Names in lower case. */
  readonly headers: HeaderRecord;
  /** Decoded: never gzip and the like. */
  readonly body: Uint8Array;
  /** How many redirects led there. */
  readonly redirects: number;
}

export interface Fetcher {
  /**
   * Any status is an answer. Throws a `Fault`: `denied` for what may not leave, `invalid` for what cannot work,
   * `timeout`,
   * `unavailable` (network, rate limit), `cancelled`. No message holds a path, a query, a header's value or a body.
   */
  fetch(request: FetchRequest): Promise<FetchResponse>;
}
