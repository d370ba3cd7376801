/** What a model is asked with: instructions, memories, tools, and the newest messages that fit beside them. */

import { type LeftOutFrom, leftOutFrom } from '../../../domain/context/evictions.ts';
import { type ChosenProfile, profiles, resultShare } from '../../../domain/context/profiles.ts';
import type { SentRequest } from '../../../domain/context/sent-request.ts';
import { firstFactor } from '../../../domain/context/token-factor.ts';
import {
  type ContextParts,
  type ContextWindow,
  contextWindow,
  estimateTokens,
  historyTokens,
} from '../../../domain/conversation/context-window.ts';
import type { ReadMessage } from '../../../domain/conversation/message.ts';
import type { Memory, MemoryStore } from '../../../domain/memory/memory.ts';
import {
  chatContext,
  type LeftOut,
  replyTokens,
  requestTokens,
  smallContext,
} from '../../../domain/models/context-limit.ts';
import type { ShownPart, ShownWindow } from '../../../domain/policy/provenance.ts';
import type { Redactor } from '../../../domain/secrets/redaction.ts';
import { fitTools } from '../../../domain/tools/fitting.ts';
import type { ToolSpec } from '../../../domain/tools/tool.ts';
import type { CompletionInput } from '../../../machines/session/types.ts';
import type { MessageStore } from '../../../ports/conversation-store.ts';
import type { ModelTokens } from '../../../ports/ledgers/model-tokens.ts';
import type { ModelInfo, ModelRequest, ReadPicture, SystemPart } from '../../../ports/model.ts';
import type { Offer, Toolbox } from '../../../ports/toolbox.ts';
import type { Scoring } from '../../context/scoring.ts';
import { toModelMessages } from '../model-messages.ts';
import { newestPictures } from '../pictures.ts';
import type { RecentMessages } from '../recent-messages.ts';
import { type MemoriesPart, remembered } from '../remembered.ts';
import { givenTexts } from '../trust/given-addresses.ts';
import { shownWindow } from '../trust/shown-window.ts';
import { offerOf, type ToolForm } from '../worded-tools.ts';
import { offeredIn } from './offered-in.ts';
import { inReadingOrder } from './reading-order.ts';
import { keptTexts, sentRequest } from './sent.ts';
import type { Beside, WorkspacePart } from './workspace-part.ts';
import { zonesOf } from './zones.ts';

export interface ModelRequestSources {
  readonly toolbox: Toolbox;
  readonly conversation: Pick<MessageStore, 'read'>;
  readonly recent: Pick<RecentMessages, 'of'>;
  readonly memories: Pick<MemoryStore, 'get'>;
  /** The instructions: what stays the same from call to call, then what belongs to the moment. */
  readonly system: (session: string, window: number, offered?: ReadonlySet<string>) => readonly SystemPart[];
  /** Recalled memories as they stand before the model. */
  readonly memoriesPart?: MemoriesPart;
  /** How the room is shared out in a conversation; without it as in any. */
  readonly profileOf?: (session: string, messages: readonly ReadMessage[]) => ChosenProfile;
  /** How the agent is to speak; empty or left out: nothing is said of it. */
  readonly toneOf?: (session: string, messages: readonly ReadMessage[]) => string;
  /** Memories that stand before the model in every turn, by their ids. */
  readonly pinned?: (session: string, turn: string) => readonly string[];
  /** What a turn goes on from; empty: nothing has to be said of it. */
  readonly continuity?: (
    session: string,
    turn: string,
    messages: readonly ReadMessage[],
    recalled: readonly Memory[],
  ) => string;
  /** How a model counts tokens; without it each counts as the first estimate says. */
  readonly tokens?: Pick<ModelTokens, 'factor'>;
  /** Which turns leave where the fixed steps are not enough; without it the oldest do. */
  readonly scoring?: Scoring;
  /** Called with the room that the messages of a request have, in estimated tokens. */
  readonly onRoom?: (session: string, room: number) => void;
  /** Reads pictures that lie in the workspace; without it they are only named. */
  readonly readPicture?: ReadPicture;
  /** Is a text stored under this hash? Without it none is. */
  readonly isStored?: (hash: string) => boolean;
  /** A text as it is stored, without secrets. */
  readonly redactor?: Pick<Redactor, 'text'>;
}

