/**
 * What the owner and the agent say to each other: the sessions, the model calls of their turns, and what is kept of
 * them.
 */
import { createRequire } from 'node:module';
import type { Config } from '../../../config/load.ts';
import { fullness } from '../../actors/context/fullness.ts';
import { evaluation } from '../../actors/conversation/evaluation.ts';
import { recall } from '../../actors/conversation/recall.ts';
import { recentMessages } from '../../actors/conversation/recent-messages.ts';
import { sessionPreview, sessionRestart, sessionStopped } from '../../actors/conversation/session-restart.ts';
import { sessionRewind } from '../../actors/conversation/session-rewind.ts';
import type { ModelLine } from '../../actors/models/model-line.ts';
import { callFacts } from '../../actors/observation/rows.ts';
import type * as WholeRequests from '../../actors/observation/whole-request.ts';
import { storedText } from '../../actors/runtime/cleaned.ts';
import { newFileIn } from '../../adapters/files/content/new-file.ts';
import { later } from '../../adapters/process/later.ts';
import { sqliteCompactionLedger } from '../../adapters/stores/sqlite/context/compactions.ts';
import { sqliteSessionProfiles } from '../../adapters/stores/sqlite/context/earlier.ts';
import { sqliteEvictionLedger } from '../../adapters/stores/sqlite/context/evictions.ts';
import { sqliteSessionLedger } from '../../adapters/stores/sqlite/conversation/sessions.ts';
import { writers } from '../../adapters/stores/writers/writers.ts';
import { argumentsSchema } from '../../adapters/toolbox/arguments.ts';
import { isApart } from '../../domain/agents/agent.ts';
import { memoryFactor, type ProfileName, type ProfileService, profileOf } from '../../domain/context/profiles.ts';
import type { RequestService } from '../../domain/context/sent-request.ts';
import { chatOf, numbered } from '../../domain/conversation/chat-session.ts';
import { windowMessages } from '../../domain/conversation/context-window.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import type { Side } from '../../domain/models/route.ts';
import { defined, type JsonObject } from '../../domain/text/json.ts';
import { sessionMachine } from '../../machines/session/chart.ts';
import { migrateSession } from '../../machines/session/migrate.ts';
import type { ModelCounts, SessionInput } from '../../machines/session/types.ts';
import type { Writer } from '../../ports/writer.ts';
import { type Core, type Feature, feature } from '../feature.ts';
import { completionEffect, type ProfileOf } from './completing.ts';
import { judgingEffect } from './judging.ts';
import { openScoring } from './scoring.ts';
import { compactionEffect, lazyCompactions, lazyShortening } from './summaries.ts';

// With the first question about a request.
const load = createRequire(import.meta.url);

const needed = [
  'core',
  'models',
  'lined',
  'calls',
  'memories',
  'files',
  'approvals',
  'budget',
  'gatekeeper',
  'audit',
  'instructions',
  'instructionParts',
  'undo',
  'orders',
  'hooks',
  'planNotes',
  'subscriptions',
  'personality',
  'delegated',
] as const;

declare module '../feature.ts' {
  interface Features {
    readonly conversation: Feature;
  }
}

