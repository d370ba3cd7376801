/** `/memory` in every chat. */
import type { Client } from '../../api/client/client.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { style as plainStyle, type Style } from '../io.ts';
import {
  consolidationLines,
  counted,
  decidedWords,
  detailLines,
  forgottenLines,
  memoriesIn,
  statsLines,
  undoLine,
} from './lines.ts';

/** As many as a chat can show. */
const mostInChat = 10;
const mostNewest = 5;

const help = [
  '/memory search WORDS finds memories.',
  '/memory pending lists what waits for you; /memory accept ID and /memory reject ID decide.',
  '/memory both ID keeps both sides of a contradiction.',
  '/memory consolidate merges what says the same, and finds contradictions.',
  '/memory undo takes the newest batch back.',
  '/memory forget ID forgets one; /memory forget "WORDS" forgets whatever holds these words.',
];

/** Answers `/memory`, and `/memory search …`, `… pending`, `… accept`, `… reject`, `… both`, `… consolidate`, `… undo`, `… forget`. */
export async function memoryText(
  agent: Pick<Client, 'memory'>,
  words: string,
  { now, act = String(now) }: { readonly now: number; readonly act?: string | undefined },
  style: Style = plainStyle(false),
): Promise<readonly string[]> {
  const [verb = '', ...rest] = words.trim().split(/\s+/);
  const given = rest.join(' ');
  const verbs: Readonly<Record<string, () => Promise<readonly string[]>>> = {
    '': async () => [...(await newest(agent)), ...statsLines(await agent.memory.stats(), now, style), '', ...help],
    search: () => found(agent, needed(given, 'words to search for')),
    pending: async () => {
      const { pending } = await agent.memory.pending({ limit: mostInChat });
      return pending.length === 0 ? ['Nothing is pending.'] : pending.flatMap(one => detailLines(one, now, style));
    },
    accept: () => decided(agent, needed(given, 'the id of a pending memory'), 'accept'),
    reject: () => decided(agent, needed(given, 'the id of a pending memory'), 'reject'),
    both: () => decided(agent, needed(given, 'the id of a memory that contradicts another'), 'both'),
    consolidate: async () => consolidationLines(await agent.memory.consolidate({ run: `chat-${act}` })),
    undo: async () => {
      const outcome = await agent.memory.undo(given === '' ? {} : { batch: given });
      return [outcome ? undoLine(outcome) : 'There is nothing to undo.'];
    },
    forget: () => forgotten(agent, needed(given, 'the id of a memory, or words in quotes')),
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

/** By its id, or by words: `"spare key"` says how much that is, `"spare key" 7` does it. */
async function forgotten(agent: Pick<Client, 'memory'>, given: string): Promise<readonly string[]> {
  const [, words, count] = /^["“„'](.+?)["”“'](?:\s+(\d+))?$/s.exec(given) ?? [];
  if (words === undefined) {
    const outcome = await agent.memory.forget({ id: given });
    return outcome ? forgottenLines(outcome) : [`There is no memory ${oneLine(given, 60)}.`];
  }
  if (count !== undefined) return forgottenLines(await agent.memory.forgetWords({ words, count: Number(count) }));
  const { memories, messages } = await agent.memory.carrying({ words });
  const all = memories + messages;
  if (all === 0) return ['These words stand in no memory and no message.'];
  return [
    `These words stand in ${memoriesIn(memories)} and ${counted(messages, 'message')}.`,
    `To blank them: /memory forget "${words}" ${all}`,
  ];
}

/** The newest ones, as far as there are any. */
async function newest(agent: Pick<Client, 'memory'>): Promise<readonly string[]> {
  const { memories } = await agent.memory.list({ status: 'active', limit: mostNewest });
  return memories.length === 0 ? [] : [...memories.map(({ content }) => `- ${oneLine(content, 300)}`), ''];
}

async function found(agent: Pick<Client, 'memory'>, q: string): Promise<readonly string[]> {
  const { memories } = await agent.memory.list({ q, limit: mostInChat });
  return memories.length === 0
    ? ['Nothing found.']
    : memories.map(({ id, content }) => `${id}\n  ${oneLine(content, 300)}`);
}

async function decided(
  agent: Pick<Client, 'memory'>,
  id: string,
  decision: keyof typeof decidedWords,
): Promise<readonly string[]> {
  const outcome = await agent.memory.decide({ id, decision });
  if (!outcome) return [`There is no pending memory ${oneLine(id, 60)}.`];
  return [`${decidedWords[decision]}: “${oneLine(outcome.memory.content, 300)}”`];
}
