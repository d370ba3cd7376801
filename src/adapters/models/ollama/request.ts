/** A model request in the words of Ollama's chat API. */

import type { ChatRequest, Message, Tool } from 'ollama/browser';
import { defined } from '../../../domain/text/json.ts';
import type { ContentPart, ModelMessage, ModelRequest, Reasoning } from '../../../ports/model.ts';
import { callArguments } from '../call-arguments.ts';
import { contextText, stableTexts } from '../instructions.ts';

export interface OllamaSettings {
  /** `num_ctx`; the same for every call of a model, because another value makes Ollama load it again. */
  readonly contextTokens: number;
  /** How long the model stays loaded: `5m`, seconds, `-1` for ever. */
  readonly keepAlive: string | number;
  readonly think?: boolean | 'low' | 'medium' | 'high';
}

/** What Ollama takes and its library's types do not know yet; older servers pass over it. */
interface WireMessage extends Message {
  readonly tool_call_id?: string;
}

/**
 * The parameters of one streamed chat. `truncate` and `shift` are off: Ollama would drop the oldest text without a
 * word, instructions included; now it refuses with 400 what does not fit, and stops with `length` where the window is
 * full. Instructions that change stand behind the words of the last user message: Ollama keeps what it has read of the
 * longest beginning that is the same.
 */
export function ollamaRequest(request: ModelRequest, settings: OllamaSettings): ChatRequest & { stream: true } {
  const system = [...stableTexts(request.system)];
  const messages = request.messages.map(message => messageOf(message, request.model));
  const context = contextText(request.system);
  const last = messages.findLast(({ role }) => role === 'user');
  if (context !== undefined && last === undefined) system.push(context);
  else if (context !== undefined && last !== undefined) last.content += `\n\n${context}`;
  const wire = {
    model: request.model,
    stream: true as const,
    messages: system.length === 0 ? messages : [{ role: 'system', content: system.join('\n\n') }, ...messages],
    keep_alive: settings.keepAlive,
    options: { num_ctx: settings.contextTokens, num_predict: request.maxOutputTokens },
    truncate: false,
    shift: false,
    ...defined({ tools: request.tools.length === 0 ? undefined : request.tools.map(toolOf), format: request.format }),
    think: settings.think,
  };
  return wire;
}

function toolOf({ name, description, parameters }: ModelRequest['tools'][number]): Tool {
  return { type: 'function', function: { name, description, parameters: parameters as Tool['function'] & object } };
}

function messageOf(message: ModelMessage, model: string): WireMessage {
  if (message.role === 'user') return userMessage(message.content);
  if (message.role === 'tool')
    return {
      role: 'tool',
      // The API has no flag for a result that went wrong.
      content: message.failed ? `Error: ${message.text}` : message.text,
      tool_name: message.name,
      tool_call_id: message.callId,
    };
  if (message.toolCalls.length === 0) return { role: 'assistant', content: message.text };
  const calls = message.toolCalls.map(call => ({
    id: call.id,
    function: { name: call.name, arguments: callArguments(call.arguments) },
  }));
  return { role: 'assistant', content: message.text, ...thinkingOf(message.reasoning, model), tool_calls: calls };
}

/** Its templates show a model what it thought before the calls of the running turn. */
function thinkingOf(reasoning: Reasoning | undefined, model: string): { readonly thinking?: string } {
  const thinking = reasoning?.model === model ? reasoning.parts[0]?.block['thinking'] : undefined;
  return typeof thinking === 'string' ? { thinking } : {};
}

function userMessage(parts: readonly ContentPart[]): WireMessage {
  const texts = parts.flatMap(part => (part.type === 'text' ? [part.text] : []));
  const images = parts.flatMap(part => (part.type === 'image' ? [part.base64] : []));
  return { role: 'user', content: texts.join('\n'), images: images.length === 0 ? undefined : images };
}
