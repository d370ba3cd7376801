/** What the agent remembers: where it is kept, the tools for it, and what the owner does with it. */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ConsolidationRuns } from '../../actors/memory/consolidation-runs.ts';
import type * as Deletion from '../../actors/memory/conversation-deletion.ts';
import type { DeleteConversation } from '../../actors/memory/conversation-deletion.ts';
import { forgettingWork } from '../../actors/memory/forgetting.ts';
import { indexUpkeep } from '../../actors/memory/index-upkeep.ts';
import type * as ServiceParts from '../../actors/memory/memory-service.ts';
import type * as TypedTexts from '../../adapters/home/typed-texts.ts';
import { later } from '../../adapters/process/later.ts';
import { sqliteConversationList } from '../../adapters/stores/sqlite/conversation/conversation-list.ts';
import { sqliteConversationRemoval } from '../../adapters/stores/sqlite/conversation/conversation-removal.ts';
import { sqliteSessionLedger } from '../../adapters/stores/sqlite/conversation/sessions.ts';
import { conversationSearch } from '../../adapters/stores/sqlite/memories/conversation-search.ts';
import { sqliteEpisodes } from '../../adapters/stores/sqlite/memories/episodes.ts';
import { sqliteForgettings } from '../../adapters/stores/sqlite/memories/forgetting/forgettings.ts';
import { memoryStore } from '../../adapters/stores/sqlite/memories/memories.ts';
import { memoryBatches } from '../../adapters/stores/sqlite/memories/memory-batches.ts';
import { memoryLinks } from '../../adapters/stores/sqlite/memories/memory-links.ts';
import { textIndexes } from '../../adapters/stores/sqlite/memories/text-indexes.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import type { MemoryService } from '../../domain/memory/service.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { ConversationSearch } from '../../ports/memory/conversation-search.ts';
import type { Episodes } from '../../ports/memory/episodes.ts';
import type { Tool } from '../../ports/tool.ts';
import { type Core, type Feature, feature } from '../feature.ts';
import { consolidationFeature } from './consolidation.ts';
import { learningFeature } from './learning.ts';
import type * as MeaningParts from './meaning.ts';
import { memoryTools } from './tools.ts';

// With the first words to forget, and the first look at memories or their meaning.
const load = createRequire(import.meta.url);
const serviceParts = () => load('../../actors/memory/memory-service.ts') as typeof ServiceParts;
const typedTexts = () => load('../../adapters/home/typed-texts.ts') as typeof TypedTexts;

export interface Memories extends Feature {
  readonly store: MemoryStore;
  /** What the owner said; undefined: it is not kept as memories. */
  readonly episodes: Episodes | undefined;
  readonly tools: readonly Tool[];
  readonly service: MemoryService;
  /** The runs that put memories in order. */
  readonly runs: ConsolidationRuns;
  /** What was said, found by words. */
  readonly conversations: ConversationSearch;
  /** Adds what is found by meaning to what a turn has recalled by words. */
  readonly recall: ReturnType<typeof MeaningParts.openMeaning>['recall'];
  /** Waits until no copy is left of what was forgotten before a turn that begins now. */
  readonly forgotten: () => Promise<void>;
  readonly deleteConversation: DeleteConversation;
  /** Has a conversation looked through for memories, up to a message that is about to leave its requests. */
  readonly look: (session: string, upTo: string) => void;
  /** Calls back with the conversations of which messages were blanked. */
  onBlanked(listener: (sessions: readonly string[]) => void): void;
}

declare module '../feature.ts' {
  interface Features {
    readonly memories: Memories;
  }
}

const minuteMs = 60_000;

/** What runs for learning and for putting in order. */
function both(learning: Feature, order: Feature) {
  return {
    machines: [...(learning.machines ?? []), ...(order.machines ?? [])],
    effects: { ...learning.effects, ...order.effects },
    lookups: { ...learning.lookups, ...order.lookups },
    writers: { ...learning.writers, ...order.writers },
  };
}

function conversationTables(database: Core['database']) {
  return {
    list: sqliteConversationList(database),
    removal: sqliteConversationRemoval(database),
    chats: sqliteSessionLedger(database),
  };
}

function warning({ log, redactor }: Core) {
  return (thrown: unknown) => log({ level: 'warn', event: 'memory', text: redactor.text(toFailure(thrown).message) });
}

