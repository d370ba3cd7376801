/**
 * What is never shown, stored or sent.
 *
 * One redactor stands on every way out. It knows the exact values of the known secrets, in every form they travel in
 * (forms.ts), and what looks like a secret of somebody (formats/patterns.ts); all else passes untouched, so that hashes
 * and identifiers stay what they are. What it takes out it names: `[secret:NAME]` for a known one,
 * `[secret:github-token]` and its like for the rest.
 */

import { fault } from '../supervision/failure.ts';
import { type Hit, type TextSearch, textSearch } from '../text/text-search.ts';
import { context, examine, isSpecific } from './formats/patterns.ts';
import { formsOf, shortestForm } from './forms.ts';
import type { Found } from './found.ts';
import type { Finding } from './views/reading.ts';
import { brokenFrom, viewsOf } from './views/views.ts';

export interface Secret {
  /** What is shown in its place, as `[secret:NAME]`. */
  readonly name: string;
  readonly value: string;
}

/** Text that goes through in pieces; what a piece holds back comes with a later one, at the latest with `end`. */
export interface TextStream {
  push(piece: string): string;
  end(): string;
}

export interface Redactor {
  /** The text without secrets; the same string where there was none. Linear in the length of the text. */
  text(text: string): string;
  /** Plain data without secrets, in keys too; the same reference where there was none. */
  json<Value>(value: Value): Value;
  /**
   * For text that arrives in pieces: a secret split between two does not pass. Held back is only what may be the
   * beginning of one; `end` gives the rest.
   */
  stream(): TextStream;
  /** Where the secrets of a text are, in order and apart from each other. */
  find(text: string): readonly Found[];
  /**
   * From now on this value is taken out too, beside the earlier ones of that name; a stream that has begun goes on
   * without it. Throws `Fault` (`invalid`) for a value so short that it would be found everywhere; the message names it
   * and not the value.
   */
  learn(name: string, value: string): void;
  /** How many forms of values it knows: what was cleaned when it knew fewer has to be cleaned again. */
  known(): number;
}

/** Throws as {@link Redactor.learn}. */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const known = new Map<string, string>();
  let exact = exactSearch(known);
  const learnAll = (more: readonly Secret[]) => {
    for (const { name, value } of more)
      for (const form of formsOf(longEnough(name, value))) if (!known.has(form)) known.set(form, name);
    exact = exactSearch(known);
    clean.forget();
  };
  const clean = recentTexts();
  learnAll(secrets);

  function find(input: string): readonly Found[] {
    if (input.length < shortestForm) return [];
    const { findings } = examine(input, true);
    const broken = brokenUp(input, exact);
    return apart([...exact.in(input), ...broken.exact], [...findings, ...broken.findings]);
  }

  function text(input: string): string {
    if (input.length < shortestForm || clean.has(input)) return input;
    const found = find(input);
    if (found.length === 0) clean.add(input);
    return withLabels(input, found);
  }

  function json(value: unknown): unknown {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') {
      const shown = exact.inNumbers ? text(String(value)) : '';
      return exact.inNumbers && shown !== String(value) ? shown : value;
    }
    if (Array.isArray(value)) {
      const items = value.map(json);
      return items.some((item, at) => item !== value[at]) ? items : value;
    }
    return typeof value === 'object' && value !== null ? members(value, text, json) : value;
  }

  return {
    text,
    json: <Value>(value: Value) => json(value) as Value,
    stream: () => streamOf(exact),
    find,
    learn: (name, value) => learnAll([{ name, value }]),
    known: () => known.size,
  };
}

/** The text with a label in the place of each stretch; these are in order and apart from each other. */
export function withLabels(text: string, found: readonly Found[]): string {
  return found.length === 0 ? text : replaced(text, 0, text.length, found);
}

/**
 * Texts that were looked through and held nothing: a conversation is sent again and again, and the names in data are
 * always the same.
 */
function recentTexts() {
  const mostCharacters = 4_000_000;
  const mostTexts = 20_000;
  let newer = new Set<string>();
  let older = new Set<string>();
  let characters = 0;
  const add = (text: string) => {
    newer.add(text);
    characters += text.length;
    if (characters <= mostCharacters && newer.size <= mostTexts) return;
    older = newer;
    newer = new Set();
    characters = 0;
  };
  return {
    add,
    has(text: string): boolean {
      if (newer.has(text)) return true;
      if (!older.has(text)) return false;
      add(text);
      return true;
    },
    forget() {
      newer = new Set();
      older = new Set();
      characters = 0;
    },
  };
}

/** The known values, prepared. */
interface Exact {
  readonly search: TextSearch;
  readonly inNumbers: boolean;
  named(hits: readonly Hit[]): readonly Found[];
  /** Where they are in a text. */
  in(text: string): readonly Found[];
}

function exactSearch(known: ReadonlyMap<string, string>): Exact {
  const forms = [...known.keys()];
  const names = [...known.values()];
  const search = textSearch(forms);
  const named = (hits: readonly Hit[]) =>
    hits.map(({ start, end, needle }) => ({ start, end, type: names[needle] ?? '' }));
  return {
    search,
    inNumbers: forms.some(form => /^[\d.e+-]+$/.test(form)),
    named,
    in(text) {
      if (!search.finds(text)) return [];
      const scan = search.begin();
      scan.feed(text);
      return named(scan.hits);
    },
  };
}

