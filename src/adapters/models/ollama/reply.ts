/** The lines of Ollama's chat stream, folded into one reply. */
import { createHash } from 'node:crypto';
import type { ChatResponse, ToolCall } from 'ollama/browser';
import { canonical } from '../../../domain/text/json.ts';
import type { ModelReply, ModelRequest, ModelToolCall, StopReason } from '../../../ports/model.ts';

/** Takes the lines in order; `reply` is there once the line with `done` has come. */
export interface LineFold {
  take(line: ChatResponse): void;
  reply(): ModelReply | undefined;
}

/** Starts a fold. `onText` hears each piece of visible text; `thinking` is kept apart. */
export function ollamaReply(request: ModelRequest, onText: (delta: string) => void): LineFold {
  const calls: ModelToolCall[] = [];
  let text = '';
  let thought = '';
  let last: ChatResponse | undefined;
  return {
    take(line) {
      const { content, thinking, tool_calls } = line.message;
      thought += thinking ?? '';
      if (content) {
        text += content;
        onText(content);
      }
      for (const call of tool_calls ?? []) calls.push(callOf(call, calls, request));
      if (line.done) last = line;
    },
    reply() {
      if (last === undefined) return undefined;
      return {
        text,
        toolCalls: calls,
        stop: stopOf(last.done_reason, calls.length > 0),
        usage: {
          inputTokens: last.prompt_eval_count ?? 0,
          outputTokens: last.eval_count ?? 0,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
        },
        model: last.model,
        ...(thought !== '' && calls.length > 0
          ? { reasoning: { model: request.model, parts: [{ text: 0, calls: 0, block: { thinking: thought } }] } }
          : {}),
      };
    },
  };
}

/** Older servers give no reason; one that we do not know (`load`, `unload`) is not an end. */
function stopOf(reason: string | undefined, calls: boolean): StopReason {
  if (reason !== undefined && reason !== '' && reason !== 'stop') return 'length';
  return calls ? 'tools' : 'end';
}

/**
 * Newer servers name their calls. Without a name: a hash over place and content, the same for the same reply to the
 * same request.
 */
function callOf(
  call: ToolCall & { readonly id?: string },
  before: readonly ModelToolCall[],
  request: ModelRequest,
): ModelToolCall {
  const { name, arguments: input } = call.function;
  const given = before.some(({ id }) => id === call.id) ? undefined : call.id;
  const place = [request.messages.length, request.messages.at(-1), before.length, name, input];
  return {
    id: given || `call_${createHash('sha256').update(canonical(place)).digest('hex').slice(0, 20)}`,
    name,
    arguments: JSON.stringify(input ?? {}),
  };
}
