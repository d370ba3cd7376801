/** `/memory` in every chat. */
import type { Client } from '../../api/client/client.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { style as plainStyle, type Style } from '../io.ts';
import { consolidationLines, detailLines, forgottenLines, statsLines, undoLine } from './lines.ts';
import { type MemoryTexts, memoryTexts } from './texts.ts';

/** As many as a chat can show. */
const mostInChat = 10;
const mostNewest = 5;

/** Answers `/memory`, and `/memory search …`, `… pending`, `… accept`, `… reject`, `… both`, `… consolidate`, `… undo`, `… forget`. */
export async function memoryText(
  agent: Pick<Client, 'memory'>,
  words: string,
  { now, act = String(now) }: { readonly now: number; readonly act?: string | undefined },
  style: Style = plainStyle(false),
): Promise<readonly string[]> {
  const [verb = '', ...rest] = words.trim().split(/\s+/);
  const given = rest.join(' ');
  const stats = await agent.memory.stats();
  const texts = memoryTexts(stats.language);
  const verbs: Readonly<Record<string, () => Promise<readonly string[]>>> = {
    '': async () => [
      ...(await newest(agent, stats.active, texts)),
      ...statsLines(stats, now, style, texts),
      ...['', ...texts.help],
    ],
    search: () => found(agent, texts, needed(given, 'words to search for')),
    pending: async () => {
      const { pending } = await agent.memory.pending({ limit: mostInChat });
      return pending.length === 0
        ? [texts.nothingPending]
        : pending.flatMap(one => detailLines(one, now, style, texts));
    },
    accept: () => decided(agent, texts, needed(given, 'the id of a pending memory'), 'accept'),
    reject: () => decided(agent, texts, needed(given, 'the id of a pending memory'), 'reject'),
    both: () => decided(agent, texts, needed(given, 'the id of a memory that contradicts another'), 'both'),
    consolidate: async () => {
      const run = await agent.memory.consolidate({ run: `chat-${act}` });
      return consolidationLines(run, texts, words => `/memory ${words}`);
    },
    undo: () => undone(agent, texts, given),
    forget: () => forgotten(agent, texts, needed(given, 'the id of a memory, or words in quotes')),
  };
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!run)
    throw fault(
      'invalid',
      `expected ${Object.keys(verbs).filter(Boolean).join(', ')} after /memory, got "${oneLine(verb, 40)}"`,
    );
  return run();
}

function needed(given: string, what: string): string {
  if (given === '') throw fault('invalid', `expected ${what}`);
  return given;
}

/**
 * By its id, or by words: `"spare key"` says how much that is, `"spare key" yes` does it, and so does the number it said.
 * Where the number is another by now, a question in between has quoted the words: it says what to type for that.
 */
async function forgotten(agent: Pick<Client, 'memory'>, texts: MemoryTexts, given: string): Promise<readonly string[]> {
  const [, words, count, yes] = /^["“„'](.+?)["”“'](?:\s+(\d+))?(?:\s+(yes|ja))?$/isu.exec(given) ?? [];
  if (words === undefined) return forgottenById(agent, texts, given);
  const { memories, messages } = await agent.memory.carrying({ words });
  const all = memories + messages;
  // also where it was done before a crash, and is asked for once more by the same command
  const isMeant = yes !== undefined || Number(count) === all;
  if (isMeant && (all > 0 || count !== undefined))
    return forgottenLines(await agent.memory.forgetWords({ words, count: all }), texts);
  if (all === 0) return [texts.nowhere];
  return [
    ...(count === undefined ? [] : [texts.moved(count)]),
    texts.standIn(`${texts.memories(memories)} ${texts.and} ${texts.messages(messages)}`),
    `${texts.toBlank}: /memory forget "${words}" ${texts.yes}`,
  ];
}

/** What an id stands for is said first, and forgotten once a `yes` follows the id. */
async function forgottenById(
  agent: Pick<Client, 'memory'>,
  texts: MemoryTexts,
  given: string,
): Promise<readonly string[]> {
  const { id, isYes } = confirmed(given);
  if (isYes) {
    const outcome = await agent.memory.forget({ id });
    return outcome ? forgottenLines(outcome, texts) : [texts.noMemory(oneLine(id, 60))];
  }
  const found = await agent.memory.show({ id });
  if (!found) return [texts.noMemory(oneLine(id, 60))];
  return [texts.willForget(oneLine(found.memory.content, 300)), texts.notYet(`/memory forget ${id} ${texts.yes}`)];
}

/** What the newest batch made, or the one that is named, is taken back once a `yes` says so. */
async function undone(agent: Pick<Client, 'memory'>, texts: MemoryTexts, given: string): Promise<readonly string[]> {
  const { id: batch, isYes } = confirmed(given.replace(/^--batch\s+/, ''));
  if (!isYes)
    return [texts.willUndo(batch), texts.notYet(['/memory undo', batch, texts.yes].filter(Boolean).join(' '))];
  const outcome = await agent.memory.undo(batch === '' ? {} : { batch });
  return [outcome ? undoLine(outcome, texts) : texts.nothingToUndo];
}

/** An id, and whether a `yes` stands behind it. */
function confirmed(given: string): { readonly id: string; readonly isYes: boolean } {
  const [, id = '', yes] = /^(.*?)(?:(?:^|\s+)(yes|ja))?$/isu.exec(given.trim()) ?? [];
  return { id, isYes: yes !== undefined };
}

/** The newest ones, as far as there are any, and how many more there are. */
async function newest(agent: Pick<Client, 'memory'>, active: number, texts: MemoryTexts): Promise<readonly string[]> {
  const { memories } = await agent.memory.list({ status: 'active', limit: mostNewest });
  const more = active - memories.length;
  return [
    ...memories.map(({ id, content }) => `- ${shortId(id)}  ${oneLine(content, 300)}`),
    ...(memories.length > 0 && more > 0 ? [texts.more(more)] : []),
    ...(memories.length === 0 ? [] : ['']),
  ];
}

async function found(agent: Pick<Client, 'memory'>, texts: MemoryTexts, q: string): Promise<readonly string[]> {
  const { memories } = await agent.memory.list({ q, limit: mostInChat });
  return memories.length === 0
    ? [texts.nothingFound]
    : memories.map(({ id, content }) => `- ${shortId(id)}  ${oneLine(content, 300)}`);
}

/** As much of an id as one types on a telephone. */
function shortId(id: string): string {
  return /^memory:[0-9a-f]{20}$/.test(id) ? id.slice('memory:'.length, 'memory:'.length + 8) : id;
}

async function decided(
  agent: Pick<Client, 'memory'>,
  texts: MemoryTexts,
  id: string,
  decision: keyof MemoryTexts['decided'],
): Promise<readonly string[]> {
  const outcome = await agent.memory.decide({ id, decision });
  if (!outcome) return [texts.noPending(oneLine(id, 60))];
  return [`${texts.decided[decision]}: “${oneLine(outcome.memory.content, 300)}”`];
}