/**
 * Values that are wrapped, coloured or dumped (views/views.ts), as stretches of the text itself; its ends lie `base`
 * further on.
 */
function brokenUp(
  text: string,
  exact: Exact,
  base = 0,
): { readonly exact: readonly Found[]; readonly findings: readonly Finding[] } {
  const known: Found[] = [];
  const findings: Finding[] = [];
  for (const { kind, text: shown, place } of viewsOf(text)) {
    const at = (start: number, end: number) => {
      const { start: from, end: to, isBroken } = place(start, end);
      // what looks like a secret does so by what stands before it, which colours may hide
      return isBroken || kind === 'plain' ? [{ start: from + base, end: to + base }] : [];
    };
    for (const { start, end, type } of exact.in(shown))
      if (end - start >= shortestBroken) for (const found of at(start, end)) known.push({ ...found, type });
    if (kind === 'joined') continue;
    // what a dump shows is named for certain or not at all
    for (const { start, end, kind: looks } of examine(shown, true).findings)
      if (kind === 'plain' || isSpecific(looks))
        for (const found of at(start, end)) findings.push({ ...found, kind: looks });
  }
  return { exact: known, findings };
}

/** What is put together from two lines by chance is shorter. */
const shortestBroken = 8;

function longEnough(name: string, value: string): string {
  const trimmed = value.trim();
  if (trimmed.length >= shortestForm) return trimmed;
  throw fault(
    'invalid',
    `the secret ${name} has fewer than ${shortestForm} characters: it would be found in ordinary text everywhere, so use a longer one`,
  );
}

/**
 * Both kinds of findings as stretches apart from each other. Those that overlap are one, and are called by the known
 * secret in it, else by the kind that says most.
 */
function apart(exact: readonly Found[], findings: readonly Finding[]): readonly Found[] {
  const all = [
    ...exact.map(found => ({ ...found, rank: 2 })),
    ...findings.map(({ start, end, kind }) => ({ start, end, type: kind, rank: isSpecific(kind) ? 1 : 0 })),
  ].sort((a, b) => a.start - b.start || b.rank - a.rank);
  const result: { start: number; end: number; type: string; rank: number }[] = [];
  for (const next of all) {
    const last = result.at(-1);
    if (last === undefined || next.start >= last.end) result.push({ ...next });
    else {
      last.end = Math.max(last.end, next.end);
      if (next.rank > last.rank) {
        last.type = next.type;
        last.rank = next.rank;
      }
    }
  }
  return result.map(({ start, end, type }) => ({ start, end, type }));
}

/** The stretch `[from, until)` of a text that begins at `base`, labels in the place of what was found in it. */
function replaced(buffer: string, from: number, until: number, found: readonly Found[], base = 0): string {
  let out = '';
  let at = from;
  for (const { start, end, type } of found) {
    if (end <= at || start >= until) continue;
    if (start > at) out += buffer.slice(at - base, start - base);
    out += `[secret:${type}]`;
    at = end;
  }
  return out + buffer.slice(at - base, until - base);
}

/**
 * The last characters that were given are kept, since what stands before a place decides what stands there. What is
 * held back is looked through again when it has grown by a part of its length, so that pieces of any size cost what the
 * whole does.
 */
function streamOf(exact: Exact): TextStream {
  const scan = exact.search.begin();
  let buffer = '';
  let base = 0;
  /** Up to here everything has been given. */
  let given = 0;
  let looked = 0;

  function take(whole: boolean): string {
    const length = base + buffer.length;
    if (!whole && (length - looked) * 8 < looked - given) return '';
    looked = length;
    const { findings, openFrom } = examine(buffer, whole);
    const broken = brokenUp(buffer, exact, base);
    const found = apart(
      [...exact.named(scan.hits), ...broken.exact],
      [
        ...findings.map(finding => ({ ...finding, start: finding.start + base, end: finding.end + base })),
        ...broken.findings,
      ],
    ).filter(({ end }) => end > given);
    let until = whole ? length : Math.max(given, Math.min(base + openFrom, scan.openFrom, base + brokenFrom(buffer)));
    // what reaches beyond may grow yet
    for (const { start, end } of found.toReversed()) if (start < until && end > until) until = Math.max(given, start);
    const out = replaced(buffer, given, until, found, base);
    given = until;
    const kept = Math.max(base, given - context);
    buffer = buffer.slice(kept - base);
    base = kept;
    while (scan.hits[0] !== undefined && scan.hits[0].end <= given) scan.hits.shift();
    return out;
  }

  return {
    push(piece) {
      buffer += piece;
      scan.feed(piece);
      return take(false);
    },
    end: () => take(true),
  };
}

function members(value: object, text: (text: string) => string, json: (value: unknown) => unknown): object {
  const before = Object.entries(value);
  const after = before.map(([key, member]) => [text(key), json(member)] as const);
  if (after.every(([key, member], at) => key === before[at]?.[0] && member === before[at]?.[1])) return value;
  // Two keys that held different secrets' forms may now be the same; none may be lost.
  const taken = new Set<string>();
  return Object.fromEntries(
    after.map(([key, member]) => {
      let free = key;
      for (let count = 2; taken.has(free); count++) free = `${key} (${count})`;
      taken.add(free);
      return [free, member];
    }),
  );
}
