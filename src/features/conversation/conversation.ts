/**
 * What the owner and the agent say to each other: the sessions, the model calls of their turns, and what is kept of
 * them.
 */
import { createRequire } from 'node:module';
import type { Config } from '../../../config/load.ts';
import { ownPrompt, prompt } from '../../../config/prompts.ts';
import type * as AddressingParts from '../../actors/agents/addressing.ts';
import type { Addressing } from '../../actors/agents/addressing.ts';
import type * as Routes from '../../actors/agents/routing.ts';
import type * as Compacting from '../../actors/context/compaction.ts';
import type * as CompactionParts from '../../actors/context/compaction-service.ts';
import type * as Continuity from '../../actors/context/continuity.ts';
import { type Fullness, fullness } from '../../actors/context/fullness.ts';
import type * as PartSummaries from '../../actors/context/part-summaries.ts';
import { breath } from '../../actors/conversation/breath.ts';
import type * as Comparing from '../../actors/conversation/claims/comparing.ts';
import { type CompletionOptions, completion } from '../../actors/conversation/completion.ts';
import { evaluation } from '../../actors/conversation/evaluation.ts';
import type * as Judging from '../../actors/conversation/judging.ts';
import { recall } from '../../actors/conversation/recall.ts';
import { type RecentMessages, recentMessages } from '../../actors/conversation/recent-messages.ts';
import { sessionPreview, sessionRestart, sessionStopped } from '../../actors/conversation/session-restart.ts';
import { sessionRewind } from '../../actors/conversation/session-rewind.ts';
import { toolTranslator } from '../../actors/conversation/tool-translator.ts';
import type { ModelLine } from '../../actors/models/model-line.ts';
import { callFacts } from '../../actors/observation/rows.ts';
import type * as WholeRequests from '../../actors/observation/whole-request.ts';
import type { Tone } from '../../actors/personality/tone.ts';
import { storedText } from '../../actors/runtime/cleaned.ts';
import type { EffectSource } from '../../actors/runtime/registry.ts';
import type * as RouterAnswer from '../../adapters/agents/router-answer.ts';
import { sha256 } from '../../adapters/audit/digest.ts';
import { newFileIn } from '../../adapters/files/content/new-file.ts';
import { pictureReader } from '../../adapters/files/content/picture-file.ts';
import type * as JudgedSchemas from '../../adapters/memory/judged-claims.ts';
import type * as ShortenedPart from '../../adapters/memory/shortened-part.ts';
import type * as SummaryRequest from '../../adapters/memory/summary-request.ts';
import { later } from '../../adapters/process/later.ts';
import { sqliteCompactionLedger } from '../../adapters/stores/sqlite/context/compactions.ts';
import { sqliteEarlier, sqliteSessionProfiles } from '../../adapters/stores/sqlite/context/earlier.ts';
import { sqliteEvictionLedger } from '../../adapters/stores/sqlite/context/evictions.ts';
import { sqliteModelTokens } from '../../adapters/stores/sqlite/context/model-tokens.ts';
import type * as PartRows from '../../adapters/stores/sqlite/context/part-summaries.ts';
import { sqliteSessionLedger } from '../../adapters/stores/sqlite/conversation/sessions.ts';
import { writers } from '../../adapters/stores/writers/writers.ts';
import { argumentsSchema } from '../../adapters/toolbox/arguments.ts';
import { isApart } from '../../domain/agents/agent.ts';
import type * as EarlierWork from '../../domain/agents/earlier.ts';
import { callerConversation } from '../../domain/callers/caller.ts';
import type * as ClaimTexts from '../../domain/claims/texts.ts';
import { dropOldest } from '../../domain/collections/drop-oldest.ts';
import type { LongPart } from '../../domain/context/capped.ts';
import type { CompactionService } from '../../domain/context/compaction.ts';
import {
  type ChosenProfile,
  memoryFactor,
  type ProfileName,
  type ProfileService,
  profileOf,
} from '../../domain/context/profiles.ts';
import type { RequestService } from '../../domain/context/sent-request.ts';
import { attachedDocuments } from '../../domain/context/watched.ts';
import { chatOf, numbered, placeOf } from '../../domain/conversation/chat-session.ts';
import { windowMessages } from '../../domain/conversation/context-window.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import { urgencyOf } from '../../domain/conversation/turn-terms.ts';
import { jobChannel } from '../../domain/jobs/job.ts';
import { isSaidTime } from '../../domain/jobs/when.ts';
import { modelAt, type Side } from '../../domain/models/route.ts';
import { defined, type JsonObject } from '../../domain/text/json.ts';
import { sessionMachine } from '../../machines/session/chart.ts';
import { migrateSession } from '../../machines/session/migrate.ts';
import type { CompletionInput, ModelCounts, SessionInput } from '../../machines/session/types.ts';
import { sessionView } from '../../machines/session/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { Writer } from '../../ports/writer.ts';
import { type Core, type Feature, type Features, feature } from '../feature.ts';
import { openScoring } from './scoring.ts';

// With the first summary.
const load = createRequire(import.meta.url);