export interface PreparedRequest {
  readonly request: Pick<ModelRequest, 'system' | 'messages' | 'tools'>;
  readonly history: readonly ReadMessage[];
  /** Whose tools are offered; undefined: none are. */
  readonly offeredBy: Toolbox | undefined;
  /** So long the reply may be. */
  readonly outputTokens: number;
  /** What there was no room for, where its owner is told of it. */
  readonly left?: LeftOut;
  /** What each part takes of the context window. */
  readonly parts: ContextParts;
  /** What the journal keeps of it. */
  readonly sent: () => SentRequest;
  /** What of the conversation is left out from here on. */
  readonly leftOut: LeftOutFrom;
  /** Our estimate of the whole request, before it is held against how its model counts; undefined: it has pictures. */
  readonly estimated: number | undefined;
  /** Whose text it is. */
  readonly shown: ShownWindow;
  /** Texts whose addresses may be asked for unasked. */
  readonly given: () => readonly string[];
}

/** The exact tokens of a request; undefined where they cannot be had. */
type TokenCount = (request: PreparedRequest['request']) => Promise<number | undefined>;

/** Of which call. */
type Wanted = Pick<CompletionInput, 'session' | 'turn' | 'recalled' | 'tools' | 'trustedUntil' | 'only'> & {
  /** What the owner has said since that message may not be shown; undefined: all may. */
  readonly upTo?: string | undefined;
  /** What stands beside the conversation. */
  readonly beside?: Beside | undefined;
  /** So much of the room is used, 0 to 1: a request that was refused as too long is made shorter. */
  readonly share?: number;
  /** So many tokens of its model it may have at most; undefined: what the window has room for. */
  readonly most?: number | undefined;
};

/** What one call is made for. */
interface CallTerms {
  /** `provider/model`. */
  readonly model: string;
  readonly info: ModelInfo;
  /** The longest reply. */
  readonly outputTokens: number;
  readonly form: ToolForm;
  readonly count?: TokenCount | undefined;
}

/**
 * Answers the request for one call; the tokens of its parts are estimated, so that the reply has room. The estimate is
 * on the safe side: where it leaves messages out, `count` says whether more of them fit.
 */
export function modelRequests(sources: ModelRequestSources) {
  const { toolbox, conversation, recent, readPicture } = sources;
  const fixedFor = fixedParts(sources);
  const kept = keptTexts(sources.isStored ?? (() => false), text => sources.redactor?.text(text) ?? text);
  return async (wanted: Wanted, { model, info, outputTokens, form, count }: CallTerms): Promise<PreparedRequest> => {
    const { session, turn, tools, trustedUntil, upTo, share = 1, most: bound = Number.POSITIVE_INFINITY } = wanted;
    const factor = sources.tokens?.factor(model) ?? firstFactor;
    const window = Math.floor(info.contextTokens * share);
    const reserved = replyTokens(window, outputTokens);
    const source = recent.of(session);
    const messages = messagesUpTo(inReadingOrder(source), upTo);
    const box = tools ? toolbox : undefined;
    // all that is weighed is weighed in estimated tokens
    const most = Math.floor(Math.min(requestTokens(window, reserved), bound) / factor);
    const profile = sources.profileOf?.(session, messages) ?? plain;
    const terms = { form, window: info.contextTokens, room: most, memoryShare: profiles[profile.name].memory };
    const { instructions, known, offer, watched, ...weighs } = fixedFor(wanted, messages, box, terms);
    const offered = offer && { ...offer.from, specs: offer.specs };
    const { fixed } = weighs;
    const withHistory = async (chosen: ContextWindow) => {
      const { messages: history } = chosen;
      const pictures = await newestPictures(info.takesImages ? history : [], conversation.read, readPicture);
      const shown = toModelMessages(history, pictures, conversation.read);
      const request = { system: instructions, messages: shown, tools: offered?.specs ?? [] };
      const estimated = fixed + historyTokens(history);
      return { chosen, history, request, estimated, tokens: estimated * factor, pictures };
    };
    const room = most - fixed;
    if (share === 1) sources.onRoom?.(session, room);
    const scored = sources.scoring?.of(session);
    const within = { turn, read: conversation.read, resultShare: resultShare(profile.name), scored };
    const estimated = contextWindow(messages, room, within);
    const longer = count && lacks(estimated) > 0 ? contextWindow(messages, room * estimateSlack, within) : undefined;
    const tried = longer && lacks(longer) < lacks(estimated) ? await withHistory(longer) : undefined;
    const counted = tried && (await count?.(tried.request));
    const isFitting = counted !== undefined && counted + reserved <= window;
    const made = tried && isFitting ? { ...tried, tokens: counted } : await withHistory(estimated);
    const { history, request, chosen } = made;
    if (chosen.older > 0) sources.scoring?.onLeft({ ...wanted, messages, shown: history, scored, room });
    // whose text it is, the whole message says: what is left of a shortened one may begin in the middle of a quotation
    const byId = new Map(messages.map(message => [message.id, message]));
    const whole = history.map(message => (chosen.brief.has(message.id) ? message : (byId.get(message.id) ?? message)));
    const left = { older: chosen.older, shortened: chosen.shortened, tools: offer?.left ?? 0 };
    const tokens = { ...weighs.parts, history: made.tokens / factor - fixed };
    return {
      request,
      history,
      offeredBy: offer && box,
      outputTokens: Math.max(reserved, Math.min(outputTokens, Math.floor(window - made.tokens))),
      left: isNews(left, info) ? { ...left, window: info.contextTokens, limit: info.limit } : undefined,
      parts: {
        ...partsOf(tokens, factor, info.contextTokens),
        room: Math.max(0, Math.floor(room * factor)),
        zones: zonesOf(request, whole, { known: known.length, tokens, factor }),
        left: { ...left, brief: chosen.brief.size },
        profile,
      },
      sent: () =>
        sentRequest({
          ...made,
          turn,
          toolForm: form,
          memories: known.map(({ id }) => id),
          source,
          brief: chosen.brief,
          ...kept,
        }),
      leftOut: leftOutFrom(chosen, messages, share < 1 ? 'refused' : 'room'),
      estimated: made.pictures.size > 0 ? undefined : made.estimated,
      shown: withTools(withWatched(shownWindow(whole, known, trustedUntil), watched), offered),
      given: () => givenTexts(whole, known, call => conversation.read(call.arguments)),
    };
  };
}

