/** Which of many memories may say one thing, contradict each other, or speak of one thing. */
import { subjectOf } from '../extraction.ts';
import type { Memory } from '../memory.ts';
import { contentWords } from '../words.ts';
import type { Collected, MemoryPair } from './plan.ts';
import { ruleVerdict } from './verdict.ts';

/** At most so many of each are found in one look; the next one finds more. */
const mostPairs = 120;
const mostLinks = 60;
/** Words that more memories have say nothing of which belong together. */
const mostSharing = 60;
/** A name that more memories have does not tie two of them. */
const mostNamed = 5;
/** The share of the words of both that two have in common, from which on they are compared. */
const alike = 0.4;
const mostLinksOfOne = 5;
/** So many memories are compared before others may get their turn. */
const turnSize = 5;

interface Entry {
  readonly id: string;
  readonly updatedAt: number;
  readonly content: string;
  /** Only within one of them memories are compared. */
  readonly group: string;
  readonly stems: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly subject: string | undefined;
}

interface Candidate extends MemoryPair {
  readonly likeness: number;
}

export interface PairSearch {
  add(memory: Memory): void;
  /** Yields now and then, so that others get their turn. `known`: pairs, one before the other, that need no look. */
  find(known: (one: string, other: string) => boolean): Generator<void, Pick<Collected, 'pairs' | 'links'>>;
}

/** Takes memories one by one; what follows from untrusted words, waits or was set aside is passed over. */
export function pairSearch(): PairSearch {
  const entries: Entry[] = [];
  const byWord = new Map<string, number[]>();

  return {
    add(memory) {
      if (memory.status !== 'active' || memory.taint !== 'owner' || !comparable.has(memory.kind)) return;
      const entry = entryOf(memory);
      if (entry.stems.size === 0) return;
      const at = entries.push(entry) - 1;
      const keys = [...entry.stems, ...(entry.subject === undefined ? [] : [`subject: ${entry.subject}`])];
      for (const key of keys) {
        const known = byWord.get(`${entry.group} ${key}`);
        if (known) known.push(at);
        else byWord.set(`${entry.group} ${key}`, [at]);
      }
    },
    *find(known) {
      const pairs: Candidate[] = [];
      const links: (readonly [string, string])[] = [];
      for (const [at, entry] of entries.entries()) {
        if (at % turnSize === turnSize - 1) yield;
        let ties = 0;
        for (const number of sharing(byWord, entry, at)) {
          const other = entries[number] as Entry;
          const pair = pairOf(entry, other);
          const mayTie = !pair && ties < mostLinksOfOne && links.length < mostLinks && areTied(byWord, entry, other);
          if (!pair && !mayTie) continue;
          // asked last: of a hundred that share a word, one is like it
          const [one, two] = inOrder(entry.id, other.id);
          if (known(one, two)) continue;
          if (pair) pairs.push(pair);
          else {
            ties += 1;
            links.push([one, two]);
          }
        }
        // what is least alike is not reached anyway
        if (pairs.length > 20 * mostPairs) pairs.sort(mostAlikeFirst).splice(10 * mostPairs);
      }
      const best = pairs.sort(mostAlikeFirst).slice(0, mostPairs);
      return { pairs: best.map(({ likeness: _, ...pair }) => pair), links };
    },
  };
}

const comparable: ReadonlySet<Memory['kind']> = new Set(['fact', 'preference', 'procedure']);

/** Two ids as one pair, whichever comes first. */
function inOrder(one: string, other: string): readonly [string, string] {
  return one < other ? [one, other] : [other, one];
}

function entryOf({ id, updatedAt, content, partition, sensitivity, subject }: Memory): Entry {
  const words = contentWords(content);
  return {
    id,
    updatedAt,
    content,
    group: `${partition} ${sensitivity}`,
    stems: new Set(words.map(({ stem }) => stem)),
    names: new Set(namesIn(content)),
    subject: subject ?? subjectOf(content),
  };
}

/** Names, and codes with digits: words that stand for one thing. */
function namesIn(content: string): readonly string[] {
  const named = [...content.matchAll(/(?<=[\p{L}\p{N},;:] )\p{Lu}\p{L}{2,}|\b\p{L}+\d[\p{L}\d]*/gu)].map(
    ([name]) => name,
  );
  return contentWords(named.join(' ')).map(({ stem }) => stem);
}

/** The entries before this one that have a word or the subject in common with it. */
function sharing(byWord: ReadonlyMap<string, readonly number[]>, { group, stems, subject }: Entry, at: number) {
  const keys = [...stems, ...(subject === undefined ? [] : [`subject: ${subject}`])];
  const found = new Set<number>();
  for (const key of keys) {
    const all = byWord.get(`${group} ${key}`) ?? [];
    if (all.length <= mostSharing) for (const number of all) if (number < at) found.add(number);
  }
  return found;
}

function pairOf(entry: Entry, other: Entry): Candidate | undefined {
  let shared = 0;
  for (const stem of other.stems) if (entry.stems.has(stem)) shared += 1;
  const likeness = (2 * shared) / (entry.stems.size + other.stems.size);
  const isOneSubject = entry.subject !== undefined && entry.subject === other.subject;
  if (likeness < alike && !isOneSubject) return undefined;
  const [one, two] = [entry, other].map(({ id, updatedAt }) => ({ id, updatedAt })) as [
    MemoryPair['one'],
    MemoryPair['one'],
  ];
  const rule = ruleVerdict(entry.content, other.content);
  const order = inOrder(one.id, two.id)[0] === one.id ? { one, other: two } : { one: two, other: one };
  return { ...order, rule, likeness };
}

function areTied(byWord: ReadonlyMap<string, readonly number[]>, entry: Entry, other: Entry): boolean {
  return [...entry.names].some(
    name => other.names.has(name) && (byWord.get(`${entry.group} ${name}`)?.length ?? 0) <= mostNamed,
  );
}

/** First what rules are sure of, so that it is done also where no model answers. */
function mostAlikeFirst(a: Candidate, b: Candidate): number {
  return Number(b.rule !== undefined) - Number(a.rule !== undefined) || b.likeness - a.likeness;
}