const needed = [
  ...['core', 'models', 'lined', 'calls', 'memories', 'files', 'approvals', 'budget', 'gatekeeper'],
  ...[
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
  ],
] as const;

type Needs = Pick<Features, (typeof needed)[number]>;

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

function completionEffect(
  {
    core,
    models,
    lined,
    calls,
    memories,
    files,
    budget,
    gatekeeper,
    instructions,
    instructionParts,
    subscriptions,
    delegated,
    audit,
  }: Needs,
  recent: RecentMessages,
  filling: Fullness,
  steering: Pick<CompletionOptions, 'evictions' | 'scoring'> & {
    readonly profileOf: ProfileOf;
    readonly toneOf: Tone['directive'];
  },
): EffectSource {
  const { config, conversation, redactor, store, clock, toolbox, database, system } = core;
  const { line } = lined;
  const { enabled, gatherMs } = config.channels.web;
  return {
    logic: completion({
      translate: toolTranslator(calls, argumentsSchema),
      addressed: lazyAddressing({ core, delegated, calls, audit }, recent),
      toolbox,
      conversation,
      recent,
      memories: memories.store,
      redactor,
      budget,
      models: line,
      beside: (session, turn, signal) =>
        subscriptions.items(session, turn, attachedDocuments(recent.of(session)), signal),
      isStored: hash => store.blob(hash) !== undefined,
      tokens: sqliteModelTokens(database, clock.now, work => system.perform(work)),
      onRoom: filling.noteRoom,
      ...steering,
      ...lazyContinuity(core, delegated.holderOf),
      language: config.owner.language,
      system: instructions,
      memoriesPart: memories => instructionParts.of('memories', { memories }),
      isSaidTime(schedule, words) {
        const { timeZone, language } = config.owner;
        return isSaidTime(schedule, words, { now: clock.now(), timeZone, language, mayHavePassed: true });
      },
      gates: { gatekeeper, language: config.owner.language },
      recall: memories.recall,
      forgotten: memories.forgotten,
      readPicture: pictureReader(files),
      breath: breath({
        recent,
        clock,
        gatherMs: enabled ? gatherMs : 0,
        sideOf: session => sessionView(storedState(store.actor(session)?.state ?? '')).only,
      }),
    }),
    callee: ({ session, route, only }: CompletionInput) =>
      `model:${budget.modelUnderWay(session) ?? modelAt(line.names({ role: 'session', only }, session), route)}`,
    // the newest message of the owner: each tries at once, whatever failed before it
    insists: ({ session }: CompletionInput) => recent.of(session).findLast(({ role }) => role === 'owner')?.id,
    priority: urgencyOf,
    onAgain: budget.reserveAgain,
    ...models.effect,
  };
}

/** Loaded with the first message that begins with `@`, or in a conversation whose agent is gone. */
function lazyAddressing(
  { core, delegated, calls, audit }: Pick<Needs, 'core' | 'delegated' | 'calls' | 'audit'>,
  recent: RecentMessages,
): Addressing {
  const { toolbox, config, clock } = core;
  const { profiles, holderOf, ledger } = delegated;
  const areTaken = profiles.some(({ takes }) => takes !== undefined);
  let opened: Addressing | undefined;
  const routed = () =>
    (load('../../actors/agents/routing.ts') as typeof Routes).routing({
      profiles,
      isFailing: agent =>
        (load('../../domain/agents/earlier.ts') as typeof EarlierWork).isFailing(
          ledger.earlierOf(agent, clock.now()).ended,
          clock.now(),
        ),
      models: calls,
      hasRouter: config.models.roles['router'] !== undefined,
      schema: names => (load('../../adapters/agents/router-answer.ts') as typeof RouterAnswer).routerAnswer(names),
      instructions: () => prompt('router')({}),
      audit: audit.record,
    });
  return of => {
    const isOwners = !isApart(of.session) && isOfOwner(of.session);
    const words = recent.of(of.session).findLast(({ role }) => role === 'owner')?.text ?? '';
    const isMeant = (words.trimStart().startsWith('@') && !isApart(of.session)) || (areTaken && isOwners);
    if (!isMeant && holderOf(of.session)?.isThere !== false) return undefined;
    opened ??= (load('../../actors/agents/addressing.ts') as typeof AddressingParts).addressing({
      names: profiles.map(({ name }) => name),
      toolbox,
      messagesOf: recent.of,
      holderOf,
      ...defined({ routing: areTaken ? routed() : undefined }),
      language: config.owner.language,
    });
    return opened(of);
  };
}

/** Its owner speaks in it himself. */
function isOfOwner(session: string): boolean {
  return placeOf(session).channel !== jobChannel && callerConversation(session) === undefined;
}

/** From such a pause on a model is informed of it. */
const shortPauseMs = 6 * 3_600_000;

/** It goes on as any other turn: there is nothing to say of what was before. */
function isUnderWay(messages: readonly ReadMessage[], turn: string, isCrashed: (since: number) => boolean): boolean {
  const begin = messages.findIndex(message => message.turn === turn);
  const [first, before] = [messages[begin], messages[begin - 1]];
  return first !== undefined && before !== undefined && first.at - before.at < shortPauseMs && !isCrashed(before.at);
}

