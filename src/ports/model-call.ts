/**
 * Port: asking a model for a piece of work. Nothing but this and the completion of a conversation reaches one.
 *
 * The contract (test/actors/models/model-calls.test.ts):
 * - The model follows from skill, role and default. One that fails is followed by the next in line, if another may
 *   answer; a model that the request names itself is called alone.
 * - Each call is reserved in the budget under the heading before it is made, and settled behind it. Without a
 *   reservation none is made: `exhausted`.
 * - A model whose circuit breaker is open is passed over, and each outcome is reported to its breaker.
 * - `value`: the provider holds the reply to the schema where it can, and it is checked here. A reply that does not fit
 *   is sent back once, with what is wrong with it. Where the second does not fit either, the answer is `otherwise()`,
 *   or the call fails as `invalid` with the cause `misfit`.
 * - `embed`: as many vectors as texts, all of one size and of length 1; what the other side answers is checked.
 * - `signal` aborts it: `cancelled`. What was spent by then stays in the budget.
 * - Text of the reply is not shown, stored or logged here.
 */
import type { ZodType } from 'zod';
import type { Usage } from '../domain/conversation/message.ts';
import type { Effort } from '../domain/models/effort.ts';
import type { Side } from '../domain/models/route.ts';
import type { ModelMessage, SystemPart } from './model.ts';

export interface ModelCalls {
  /** The words of a reply. */
  text(request: CallRequest, watch: CallSignals): Promise<CallReply<string>>;
  /** A value that fits a schema. */
  value<Value>(request: ValueRequest<Value>, watch: CallSignals): Promise<CallReply<Value>>;
  /**
   * Texts as vectors, by the model of the role `embedding` alone: vectors of two models cannot be compared. Any number of
   * texts, none of them empty; they go in batches, each reserved and settled for itself. Fails as `invalid` where the
   * owner has set no such model, or it cannot embed.
   */
  embed(request: EmbedRequest, watch: CallSignals): Promise<Embeddings>;
  /** `provider/model` of the role `embedding`; undefined: none is set. */
  readonly embeds: string | undefined;
}

export interface EmbedRequest {
  readonly heading: string;
  readonly texts: readonly string[];
}

export interface Embeddings {
  /** One for each text, in their order, each of length 1: the product of two is their likeness. */
  readonly vectors: readonly Float32Array[];
  /** `provider/model` that made them, to be kept beside them. */
  readonly model: string;
  /** How many numbers each has; 0 where there was no text. */
  readonly dimensions: number;
  readonly usage: Usage;
}

export interface CallRequest {
  /** What the model is needed for: `observer`, `verifier`, … (src/domain/models/route.ts). */
  readonly role: string;
  /** Goes before the role. */
  readonly skill?: string;
  /** `provider/model`, where the owner has named one for this very purpose: it is called alone, with no fall-back. */
  readonly model?: string;
  /** Only models that run there are asked. */
  readonly only?: Side;
  /** The name it is counted under in the budget: `observer`, `job:NAME`, `gate:NAME`. */
  readonly heading: string;
  readonly system: readonly SystemPart[];
  readonly messages: readonly ModelMessage[];
  readonly maxOutputTokens: number;
  /** How much it needs to think, for models that can be told; what the owner has set for the role goes before it. */
  readonly effort?: Effort;
}

export interface ValueRequest<Value> extends CallRequest {
  /** Of type object, without transforms: it becomes a JSON Schema. */
  readonly schema: ZodType<Value>;
  /** The answer by rules, where the model's does not fit; without it the call fails. */
  readonly otherwise?: () => Value;
}

export interface CallSignals {
  readonly signal: AbortSignal;
  /** The model is at work: something has come of its reply. */
  readonly onAlive?: () => void;
}

export interface CallReply<Value> {
  readonly value: Value;
  /** `provider/model` that answered; undefined: rules did, in its place. */
  readonly model: string | undefined;
  /** Is it the first in line? */
  readonly chosen: boolean;
  /** Of all calls that were made for it. */
  readonly usage: Usage;
}