/** So many messages are not as they were said. */
function lacks({ older, shortened, brief, cut }: ContextWindow): number {
  return older + shortened + brief.size + cut;
}

type Parts = Pick<ContextParts, 'system' | 'tools' | 'memories' | 'history'>;

/** Estimated tokens as those of the model. */
function partsOf(parts: Parts, factor: number, window: number): ContextParts {
  const counted = (tokens: number) => Math.max(0, Math.round(tokens * factor));
  return {
    system: counted(parts.system),
    tools: counted(parts.tools),
    memories: counted(parts.memories),
    history: counted(parts.history),
    window,
  };
}

/** In a large window older messages leave in the course of things; what else is left out is news. */
function isNews({ older, shortened, tools }: Pick<LeftOut, 'older' | 'shortened' | 'tools'>, info: ModelInfo): boolean {
  const { contextTokens } = info;
  return contextTokens < chatContext || shortened > 0 || tools > 0 || (older > 0 && contextTokens < smallContext);
}

interface FixedTerms {
  readonly form: ToolForm;
  readonly window: number;
  readonly room: number;
  /** Of what the instructions leave. */
  readonly memoryShare: number;
}

const plain: ChosenProfile = { name: 'conversation', isSet: false };

/** What stands before the messages: instructions, tools and memories, each no larger than its share of the room. */
function fixedParts({
  memories,
  system,
  memoriesPart,
  toneOf = () => '',
  continuity = () => '',
  pinned = () => [],
}: ModelRequestSources) {
  const tokensOf = specTokens();
  return (
    { session, turn, recalled, beside }: Wanted,
    messages: readonly ReadMessage[],
    box: Toolbox | undefined,
    { form, window, room, memoryShare }: FixedTerms,
  ) => {
    const words = newestWords(messages);
    const from = box?.offer(words, offeredIn(session, messages));
    const found = memories.get([...new Set([...pinned(session, turn), ...recalled])]);
    const moment = [continuity(session, turn, messages, found), toneOf(session, messages)].filter(text => text !== '');
    const instructionsFor = (specs: readonly ToolSpec[] | undefined): readonly SystemPart[] => {
      const own = system(session, window, specs && new Set(specs.map(({ name }) => name)));
      return [...own, ...moment.map(text => ({ text, stable: false }))];
    };
    const all = instructionsFor(from?.specs);
    const ownTokens = weightOf(all);
    const fitted =
      from &&
      fitTools(from.specs, {
        tokens: (room - ownTokens) * toolShare,
        weigh: specs => tokensOf(specs, form) + (specs === from.specs ? estimateTokens(from.notes) : 0),
        words,
        called: calledIn(messages, turn),
      });
    const offer = from && fitted && fitted.specs.length > 0 ? { ...fitted, from, left: fitted.left.length } : undefined;
    const own = offer && offer.left > 0 ? instructionsFor(offer.specs) : all;
    const known = withinTokens(found, (room - ownTokens) * memoryShare, memoriesPart);
    const notes = offer ? [...toolNotes(offer.from), ...leftTools(fitted?.left ?? [])] : [];
    const memory = remembered(known, memoriesPart);
    const watched = beside?.((room - ownTokens) * besideShare, estimateTokens);
    const instructions = [...own, ...notes, ...memory, ...(watched?.parts ?? [])];
    const specsTokens = offer ? tokensOf(offer.specs, form) : 0;
    const fixed = weightOf(instructions) + specsTokens;
    const parts = { tools: specsTokens + weightOf(notes), memories: weightOf(memory) };
    return {
      instructions,
      known,
      offer,
      fixed,
      watched,
      parts: { ...parts, system: Math.max(0, fixed - parts.memories - parts.tools) },
    };
  };
}

