/**
 * The events of Anthropic's stream, and of servers that speak nearly like it, folded into one reply.
 */

import type { Usage } from '../../../domain/conversation/message.ts';
import { defined } from '../../../domain/text/json.ts';
import type { ModelReply, ModelRequest, ModelToolCall, ReasoningPart } from '../../../ports/model.ts';
import { named, nameOf, objectText } from '../wire/call-pieces.ts';
import { endOf } from '../wire/end-reasons.ts';
import { replyText } from '../wire/reply-text.ts';
import { notUnderstood } from '../wire/unread.ts';

/** Takes the events in order; `reply` is there once the stream has come to its end mark. */
export interface AnthropicFold {
  take(event: unknown): void;
  /** The stream has ended: with a reason for the end, the end mark may be missing. */
  finish(): void;
  /** The whole reply, or `undefined` while the end mark is missing. Throws `invalid` for what is not understood. */
  reply(): ModelReply | undefined;
  /** Only the end of the reply's first thought was marked; undefined: nothing of it says so or otherwise. */
  readonly beganInThought: boolean | undefined;
}

interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly index: number;
  /** What came with the beginning of the block. */
  readonly input: unknown;
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

type Wire = Readonly<Record<string, unknown>>;

/** Blocks and deltas that bring nothing for the reader of a reply: what a server did itself stands in its words. */
const facts = /^(?:citations_delta|compaction(?:_delta)?|(?:server|mcp)_tool_use|\w+_tool_result|container_upload)$/;

/** Starts a fold. `onText` is called with each piece of visible text; reasoning is kept apart, as it came. */
export function anthropicReply(
  request: ModelRequest,
  onText: (delta: string) => void,
  options: { readonly isHeld: boolean; readonly readsBareCalls: boolean } = { isHeld: false, readsBareCalls: false },
): AnthropicFold {
  const { blocks, calls, thoughts, text, unread, takeBlock, takeDelta } = blockFold(request, onText, options);
  let model = '';
  let usage: Usage | undefined;
  let stop: unknown;
  let isFinished = false;
  const tools = request.tools.map(({ name }) => name);

  return {
    take(wire) {
      const event = (typeof wire === 'object' && wire !== null ? wire : {}) as Wire;
      const index = typeof event['index'] === 'number' ? event['index'] : blocks.lastIndex;
      if (event['type'] === 'message_start') {
        const message = fieldsOf(event['message']);
        model = textOf(message['model']);
        usage = counted(usage, fieldsOf(message['usage']));
      } else if (event['type'] === 'content_block_start') {
        takeBlock(
          fieldsOf(event['content_block']),
          typeof event['index'] === 'number' ? event['index'] : blocks.lastIndex + 1,
        );
      } else if (event['type'] === 'content_block_delta') takeDelta(fieldsOf(event['delta']), index);
      else if (event['type'] === 'message_delta') {
        stop = fieldsOf(event['delta'])['stop_reason'] ?? stop;
        usage = counted(usage, fieldsOf(event['usage']));
      } else if (event['type'] === 'message_stop') isFinished = true;
    },
    finish() {
      isFinished ||= typeof stop === 'string' && stop !== '';
    },
    get beganInThought() {
      return text.beganInThought;
    },
    reply() {
      if (!isFinished || (stop === undefined && calls.length === 0 && text.length === 0)) return undefined;
      const ended = endOf(stop, calls.length > 0) ?? (calls.length > 0 ? 'tools' : 'end');
      if (ended === 'failed') return undefined;
      const isEnd = ended === 'end' || ended === 'tools';
      const isCut = ended === 'length';
      const { text: words, calls: written, cutCall } = text.end(isCut, request.model, calls.length === 0);
      if (unread.length > 0) throw notUnderstood(unread);
      // A limit falls into the block that was being written: a call there is not whole.
      const whole = isEnd ? calls : calls.filter(({ index }) => index !== blocks.lastIndex);
      const made: ModelToolCall[] = [];
      for (const call of whole)
        made.push(
          named({ id: call.id, name: nameOf({ names: [call.name] }, tools), arguments: inputOf(call) }, made, request),
        );
      const toolCalls = [...made, ...(ended === 'refusal' ? [] : text.asCalls(written, made))];
      const cut = isCut ? calls.find(call => !whole.includes(call)) : undefined;
      const said = text.length + calls.reduce((sum, { json }) => sum + json.length, 0);
      return {
        text: words,
        toolCalls,
        stop: isEnd ? (toolCalls.length > 0 ? 'tools' : 'end') : ended,
        usage: usageOf(usage, request, said),
        model: model === '' ? request.model : model,
        // what stands behind the last whole call belongs to none
        ...defined({
          cutCall: cut ? nameOf({ names: [cut.name] }, tools) : cutCall,
          reasoning:
            thoughts.length > 0 && whole.length > 0 ? { model: request.model, parts: thoughts.map(partOf) } : undefined,
        }),
      };
    },
  };
}