/** So many memories say who the owner is. */
const mostPinned = 5;
/** Of so many turns they are known. */
const knownTurns = 32;

/** What turns go on from; what makes words of it is loaded with the first turn that has something before it. */
function lazyContinuity(
  { config, database, boot }: Core,
  holderOf: Features['delegated']['holderOf'],
): Pick<CompletionOptions, 'pinned' | 'continuity'> {
  const rows = sqliteEarlier(database);
  const pinnedIn = new Map<string, readonly string[]>();
  let opened: ReturnType<typeof Continuity.continuity> | undefined;
  return {
    // the same in all requests of a turn
    pinned(session, turn) {
      if (isApart(session) || holderOf(session) !== undefined) return [];
      const ids = pinnedIn.get(turn) ?? rows.profile(mostPinned);
      pinnedIn.set(turn, ids);
      dropOldest(pinnedIn, knownTurns);
      return ids;
    },
    continuity(session, turn, messages, recalled) {
      // an agent knows nothing of other conversations
      if (holderOf(session) !== undefined) return '';
      if (isUnderWay(messages, turn, since => rows.isCrashed(since, boot))) return '';
      opened ??= (load('../../actors/context/continuity.ts') as typeof Continuity).continuity({
        rows,
        timeZone: config.owner.timeZone,
        boot,
      });
      return opened(session, turn, messages, recalled);
    },
  };
}

type ProfileOf = (session: string, messages: readonly ReadMessage[]) => ChosenProfile;

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

/** What an owner asks about summaries, loaded with the first question. */
function lazyCompactions(
  ...given: readonly [Features['core'], ReturnType<typeof sqliteCompactionLedger>, RecentMessages]
): CompactionService {
  return later<CompactionService>(
    () => (load('../../actors/context/compaction-service.ts') as typeof CompactionParts).compactionService(...given),
    { look: true, ask: true, undo: true },
  );
}

/** Has parts of the instructions that are too long shortened; loaded with the first of them. */
function lazyShortening({ core, calls }: Needs, signal: AbortSignal): (long: LongPart) => void {
  const { config, database, system, clock, log } = core;
  let opened: ((long: LongPart) => void) | undefined;
  return long => {
    if (!system.isStarted) return;
    opened ??= (load('../../actors/context/part-summaries.ts') as typeof PartSummaries).shortening(
      {
        models: calls,
        schema: (load('../../adapters/memory/shortened-part.ts') as typeof ShortenedPart).shortenedPart,
        instructions: () => ownPrompt('shortening', config.paths.prompts),
        ledger: (load('../../adapters/stores/sqlite/context/part-summaries.ts') as typeof PartRows).sqlitePartSummaries(
          database,
        ),
        digest: sha256,
        perform: work => system.perform(work),
        clock,
        log,
      },
      signal,
    );
    opened(long);
  };
}

/** Its budget and its breaker are those of every model call beside a conversation. */
function compactionEffect({ core, calls, hooks }: Needs, recent: RecentMessages, filling: Fullness): EffectSource {
  const { config, conversation } = core;
  return {
    get logic() {
      const { compaction } = load('../../actors/context/compaction.ts') as typeof Compacting;
      return compaction({
        recent,
        models: calls,
        schema: (load('../../adapters/memory/summary-request.ts') as typeof SummaryRequest).summaryAnswer,
        instructions: () => ownPrompt('summary', config.paths.prompts),
        read: conversation.read,
        language: config.owner.language,
        fullness: filling,
        refusal: hooks.beforeCompaction,
      });
    },
    policy: 'repeatable',
    lane: 'model',
    timeoutMs: 600_000,
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

/** Models compare a reply with the records, where they are set for it. */
function judgingEffect(
  { core, calls }: Needs,
  records: Pick<Comparing.Records, 'messagesOf' | 'workOf' | 'isNew'>,
): EffectSource {
  const { conversation, toolbox, config } = core;
  const { language } = config.owner;
  return {
    get logic() {
      const { judging } = load('../../actors/conversation/judging.ts') as typeof Judging;
      const { comparedReply } = load('../../actors/conversation/claims/comparing.ts') as typeof Comparing;
      const texts = load('../../domain/claims/texts.ts') as typeof ClaimTexts;
      return judging({
        models: calls,
        schemas: load('../../adapters/memory/judged-claims.ts') as typeof JudgedSchemas,
        isSet: role => config.models.roles[role] !== undefined,
        tools: () => toolbox.declared,
        recordsOf({ session, turn, message }) {
          const reply = conversation.message(message)?.text ?? '';
          const given = {
            tools: toolbox.declared,
            callsSince: conversation.toolCallsSince,
            read: conversation.read,
            ...records,
          };
          const own = conversation.toolCallsDuring(turn);
          return { reply, ...comparedReply(given, { session, turn, reply, own }) };
        },
        lineOf: texts.claimLine,
        refutedText: found => texts.refutedText(found, language),
      });
    },
    policy: 'repeatable',
    lane: 'model',
    timeoutMs: 120_000,
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
