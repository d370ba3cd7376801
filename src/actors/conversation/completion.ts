/**
 * One model reply, its text emitted as it arrives.
 *
 * The reply's tool calls come back resolved: validated and frozen against the toolbox that was offered, so that the
 * charts judge exactly what would run.
 */

import { hash } from 'node:crypto';
import { isFree } from '../../domain/budget/prices.ts';
import { type LeftOutFrom, newlyLeftOut } from '../../domain/context/evictions.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import type { CutReply } from '../../domain/models/cut-reply.ts';
import { modelAt } from '../../domain/models/route.ts';
import type { IsSaidTime } from '../../domain/policy/own-terms.ts';
import { callProvenance, replyProvenance } from '../../domain/policy/provenance.ts';
import type { Redactor } from '../../domain/secrets/redaction.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { ToolSpec } from '../../domain/tools/tool.ts';
import type { CompletionInput, CompletionOutput } from '../../machines/session/types.ts';
import type { MessageStore, ToolCallStore } from '../../ports/conversation-store.ts';
import type { EvictionLedger } from '../../ports/ledgers/compaction.ts';
import type { ModelTokens } from '../../ports/ledgers/model-tokens.ts';
import type { ModelInfo, ModelReply, ModelToolCall } from '../../ports/model.ts';
import type { Addressing } from '../agents/addressing.ts';
import type { Budget } from '../budget/budget.ts';
import type { GrantedReply, ModelLine } from '../models/model-line.ts';
import { work } from '../work.ts';
import { type CheckedReply, checkedReply, isGated, type ReplyGates } from './checked-reply.ts';
import { linksOf } from './link-history.ts';
import { fittingCall } from './request/fitting-call.ts';
import { type ModelRequestSources, modelRequests, type PreparedRequest } from './request/model-request.ts';
import type { Beside } from './request/workspace-part.ts';
import type { ToolTranslator } from './tool-translator.ts';
import { writtenCall } from './trust/shown-window.ts';
import { readReply } from './worded-tools.ts';

export type TextDelta = {
  readonly type: 'text.delta';
  readonly session: string;
  readonly turn: string;
  readonly delta: string;
};