export const conversationFeature = feature('conversation', needed, needs => {
  const { core, models, lined, memories, approvals, budget, audit } = needs;
  const { line } = lined;
  const { keeper } = needs.undo;
  const { config, conversation, store, clock, database, toolbox } = core;
  const { language } = config.owner;
  const chats = sqliteSessionLedger(database);
  const recent = recentMessages(conversation, windowMessages);
  memories.onBlanked(sessions => {
    sessions.forEach(recent.forget);
    needs.delegated.held.reload();
  });
  const compactions = sqliteCompactionLedger(database);
  const evictions = sqliteEvictionLedger(database);
  const filling = fullness({ recent, compactions, clock });
  const profiles = sessionProfiles(core, messages => tone.profile(messages));
  const tone = needs.personality.open({
    messagesOf: recent.of,
    profileOf: (session, messages) => profiles.of(session, messages).name,
  });
  const stopping = new AbortController();
  const records = {
    messagesOf: (session: string) => recent.look(session),
    workOf: (turn: string) => needs.delegated.ledger.ofTurn(turn),
    isNew: newFileIn(config.paths.workspace),
  };
  needs.instructionParts.onLong(lazyShortening(needs, stopping.signal));
  return {
    stop: () => stopping.abort(),
    provides: {
      profiles: profiles.service,
      personality: tone.service,
      compactions: lazyCompactions(core, compactions, recent),
      evictions: (session, limit) => evictions.list(session, limit),
      requests: later<RequestService>(
        () =>
          (load('../../actors/observation/whole-request.ts') as typeof WholeRequests).requestService({
            ...core,
            memories: memories.store,
            memoriesPart: said => needs.instructionParts.of('memories', { memories: said }),
          }),
        { list: true, show: true },
      ),
    },
    machines: [
      {
        machine: sessionMachine,
        startsWith: address => sessionInput(config, address),
        migrate: migrateSession,
        onRewound: sessionRewind({ conversation, recent }),
        onRestart: sessionRestart(conversation, language),
        wouldRelease: sessionPreview(conversation),
        onStopped: sessionStopped(conversation, store),
      },
    ],
    effects: {
      completion: completionEffect(needs, recent, filling, {
        profileOf: profiles.of,
        toneOf: tone.directive,
        evictions,
        ...defined({ scoring: openScoring(needs, stopping.signal) }),
      }),
      compaction: compactionEffect(needs, recent, filling),
      judging: judgingEffect(needs, records),
    },
    lookups: {
      recall: recall({
        conversation,
        memories: memories.store,
        episodes: memories.episodes,
        partitions: needs.delegated.partitions,
        models: session => modelCounts(line, session),
        isFull: filling.isFull,
        memoryFactor: session => memoryFactor(profiles.of(session, recent.look(session)).name),
        patience: models.patience,
        language,
      }),
      evaluation: evaluation({
        conversation,
        toolbox,
        budget,
        language,
        keeper,
        isVerbose: session => chats.showsSteps(session) === true,
        agentOf: session => needs.delegated.holderOf(session)?.agent,
        ordersOf: needs.orders.notes,
        planNote: call => needs.planNotes.noteOf(call),
        ...records,
        fits: (schema, text) => fitsSchema(schema, text),
        isJudged: () => config.models.roles['detector'] !== undefined || config.models.roles['validator'] !== undefined,
        intentOf: call => callFacts(store.actor(call), language).doing,
      }),
    },
    writers: writers({
      conversation,
      toolbox,
      isUndoOn: keeper !== undefined,
      approvals: approvals.ledger,
      audit: audit.write,
      episodes: memories.episodes,
      hear: needs.orders.hear,
      compactions,
      evictions,
      onCompacted: recent.forget,
      current(session) {
        const chat = chatOf(session);
        return numbered(chat, chats.chat(chat).current);
      },
      onMessage: recent.add,
      store: text => storedText(text, (hash, body) => store.putBlob(hash, body, clock.now())),
    }) as Readonly<Record<string, Writer>>,
  };
});

/** How the room of a conversation is shared out: as its owner has said, else by what it is about. */
function sessionProfiles(
  { database, system, clock }: Core,
  ofTopic: (messages: readonly ReadMessage[]) => ProfileName | undefined,
): {
  readonly of: ProfileOf;
  readonly service: ProfileService;
} {
  const ledger = sqliteSessionProfiles(database);
  return {
    of(session, messages) {
      const set = ledger.get(session);
      return { name: set ?? ofTopic(messages) ?? profileOf(messages), isSet: set !== undefined };
    },
    service: {
      look: ledger.get,
      set: (session, profile) => system.perform(() => ledger.set(session, profile, clock.now())),
    },
  };
}

function modelCounts(line: ModelLine, session: string): ModelCounts {
  const count = (only?: Side) => line.names({ role: 'session', only }, session).length;
  return { all: count(), local: count('local'), cloud: count('cloud') };
}

/** What a conversation starts with. */
function sessionInput({ owner, limits, approvals }: Config, session: string): SessionInput {
  return {
    language: owner.language,
    limits: { steps: limits.maxStepsPerTurn, calls: limits.maxToolCallsPerTurn, errorsInRow: limits.maxErrorsInRow },
    // its one turn is the work: it ends when all of it has
    approvals: isApart(session) ? 'block' : approvals.mode,
    approvalExpiresAfterMs: approvals.expiresMs === 'never' ? null : approvals.expiresMs,
  };
}

/** What is wrong with JSON text by a JSON Schema; undefined: nothing, or the schema itself cannot be used. */
function fitsSchema(schema: JsonObject, text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `it is not JSON (${error instanceof Error ? error.message.slice(0, 200) : 'unreadable'})`;
  }
  const { success, error } = argumentsSchema(schema).safeParse(value);
  if (success) return undefined;
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it does not fit'}`.slice(0, 300);
}
