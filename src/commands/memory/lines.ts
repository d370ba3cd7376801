/** Memories as lines, for the command line and for chats. */
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
import { oneLine } from '../../domain/text/visible.ts';
import { columns, duration, type Style } from '../io.ts';

const origins: Readonly<Record<Memory['taint'], string>> = {
  owner: 'your words',
  auth: 'from a known peer',
  external: 'from outside, not verified',
};

const sources: Readonly<Record<Memory['source'], string>> = {
  owner: 'saved on request',
  observer: 'learned',
  tool: 'saved by the agent',
  import: 'imported',
  consolidation: 'merged',
};

/** `your words, saved on request in terminal:main` */
function originOf({ taint, source, session }: Memory): string {
  return `${origins[taint]}, ${sources[source]} in ${oneLine(session.replace(/^session:/, ''), 60)}`;
}

/** A table: id, kind, age, words. Without any, what to say then. */
export function memoryTable(memories: readonly Memory[], now: number, { bold }: Style): readonly string[] {
  const rows = memories.map(memory => [
    memory.id,
    memory.status === 'active' ? memory.kind : `${memory.kind}, ${memory.status}`,
    `${duration(now - memory.updatedAt)} ago`,
    oneLine(memory.content, 200),
  ]);
  return columns([['ID', 'KIND', 'CHANGED', 'TEXT'], ...rows]).map((line, at) => (at === 0 ? bold(line) : line));
}

/** One memory with what it comes from and what it contradicts. */
export function detailLines(
  { memory, evidence, contradicts, replaces, sources, related }: MemoryDetails,
  now: number,
  { bold, dim, warn }: Style,
): readonly string[] {
  const { id, content, kind, status, tags, uses, subject, partition, sensitivity, expiresAt } = memory;
  const facts = [
    `${kind}, ${status}; ${originOf(memory)}`,
    `changed ${duration(now - memory.updatedAt)} ago; used ${uses === 1 ? 'once' : `${uses} times`}`,
    ...(subject === null ? [] : [`about: ${oneLine(subject, 100)}`]),
    ...(tags.length === 0 ? [] : [`tags: ${oneLine(tags.join(', '), 200)}`]),
    ...(partition === 'global' ? [] : [`for ${oneLine(partition, 100)} alone`]),
    ...(sensitivity === 'private' ? ['private: never shown to the model unasked'] : []),
    ...(expiresAt === null ? [] : [`kept for another ${duration(Math.max(0, expiresAt - now))}`]),
  ];
  return [
    `${bold(id)}  ${oneLine(content, 2000)}`,
    ...facts.map(line => dim(`  ${line}`)),
    ...(evidence ? [`  Said ${duration(now - evidence.at)} ago: “${oneLine(evidence.text, 300)}”`] : []),
    ...(contradicts ? [warn(`  Contradicts ${contradicts.id}: “${oneLine(contradicts.content, 300)}”`)] : []),
    ...(sources ?? []).map(one => `  Merged from ${one.id}: “${oneLine(one.content, 300)}”`),
    ...(related ?? []).map(one => `  See also ${one.id}: “${oneLine(one.content, 300)}”`),
    ...(replaces ? [`  Replaced ${replaces.id}: “${oneLine(replaces.content, 300)}”`] : []),
  ];
}

/** What was decided, as the beginning of a line. */
export const decidedWords = { accept: 'Accepted', reject: 'Rejected', both: 'Both count' } as const;

/** What a run did that put the memories in order. */
export function consolidationLines(run: ConsolidationRun): readonly string[] {
  const { id, outcome, merged, contradicting, linked, archived } = run;
  const counts = [
    ...(merged > 0 ? [`${memoriesIn(merged)} merged`] : []),
    ...(archived > 0 ? [`${memoriesIn(archived)} archived`] : []),
    ...(linked > 0 ? [`${counted(linked, 'pair')} linked`] : []),
    ...(contradicting > 0 ? [counted(contradicting, 'contradiction')] : []),
  ];
  const ended = { running: 'It is still at work', done: 'In order', failed: 'It failed', cancelled: 'Undone' }[outcome];
  return [
    `${ended}: ${counts.join(', ') || 'nothing to change'}.`,
    ...(contradicting > 0 ? ['"memory pending" shows both sides; both count until you decide.'] : []),
    ...(merged + archived + contradicting > 0 ? [`To undo this: "memory undo" with ${id}`] : []),
  ];
}

