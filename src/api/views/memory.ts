/** Memories, and what was done with them, as they are shown. */
import type { Memory } from '../../domain/memory/memory.ts';
import type {
  ConsolidationRun,
  ForgottenCopies,
  LearningState,
  MemoryBatch,
  MemoryDetails,
  MemoryStats,
  MemoryUndo,
} from '../../domain/memory/service.ts';
import { ago, duration } from '../../domain/text/ago.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Action, type Line, type Look, lines, type Row, type View } from '../view.ts';
import { type MemoryTexts, memoryTexts } from './memory-texts.ts';

/** A list, or what a search for `q` found. In a chat, ids that one can type on a telephone. */
export function memoryList(
  { memories }: { readonly memories: readonly Memory[] },
  { language, now, chat, typed }: Look,
  { q, limit = Number.POSITIVE_INFINITY }: { readonly q?: string | undefined; readonly limit?: number | undefined },
): View {
  const say = memoryTexts(language);
  if (memories.length === 0) return [lines(q === undefined ? say.none : say.nothingFound)];
  const cellsOf = (memory: Memory) => {
    const { id, kind, status, updatedAt, content } = memory;
    if (chat !== undefined) return [shortId(id), oneLine(content, 300)];
    const kept = status === 'active' ? say.kinds[kind] : `${say.kinds[kind]}, ${say.statuses[status]}`;
    return [id, kept, ago(now - updatedAt, language), oneLine(content, 200)];
  };
  const rows = memories.map((memory): Row => ({ cells: cellsOf(memory), actions: [showing(memory, say)] }));
  if (chat === undefined) return [{ kind: 'table', head: say.columns, rows }];
  const more = lines(say.more(typed('memory search TEXT'), typed('memory stats')), 'quiet');
  return [{ kind: 'table', rows }, ...(memories.length < limit ? [] : [more])];
}

/** One memory with what it comes from and what it contradicts. */
export function memoryDetails(details: MemoryDetails, look: Look): View {
  const { memory, evidence, contradicts, replaces, sources, related } = details;
  const { language, now } = look;
  const say = memoryTexts(language);
  const { id, content, kind, status, tags, uses, subject, partition, sensitivity, expiresAt, updatedAt } = memory;
  const facts = [
    `${say.kinds[kind]}, ${say.statuses[status]}; ${originOf(memory, say)}`,
    say.used(ago(now - updatedAt, language), uses),
    ...(subject === null ? [] : [`${say.about}: ${oneLine(subject, 100)}`]),
    ...(tags.length === 0 ? [] : [`${say.tags}: ${oneLine(tags.join(', '), 200)}`]),
    ...(partition === 'global' ? [] : [say.forAlone(oneLine(partition, 100))]),
    ...(sensitivity === 'private' ? [say.isPrivate] : []),
    ...(expiresAt === null ? [] : [say.keptFor(duration(Math.max(0, expiresAt - now), language))]),
  ];
  const other = (words: string, { id, content }: Memory): Line => ({
    text: `  ${words} ${id}: “${oneLine(content, 300)}”`,
  });
  const all: readonly Line[] = [
    { text: `${id}  ${oneLine(content, 2000)}`, tone: 'strong' },
    ...facts.map((text): Line => ({ text: `  ${text}`, tone: 'quiet' })),
    ...(evidence ? [{ text: `  ${say.said(ago(now - evidence.at, language), oneLine(evidence.text, 300))}` }] : []),
    ...(contradicts ? [{ ...other(say.contradicts, contradicts), tone: 'warn' } as const] : []),
    ...(sources ?? []).map(one => other(say.mergedFrom, one)),
    ...(related ?? []).map(one => other(say.seeAlso, one)),
    ...(replaces ? [other(say.replaced, replaces)] : []),
  ];
  return [
    { kind: 'lines', lines: all },
    { kind: 'actions', actions: actionsOn(details, say) },
  ];
}

/** Those that wait for the owner. */
export function pendingMemories({ pending }: { readonly pending: readonly MemoryDetails[] }, look: Look): View {
  const say = memoryTexts(look.language);
  if (pending.length === 0) return [lines(say.nothingPending)];
  const how = say.howToDecide(look.typed('memory accept ID'), look.typed('memory reject ID'));
  return [...pending.flatMap(one => memoryDetails(one, look)), ...(look.chat === undefined ? [lines(how)] : [])];
}

function actionsOn({ memory: { id, status }, contradicts }: MemoryDetails, say: MemoryTexts): readonly Action[] {
  const decide = (decision: keyof MemoryTexts['acts']): Action => ({
    label: say.acts[decision],
    operation: 'memory.decide',
    input: { id, decision },
  });
  return [
    ...(status === 'pending' ? [decide('accept')] : []),
    ...(status === 'pending' || contradicts ? [decide('reject')] : []),
    ...(contradicts ? [decide('both')] : []),
    { label: say.forget, operation: 'memory.forget', input: { id } },
  ];
}

function showing({ id }: Memory, say: MemoryTexts): Action {
  return { label: say.show, operation: 'memory.show', input: { id } };
}

/** `your words, saved on request in terminal:main` */
function originOf({ taint, source, session }: Memory, say: MemoryTexts): string {
  return say.in(say.origins[taint], say.sources[source], oneLine(session.replace(/^session:/, ''), 60));
}

/** As much of an id as one types on a telephone. */
function shortId(id: string): string {
  return /^memory:[0-9a-f]{20}$/.test(id) ? id.slice('memory:'.length, 'memory:'.length + 8) : id;
}

