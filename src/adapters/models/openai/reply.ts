/**
 * The chunks of a Chat Completions stream, folded into one reply.
 *
 * Servers differ: calls come in pieces or whole, with an id or without, their arguments as text or as an object, the
 * usage in a last chunk, in the one before, or never. All of that becomes the same reply.
 */
import { createHash } from 'node:crypto';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { Usage } from '../../../domain/conversation/message.ts';
import { canonical, type JsonObject } from '../../../domain/text/json.ts';
import type { ModelReply, ModelRequest, ModelToolCall, StopReason } from '../../../ports/model.ts';
import type { Dialect } from './dialect.ts';
import { thoughts } from './thoughts.ts';

/** Takes the chunks in order; `reply` is there once one of them has said why the model stopped. */
export interface ChunkFold {
  take(chunk: ChatCompletionChunk): void;
  reply(): ModelReply | undefined;
  /** The server ended the reply with an error instead of a reason. */
  readonly failed: boolean;
}

interface OpenCall {
  readonly index: number | undefined;
  id: string;
  name: string;
  json: string;
  /** What the server wants back beside it. */
  extra?: JsonObject | undefined;
}

/** Starts a fold. `onText` is called with each piece of visible text; reasoning is kept apart where it is wanted back. */
export function openaiReply(
  request: ModelRequest,
  onText: (delta: string) => void,
  dialect: Pick<Dialect, 'thoughts'> = {},
): ChunkFold {
  const calls: OpenCall[] = [];
  const thought = thoughts(dialect.thoughts);
  let text = '';
  let model = '';
  let reason: string | undefined;
  let isRefused = false;
  let usage: WireUsage | undefined;
  const say = (delta: unknown) => {
    if (typeof delta !== 'string' || delta === '') return;
    text += delta;
    onText(delta);
  };

  return {
    take(chunk) {
      model ||= chunk.model ?? '';
      usage = (chunk.usage ?? usage) as WireUsage | undefined;
      const [choice] = chunk.choices ?? [];
      if (!choice) return;
      const { content, refusal, tool_calls: pieces } = choice.delta ?? {};
      thought.take(choice.delta ?? {});
      say(content);
      say(refusal);
      if (typeof refusal === 'string' && refusal !== '') isRefused = true;
      for (const piece of pieces ?? []) takeCall(calls, piece as CallPiece);
      reason = choice.finish_reason ?? reason;
    },
    get failed() {
      return reason === 'error';
    },
    reply() {
      if (reason === undefined || reason === 'error') return undefined;
      const stop = isRefused ? 'refusal' : stopOf(reason, calls.length > 0);
      // a limit falls into the call that was being written: that one is not whole
      const whole = stop === 'refusal' ? [] : stop === 'length' ? calls.slice(0, -1) : calls;
      return {
        text,
        toolCalls: whole.map((call, place) => callOf(call, whole.slice(0, place), request)),
        stop,
        usage: usage ? counted(usage) : estimated(request, text, calls),
        model: model === '' ? request.model : model,
        ...thought.reasoning(
          request.model,
          whole.map(({ extra }) => extra),
        ),
      };
    },
  };
}

/** A piece of a call as it comes; the library's type holds for OpenAI alone. */
interface CallPiece {
  readonly index?: number;
  readonly id?: string | null;
  readonly extra_content?: JsonObject;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown };
}

function takeCall(calls: OpenCall[], { index, id, function: made, extra_content }: CallPiece): void {
  const last = calls.at(-1);
  const known = index === undefined ? undefined : calls.find(call => call.index === index);
  // without an index, a piece with a name begins a new call
  let call = known ?? (index === undefined && last && !made?.name ? last : undefined);
  if (!call) {
    call = { index, id: '', name: '', json: '' };
    calls.push(call);
  }
  call.extra ??= extra_content;
  call.id ||= id ?? '';
  call.name ||= made?.name ?? '';
  const input = made?.arguments;
  if (typeof input === 'string') call.json += input;
  else if (typeof input === 'object' && input !== null) call.json = JSON.stringify(input);
}

/** A call without an id, or with one that another call has, is named by a hash over its place and content. */
function callOf({ id, name, json }: OpenCall, before: readonly OpenCall[], request: ModelRequest): ModelToolCall {
  const input = json.trim() === '' ? '{}' : json;
  if (id !== '' && before.every(call => call.id !== id)) return { id, name, arguments: input };
  const place = [request.messages.length, request.messages.at(-1), before.length, name, input];
  return {
    id: `call_${createHash('sha256').update(canonical(place)).digest('hex').slice(0, 20)}`,
    name,
    arguments: input,
  };
}

const ends = new Set(['stop', 'eos', 'end_turn', 'stop_sequence', 'tool_calls', 'function_call']);

/** A reason that is not known here is never taken for an end. */
function stopOf(reason: string, hasCalls: boolean): StopReason {
  if (reason === 'content_filter') return 'refusal';
  if (!ends.has(reason)) return 'length';
  return hasCalls ? 'tools' : 'end';
}

/** Counts as servers give them; DeepSeek has its own name for what came from the cache. */
interface WireUsage {
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number; readonly cache_write_tokens?: number } | null;
  readonly prompt_cache_hit_tokens?: number;
}

/** On this wire the prompt's tokens include those of the cache; ours do not. */
function counted(wire: WireUsage): Usage {
  const cacheReadTokens = wire.prompt_tokens_details?.cached_tokens ?? wire.prompt_cache_hit_tokens ?? 0;
  const cacheWriteTokens = wire.prompt_tokens_details?.cache_write_tokens ?? 0;
  const prompt = wire.prompt_tokens ?? 0;
  return {
    inputTokens: Math.max(0, prompt - cacheReadTokens - cacheWriteTokens),
    outputTokens: wire.completion_tokens ?? 0,
    cacheReadTokens,
    cacheWriteTokens,
  };
}

/** Four characters a token, where the server counts nothing. */
const charactersPerToken = 4;

function estimated(request: ModelRequest, text: string, calls: readonly OpenCall[]): Usage {
  const { system, messages, tools } = request;
  const sent = JSON.stringify([system, messages, tools]).length;
  const said = text.length + calls.reduce((sum, { name, json }) => sum + name.length + json.length, 0);
  return {
    inputTokens: Math.ceil(sent / charactersPerToken),
    outputTokens: Math.ceil(said / charactersPerToken),
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    estimated: true,
  };
}
