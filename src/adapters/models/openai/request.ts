/**
 * A model request in the words of OpenAI's Chat Completions API.
 *
 * Each call of a reply has to be answered in the messages right behind it, and only there. A history that was trimmed,
 * interrupted or begun by another provider is mended here, never refused. Instructions that change stand behind the
 * words of the last user message: servers cache the longest beginning that is the same, and many take neither a second system
 * message nor two user messages in a row.
 */
import { createHash } from 'node:crypto';
import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionToolMessageParam,
} from 'openai/resources/chat/completions';
import type { Effort } from '../../../domain/models/effort.ts';
import { defined, type JsonObject } from '../../../domain/text/json.ts';
import type { ContentPart, ModelMessage, ModelRequest, ModelToolCall } from '../../../ports/model.ts';
import { callArguments } from '../call-arguments.ts';
import { contextText, stableTexts } from '../instructions.ts';
import type { Dialect } from './dialect.ts';
import { thoughtsBack } from './thoughts.ts';

/** The parameters of one streamed call. */
export function openaiRequest(request: ModelRequest, dialect: Dialect): ChatCompletionCreateParamsStreaming {
  const { limit, format } = dialect;
  const instructions = [...stableTexts(request.system)];
  if (request.format !== undefined && format === 'object') instructions.push(inWords(request.format));
  const messages = messagesOf(request, dialect);
  const context = contextText(request.system);
  if (context !== undefined && !isAdded(messages, context)) instructions.push(context);
  const effort = request.effort === undefined ? {} : effortOf(request.effort, dialect);
  return {
    model: request.model,
    stream: true,
    stream_options: { include_usage: true },
    [limit]: request.maxOutputTokens,
    messages:
      instructions.length === 0 ? messages : [{ role: 'system', content: instructions.join('\n\n') }, ...messages],
    ...defined({
      tools:
        request.tools.length === 0
          ? undefined
          : request.tools.map(({ name, description, parameters }) => ({
              type: 'function' as const,
              function: { name, description, parameters: parameters as Record<string, unknown> },
            })),
    }),
    ...effort,
    ...defined({ response_format: request.format === undefined ? undefined : responseFormat(request.format, format) }),
  };
}

/** `none` is the one word for it that OpenAI and the servers that follow it share. */
function effortOf(effort: Effort, { hasFineEffort, hasThinkingSwitch }: Dialect) {
  if (effort === 'none' && hasThinkingSwitch) return { thinking: { type: 'disabled' } };
  return { reasoning_effort: effort === 'max' && !hasFineEffort ? ('high' as const) : effort };
}

function responseFormat(schema: JsonObject, format: Dialect['format']) {
  if (format === 'object') return { type: 'json_object' as const };
  return { type: 'json_schema' as const, json_schema: { name: 'reply', schema: { ...schema } } };
}

function inWords(schema: JsonObject): string {
  return `Answer with one JSON object that satisfies this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`;
}

function messagesOf({ model, messages }: ModelRequest, { thoughts }: Dialect): ChatCompletionMessageParam[] {
  const wire: ChatCompletionMessageParam[] = [];
  let open: readonly ModelToolCall[] = [];
  for (let at = 0; at < messages.length; ) {
    const message = messages[at];
    if (message?.role === 'assistant') {
      wire.push(...assistantMessage(message, thoughtsBack(message, thoughts, model)));
      open = message.toolCalls;
      at += 1;
      if (messages[at]?.role === 'assistant' || at === messages.length) wire.push(...open.map(noResult));
      continue;
    }
    // everything up to the next reply: results first, each once, then what was said
    const next = messages.findIndex((later, index) => index > at && later.role === 'assistant');
    const between = messages.slice(at, next < 0 ? messages.length : next);
    wire.push(...resultsThenWords(between, open));
    open = [];
    at += between.length;
  }
  return wire;
}

function assistantMessage(
  { text, toolCalls: calls }: ModelMessage & { readonly role: 'assistant' },
  { ofReply, ofCalls }: ReturnType<typeof thoughtsBack>,
): ChatCompletionAssistantMessageParam[] {
  if (calls.length === 0) return text.trim() === '' ? [] : [{ role: 'assistant', content: text, ...ofReply }];
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...ofReply,
      tool_calls: calls.map(({ id, name, arguments: input }, at) => ({
        ...ofCalls[at],
        id: wireId(id),
        type: 'function',
        // what is no JSON object is refused by some servers
        function: { name, arguments: JSON.stringify(callArguments(input)) },
      })),
    },
  ];
}

/** A result for each open call in its order, then all else. A result that no call asked for becomes text. */
function resultsThenWords(
  between: readonly ModelMessage[],
  open: readonly ModelToolCall[],
): ChatCompletionMessageParam[] {
  const results = new Map(open.map(call => [call.id, noResult(call)]));
  const answered = new Set<string>();
  const words: ChatCompletionMessageParam[] = [];
  for (const message of between) {
    if (message.role === 'user') words.push({ role: 'user', content: contentOf(message.content) });
    if (message.role !== 'tool') continue;
    const text = message.text.trim() === '' ? '(no output)' : message.text;
    if (!results.has(message.callId) || answered.has(message.callId)) {
      words.push({ role: 'user', content: `Result of ${message.name}:\n${text}` });
      continue;
    }
    answered.add(message.callId);
    const content = message.failed ? `Error: ${text}` : text;
    results.set(message.callId, { role: 'tool', tool_call_id: wireId(message.callId), content });
  }
  return [...results.values(), ...words];
}

/** Puts the text behind the last user message; false: there is none. */
function isAdded(messages: ChatCompletionMessageParam[], text: string): boolean {
  const last = messages.findLast(({ role }) => role === 'user');
  if (last?.role !== 'user') return false;
  if (typeof last.content === 'string') last.content += `\n\n${text}`;
  else last.content.push({ type: 'text', text });
  return true;
}

/** Text alone goes as text: several servers do not take parts. */
function contentOf(parts: readonly ContentPart[]): string | ChatCompletionContentPart[] {
  const texts = parts.flatMap(part => (part.type === 'text' ? [part.text] : []));
  if (texts.length === parts.length) return texts.join('\n') || '(no text)';
  return parts.map(part =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'image_url', image_url: { url: `data:${part.mediaType};base64,${part.base64}` } },
  );
}

function noResult({ id }: ModelToolCall): ChatCompletionToolMessageParam {
  return { role: 'tool', tool_call_id: wireId(id), content: 'Error: (no result was recorded for this call)' };
}

/** Ids of other providers may be too long or have characters that are refused; the same id gives the same one. */
function wireId(id: string): string {
  if (/^[a-zA-Z0-9_-]{1,40}$/.test(id)) return id;
  return `call_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
}
