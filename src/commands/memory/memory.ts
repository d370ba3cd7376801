/** `straylight memory` where it is more than one operation: forgetting by a word it asks for, and a run that is waited for. */
import { answerOf } from '../../api/chat-commands.ts';
import { type MemoryTexts, memoryTexts } from '../../api/views/memory-texts.ts';
import type { TimedCommand } from '../io.ts';
import { lookOf, printAnswer, type ViewCall } from '../view.ts';

/** In the owner's language; JSON has one alone, and asks for nothing. */
export async function textsOf({ agent, json }: Pick<TimedCommand<'memory'>, 'agent' | 'json'>): Promise<MemoryTexts> {
  return memoryTexts(json ? 'en' : (await agent.memory.stats()).language);
}

/** Waits for the end, however long it takes. */
export async function consolidateMemories(
  options: TimedCommand<'memory'> & { readonly id: () => string },
): Promise<number> {
  const run = options.id();
  let outcome = await options.agent.memory.consolidate({ run });
  while (outcome.outcome === 'running') outcome = await options.agent.memory.consolidate({ run });
  return printAnswer(options, 'memory.consolidate', outcome, { run });
}

/** What is to be forgotten. */
interface ToForget {
  readonly id: string;
  readonly all: boolean;
  readonly words?: string | undefined;
  readonly confirm?: string | undefined;
}

/** One memory by its id; `words`, `all`: whatever holds them, or all, once the word is given that it asks for. */
export async function forgetMemory(call: ViewCall, { id, all, words, confirm }: ToForget): Promise<number> {
  if (all) return forgetAllMemories(call, confirm);
  if (words !== undefined) return forgetWords(call, words, confirm);
  return printAnswer(call, 'memory.forget', await answerOf(call.agent, 'memory.forget', { id }, lookOf(call)), { id });
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
  return printAnswer(options, 'memory.forgetWords', await agent.memory.forgetWords({ words, count }), {});
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
  return printAnswer(options, 'memory.forgetAll', await agent.memory.forgetAll({ count, keepConversations }), {});
}
