/** The writes of a consolidation: all it changes of the memories is one batch. */
import type { ConsolidationWrites, MemoryMove } from '../../../domain/memory/consolidation/plan.ts';
import type { Memory, MemoryChange, MemoryStore } from '../../../domain/memory/memory.ts';
import { mixed } from '../../../domain/policy/taint.ts';
import type { MemoryBatches } from '../../../ports/memory/batches.ts';
import type { MemoryLinks } from '../../../ports/memory/links.ts';
import type { Writers } from '../../../ports/writer.ts';

export interface ConsolidationWriterOptions {
  readonly memories: Pick<MemoryStore, 'get' | 'save' | 'change'>;
  readonly batches: Pick<MemoryBatches, 'begin' | 'note'>;
  readonly links: Pick<MemoryLinks, 'link' | 'note'>;
  /** Takes secrets out of what is kept. */
  readonly redact: (text: string) => string;
}

interface Step {
  readonly batch: string;
  readonly at: number;
}

export function consolidationWriters(options: ConsolidationWriterOptions): Writers<ConsolidationWrites> {
  const { batches, links } = options;
  return {
    consolidate({ batch, moves }, { at }) {
      // links alone change no memory, so there is nothing to undo
      if (moves.some(({ kind }) => kind !== 'link')) batches.begin({ id: batch, kind: 'consolidation', at });
      for (const move of moves) moveOne(options, move, { batch, at });
    },
    noteConsolidation: (run, { at }) => links.note(run, at),
  };
}

function moveOne(options: ConsolidationWriterOptions, move: MemoryMove, step: Step): void {
  const { links, memories } = options;
  switch (move.kind) {
    case 'link':
      links.link({ one: move.one, other: move.other, kind: move.as, ...step });
      break;
    case 'archive':
      change(options, move.id, { status: 'archived' }, step);
      break;
    case 'contradiction':
      change(options, move.newer, { contradicts: move.older }, step);
      break;
    case 'merge': {
      const [keep, ...sources] = memories.get([move.keep, ...move.sources]);
      if (!keep) break;
      change(options, keep.id, sumOf([keep, ...sources]), step);
      setAside(options, keep.id, sources, step);
      break;
    }
    case 'rewrite':
      rewrite(options, move, step);
  }
}

/** A new memory with the words of all; who said them, and where, is that of the newest. */
function rewrite(
  options: ConsolidationWriterOptions,
  move: MemoryMove & { readonly kind: 'rewrite' },
  step: Step,
): void {
  const sources = options.memories.get(move.sources).toSorted((one, other) => other.updatedAt - one.updatedAt);
  const [newest] = sources;
  if (!newest) return;
  const { kind, partition, sensitivity, subject, session, message } = newest;
  const id = options.memories.save({
    kind,
    partition,
    sensitivity,
    subject,
    session,
    message,
    ...step,
    content: options.redact(move.text),
    status: 'active',
    source: 'consolidation',
    ...(sumOf(sources) as Pick<Memory, 'importance' | 'confidence' | 'sightings' | 'tags'>),
    taint: sources.map(({ taint }) => taint).reduce(mixed),
    uses: sources.reduce((sum, { uses }) => sum + uses, 0),
    createdAt: Math.min(...sources.map(({ createdAt }) => createdAt)),
    lastUsedAt: sources.reduce<number | null>((last, one) => latest(last, one.lastUsedAt), null),
  });
  options.batches.note(step.batch, id, step.at, true);
  setAside(options, id, sources, step);
}

function latest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function sumOf(memories: readonly Memory[]): MemoryChange {
  return {
    importance: Math.max(...memories.map(({ importance }) => importance)),
    confidence: Math.max(...memories.map(({ confidence }) => confidence)),
    sightings: memories.reduce((sum, { sightings }) => sum + sightings, 0),
    tags: [...new Set(memories.flatMap(({ tags }) => tags))],
  };
}

/** What went into another memory stays, archived, as where that one comes from. */
function setAside(options: ConsolidationWriterOptions, one: string, sources: readonly Memory[], step: Step): void {
  for (const { id } of sources) {
    change(options, id, { status: 'archived' }, step);
    options.links.link({ one, other: id, kind: 'merged', ...step });
  }
}

function change({ memories, batches }: ConsolidationWriterOptions, id: string, to: MemoryChange, step: Step): void {
  batches.note(step.batch, id, step.at);
  memories.change(id, to, step.at);
}
