/** What was learned, held against what is known. */
import { segmentsOf } from '../text/writing/segments.ts';
import { type Extracted, subjectOf } from './extraction.ts';
import { type FoundMemory, type Memory, sameWords } from './memory.ts';

/**
 * `same`: known already; `new`: not known; `contradicts`: another memory says something else of the same subject;
 * `corrects`: the owner said it to correct that one; `rejected`: the owner has rejected it before.
 */
export type Finding = 'same' | 'new' | 'contradicts' | 'corrects' | 'rejected';

export interface Compared {
  readonly item: Extracted;
  readonly finding: Finding;
  /** The memory it is the same as, contradicts or corrects. */
  readonly memory?: string;
}

/** What there is to compare with. */
export interface KnownMemories {
  readonly withWords: (kind: Memory['kind'], content: string) => Memory | undefined;
  readonly about: (subject: string) => readonly Memory[];
  readonly search: (query: string, limit: number) => readonly FoundMemory[];
}

/** The share of each other's ideas from which on two memories say the same. */
const alike = 0.95;
const looked = 5;

/** Compares each with what is known, and with those before it. */
export function compared(items: readonly Extracted[], known: KnownMemories): readonly Compared[] {
  const seen = new Set<string>();
  return items.flatMap(item => {
    const words = sameWords(item.content);
    if (seen.has(words)) return [];
    seen.add(words);
    return [compare(item, known)];
  });
}

function compare(item: Extracted, known: KnownMemories): Compared {
  const { kind, content, correction } = item;
  const kinds = ['fact', 'preference', 'procedure'] as const;
  const same = [kind, ...kinds].map(one => known.withWords(one, content)).find(one => one !== undefined);
  if (same) return { item, finding: isRejected(same) ? 'rejected' : 'same', memory: same.id };
  const subject = item.subject ?? subjectOf(content);
  const candidates = [
    ...(subject === undefined ? [] : known.about(subject)),
    ...known.search(content, looked).filter(one => subject !== undefined && subjectOf(one.content) === subject),
  ];
  // what is in use says more than what still waits
  const other = candidates.find(({ status }) => status === 'active') ?? candidates[0];
  if (other) return { item, finding: correction ? 'corrects' : 'contradicts', memory: other.id };
  const close = known.search(content, 1)[0];
  // as many words, all of them: only their order or form differs
  if (close && close.coverage >= alike && wordCount(close.content) === wordCount(content))
    return { item, finding: 'same', memory: close.id };
  return { item, finding: 'new' };
}

/** The owner has rejected it (decision.ts). */
function isRejected({ status, confidence }: Memory): boolean {
  return status === 'archived' && confidence === 0;
}

function wordCount(text: string): number {
  return [...segmentsOf(text)].length;
}
