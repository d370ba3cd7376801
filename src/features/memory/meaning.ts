/** The search by meaning: what embeds memories and messages, and what finds by it. */
import { embeddingRun } from '../../actors/memory/embedding-run.ts';
import { finding } from '../../actors/memory/finding.ts';
import { turnRecall } from '../../actors/memory/turn-recall.ts';
import { vectorSearch } from '../../adapters/stores/sqlite/vectors/near.ts';
import { vectorStore } from '../../adapters/stores/sqlite/vectors/vectors.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import type { Partitions } from '../../domain/memory/partition.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { texts } from '../../domain/text/texts.ts';
import type { ConversationSearch } from '../../ports/memory/conversation-search.ts';
import type { ModelCalls } from '../../ports/model-call.ts';
import type { Core } from '../feature.ts';

export function openMeaning(
  { config, database, clock, conversation, redactor, log, system, report }: Core,
  {
    store,
    conversations,
    models,
    isLocal,
    partitions,
  }: {
    readonly partitions: Partitions;
    readonly store: MemoryStore;
    readonly conversations: ConversationSearch;
    readonly models: ModelCalls;
    /** Does `provider/model` run on this machine? */
    readonly isLocal: (model: string) => boolean;
  },
) {
  const said = texts(config.owner.language);
  const embeds = () => models.embeds;
  let isReported = false;

  /** Written to the log each time, and reported to the owner once for each start. */
  function onTrouble(why: string | undefined): void {
    if (why === undefined) {
      log({ level: 'info', event: 'embedding.again' });
      return;
    }
    log({ level: 'warn', event: 'embedding', error: redactor.text(why) });
    if (isReported) return;
    isReported = true;
    report('memory', 'failed', said.wordsAlone(redactor.text(why)));
  }

  const pause = () => new Promise<void>(resolve => void clock.after(0, resolve));
  const search = vectorSearch(database, pause);
  const finder = finding({
    memories: store,
    conversations,
    search,
    models,
    clock,
    pause,
    onTrouble: thrown => onTrouble(toFailure(thrown).message),
  });
  const run = embeddingRun({ vectors: vectorStore(database), models, system, clock, onTrouble });
  const recall = turnRecall({
    conversation,
    finder,
    partitions,
    embeds,
    embedsHere: () => isLocal(models.embeds ?? ''),
    used: ids => system.perform(() => store.used(ids, clock.now())),
  });
  return {
    finder,
    recall,
    state: run.state,
    start() {
      if (models.embeds !== undefined) run.start();
    },
    stop: run.stop,
    close: search.close,
  };
}
