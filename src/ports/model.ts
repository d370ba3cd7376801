/**
 * Port: one streamed completion of a language model.
 *
 * The contract (test/contracts/model.ts checks it against every kind):
 * - `onText` is called with each piece of visible text in order; their concatenation equals `reply.text`.
 * - A reply is never made whole by the adapter: a stream that ends before its end mark throws `unavailable`, a reply
 *   that stopped at the token limit says `stop: 'length'`, a refusal says `stop: 'refusal'`.
 * - Tool calls come whole, their arguments as JSON text, ids unique within the reply.
 * - `signal` aborts within a second; the call then throws `cancelled`.
 * - Faults: 400, 404 and 422 → `invalid`; 401 and 403 → `denied` (naming the setting to mend, never the key); 402,
 *   413, quota and context overflow → `exhausted`; 408, 429 (with `retryAfterMs` when told), 5xx, a refused or cut
 *   connection → `unavailable`; no first byte within `firstByteMs`, or silence of `silenceMs` → `timeout`.
 * - It never retries by itself: retries belong to the session chart.
 */

import type { Price } from '../domain/budget/prices.ts';
import type { Usage } from '../domain/conversation/message.ts';
import type { ContextLimit } from '../domain/models/context-limit.ts';
import type { Effort } from '../domain/models/effort.ts';
import type { Sentence } from '../domain/policy/sentence.ts';
import type { JsonObject } from '../domain/text/json.ts';
import type { ToolSpec } from '../domain/tools/tool.ts';

export interface ModelRequest {
  /** The model's own name, without the provider: `claude-sonnet-5`, `qwen3:8b`. */
  readonly model: string;
  /** Instructions that stay the same from call to call come first, so that prompt caching pays. */
  readonly system: readonly SystemPart[];
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
  readonly maxOutputTokens: number;
  /** What it is needed for, for a model that answers by rules; `session` where nothing is said. */
  readonly role?: string;
  /** A JSON Schema the whole reply has to satisfy; the reply's text is then JSON. */
  readonly format?: JsonObject;
  /**
   * How much it is to think; undefined: as the other side sees fit. A model that cannot be told is asked without it.
   */
  readonly effort?: Effort;
}

/** A part of the instructions; `stable` parts are the same in the next call. */
export interface SystemPart {
  readonly text: string;
  readonly stable: boolean;
  /** Whose it is, for the owner alone: nothing of it is sent. */
  readonly zone?: 'orders' | 'memory' | 'workspace';
}

export type ModelMessage =
  | { readonly role: 'user'; readonly content: readonly ContentPart[] }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly toolCalls: readonly ModelToolCall[];
      readonly reasoning?: Reasoning;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
      readonly failed: boolean;
    };

export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly base64: string };

/**
 * What a model thought on the way to a reply, as its provider wants it back with the results of the calls: unchanged,
 * often encrypted. It is no part of the reply, and nobody reads it here.
 */
export interface Reasoning {
  /** The model as it was called, without the provider. Another model has no use for it. */
  readonly model: string;
  readonly parts: readonly ReasoningPart[];
}

/** `text`, `calls`: so many characters of the reply's text, and so many of its calls, stand before it. */
export interface ReasoningPart {
  readonly text: number;
  readonly calls: number;
  readonly block: JsonObject;
}

/** `arguments` is JSON text as the model wrote it. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** Why the model stopped: its end, tool calls, the token limit, a refusal. */
export type StopReason = 'end' | 'tools' | 'length' | 'refusal';

export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly stop: StopReason;
  /** The token limit came while a call of this tool was written, which is none of them; empty: its name is unknown. */
  readonly cutCall?: string;
  readonly usage: Usage;
  readonly reasoning?: Reasoning;
  /** The model that answered, as the other side names it. */
  readonly model: string;
  /** The other side's id of this request, for its support and our log. */
  readonly requestId?: string;
}

export interface CompletionOptions {
  readonly signal: AbortSignal;
  readonly onText: (delta: string) => void;
  /** Something has come, be it a word, a part of a tool call or a ping. */
  readonly onAlive?: () => void;
}

export interface ModelInfo {
  /** How many tokens request and reply may have together, as the other side says. */
  readonly contextTokens: number;
  /** Where that is set, so that its owner is told how to make it more; undefined: the model was made so. */
  readonly limit?: ContextLimit;
  readonly takesImages: boolean;
  readonly takesTools: boolean;
  /** Can it be told how much to think? Undefined: the other side does not say. */
  readonly takesEffort?: boolean;
  /** The other side passes its requests on to another machine, as it says itself. */
  readonly runsElsewhere?: boolean;
  /** What it costs, where the other side's list of models says so; in US dollars per million tokens. */
  readonly price?: Price;
}

export interface EmbeddingRequest {
  /** The model's own name, without the provider. */
  readonly model: string;
  /** At least one; none is empty. */
  readonly texts: readonly string[];
}

export interface EmbeddingReply {
  /** One for each text, in their order, as the other side gave them. */
  readonly vectors: readonly (readonly number[])[];
  readonly inputTokens: number;
}

/** One provider of models, addressed as `provider/model`. */
export interface ModelProvider {
  readonly name: string;
  complete(request: ModelRequest, options: CompletionOptions): Promise<ModelReply>;
  /**
   * Texts as vectors; a provider without it has no models for that. A text that is longer than the model takes may
   * count up to there. Aborts and faults are those of `complete`.
   */
  embed?(request: EmbeddingRequest, options: Pick<CompletionOptions, 'signal' | 'onAlive'>): Promise<EmbeddingReply>;
  /** Loads a model that it would load with the first call; a provider without it has nothing to load. */
  preload?(model: string, signal: AbortSignal): Promise<void>;
  /** The exact input tokens of a request; a provider without it has no way to count them beforehand. */
  countTokens?(request: ModelRequest, signal: AbortSignal): Promise<number>;
  /** Facts about one model, asked once and remembered until it refuses a request as too long. */
  info(model: string, signal: AbortSignal): Promise<ModelInfo>;
  /** Does it answer now? Never throws. */
  health(signal: AbortSignal): Promise<ProviderHealth>;
}

/**
 * `problem` says what is missing and what to do; `answers`: the server is there all the same, with no model to use;
 * `wantsKey`: it is there, and refuses whom it does not know.
 */
export type ProviderHealth =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly problem: Sentence; readonly answers?: true; readonly wantsKey?: true };

/** A picture as it goes to a model. */
export interface Picture {
  readonly mediaType: string;
  readonly base64: string;
}

/**
 * Reads the picture a message came with; undefined where it is gone, too large, or no longer what the message brought.
 */
export type ReadPicture = (file: { readonly path: string; readonly bytes: number }) => Promise<Picture | undefined>;
