/**
 * Texts whose addresses are no way out: the owner's own words, and what stands in a file or a memory that nobody from
 * outside has written. A list of names is none, nor what Straylight says: both may hold words of the model.
 *
 * An address that was there before anything from outside was read cannot carry what was read since. One that the model
 * wrote itself is none of these, wherever it is said back: in a receipt, or a refusal that names it.
 */
import type { ReadMessage } from '../../../domain/conversation/message.ts';
import { addressesOf } from '../../../domain/egress/given-url.ts';
import type { Memory } from '../../../domain/memory/memory.ts';
import type { ToolRequest } from '../../../domain/tools/tool.ts';
import { ownWords, writtenIn } from './shown-window.ts';

type Said = Pick<ReadMessage, 'role' | 'taint' | 'text' | 'quotes' | 'toolCalls' | 'tool'>;

/** Tools whose trusted results are what the owner has written or kept. */
const readers: ReadonlySet<string> = new Set(['read_file', 'memory_search', 'memory_read']);

/** `history`: oldest first; `memories`: those that stand in the instructions. */
export function givenTexts(
  history: readonly Said[],
  memories: readonly Pick<Memory, 'taint' | 'content'>[],
  argumentsOf: (call: ToolRequest) => string,
): readonly string[] {
  const own = history.map(ownWords).filter(text => text !== '');
  const kept = [
    ...history.filter(({ role, taint, tool = '' }) => role === 'tool' && taint === 'owner' && readers.has(tool)),
    ...memories.filter(({ taint }) => taint === 'owner').map(({ content }) => ({ text: content })),
  ];
  const addresses = new Set(kept.flatMap(({ text }) => addressesOf(text)));
  // mostly there is none, and the whole conversation need not be read for those that the model wrote
  if (addresses.size > 0) for (const address of writtenByModel(history, argumentsOf)) addresses.delete(address);
  return [...own, ...addresses];
}

function writtenByModel(history: readonly Said[], argumentsOf: (call: ToolRequest) => string): readonly string[] {
  return history
    .filter(({ role }) => role === 'assistant')
    .flatMap(({ text, toolCalls = [] }) => [text, ...toolCalls.flatMap(call => writtenIn(argumentsOf(call)))])
    .flatMap(addressesOf);
}
