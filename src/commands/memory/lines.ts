/** Memories as lines, for the command line and for chats. */
import type { Memory } from '../../domain/memory/memory.ts';
import type {
  ConsolidationRun,
  ForgottenCopies,
  LearningState,
  MemoryDetails,
  MemoryStats,
  MemoryUndo,
} from '../../domain/memory/service.ts';
import { duration } from '../../domain/text/ago.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { columns, type Style } from '../io.ts';
import type { MemoryTexts } from './texts.ts';

/** `your words, saved on request in terminal:main` */
function originOf({ taint, source, session }: Memory, texts: MemoryTexts): string {
  return texts.in(texts.origins[taint], texts.sources[source], oneLine(session.replace(/^session:/, ''), 60));
}

/** A table: id, kind, age, words. */
export function memoryTable(
  memories: readonly Memory[],
  now: number,
  { bold }: Style,
  texts: MemoryTexts,
): readonly string[] {
  const rows = memories.map(memory => [
    memory.id,
    memory.status === 'active'
      ? texts.kinds[memory.kind]
      : `${texts.kinds[memory.kind]}, ${texts.statuses[memory.status]}`,
    texts.ago(now - memory.updatedAt),
    oneLine(memory.content, 200),
  ]);
  return columns([texts.columns, ...rows]).map((line, at) => (at === 0 ? bold(line) : line));
}

/** One memory with what it comes from and what it contradicts. */
export function detailLines(
  { memory, evidence, contradicts, replaces, sources, related }: MemoryDetails,
  now: number,
  { bold, dim, warn }: Style,
  texts: MemoryTexts,
): readonly string[] {
  const { id, content, kind, status, tags, uses, subject, partition, sensitivity, expiresAt } = memory;
  const facts = [
    `${texts.kinds[kind]}, ${texts.statuses[status]}; ${originOf(memory, texts)}`,
    texts.used(texts.ago(now - memory.updatedAt), uses),
    ...(subject === null ? [] : [`${texts.about}: ${oneLine(subject, 100)}`]),
    ...(tags.length === 0 ? [] : [`${texts.tags}: ${oneLine(tags.join(', '), 200)}`]),
    ...(partition === 'global' ? [] : [texts.forAlone(oneLine(partition, 100))]),
    ...(sensitivity === 'private' ? [texts.isPrivate] : []),
    ...(expiresAt === null ? [] : [texts.keptFor(duration(Math.max(0, expiresAt - now)))]),
  ];
  const other = (words: string, { id, content }: Memory) => `  ${words} ${id}: “${oneLine(content, 300)}”`;
  return [
    `${bold(id)}  ${oneLine(content, 2000)}`,
    ...facts.map(line => dim(`  ${line}`)),
    ...(evidence ? [`  ${texts.said(texts.ago(now - evidence.at), oneLine(evidence.text, 300))}`] : []),
    ...(contradicts ? [warn(other(texts.contradicts, contradicts))] : []),
    ...(sources ?? []).map(one => other(texts.mergedFrom, one)),
    ...(related ?? []).map(one => other(texts.seeAlso, one)),
    ...(replaces ? [other(texts.replaced, replaces)] : []),
  ];
}

/** What a run did that put the memories in order. */
export function consolidationLines(
  run: ConsolidationRun,
  texts: MemoryTexts,
  command: (words: string) => string = words => `"straylight memory ${words}"`,
): readonly string[] {
  const { id, outcome, merged, contradicting, linked, archived } = run;
  const counts = [
    ...(merged > 0 ? [`${texts.memories(merged)} ${texts.merged}`] : []),
    ...(archived > 0 ? [`${texts.memories(archived)} ${texts.archived}`] : []),
    ...(linked > 0 ? [`${texts.pairs(linked)} ${texts.linked}`] : []),
    ...(contradicting > 0 ? [texts.contradictions(contradicting)] : []),
  ];
  return [
    `${texts.outcomes[outcome]}: ${counts.join(', ') || texts.nothingToChange}.`,
    ...(contradicting > 0 ? [texts.bothCount(command('pending'))] : []),
    ...(merged + archived + contradicting > 0 ? [texts.toUndo(command(`undo --batch ${id}`))] : []),
  ];
}

export function statsLines(stats: MemoryStats, now: number, style: Style, texts: MemoryTexts) {
  const { active, pending, archived, episodes, meaning, learning, consolidation, batches } = stats;
  return [
    texts.counts(active, pending, archived),
    `${texts.recallable}: ${episodes}`,
    learningLine(learning, now, texts),
    ...(consolidation?.endedAt ? [texts.inOrder(texts.ago(now - consolidation.endedAt))] : []),
    ...meaningLines(meaning, style, texts),
    ...(batches.length === 0 ? [] : [style.bold(texts.newestBatches)]),
    ...columns(
      batches.map(({ id, kind, session, at, memories, undoneAt }) => [
        `  ${oneLine(id, 60)}`,
        texts.ago(now - at),
        `${texts.batches[kind]}: ${memories}`,
        oneLine((session ?? '').replace(/^session:/, ''), 60),
        undoneAt === null ? '' : texts.undone,
      ]),
    ),
  ];
}

function learningLine({ mode, lookedAt, learnedAt }: LearningState, now: number, texts: MemoryTexts): string {
  const when = (at: number | null) => (at === null ? texts.never : texts.ago(now - at));
  return texts.looked(texts.modes[mode], when(lookedAt), when(learnedAt));
}

/** How far the search by meaning is. */
function meaningLines(meaning: MemoryStats['meaning'], { warn }: Style, texts: MemoryTexts): readonly string[] {
  if (!meaning) return [texts.byWords];
  const { model, done, waiting, trouble } = meaning;
  const state = texts.byMeaning(model, waiting === 0 ? String(done) : texts.of(done, done + waiting));
  return [state, ...(trouble === undefined ? [] : [warn(`  ${texts.wordsAlone}: ${oneLine(trouble, 200)}`)])];
}

/** What was forgotten, and what remains. */
export function forgottenLines(
  { memories, messages, steps, isComplete, backups }: ForgottenCopies,
  texts: MemoryTexts,
): readonly string[] {
  return [
    texts.forgotten(texts.memories(memories), texts.messages(messages), texts.steps(steps)),
    ...(isComplete ? [] : [texts.stillRunning]),
    texts.remains(backups === 0 ? undefined : texts.copies(backups)),
  ];
}

export function undoLine({ batch, undone, left }: MemoryUndo, texts: MemoryTexts): string {
  const line = texts.undoneBatch(texts.memories(undone), undone, oneLine(batch, 60));
  return left === 0 ? line : `${line}${texts.stays(left)}`;
}