/** `1 memory`, `2 memories`. */
export function memoriesIn(count: number): string {
  return counted(count, 'memory', 'memories');
}

/** `1 message`, `2 messages`. */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

const batchKinds: Readonly<Record<MemoryBatch['kind'], string>> = {
  observer: 'learned',
  import: 'imported',
  consolidation: 'merged',
};

export function statsLines(stats: MemoryStats, now: number, style: Style) {
  const { active, pending, archived, episodes, meaning, learning, consolidation, batches } = stats;
  return [
    `${active} active, ${pending} pending, ${archived} archived`,
    `Messages that can be recalled: ${episodes}`,
    learningLine(learning, now),
    ...(consolidation?.endedAt ? [`Put in order ${duration(now - consolidation.endedAt)} ago`] : []),
    ...meaningLines(meaning, style),
    ...(batches.length === 0 ? [] : [style.bold('Newest batches')]),
    ...columns(
      batches.map(({ id, kind, session, at, memories, undoneAt }) => [
        `  ${oneLine(id, 60)}`,
        `${duration(now - at)} ago`,
        `${batchKinds[kind]}: ${memories}`,
        oneLine((session ?? '').replace(/^session:/, ''), 60),
        undoneAt === null ? '' : 'undone',
      ]),
    ),
  ];
}

const learningModes: Readonly<Record<LearningState['mode'], string>> = {
  auto: 'Learns by itself',
  suggest: 'Learns and asks you about each',
  off: 'Learning is off',
};

function learningLine({ mode, lookedAt, learnedAt }: LearningState, now: number): string {
  const ago = (at: number | null) => (at === null ? 'never' : `${duration(now - at)} ago`);
  return `${learningModes[mode]}; last looked ${ago(lookedAt)}, last learned ${ago(learnedAt)}`;
}

/** How far the search by meaning is. */
function meaningLines(meaning: MemoryStats['meaning'], { warn }: Style): readonly string[] {
  if (!meaning) return ['Search by words; docs/memory.md says how to search by meaning too'];
  const { model, done, waiting, trouble } = meaning;
  const state =
    waiting === 0
      ? `Search by words and by meaning (${model}): ${done} texts embedded`
      : `Search by words and by meaning (${model}): ${done} of ${done + waiting} texts embedded`;
  return [state, ...(trouble === undefined ? [] : [warn(`  Words alone at the moment: ${oneLine(trouble, 200)}`)])];
}

/** What was forgotten, and what remains. */
export function forgottenLines({ memories, messages, steps, isComplete, backups }: ForgottenCopies): readonly string[] {
  const copies = `${memoriesIn(memories)}; blanked in ${counted(messages, 'message')} and ${counted(steps, 'step')}`;
  return [
    `Forgotten: ${copies}.`,
    ...(isComplete ? [] : ['Work that may hold more copies is still running; they go when it has ended.']),
    `What remains, if it was there: ${backups === 1 ? '1 copy' : `${backups} copies`} of the database in backups/, files of the workspace and their earlier versions, chats, and what was sent to the model’s provider.`,
  ];
}

export function undoLine({ batch, undone, left }: MemoryUndo): string {
  const stays =
    left === 0
      ? ''
      : ` ${left} ${left === 1 ? 'was changed since and stays as it is' : 'were changed since and stay as they are'}.`;
  const are = undone === 1 ? 'is as it was' : 'are as they were';
  return `Undone: ${memoriesIn(undone)} ${are} before ${oneLine(batch, 60)}.${stays}`;
}
