/**
 * Port: a kind of web search, as data about itself.
 *
 * The contract (test/contracts/search.ts checks it against every kind):
 * - One search is one request through the way out it is given; it keeps nothing and retries nothing.
 * - Hits come in the order of the service, at most `count`; each has a title and a whole http or https address. Titles and
 *   snippets are plain text, without markup.
 * - Faults: 401 and 403 → `denied`, naming the setting to mend and never the key; 429 → `unavailable` with `retryAfterMs`
 *   where it was told; 5xx → `unavailable`; an answer of another form → `unavailable`.
 */
import type { ZodType } from 'zod';
import type { Fetcher } from './fetcher.ts';

/** How new a page has to be. */
export const freshnesses = ['day', 'week', 'month', 'year'] as const;
export type Freshness = (typeof freshnesses)[number];

export interface SearchRequest {
  readonly query: string;
  /** Only pages of this site, as a name of a host. */
  readonly site?: string | undefined;
  readonly freshness?: Freshness | undefined;
  /** At most so many hits, from 1 to 20. */
  readonly count: number;
  readonly signal: AbortSignal;
}

export interface SearchHit {
  readonly title: string;
  readonly url: string;
  /** What the service shows of the page; empty: nothing. */
  readonly snippet: string;
  /** Of the page, as the service says it. */
  readonly date?: string;
}

export interface SearchProvider {
  /** The address that a search of these words asks, with what the words would carry. */
  address(request: Pick<SearchRequest, 'query' | 'site'>): string;
  /** What of a request it cannot heed, for the model; empty: it heeds all. */
  readonly heedsNot: readonly ('site' | 'freshness')[];
  search(request: SearchRequest): Promise<readonly SearchHit[]>;
}

export interface SearchKind<Settings = unknown> {
  /** Lower case letters alone. */
  readonly name: string;
  /** What it searches, as the end of a sentence for the model. */
  readonly searches: string;
  /** Its table `[search.NAME]`, made with config/fields.ts. */
  readonly settings: ZodType<Settings>;
  /** Names of the environment variables it needs. */
  readonly secrets?: (settings: Settings) => readonly string[];
  create(settings: Settings, services: SearchServices): SearchProvider;
}

export interface SearchServices {
  /** A request through the one way out of this machine. */
  readonly fetch: Fetcher['fetch'];
  /** The value of a secret that the kind has named; empty: it is not set. */
  readonly secret: (name: string) => string;
}

/** Gives a kind the types of its own settings. */
export function defineSearchKind<Settings>(kind: SearchKind<Settings>): SearchKind {
  return kind as unknown as SearchKind;
}
