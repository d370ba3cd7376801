/** The model calls of a conversation, and what each of them goes on from. */
import { createRequire } from 'node:module';
import { prompt } from '../../../config/prompts.ts';
import type * as AddressingParts from '../../actors/agents/addressing.ts';
import type { Addressing } from '../../actors/agents/addressing.ts';
import type * as Routes from '../../actors/agents/routing.ts';
import type * as Continuity from '../../actors/context/continuity.ts';
import type { Fullness } from '../../actors/context/fullness.ts';
import { breath } from '../../actors/conversation/breath.ts';
import { type CompletionOptions, completion } from '../../actors/conversation/completion.ts';
import type { RecentMessages } from '../../actors/conversation/recent-messages.ts';
import { toolTranslator } from '../../actors/conversation/tool-translator.ts';
import type { Tone } from '../../actors/personality/tone.ts';
import type { EffectSource } from '../../actors/runtime/registry.ts';
import type * as RouterAnswer from '../../adapters/agents/router-answer.ts';
import { pictureReader } from '../../adapters/files/content/picture-file.ts';
import { sqliteEarlier } from '../../adapters/stores/sqlite/context/earlier.ts';
import { sqliteModelTokens } from '../../adapters/stores/sqlite/context/model-tokens.ts';
import { argumentsSchema } from '../../adapters/toolbox/arguments.ts';
import { isApart } from '../../domain/agents/agent.ts';
import type * as EarlierWork from '../../domain/agents/earlier.ts';
import { callerConversation } from '../../domain/callers/caller.ts';
import { dropOldest } from '../../domain/collections/drop-oldest.ts';
import type { ChosenProfile } from '../../domain/context/profiles.ts';
import { attachedDocuments } from '../../domain/context/watched.ts';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import { urgencyOf } from '../../domain/conversation/turn-terms.ts';
import { jobChannel } from '../../domain/jobs/job.ts';
import { isSaidTime } from '../../domain/jobs/when.ts';
import { modelAt } from '../../domain/models/route.ts';
import { defined } from '../../domain/text/json.ts';
import type { CompletionInput } from '../../machines/session/types.ts';
import { sessionView } from '../../machines/session/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { Core, Features } from '../feature.ts';

// With the first message that needs them.
const load = createRequire(import.meta.url);

type Needs = Pick<
  Features,
  | 'core'
  | 'models'
  | 'lined'
  | 'calls'
  | 'memories'
  | 'files'
  | 'budget'
  | 'gatekeeper'
  | 'instructions'
  | 'instructionParts'
  | 'subscriptions'
  | 'delegated'
  | 'audit'
>;

export type ProfileOf = (session: string, messages: readonly ReadMessage[]) => ChosenProfile;

export function completionEffect(
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
  { core, delegated, calls, audit }: Pick<Features, 'core' | 'delegated' | 'calls' | 'audit'>,
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
