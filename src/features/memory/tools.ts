/** The tools for memories. */

import { earlierResult } from '../../adapters/tools/memory/earlier-result.ts';
import { memoryForget } from '../../adapters/tools/memory/forget.ts';
import { forgetWordsTool } from '../../adapters/tools/memory/forget-words.ts';
import { memoryRead } from '../../adapters/tools/memory/read.ts';
import { memorySave } from '../../adapters/tools/memory/save.ts';
import { memorySearch } from '../../adapters/tools/memory/search.ts';
import { memoryUpdate } from '../../adapters/tools/memory/update.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import type { Partitions } from '../../domain/memory/partition.ts';
import type { MemoryService } from '../../domain/memory/service.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';
import type { Tool } from '../../ports/tool.ts';

/** What a model may do with memories. What they look through. */
export function memoryTools({
  store,
  conversation,
  forget,
  service,
  partitions,
  ...search
}: Omit<Parameters<typeof memorySearch>[0], 'memories' | 'partitions'> & {
  readonly partitions: Partitions;
  readonly store: MemoryStore;
  readonly conversation: Pick<MessageStore, 'message'>;
  /** Forgets a memory with all its copies. */
  readonly forget: (id: string, at: number) => void;
  readonly service: () => MemoryService;
}): readonly Tool[] {
  return [
    memorySave(store, partitions),
    memorySearch({ ...search, memories: store, partitions }),
    memoryRead(store, conversation, partitions),
    memoryUpdate(store, partitions),
    memoryForget(store, forget, partitions),
    forgetWordsTool(service),
    earlierResult(conversation),
  ];
}