/** Of what the instructions leave. */
const toolShare = 0.5;
const besideShare = 0.2;

/** Those recalled first, as many as fit: a memory less is better than a turn less. */
function withinTokens(known: readonly Memory[], tokens: number, part?: MemoriesPart): readonly Memory[] {
  let fitting = known;
  while (fitting.length > 0 && weightOf(remembered(fitting, part)) > tokens) fitting = fitting.slice(0, -1);
  return fitting;
}

/** The tools that a turn has called already: their offer stays. */
function calledIn(messages: readonly ReadMessage[], turn: string): ReadonlySet<string> {
  return new Set(
    messages.flatMap(message => (message.turn === turn ? (message.toolCalls ?? []).map(({ name }) => name) : [])),
  );
}

/** A name is enough to ask for the rest. */
function leftTools(names: readonly string[]): readonly SystemPart[] {
  if (names.length === 0) return [];
  const listed = names.slice(0, mostNamed).join(', ');
  const text = `Other tools there is no room for here: ${listed}. Call one with {} to be told what it takes.`;
  return [{ text, stable: true }];
}

const mostNamed = 40;

/** All of them where that one is not among them. */
function messagesUpTo(messages: readonly ReadMessage[], last: string | undefined): readonly ReadMessage[] {
  const at = last === undefined ? -1 : messages.findIndex(({ id }) => id === last);
  const next = messages.findIndex(({ role }, place) => place > at && role === 'owner');
  return at < 0 || next < 0 ? messages : messages.slice(0, next);
}

/** English text has about four characters a token, and the estimate says three. */
const estimateSlack = 4 / 3;

/** What is watched is as new as its newest change. */
function withWatched(shown: ShownWindow, watched: WorkspacePart | undefined): ShownWindow {
  if (watched === undefined) return shown;
  const { since, past } = watched;
  return { ...shown, past: [...shown.past, ...past], since: [...shown.since, ...since] };
}

/** The words of tools that nobody here has vouched for count as text that has just come. */
function withTools(shown: ShownWindow, offered: Offer | undefined): ShownWindow {
  if (offered?.taint !== 'external') return shown;
  const words: ShownPart = { origin: 'outside', text: '', from: 'the description of a tool' };
  return { ...shown, since: [...shown.since, words] };
}

/** The tokens of instructions. */
function weightOf(parts: readonly SystemPart[]): number {
  return estimateTokens(parts.map(({ text }) => text).join(''));
}

/** The tokens of the tools on offer; counted again only when they change. */
function specTokens(): (specs: readonly ToolSpec[], form: ToolForm) => number {
  const counted = new WeakMap<readonly ToolSpec[], Map<ToolForm, number>>();
  return (specs, form) => {
    const known = counted.get(specs) ?? new Map<ToolForm, number>();
    counted.set(specs, known);
    const tokens = known.get(form) ?? estimateTokens(form === 'native' ? JSON.stringify(specs) : offerOf(specs, form));
    known.set(form, tokens);
    return tokens;
  };
}

/** What the owner said last: what a choice of tools goes by. */
function newestWords(messages: readonly ReadMessage[]): string {
  return messages.findLast(({ role }) => role === 'owner')?.text ?? '';
}

/** Tools that are there but not offered in full. */
function toolNotes(offered: Offer | undefined): readonly SystemPart[] {
  return offered && offered.notes !== '' ? [{ text: offered.notes, stable: false }] : [];
}
