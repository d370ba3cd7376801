/** The tool that puts a memory in other words. */

import { z } from 'zod';
import type { MemoryStore } from '../../../domain/memory/memory.ts';
import { type Partitions, plainPartitions } from '../../../domain/memory/partition.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { type Answer, answerOf } from '../../../domain/tools/said/said.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';

/** What `memory_update` says of itself. */
export const memoryUpdateDeclaration = {
  name: 'memory_update',
  does: { en: 'Corrects a memory.', de: 'Berichtigt eine Erinnerung.' },
  effect: 'record',
  deeds: ['remember', 'keep'],
  isQuiet: true,
} as const satisfies ToolDeclaration;

const schema = z.strictObject({
  id: memoryId(),
  content: z.string().trim().min(1).max(2000).describe('What it shall say now, as a full sentence.'),
});

type Rights = Pick<Partitions, 'mayRead' | 'mayWrite'>;

/** The id of a memory, as a model gives it. */
export function memoryId() {
  return z
    .string()
    .regex(/^memory:[\w-]{1,64}$/)
    .describe('The id that memory_search shows behind the memory: memory:…');
}

/**
 * `memory_update`. Where they may come from outside text, the new words wait for the owner beside the old
 * ones.
 */
export function memoryUpdate(
  store: Pick<MemoryStore, 'get' | 'save' | 'reword' | 'change'>,
  partitions: Rights = plainPartitions,
): Tool {
  return defineTool({
    ...memoryUpdateDeclaration,
    description:
      'Corrects a memory that is not true any more, for example after “actually …”. Its old words are gone. Look its id up with memory_search first.',
    schema,
    intent: ({ content }, language) => intentTexts(language).correct(content),
    receipt: ({ content }) => ({ code: 'memoryCorrected', values: { content } }),
    taintedReceipt: { code: 'memoryStays' },
    problem: ({ id }, session) => notToChange(store, partitions, id, session),
    record({ id, content }, { session, at, taint }) {
      const [known] = store.get([id]);
      if (!known || !partitions.mayWrite(known.partition, session)) return;
      if (taint !== 'external') {
        store.reword(id, content, at, session);
        if (taint !== 'owner') store.change(id, { taint, source: 'tool' }, at);
        return;
      }
      const { kind, partition, subject } = known;
      store.save({
        kind,
        partition,
        subject,
        content,
        taint,
        session,
        at,
        status: 'pending',
        source: 'tool',
        contradicts: id,
      });
    },
  });
}

/** What is wrong with an id, as a model is told; what is for another conversation alone is not there. */
export function noSuch(
  store: Pick<MemoryStore, 'get'>,
  partitions: Pick<Partitions, 'mayRead'>,
  id: string,
  session: string | undefined,
): Answer | undefined {
  return store.get([id]).some(({ partition }) => partitions.mayRead(partition, session))
    ? undefined
    : answerOf({ code: 'memoryMissing', values: { id } });
}

/** Why a memory cannot be changed or forgotten from a conversation, as a model is told. */
export function notToChange(
  store: Pick<MemoryStore, 'get'>,
  partitions: Rights,
  id: string,
  session: string | undefined,
): Answer | undefined {
  const missing = noSuch(store, partitions, id, session);
  if (missing !== undefined || store.get([id]).some(({ partition }) => partitions.mayWrite(partition, session)))
    return missing;
  return answerOf({ code: 'memoryOfAll', values: { id } });
}
