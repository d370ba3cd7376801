/**
 * The writes of an observer run: all it changes of the memories is one batch. Orders hold until the owner revokes them.
 */

import type { Compared } from '../../../domain/memory/comparison.ts';
import { subjectOf } from '../../../domain/memory/extraction.ts';
import type { MemoryStore } from '../../../domain/memory/memory.ts';
import type { ObserverWrites } from '../../../domain/memory/writes.ts';
import { defined } from '../../../domain/text/json.ts';
import type { OrderLedger } from '../../../ports/ledgers/order.ts';
import type { MemoryBatches } from '../../../ports/memory/batches.ts';
import type { Observations } from '../../../ports/memory/observations.ts';
import type { Writers } from '../../../ports/writer.ts';

export interface ObserverWriterOptions {
  readonly memories: Pick<MemoryStore, 'get' | 'about' | 'save' | 'change'>;
  readonly batches: Pick<MemoryBatches, 'begin' | 'note'>;
  readonly observations: Pick<Observations, 'mark'>;
  readonly orders: Pick<OrderLedger, 'add'>;
  /** Where what a conversation taught is kept; undefined: where all conversations read it. */
  readonly partitionOf?: (session: string) => string | undefined;
  /** Takes secrets out of what is kept. */
  readonly redact: (text: string) => string;
}

type Learned = ObserverWrites['learn'] & { readonly at: number };

/** What was noticed once is worth less than what the owner asked to keep. */
const noticed = { importance: 0.4, confidence: 0.6 };

export function observerWriters(options: ObserverWriterOptions): Writers<ObserverWrites> {
  const { batches, observations, orders } = options;
  return {
    learn(params, { at }) {
      const { batch, session, compared, orders: noticed = [] } = params;
      for (const order of noticed) orders.add({ ...order, at });
      if (compared.every(({ finding }) => finding === 'rejected')) return;
      batches.begin({ id: batch, kind: 'observer', session, at });
      for (const one of compared) learnOne(options, { ...params, taint: one.item.taint ?? params.taint, at }, one);
    },
    markObserved({ session, upto }, { at }) {
      observations.mark(session, upto, at);
    },
  };
}

function learnOne(options: ObserverWriterOptions, learned: Learned, one: Compared): void {
  const { finding, memory } = one;
  if (finding === 'rejected') return;
  if (finding === 'same') {
    if (memory !== undefined) strengthen(options, learned, memory);
    return;
  }
  const isCorrection = finding === 'corrects' && learned.taint === 'owner';
  stage(options, learned, one, isCorrection);
  if (isCorrection && memory !== undefined) setAside(options, learned, subjectIn(one.item), memory);
}

/** What was corrected, and what else was said of its subject before. */
function setAside(
  { memories, batches }: ObserverWriterOptions,
  { batch, at }: Learned,
  subject: string | undefined,
  memory: string,
): void {
  const others = subject === undefined ? [] : memories.about(subject).filter(other => other.batch !== batch);
  for (const id of new Set([memory, ...others.map(other => other.id)])) {
    batches.note(batch, id, at);
    memories.change(id, { status: 'archived' }, at);
  }
}

/** Known already: it was noticed once more, and becomes active if that is often enough. */
function strengthen({ memories, batches }: ObserverWriterOptions, learned: Learned, id: string): void {
  const [known] = memories.get([id]);
  if (!known) return;
  const sightings = known.sightings + 1;
  batches.note(learned.batch, id, learned.at);
  const isPromoted =
    known.status === 'pending' &&
    known.source === 'observer' &&
    known.taint === 'owner' &&
    known.contradicts === null &&
    mayPromote(learned, sightings);
  memories.change(
    id,
    { sightings, ...defined({ status: isPromoted ? 'active' : undefined, confidence: isPromoted ? 0.9 : undefined }) },
    learned.at,
  );
}

/** What is not known: pending, unless the owner has corrected something. */
function stage(
  { memories, batches, redact, partitionOf = () => undefined }: ObserverWriterOptions,
  learned: Learned,
  { item, finding, memory }: Compared,
  isCorrection: boolean,
): void {
  const { batch, session, messages, taint, at } = learned;
  const isActive = isCorrection || (finding === 'new' && mayPromote(learned, 1));
  const subject = subjectIn(item);
  const id = memories.save({
    kind: item.kind,
    content: redact(item.content),
    session,
    taint,
    batch,
    at,
    source: 'observer',
    ...noticed,
    status: isActive ? 'active' : 'pending',
    message: messages[item.message] ?? null,
    ...defined({
      partition: partitionOf(session),
      subject,
      replaces: isCorrection ? (memory ?? null) : undefined,
      confidence: isCorrection ? 0.9 : undefined,
      contradicts:
        finding === 'contradicts' || (finding === 'corrects' && !isCorrection) ? (memory ?? null) : undefined,
    }),
  });
  batches.note(batch, id, at, true);
}

/** What it is about, also where the model did not say. */
function subjectIn({ subject, content }: Compared['item']): string | undefined {
  return subject ?? subjectOf(content);
}

/** Words that are not the owner's become active by his word alone. */
function mayPromote({ promotion, threshold, taint }: Learned, sightings: number): boolean {
  return promotion === 'auto' && taint === 'owner' && sightings >= threshold;
}