export interface CompletionOptions extends ModelRequestSources {
  readonly models: ModelLine;
  readonly conversation: MessageStore & ToolCallStore;
  /** On the text as it streams; what is stored passes the host's own. */
  readonly redactor: Pick<Redactor, 'stream' | 'text'>;
  /** No call is made that was not taken from it. */
  readonly budget: Pick<Budget, 'requireGrant'>;
  /** How models count tokens; what a reply counts is learned. */
  readonly tokens?: ModelTokens;
  /** In which the owner is told that a request is too long. */
  readonly language?: Language;
  /** Makes arguments of a sentence, for models whose tools are offered in words. */
  readonly translate: ToolTranslator;
  /** What stands beside the conversation: files, pages and tasks. Without it nothing does. */
  readonly beside?: (session: string, turn: string, signal: AbortSignal) => Promise<Beside | undefined>;
  /** What is left out of requests by now; without it, nothing is noted of that. */
  readonly evictions?: Pick<EvictionLedger, 'newest'>;
  /** Waits until no copy is left of what was forgotten before this turn. */
  readonly forgotten?: () => Promise<void>;
  /** Adds what is found by meaning to what was recalled by words. */
  readonly recall?: (
    turn: Pick<CompletionInput, 'session' | 'turn' | 'recalled' | 'only'>,
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
  /** A message that is for an agent by name needs no model. */
  readonly addressed?: Addressing;
  /** Does one of these texts say this time? */
  readonly isSaidTime?: IsSaidTime;
  /** The gates a reply passes before anybody sees it. */
  readonly gates?: ReplyGates;
  /** Waits for the rest of what the owner says. False: it is for other models than those of `only`. */
  readonly breath?: (session: string, only: CompletionInput['only'], signal: AbortSignal) => Promise<boolean>;
}

export function completion(options: CompletionOptions) {
  const { models, toolbox, conversation, redactor, budget, translate, recall, gates, language = 'en' } = options;
  const meant = meaningOf(options);
  const prepare = modelRequests(options);
  return work<CompletionOutput, CompletionInput, TextDelta>(
    async (
      { session, turn, recalled: byWords, tools, trustedUntil, emptied = false, allotment, only, effect, signal },
      emit,
      alive,
    ) => {
      const granted = budget.requireGrant(session);
      const model = models.model(granted.model);
      if (only === 'local' && staysNot(await model.info(signal)))
        throw fault(
          'denied',
          `${model.name} runs on another machine, and this message is for models on this one alone`,
        );
      await options.forgotten?.();
      const recalled = recall ? await recall({ session, turn, recalled: byWords, only }, signal) : byWords;
      const upTo = (await options.breath?.(session, only, signal)) === false ? allotment : undefined;
      const addressee = {
        session,
        turn,
        address: effect.address,
        model: model.name,
        signal,
        alive,
        ...defined({ only }),
      };
      const given = await options.addressed?.(addressee);
      if (given) return given;
      const beside = await options.beside?.(session, turn, signal);
      const wanted = { session, turn, recalled, tools, ...defined({ trustedUntil, only }), upTo, beside };
      const safe = redactor.stream();
      const gated = isGated(gates);
      const show = (delta: string) => delta !== '' && !gated && emit({ type: 'text.delta', session, turn, delta });
      const onText = (piece: string) => show(safe.push(piece));
      const { prepared, whole, form, ...room } = await fittingCall(model, granted, {
        prepare,
        wanted,
        signal,
        onAlive: alive,
        onText,
        language,
        tokens: options.tokens,
      });
      const { request, offeredBy, shown, given: wordsOf } = prepared;
      const watch = { signal, onAlive: alive, ...defined({ only }) };
      const reply = form === 'native' ? whole : await withCalls(whole, request.tools, translate, watch);
      show(safe.end());
      const { taint } = replyProvenance(reply.text, shown);
      const link = linksOf(conversation, session, toolbox.declared);
      const checked: CheckedReply =
        gated && gates
          ? await checkedReply(gates, { session, taint, text: reply.text, isLast: emptied }, signal)
          : { text: reply.text, isReplaced: false };
      const requests = checked.isReplaced ? [] : requestsOf(reply, effect.address);
      const said = requests.length > 0 ? wordsOf() : [];
      const trusts = requests.map(one => callProvenance(meant(one, request.tools), shown, options.isSaidTime));
      const reasoning = form === 'native' && requests.length > 0 ? reasoningOf(reply, redactor) : {};
      return {
        text: checked.text,
        ...standing(checked, reply, requests.length > 0, room),
        requests,
        ...reasoning,
        calls: offeredBy ? requests.map(one => offeredBy.resolve({ ...one, session, said, link })) : [],
        ...defined({ trusts: requests.length > 0 ? trusts : undefined }),
        taint,
        stop: reply.stop,
        usage: reply.usage,
        model: reply.model,
        chosen: model.name === modelAt(models.names({ role: 'session', only }, session), 0),
        ...keptOf(prepared, options.evictions?.newest(session), options.evictions !== undefined),
        ...newestOf(prepared.history),
      };
    },
  );
}

/** `isShort`: the window of the model had no room for the longest reply. */
interface ReplyRoom {
  readonly isShort: boolean;
  readonly info: ModelInfo;
}

/** Does it say anything, and why not? Words before a call that was cut off are no answer. */
function standing(
  { text, held, isReplaced }: CheckedReply,
  reply: GrantedReply,
  hasCalls: boolean,
  room: ReplyRoom,
): Pick<CompletionOutput, 'empty' | 'held' | 'cut'> {
  const cut = isReplaced ? undefined : cutOf(reply, hasCalls, room);
  const empty = text.trim() === '' || (cut?.tool !== undefined && !hasCalls);
  return { empty, ...defined({ held, cut }) };
}

/** Undefined where it was not cut off, or what it said stands. */
function cutOf(
  { text, stop, cutCall, usage }: GrantedReply,
  hasCalls: boolean,
  { isShort, info }: ReplyRoom,
): CutReply | undefined {
  if (stop !== 'length' || (cutCall === undefined && (hasCalls || text.trim() !== ''))) return undefined;
  const { limit } = info;
  const room = { isOutOfRoom: isShort || undefined, limit: isShort ? limit : undefined };
  return { tokens: usage.outputTokens, ...defined({ tool: cutCall, ...room }) };
}

/** What the journal keeps of a request. `before`: what was left out by then. */
function keptOf(
  { parts, sent, left, leftOut }: PreparedRequest,
  before: LeftOutFrom | undefined,
  isNoted: boolean,
): Pick<CompletionOutput, 'context' | 'left' | 'evicted'> {
  return {
    context: { ...parts, sent: sent() },
    ...defined({ left, evicted: isNoted ? newlyLeftOut(leftOut, before) : undefined }),
  };
}

/** What a call means. Of a memory that it names by its id, what stands in that. */
function meaningOf({ toolbox, memories }: Pick<CompletionOptions, 'toolbox' | 'memories'>) {
  return ({ name, arguments: text }: Pick<ModelToolCall, 'name' | 'arguments'>, offered: readonly ToolSpec[]) => {
    const isOurs = toolbox.declared.some(one => one.name === name);
    const call = writtenCall(name, text, isOurs ? offered.find(one => one.name === name) : undefined);
    const said = (one: string) => (one.startsWith('memory:') ? (memories.get([one])[0]?.content ?? one) : one);
    return { ...call, values: call.values.map(said), said: call.said.map(said) };
  };
}

/** Its server hands requests on: it says so, or it lists what they cost. */
function staysNot({ runsElsewhere, price }: ModelInfo): boolean {
  return runsElsewhere === true || (price !== undefined && !isFree(price));
}

/** A reply whose calls stand in its text. */
async function withCalls(
  reply: GrantedReply,
  tools: readonly ToolSpec[],
  translate: ToolTranslator,
  watch: Parameters<ToolTranslator>[2],
): Promise<GrantedReply> {
  const { text, calls, stop } = readReply(reply, tools);
  const toolCalls: ModelToolCall[] = [];
  for (const [at, { name, words = '', arguments: input }] of calls.entries()) {
    const tool = tools.find(one => one.name === name);
    if (tool) toolCalls.push({ id: `block_${at}`, name, arguments: input ?? (await translate(tool, words, watch)) });
  }
  return { ...reply, text, stop, toolCalls };
}

/** The tool calls of a reply. Ids of the other side are unique within a reply at best; ours are so for ever. */
function requestsOf({ toolCalls }: Pick<ModelReply, 'toolCalls'>, effect: string) {
  const stem = hash('sha256', effect).slice(0, 12);
  return toolCalls.map((call, index) => ({
    callId: `${stem}_${index}`,
    name: call.name,
    arguments: call.arguments,
  }));
}

/** What it thought before its calls. With a secret in it it may not be kept, and changed it would be refused. */
function reasoningOf({ reasoning }: Pick<ModelReply, 'reasoning'>, redactor: Pick<Redactor, 'text'>) {
  const json = reasoning && JSON.stringify(reasoning);
  return json && redactor.text(json) === json ? { reasoning: json } : {};
}

/** The newest message of the owner's that the model was shown. */
function newestOf(history: readonly ReadMessage[]): Pick<CompletionOutput, 'newest'> {
  const newest = history.findLast(({ role }) => role === 'owner')?.id;
  return newest === undefined ? {} : { newest };
}
