/** The events of Anthropic's stream, folded into one reply. */
import type { RawMessageStreamEvent, StopReason as WireStop } from '@anthropic-ai/sdk/resources/messages';
import { noUsage, type Usage } from '../../../domain/conversation/message.ts';
import type { ModelReply, ModelToolCall, ReasoningPart, StopReason } from '../../../ports/model.ts';

/** Takes the events in order; `reply` is there once the stream has come to its end mark. */
export interface ReplyFold {
  take(event: RawMessageStreamEvent): void;
  /** The whole reply, or `undefined` while the end mark is missing. */
  reply(): ModelReply | undefined;
}

interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly index: number;
  json: string;
}

/** A block of reasoning while it comes; which of its fields it has follows from its type. */
interface OpenThought {
  readonly index: number;
  readonly text: number;
  readonly calls: number;
  readonly type: 'thinking' | 'redacted_thinking';
  thinking?: string;
  signature?: string;
  data?: string;
}

/**
 * Starts a fold. `onText` is called with each piece of visible text; reasoning is kept apart, as it came. `requested`: the
 * model as it was named in the request.
 */
export function anthropicReply(requested: string, onText: (delta: string) => void): ReplyFold {
  const calls: OpenCall[] = [];
  const thoughts: OpenThought[] = [];
  let text = '';
  let model = '';
  let usage: Usage = noUsage;
  let stop: WireStop | null = null;
  let finished = false;
  let lastIndex = -1;
  let lastType = '';

  const say = (delta: string): void => {
    if (delta === '') return;
    text += delta;
    onText(delta);
  };
  return {
    take(event) {
      if (event.type === 'message_start') {
        model = event.message.model;
        usage = counted(usage, event.message.usage);
      } else if (event.type === 'content_block_start') {
        const block = event.content_block;
        // Text that goes on after a tool call or a thought is a new paragraph, not the end of the last word.
        if (block.type === 'text' && lastType !== 'text' && text !== '' && !/\s$/.test(text)) say('\n\n');
        if (block.type === 'text') say(block.text);
        const place = { index: event.index, text: text.length, calls: calls.length };
        if (block.type === 'thinking')
          thoughts.push({ ...place, type: block.type, thinking: block.thinking, signature: block.signature });
        if (block.type === 'redacted_thinking') thoughts.push({ ...place, type: block.type, data: block.data });
        if (block.type === 'tool_use') calls.push({ id: block.id, name: block.name, index: event.index, json: '' });
        lastIndex = event.index;
        lastType = block.type;
      } else if (event.type === 'content_block_delta') {
        if (event.delta.type === 'text_delta') say(event.delta.text);
        const thought = thoughts.find(({ index }) => index === event.index);
        if (thought && event.delta.type === 'thinking_delta') thought.thinking += event.delta.thinking;
        if (thought && event.delta.type === 'signature_delta') thought.signature += event.delta.signature;
        if (event.delta.type === 'input_json_delta') {
          const call = calls.find(({ index }) => index === event.index);
          if (call !== undefined) call.json += event.delta.partial_json;
        }
      } else if (event.type === 'message_delta') {
        stop = event.delta.stop_reason ?? stop;
        usage = counted(usage, event.usage);
      } else if (event.type === 'message_stop') finished = true;
    },
    reply() {
      if (!finished || stop === null) return undefined;
      const ended = stopReasons[stop] ?? 'length';
      // A limit falls into the block that was being written: a call there is not whole.
      const whole = ended === 'end' || ended === 'tools' ? calls : calls.filter(({ index }) => index !== lastIndex);
      return {
        text,
        toolCalls: whole.map(
          ({ id, name, json }): ModelToolCall => ({ id, name, arguments: json === '' ? '{}' : json }),
        ),
        stop: ended,
        usage,
        model,
        // what stands behind the last whole call belongs to none
        ...(thoughts.length > 0 && whole.length > 0
          ? { reasoning: { model: requested, parts: thoughts.map(partOf) } }
          : {}),
      };
    },
  };
}

function partOf({ index: _, text, calls, ...block }: OpenThought): ReasoningPart {
  return { text, calls, block: { ...block } };
}

/** A pause is a reply that is not finished, and so is any reason we do not know: never an end. */
const stopReasons: Readonly<Record<WireStop, StopReason>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'tools',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  pause_turn: 'length',
  refusal: 'refusal',
};

/** Counts on the wire are totals so far; one that is left out keeps its last value. */
function counted(
  before: Usage,
  wire: {
    readonly input_tokens: number | null;
    readonly output_tokens: number;
    readonly cache_read_input_tokens: number | null;
    readonly cache_creation_input_tokens: number | null;
  },
): Usage {
  return {
    inputTokens: wire.input_tokens ?? before.inputTokens,
    outputTokens: wire.output_tokens ?? before.outputTokens,
    cacheReadTokens: wire.cache_read_input_tokens ?? before.cacheReadTokens,
    cacheWriteTokens: wire.cache_creation_input_tokens ?? before.cacheWriteTokens,
  };
}