export const memoryFeature = feature(
  'memories',
  ['core', 'keys', 'audit', 'calls', 'lined', 'undo', 'delegated', 'orders'],
  needs => {
    const { core, audit, calls: models, lined, undo } = needs;
    const { partitions } = needs.delegated;
    const { config, database, clock, conversation, system } = core;
    const episodes = sqliteEpisodes(database);
    const store = memoryStore(database, episodes);
    const batches = memoryBatches(database);
    const conversations = conversationSearch(database);
    const learning = learningFeature(
      core,
      store,
      batches,
      models,
      needs.orders.ledger,
      session => needs.delegated.holderOf(session) && partitions.usual(session),
    );
    const links = memoryLinks(database);
    const order = consolidationFeature(core, { store, batches, links, episodes, models });
    const meaning = lazyMeaning(core, { store, conversations, models, isLocal: lined.isLocal, partitions });
    const forgettings = sqliteForgettings(database, core.emptyLogs);
    const listeners: ((sessions: readonly string[]) => void)[] = [];
    const warn = warning(core);
    const onBlanked = (sessions: readonly string[]) => listeners.forEach(listener => void listener(sessions));
    const held = { forgettings, system, clock, store: core.store, onBlanked };
    const forgetting = forgettingWork({
      ...held,
      onFailure: warn,
      forgetUndo: undo.forget,
      forgetFiles: phrases => typedTexts().forgetTyped(join(config.paths.run, 'typed'), phrases),
    });
    const tables = { memories: store, batches, episodes, links, runs: order.runs };
    const known = { finder: meaning.finder, meaning: meaning.state, learning: learning.state, forgettings, forgetting };
    const service = lazyService({
      ...core,
      ...tables,
      ...known,
      signing: needs.keys.signing,
      audit: audit.write,
      backups: () => readdirSync(config.paths.backups).length,
    });
    const afterwards = { recall: meaning.recall, forgotten: forgetting.caughtUp, close: meaning.close };
    const upkeep = minutely(core, store, warn);
    const read = { store, conversation, conversations, now: clock.now, timeZone: config.owner.timeZone };

    return {
      ...both(learning, order),
      store,
      episodes: config.memory.autoIngest ? episodes : undefined,
      runs: order.runs,
      conversations,
      tools: memoryTools({
        ...read,
        partitions,
        finder: meaning.finder,
        service: () => service,
        forget(id, at) {
          serviceParts().noteForgotten({ memories: store, forgettings }, store.get([id]), { at });
          forgetting.soon();
        },
      }),
      service,
      ...afterwards,
      deleteConversation: lazyDeletion(
        core,
        { ...conversationTables(database), memories: store, forgettings },
        forgetting,
        audit.write,
        onBlanked,
      ),
      onBlanked: listener => void listeners.push(listener),
      look: learning.look,
      async start() {
        upkeep.start();
        meaning.start();
        forgetting.start();
        await learning.start?.(core);
      },
      async stop() {
        upkeep.stop();
        await forgetting.stop();
        await Promise.all([meaning.stop(), learning.stop?.()]);
      },
    };
  },
);

/** Words find without it, so where no model for embeddings is set it is opened by the first search alone. */
function lazyMeaning(
  ...given: Parameters<typeof MeaningParts.openMeaning>
): ReturnType<typeof MeaningParts.openMeaning> {
  const [, { models }] = given;
  let opened: ReturnType<typeof MeaningParts.openMeaning> | undefined;
  function open() {
    opened ??= (load('./meaning.ts') as typeof MeaningParts).openMeaning(...given);
    return opened;
  }
  const isSet = () => models.embeds !== undefined;
  return {
    finder: later(() => open().finder, { memories: true, said: true }),
    recall: (turn, signal) => (isSet() ? open().recall(turn, signal) : Promise.resolve(turn.recalled)),
    state: () => (isSet() ? open().state() : undefined),
    start: () => (isSet() ? open().start() : undefined),
    stop: async () => opened?.stop(),
    close: async () => opened?.close(),
  };
}

function lazyService(given: Parameters<typeof ServiceParts.memoryService>[0]): MemoryService {
  return later(() => serviceParts().memoryService(given), {
    find: true,
    show: true,
    pending: true,
    stats: true,
    accept: true,
    reject: true,
    both: true,
    edit: true,
    forget: true,
    carrying: true,
    forgetWords: true,
    forgetAll: true,
    page: true,
    take: true,
    consolidate: true,
    undo: true,
  });
}

function lazyDeletion(...given: Parameters<typeof Deletion.conversationDeletion>): DeleteConversation {
  return (...wanted) =>
    (load('../../actors/memory/conversation-deletion.ts') as typeof Deletion).conversationDeletion(...given)(...wanted);
}

/**
 * What is done each minute: memories that have expired are archived, and what is scattered of an index put together.
 */
function minutely(
  { clock, database, system }: Core,
  store: MemoryStore,
  warn: (thrown: unknown) => void,
): { start(): void; stop(): void } {
  const upkeep = indexUpkeep({ indexes: textIndexes(database), perform: work => system.perform(work) });
  const stopping = new AbortController();
  let cancel = () => {};

  /** Again and again until the stop; what fails is tried again with the next time. */
  function start(): void {
    const now = clock.now();
    if ((store.nextExpiry() ?? now + 1) <= now) system.perform(() => store.expire(now)).catch(warn);
    upkeep(stopping.signal).catch(warn);
    cancel = clock.after(minuteMs, start);
  }

  return {
    start,
    stop() {
      cancel();
      stopping.abort();
    },
  };
}
