/**
 * A model request in the words of Anthropic's Messages API.
 *
 * The API is strict where Straylight is not: roles alternate, every tool call is answered once and first thing in the
 * very next message, no text is empty. A history that was trimmed, interrupted or begun by another provider is mended
 * here, never refused.
 */
import { createHash } from 'node:crypto';
import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import type {
  ContentBlockParam,
  ImageBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  Tool,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import { fault } from '../../../domain/supervision/failure.ts';
import { defined, type JsonObject } from '../../../domain/text/json.ts';
import type {
  ContentPart,
  ModelMessage,
  ModelRequest,
  ModelToolCall,
  Reasoning,
  SystemPart,
} from '../../../ports/model.ts';
import { callArguments } from '../call-arguments.ts';
import { contextText } from '../instructions.ts';
import { type Abilities, levelFor, thinkingConfig } from './thinking.ts';

const marker = { type: 'ephemeral' } as const;

/**
 * The parameters of one streamed call. Cache markers (at most 4) stand behind tools and stable instructions, behind the
 * last message, and behind the user message before it, so that a step that adds more blocks than the API looks back
 * still reads the prefix. Instructions that change (the time, memories) stand behind the last marker: in front of the
 * messages, each minute would cost the whole conversation again.
 */
export function anthropicRequest(request: ModelRequest, abilities?: Abilities): MessageCreateParamsStreaming {
  const system = systemBlocks(request.system.filter(part => part.stable));
  const stableEnd = request.system.some(part => part.stable && part.text.trim() !== '');
  const tools = request.tools.map(
    (tool, index): Tool => ({
      name: tool.name,
      description: tool.description,
      input_schema: tool.parameters as Tool.InputSchema,
      cache_control: !stableEnd && index === request.tools.length - 1 ? marker : undefined,
    }),
  );
  const messages = messagesOf(request.messages, request.model);
  // A single question without tools is not continued: writing it to the cache would only cost.
  if (messages.length > 1 || tools.length > 0) markEnds(messages);
  const context = contextText(request.system);
  if (context !== undefined) messages.at(-1)?.content.push({ type: 'text', text: context });
  return {
    model: request.model,
    max_tokens: request.maxOutputTokens,
    stream: true,
    messages,
    system: system.length === 0 ? undefined : system,
    tools: tools.length === 0 ? undefined : tools,
    ...outputConfig(request, abilities),
    ...thinkingConfig(request, abilities),
  };
}

function systemBlocks(parts: readonly SystemPart[]): TextBlockParam[] {
  const given = parts.filter(part => part.text.trim() !== '');
  return given.map((part, index) => ({
    type: 'text',
    text: part.text,
    cache_control: index === given.length - 1 ? marker : undefined,
  }));
}

/** The format of the reply, and how much is to be put into it. */
function outputConfig({ format, effort }: ModelRequest, abilities: Abilities | undefined) {
  const level = effort && levelFor(effort, abilities);
  if (format === undefined && level === undefined) return {};
  return {
    output_config: defined({
      format: format === undefined ? undefined : { type: 'json_schema' as const, schema: strictSchema(format) },
      effort: level,
    }),
  };
}

type Turn = { role: 'user' | 'assistant'; content: ContentBlockParam[] };

function messagesOf(messages: readonly ModelMessage[], model: string): Turn[] {
  const turns: Turn[] = [];
  for (let at = 0; at < messages.length; ) {
    const message = messages[at];
    if (message?.role === 'assistant') {
      const content = assistantBlocks(message.text, message.toolCalls, message.reasoning, model);
      if (content.length > 0) turns.push({ role: 'assistant', content });
      at += 1;
      // A reply right behind calls (its results were trimmed or lost): they are answered in between.
      if (messages[at]?.role === 'assistant' && message.toolCalls.length > 0)
        turns.push({ role: 'user', content: userBlocks([], message.toolCalls) });
      continue;
    }
    // Everything up to the next reply is one message of the user: results first, then what was said.
    const end = messages.findIndex((later, index) => index > at && later.role === 'assistant');
    const said = messages.slice(at, end < 0 ? messages.length : end);
    const before = messages[at - 1];
    turns.push({ role: 'user', content: userBlocks(said, before?.role === 'assistant' ? before.toolCalls : []) });
    at += said.length;
  }
  return mended(turns);
}

/**
 * Joins neighbours of one role, begins and ends with the user, and answers the calls of a reply that nothing follows.
 */
function mended(turns: readonly Turn[]): Turn[] {
  const result: Turn[] = [];
  for (const turn of turns) {
    const last = result.at(-1);
    if (last?.role === turn.role) last.content.push(...turn.content);
    else result.push(turn);
  }
  if (result[0]?.role === 'assistant')
    result.unshift({ role: 'user', content: [{ type: 'text', text: '(earlier messages are left out)' }] });
  const last = result.at(-1);
  if (last?.role !== 'user') {
    const open = last?.content.filter(block => block.type === 'tool_use') ?? [];
    const answers = open.map(block => noResult(block.id));
    result.push({ role: 'user', content: answers.length > 0 ? answers : [{ type: 'text', text: '(go on)' }] });
  }
  return result;
}

/** A reply as it came: text, then calls, with the reasoning of this model where it stood. */
function assistantBlocks(
  text: string,
  calls: readonly ModelToolCall[],
  reasoning: Reasoning | undefined,
  model: string,
): ContentBlockParam[] {
  const blocks: ContentBlockParam[] = [];
  const written = { text: 0, calls: 0 };
  const writeTo = (textEnd: number, callsEnd: number) => {
    const piece = text.slice(written.text, textEnd);
    if (piece.trim() !== '') blocks.push({ type: 'text', text: piece.trimEnd() });
    for (const { id, name, arguments: input } of calls.slice(written.calls, callsEnd))
      blocks.push({ type: 'tool_use', id: wireId(id), name, input: callArguments(input) });
    written.text = Math.max(written.text, textEnd);
    written.calls = Math.max(written.calls, callsEnd);
  };
  for (const part of reasoning?.model === model ? reasoning.parts : []) {
    writeTo(part.text, part.calls);
    blocks.push(part.block as unknown as ContentBlockParam);
  }
  writeTo(text.length, calls.length);
  return blocks;
}

/**
 * One user message: a result for each open call in its order, then all else. A result nobody asked for becomes text.
 */
function userBlocks(said: readonly ModelMessage[], open: readonly ModelToolCall[]): ContentBlockParam[] {
  const results = new Map<string, ToolResultBlockParam>(open.map(call => [call.id, noResult(wireId(call.id))]));
  const answered = new Set<string>();
  const rest: ContentBlockParam[] = [];
  for (const message of said) {
    if (message.role === 'user') rest.push(...message.content.flatMap(partBlocks));
    if (message.role !== 'tool') continue;
    const content = message.text.trim() === '' ? '(no output)' : message.text;
    if (results.has(message.callId) && !answered.has(message.callId)) {
      answered.add(message.callId);
      results.set(message.callId, {
        type: 'tool_result',
        tool_use_id: wireId(message.callId),
        content,
        is_error: message.failed ? true : undefined,
      });
    } else rest.push({ type: 'text', text: `Result of ${message.name}:\n${content}` });
  }
  const blocks = [...results.values(), ...rest];
  return blocks.length > 0 ? blocks : [{ type: 'text', text: '(no text)' }];
}

function partBlocks(part: ContentPart): (TextBlockParam | ImageBlockParam)[] {
  if (part.type === 'text') return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text }];
  const mediaType = imageType(part.mediaType);
  if (mediaType === undefined)
    return [{ type: 'text', text: `(an image of type ${part.mediaType}, which cannot be shown)` }];
  return [{ type: 'image', source: { type: 'base64', media_type: mediaType, data: part.base64 } }];
}

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

function imageType(mediaType: string): (typeof imageTypes)[number] | undefined {
  return imageTypes.find(type => type === mediaType.toLowerCase());
}

/** The API wants an answer to every call, even where Straylight lost it. */
function noResult(id: string): ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: id, content: '(no result was recorded for this call)', is_error: true };
}

/** Ids of other providers may have characters that are refused here; the same id gives the same replacement. */
function wireId(id: string): string {
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(id)) return id;
  return `call_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
}

/** The schema as constrained decoding takes it: closed objects; keywords it lacks move into descriptions. */
function strictSchema(schema: JsonObject): { [key: string]: unknown } {
  try {
    return transformJSONSchema({ ...schema }) as { [key: string]: unknown };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw fault('invalid', `expected a JSON Schema that states the type of each part, ${why}`);
  }
}

/** Marks the last block of the conversation, and of the user message before it. */
function markEnds(messages: readonly MessageParam[]): void {
  for (const message of messages.filter(({ role }) => role === 'user').slice(-2)) {
    const block = (message.content as ContentBlockParam[]).at(-1);
    if (block !== undefined && 'type' in block && block.type !== 'thinking' && block.type !== 'redacted_thinking')
      (block as TextBlockParam).cache_control = marker;
  }
}