/** The blocks of a reply while they come. */
function blockFold(
  request: ModelRequest,
  onText: (delta: string) => void,
  options: { readonly isHeld: boolean; readonly readsBareCalls: boolean },
) {
  const calls: OpenCall[] = [];
  const thoughts: OpenThought[] = [];
  const unread: string[] = [];
  let shownLength = 0;
  let lastSign = '';
  const text = replyText(request, {
    ...options,
    onText(delta) {
      shownLength += delta.length;
      onText(delta);
    },
  });
  const blocks = { lastIndex: -1 };
  const types = new Map<number, string>();
  let lastType = '';

  function takeText(piece: string): void {
    lastSign = piece.at(-1) ?? lastSign;
    text.take(piece);
  }

  function takeBlock(block: Wire, index: number): void {
    const type = String(block['type']);
    // Text that goes on after a tool call or a thought is a new paragraph, not the end of the last word.
    if (type === 'text' && lastType !== 'text' && text.length > 0 && !/\s/.test(lastSign)) text.take('\n\n');
    const place = { index, text: shownLength, calls: calls.length };
    if (type === 'text') takeText(textOf(block['text']));
    else if (type === 'thinking')
      thoughts.push({ ...place, type, thinking: textOf(block['thinking']), signature: textOf(block['signature']) });
    else if (type === 'redacted_thinking') thoughts.push({ ...place, type, data: textOf(block['data']) });
    else if (type === 'tool_use')
      calls.push({ id: textOf(block['id']), name: textOf(block['name']), index, input: block['input'], json: '' });
    else if (!facts.test(type)) unread.push(type);
    if (type === 'thinking') text.release();
    types.set(index, type);
    blocks.lastIndex = index;
    lastType = type;
  }

  function takeDelta(delta: Wire, index: number): void {
    const type = String(delta['type'] ?? (typeof delta['text'] === 'string' ? 'text_delta' : 'undefined'));
    const thought = thoughts.findLast(one => one.index === index);
    if (type === 'text_delta') takeText(textOf(delta['text']));
    else if (type === 'thinking_delta') {
      text.release();
      if (thought) thought.thinking = (thought.thinking ?? '') + textOf(delta['thinking']);
    } else if (type === 'signature_delta') {
      if (thought) thought.signature = (thought.signature ?? '') + textOf(delta['signature']);
    } else if (type === 'input_json_delta') takeJson(delta['partial_json'], index);
    else if (!facts.test(type)) unread.push(type);
  }

  /** Some count the blocks of calls otherwise than those of their pieces. */
  function takeJson(piece: unknown, index: number): void {
    if (facts.test(types.get(index) ?? '')) return;
    const last = calls.at(-1);
    const call = calls.findLast(one => one.index === index) ?? (last?.index === blocks.lastIndex ? last : undefined);
    if (call) call.json += typeof piece === 'object' && piece !== null ? JSON.stringify(piece) : textOf(piece);
    else if (piece !== '') unread.push('input_json_delta');
  }

  return { blocks, calls, thoughts, text, unread, takeBlock, takeDelta };
}

/** In pieces, or whole in the beginning of its block. */
function inputOf({ input, json }: OpenCall): string {
  if (json.trim() !== '') return objectText(json);
  if (typeof input === 'string') return objectText(input);
  return typeof input === 'object' && input !== null ? JSON.stringify(input) : '{}';
}

function partOf({ index: _, text, calls, ...block }: OpenThought): ReasoningPart {
  return { text, calls, block: { ...block } };
}

/** Counts on the wire are totals so far; one that is left out or zero keeps its last value. */
function counted(before: Usage | undefined, wire: Wire): Usage | undefined {
  const latest = (name: string, kept = 0) => {
    const count = wire[name];
    return typeof count === 'number' && count > 0 ? count : kept;
  };
  if (Object.keys(wire).length === 0) return before;
  return {
    inputTokens: latest('input_tokens', before?.inputTokens),
    outputTokens: latest('output_tokens', before?.outputTokens),
    cacheReadTokens: latest('cache_read_input_tokens', before?.cacheReadTokens),
    cacheWriteTokens: latest('cache_creation_input_tokens', before?.cacheWriteTokens),
  };
}

/** Four characters a token, where the server counts nothing. */
function usageOf(usage: Usage | undefined, { system, messages, tools }: ModelRequest, said: number): Usage {
  const isCounted = usage && usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens > 0;
  if (isCounted && (usage.outputTokens > 0 || said === 0)) return usage;
  const sent = Math.ceil(JSON.stringify([system, messages, tools]).length / 4);
  return {
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    ...usage,
    inputTokens: isCounted ? usage.inputTokens : sent,
    outputTokens: Math.max(usage?.outputTokens ?? 0, Math.ceil(said / 4)),
    estimated: true,
  };
}

function fieldsOf(value: unknown): Wire {
  return typeof value === 'object' && value !== null ? (value as Wire) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
