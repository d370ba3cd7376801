/** The tool that forgets a memory for good. */
import { z } from 'zod';
import type { MemoryStore } from '../../../domain/memory/memory.ts';
import { type Partitions, plainPartitions } from '../../../domain/memory/partition.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';
import { memoryId, notToChange } from './update.ts';

/** What `memory_forget` says of itself. */
export const memoryForgetDeclaration = {
  name: 'memory_forget',
  does: { en: 'Forgets a memory for good.', de: 'Vergisst eine Erinnerung endgültig.' },
  effect: 'record',
  deeds: [],
  isQuiet: true,
} as const satisfies ToolDeclaration;

const schema = z.strictObject({ id: memoryId() });

/** `memory_forget`. Where outside text may have asked for it, it does nothing: the owner does it. */
export function memoryForget(
  store: Pick<MemoryStore, 'get'>,
  forget: (id: string, at: number) => void,
  partitions: Pick<Partitions, 'mayRead' | 'mayWrite'> = plainPartitions,
): Tool {
  return defineTool({
    ...memoryForgetDeclaration,
    description:
      'Forgets one memory for good. Use it when the owner asks to forget something. Look its id up with memory_search first.',
    schema,
    // without its words: what is frozen stays in the journal
    intent: ({ id }, language) => intentTexts(language).forget(id),
    receipt: () => ({ code: 'forgotten' }),
    taintedReceipt: { code: 'notForgotten' },
    problem: ({ id }, session) => notToChange(store, partitions, id, session),
    record({ id }, { session, at, taint }) {
      if (taint !== 'external' && notToChange(store, partitions, id, session) === undefined) forget(id, at);
    },
  });
}