/** How many there are, how they are learned and found, and the newest batches. */
export function memoryStats(stats: MemoryStats, look: Look): View {
  const { active, pending, archived, episodes, meaning, learning, consolidation, batches } = stats;
  const { language, now } = look;
  const say = memoryTexts(language);
  const all: readonly Line[] = [
    { text: say.counts(active, pending, archived) },
    { text: `${say.recallable}: ${episodes}` },
    { text: learningText(learning, look) },
    ...(consolidation?.endedAt ? [{ text: say.inOrder(ago(now - consolidation.endedAt, language)) }] : []),
    ...meaningLines(meaning, say),
    ...(batches.length === 0 ? [] : [{ text: say.newestBatches, tone: 'strong' } as const]),
  ];
  const rows = batches.map(batch => batchRow(batch, look));
  return [{ kind: 'lines', lines: all }, ...(rows.length === 0 ? [] : [{ kind: 'table', rows } as const])];
}

function batchRow({ id, kind, session, at, memories, undoneAt }: MemoryBatch, { language, now }: Look): Row {
  const say = memoryTexts(language);
  const undo = { label: say.undo, operation: 'memory.undo', input: { batch: id } };
  return {
    cells: [
      oneLine(id, 60),
      ago(now - at, language),
      `${say.batches[kind]}: ${memories}`,
      oneLine((session ?? '').replace(/^session:/, ''), 60),
      undoneAt === null ? '' : say.undone,
    ],
    actions: undoneAt === null ? [undo] : [],
  };
}

function learningText({ mode, lookedAt, learnedAt }: LearningState, { language, now }: Look): string {
  const say = memoryTexts(language);
  const when = (at: number | null) => (at === null ? say.never : ago(now - at, language));
  return say.looked(say.modes[mode], when(lookedAt), when(learnedAt));
}

/** How far the search by meaning is. */
function meaningLines(meaning: MemoryStats['meaning'], say: MemoryTexts): readonly Line[] {
  if (!meaning) return [{ text: say.byWords }];
  const { model, done, waiting, trouble } = meaning;
  const text = say.byMeaning(model, waiting === 0 ? String(done) : say.of(done, done + waiting));
  if (trouble === undefined) return [{ text }];
  return [{ text }, { text: `  ${say.wordsAlone}: ${oneLine(trouble, 200)}`, tone: 'warn' }];
}

export function memoryDecided(
  { memory }: { readonly memory: Memory },
  { language }: Look,
  { decision }: { readonly decision: keyof MemoryTexts['decided'] },
): View {
  return [lines(`${memoryTexts(language).decided[decision]}: “${oneLine(memory.content, 300)}”`)];
}

/** What a run did that put the memories in order. */
export function consolidated(run: ConsolidationRun, { language, typed, chat }: Look): View {
  const { id, outcome, merged, contradicting, linked, archived } = run;
  const say = memoryTexts(language);
  const counts = [
    ...(merged > 0 ? [`${say.memories(merged)} ${say.merged}`] : []),
    ...(archived > 0 ? [`${say.memories(archived)} ${say.archived}`] : []),
    ...(linked > 0 ? [`${say.pairs(linked)} ${say.linked}`] : []),
    ...(contradicting > 0 ? [say.contradictions(contradicting)] : []),
  ];
  const inCommand = (words: string) => (chat === undefined ? `"${typed(words)}"` : typed(words));
  const undo = inCommand(chat === undefined ? `memory undo --batch ${id}` : `memory undo ${id}`);
  const texts = [
    `${say.outcomes[outcome]}: ${counts.join(', ') || say.nothingToChange}.`,
    ...(contradicting > 0 ? [say.bothCount(inCommand('memory pending'))] : []),
    ...(merged + archived + contradicting > 0 ? [say.toUndo(undo)] : []),
  ];
  return [lines(texts.join('\n'))];
}

/** What was forgotten, and what remains. */
export function memoryForgotten(
  { memories, messages, steps, isComplete, backups }: ForgottenCopies,
  { language }: Pick<Look, 'language'>,
): View {
  const say = memoryTexts(language);
  const texts = [
    say.forgotten(say.memories(memories), say.messages(messages), say.steps(steps)),
    ...(isComplete ? [] : [say.stillRunning]),
    say.remains(backups === 0 ? undefined : say.copies(backups)),
  ];
  return [lines(texts.join('\n'))];
}

export function memoryUndone({ batch, undone, left }: MemoryUndo, { language }: Look): View {
  const say = memoryTexts(language);
  const text = say.undoneBatch(say.memories(undone), undone, oneLine(batch, 60));
  return [lines(left === 0 ? text : `${text}${say.stays(left)}`)];
}

/** There is no such memory. */
export function noMemory({ id }: { readonly id: string }, { language, typed }: Look): string {
  return memoryTexts(language).noMemory(oneLine(id, 60), typed('memory list'));
}

/** There is none of this id that waits. */
export function noPending({ id }: { readonly id: string }, { language, typed }: Look): string {
  return memoryTexts(language).noPending(oneLine(id, 60), typed('memory pending'));
}

export function nothingToUndo(_: unknown, { language, typed }: Look): string {
  return memoryTexts(language).nothingToUndo(typed('memory stats'));
}

/** What forgetting one would forget. */
export function forgetAhead({ memory }: MemoryDetails, { language }: Look): string {
  return memoryTexts(language).willForget(oneLine(memory.content, 300));
}
