/**
 * Spans: what took how long, within what. They are read from the journal, so the same ones can be exported as they end
 * and shown years later.
 *
 * Names and attributes are those of the OpenTelemetry conventions for GenAI where one exists; ours begin with
 * `straylight.`. No attribute holds text that anybody said: ids, names, numbers and kinds of failure alone.
 */

import type { Usage } from '../conversation/message.ts';
import { defined } from '../text/json.ts';
import type { FailureKind } from './failure.ts';

/**
 * What a span is about: a whole turn, a model call, a tool call, a gate, an effect or lookup, an actor's life, one
 * step.
 */
export type SpanTopic = 'turn' | 'model' | 'tool' | 'gate' | 'effect' | 'actor' | 'step';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A place in a trace: 32 and 16 hex digits. */
export interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
}

/** Instants are UTC epoch ms, with fractions. */
export interface Span extends SpanPlace {
  readonly parentSpanId?: string;
  readonly topic: SpanTopic;
  /**
   * `invoke_agent Straylight`, `chat qwen3:8b`, `execute_tool web_fetch`, `gating`, `step session message.received`.
   */
  readonly name: string;
  /** Whose work it is. */
  readonly actor: string;
  readonly startedAt: number;
  /** Absent: it goes on. */
  readonly endedAt?: number;
  readonly attributes: SpanAttributes;
}

/**
 * Does work as a span of its own, beneath the one it is done in. `note` adds attributes; a failure's kind is added by
 * itself.
 */
export type Spanned = <Result>(
  span: Pick<Span, 'topic' | 'name' | 'attributes'>,
  work: (note: (more: SpanAttributes) => void) => Promise<Result>,
) => Promise<Result>;

/** The spans of one turn, a parent before its children. */
export interface TurnTrace {
  readonly turn: string;
  readonly session: string;
  readonly traceId: string;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly outcome: string;
  readonly spans: readonly Span[];
  /** Not all of its steps are kept any more, or there are more than are shown. */
  readonly isPartial: boolean;
}

/** One turn in a list of those that can be looked at. */
export interface TracedTurn {
  readonly turn: string;
  readonly session: string;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly outcome: string;
  readonly model?: string;
}

/** Reads of what took how long. */
export interface TraceService {
  /**
   * The turns an actor has to do with, newest first: a session's own, or the one it was started in. Undefined: there is
   * no such actor.
   */
  list(actor: string): readonly TracedTurn[] | undefined;
  /** Undefined: there is no such turn. */
  turn(id: string): TurnTrace | undefined;
}

/** The tokens of a model call. Ours do not count cached ones as input; the conventions do. */
export function usageAttributes({
  inputTokens,
  outputTokens,
  cacheReadTokens,
  cacheWriteTokens,
}: Usage): SpanAttributes {
  return {
    'gen_ai.usage.input_tokens': inputTokens + cacheReadTokens + cacheWriteTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    ...defined({
      'gen_ai.usage.cache_read.input_tokens': cacheReadTokens > 0 ? cacheReadTokens : undefined,
      'gen_ai.usage.cache_creation.input_tokens': cacheWriteTokens > 0 ? cacheWriteTokens : undefined,
    }),
  };
}

/** Did it fail? What was stopped has not. */
export function failureOf({ attributes }: Pick<Span, 'attributes'>): FailureKind | undefined {
  const kind = attributes['error.type'] as FailureKind | undefined;
  return kind === 'cancelled' ? undefined : kind;
}
