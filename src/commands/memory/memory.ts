import type { Sent } from '../../api/contract.ts';
import type { Operations } from '../../api/operations.ts';
import { asTyped } from '../../domain/text/typed-name.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { jsonText, type TimedCommand } from '../io.ts';
import { noSuch } from '../missing.ts';
import { consolidationLines, detailLines, forgottenLines, memoryTable, statsLines, undoLine } from './lines.ts';
import { type MemoryTexts, memoryTexts } from './texts.ts';

type Inputs = Operations['memory'];

/** In the owner's language; JSON has one alone, and asks for nothing. */
export async function textsOf({ agent, json }: Pick<TimedCommand<'memory'>, 'agent' | 'json'>): Promise<MemoryTexts> {
  return memoryTexts(json ? 'en' : (await agent.memory.stats()).language);
}

function print({ io, json }: TimedCommand<'memory'>, value: unknown, lines: readonly string[]): number {
  for (const line of json ? [jsonText(value)] : lines) io.out(line);
  return 0;
}

/** A list, or what a search found. */
export async function listMemories(options: TimedCommand<'memory'>, query: Sent<Inputs['list']>): Promise<number> {
  const found = await options.agent.memory.list(query);
  const texts = await textsOf(options);
  const none = query.q === undefined ? texts.none : texts.nothingFound;
  const lines =
    found.memories.length === 0 ? [none] : memoryTable(found.memories, options.now(), options.io.style, texts);
  return print(options, found, lines);
}

export async function showMemory(options: TimedCommand<'memory'>, id: string): Promise<number> {
  const shown = await options.agent.memory.show({ id });
  if (!shown)
    throw noSuch(options, 'there is no memory {id}; "straylight memory list" lists them', { id: oneLine(id, 60) });
  return print(options, shown, detailLines(shown, options.now(), options.io.style, await textsOf(options)));
}

export async function pendingMemories(options: TimedCommand<'memory'>): Promise<number> {
  const found = await options.agent.memory.pending({});
  const texts = await textsOf(options);
  const lines = found.pending.flatMap(one => detailLines(one, options.now(), options.io.style, texts));
  return print(
    options,
    found,
    lines.length === 0 ? [texts.nothingPending] : [...lines, asTyped(texts.howToDecide, options.io.program)],
  );
}

export async function decideMemory(options: TimedCommand<'memory'>, input: Sent<Inputs['decide']>): Promise<number> {
  const decided = await options.agent.memory.decide(input);
  if (!decided)
    throw noSuch(options, 'there is no pending memory {id}; "straylight memory pending" lists them', {
      id: oneLine(input.id, 60),
    });
  const done = (await textsOf(options)).decided[input.decision];
  return print(options, decided, [`${done}: “${oneLine(decided.memory.content, 300)}”`]);
}

/** Waits for the end, however long it takes. */
export async function consolidateMemories(
  options: TimedCommand<'memory'> & { readonly id: () => string },
): Promise<number> {
  const run = options.id();
  let outcome = await options.agent.memory.consolidate({ run });
  while (outcome.outcome === 'running') outcome = await options.agent.memory.consolidate({ run });
  const command = (words: string) => asTyped(`"straylight memory ${words}"`, options.io.program);
  print(options, outcome, consolidationLines(outcome, await textsOf(options), command));
  return outcome.outcome === 'failed' ? 1 : 0;
}

export async function undoMemories(options: TimedCommand<'memory'>, input: Sent<Inputs['undo']>): Promise<number> {
  const outcome = await options.agent.memory.undo(input);
  if (!outcome) throw noSuch(options, 'there is nothing to undo; "straylight memory stats" lists the batches');
  return print(options, outcome, [undoLine(outcome, await textsOf(options))]);
}

/** What is to be forgotten. */
interface ToForget {
  readonly id: string;
  readonly all: boolean;
  readonly words?: string | undefined;
  readonly confirm?: string | undefined;
}

/** One memory by its id; `words`, `all`: whatever holds them, or all, once the word is given that it asks for. */
export async function forgetMemory(
  options: TimedCommand<'memory'>,
  { id, all, words, confirm }: ToForget,
): Promise<number> {
  if (all) return forgetAllMemories(options, confirm);
  if (words !== undefined) return forgetWords(options, words, confirm);
  const forgotten = await options.agent.memory.forget({ id });
  if (!forgotten)
    throw noSuch(options, 'there is no memory {id}; "straylight memory list" lists them', { id: oneLine(id, 60) });
  return print(options, forgotten, forgottenLines(forgotten, await textsOf(options)));
}

/** Whatever holds the words; without the word it asks for, nothing, and 1. */
async function forgetWords(
  options: TimedCommand<'memory'>,
  words: string,
  confirm: string | undefined,
): Promise<number> {
  const { io, agent } = options;
  const { memories, messages } = await agent.memory.carrying({ words });
  const count = memories + messages;
  const word = `forget-${count}`;
  if (confirm !== word) {
    const texts = await textsOf(options);
    const where = `${texts.memories(memories)} ${texts.and} ${texts.messages(messages)}`;
    io.err(`${texts.standIn(where)} ${texts.addConfirm(word)}`);
    return 1;
  }
  const outcome = await agent.memory.forgetWords({ words, count });
  return print(options, outcome, forgottenLines(outcome, await textsOf(options)));
}

/** All of them; without the word it asks for, none, and 1. `keepConversations`: as for an import in their place. */
export async function forgetAllMemories(
  options: TimedCommand<'memory'>,
  confirm: string | undefined,
  keepConversations = false,
): Promise<number> {
  const { io, agent } = options;
  const { active, pending, archived, language } = await agent.memory.stats();
  const count = active + pending + archived;
  const word = `forget-${count}`;
  if (confirm !== word) {
    io.err(memoryTexts(language).forgetsAll(count, word));
    return 1;
  }
  const outcome = await agent.memory.forgetAll({ count, keepConversations });
  return print(options, outcome, forgottenLines(outcome, memoryTexts(language)));
}

export async function memoryStats(options: TimedCommand<'memory'>): Promise<number> {
  const stats = await options.agent.memory.stats();
  return print(options, stats, statsLines(stats, options.now(), options.io.style, memoryTexts(stats.language)));
}
