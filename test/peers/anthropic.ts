/**
 * A scripted Anthropic: the Messages API over real HTTP, with its streaming, its rules and its ways to fail.
 *
 * `POST /v1/messages`, `POST /v1/messages/count_tokens`, `GET /v1/models`, `GET /v1/models/{id}`. As a process: see
 * standalone.ts.
 */
import type { ServerResponse } from 'node:http';
import type { Usage } from '../../src/domain/conversation/message.ts';
import { promptCache } from './anthropic-cache.ts';
import { type Block, blocksOf, combined, problemWith, signatureOf } from './anthropic-rules.ts';
import {
  type ModelPeer,
  type ModelPeerOptions,
  type RecordedRequest,
  sendFault,
  sendFaultOf,
  sendJson,
  sendPieces,
  serveModel,
  think,
} from './model-server.ts';
import { type Asked, deltasOf, echo, pieces, playing, type StatusFault, type Turn, usageOf } from './script.ts';
import { standalone } from './standalone.ts';

/** A model the peer knows; `maxInputTokens` also bounds what it takes. `null`: the API does not say. */
export interface AnthropicPeerModel {
  readonly id: string;
  readonly maxInputTokens: number | null;
  readonly images?: boolean;
  /** How it is told to think: by a level of effort, or by a number of tokens. Without it, not at all. */
  readonly thinking?: 'adaptive' | 'enabled';
}

export interface AnthropicPeerOptions extends ModelPeerOptions {
  readonly models?: readonly AnthropicPeerModel[];
  /** Bill the input as the prompt cache would, where a turn does not say its usage. */
  readonly caching?: boolean;
}

const defaultModels: readonly AnthropicPeerModel[] = [
  { id: 'claude-sonnet-5', maxInputTokens: 1_000_000 },
  { id: 'claude-haiku-4-5', maxInputTokens: 200_000 },
];

/** Starts the peer; its key is `sk-ant-test` unless another is given. */
export async function anthropicPeer(options: AnthropicPeerOptions = {}): Promise<ModelPeer> {
  const models = options.models ?? defaultModels;
  const cache = options.caching ? promptCache() : undefined;
  const boot = Math.random().toString(36).slice(2, 10);
  let serial = 0;
  let next = playing(options.script ?? echo);

  const messages = async (request: RecordedRequest, response: ServerResponse): Promise<void> => {
    const body = request.body as Readonly<Record<string, unknown>>;
    const id = `${boot}${(++serial).toString().padStart(6, '0')}`;
    response.setHeader('request-id', `req_${id}`);
    const refusal = refuse(request, models);
    if (refusal !== undefined) return sendFault(response, refusal, errorBody);
    const turn = await next(askedIn(body));
    if (turn === undefined) return sendFault(response, { status: 500, message: 'the script is over' }, errorBody);
    await think(turn);
    if (sendFaultOf(turn, response, errorBody)) return;
    const usage = { ...usageOf(turn, request.bytes), ...cache?.(body), ...turn.usage };
    const reply = replyTo(body, turn, id);
    if (body.stream !== true)
      return sendJson(response, { ...reply, content: reply.content.map(withParsedInput), usage: wireUsage(usage) });
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
    const error = { type: 'overloaded_error', message: 'Overloaded' };
    await sendPieces(response, eventsOf(reply, turn, usage), turn, event('error', { type: 'error', error }));
  };

  return serveModel({
    options: { key: 'sk-ant-test', ...options },
    error: errorBody,
    play(script) {
      next = playing(script);
    },
    route(method, path) {
      if (method === 'POST' && path === '/v1/messages') return messages;
      if (method === 'POST' && path === '/v1/messages/count_tokens')
        return ({ bytes }, response) => sendJson(response, { input_tokens: Math.ceil(bytes / 4) });
      if (method !== 'GET' || !path.startsWith('/v1/models')) return undefined;
      const id = path === '/v1/models' ? undefined : decodeURIComponent(path.slice('/v1/models/'.length));
      return (_request, response) => {
        const found = models.find(model => model.id === id);
        if (id === undefined)
          sendJson(response, {
            data: models.map(modelBody),
            has_more: false,
            first_id: models[0]?.id,
            last_id: models.at(-1)?.id,
          });
        else if (found === undefined) sendFault(response, { status: 404, message: `model: ${id}` }, errorBody);
        else sendJson(response, modelBody(found));
      };
    },
  });
}

function refuse(request: RecordedRequest, models: readonly AnthropicPeerModel[]): StatusFault | undefined {
  if (request.headers['anthropic-version'] === undefined)
    return { status: 400, message: 'anthropic-version: header is required' };
  const body = request.body as Readonly<Record<string, unknown>>;
  const problem = problemWith(body);
  if (problem !== undefined) return { status: 400, message: problem };
  const model = models.find(({ id }) => id === body.model);
  if (model === undefined) return { status: 404, message: `model: ${body.model}` };
  const tokens = Math.ceil(request.bytes / 4);
  const limit = model.maxInputTokens ?? Number.POSITIVE_INFINITY;
  return tokens > limit
    ? { status: 400, message: `prompt is too long: ${tokens} tokens > ${limit} maximum` }
    : undefined;
}

/** What of the instructions stands behind the messages is taken as instructions. */
function askedIn(body: Readonly<Record<string, unknown>>): Omit<Asked, 'index'> {
  const all = combined(body);
  const messages = all.map(message => ({ ...message, content: message.content.filter(block => !isContext(block)) }));
  const saidAt = messages.findLastIndex(
    ({ role, content }) => role === 'user' && content.some(block => block.type === 'text'),
  );
  return {
    model: String(body.model),
    system: textIn([...blocksOf(body.system), ...(all.at(-1)?.content ?? []).filter(isContext)]),
    tools: blocksOf(body.tools).map(tool => String(tool.name)),
    said: textIn(messages[saidAt]?.content ?? []),
    results: (messages.at(-1)?.content ?? [])
      .filter(block => block.type === 'tool_result')
      .map(block => ({ text: textIn(blocksOf(block.content)), failed: block.is_error === true })),
    steps: messages
      .slice(saidAt + 1)
      .filter(({ role, content }) => role === 'assistant' && content.some(block => block.type === 'tool_use')).length,
    body,
  };
}

function isContext({ type, text }: Block): boolean {
  return type === 'text' && String(text).startsWith('[Straylight] Context of this request');
}

function textIn(blocks: readonly Block[]): string {
  return blocks
    .filter(block => block.type === 'text')
    .map(block => block.text)
    .join('\n');
}

const stopReasons = {
  end: 'end_turn',
  tools: 'tool_use',
  length: 'max_tokens',
  refusal: 'refusal',
  contextFull: 'model_context_window_exceeded',
  pause: 'pause_turn',
} as const;

interface ReplyBody {
  readonly id: string;
  readonly content: readonly Block[];
  readonly stop_reason: string;
  readonly [key: string]: unknown;
}

function replyTo(body: Readonly<Record<string, unknown>>, turn: Turn, id: string): ReplyBody {
  const model = String(body.model);
  const content: Block[] = [];
  const isOmitted = (body.thinking as Block | undefined)?.display === 'omitted';
  if (turn.redactedThinking !== undefined) content.push({ type: 'redacted_thinking', data: turn.redactedThinking });
  if (turn.thinking !== undefined)
    content.push({
      type: 'thinking',
      thinking: isOmitted ? '' : turn.thinking,
      signature: signatureOf(turn.thinking),
    });
  if (turn.text) content.push({ type: 'text', text: turn.text, citations: null });
  for (const [index, call] of (turn.toolCalls ?? []).entries())
    content.push({ type: 'tool_use', id: `toolu_${id}${index}`, name: call.name, input: call.arguments });
  const stop = turn.stop ?? (turn.toolCalls?.length ? 'tools' : 'end');
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stopReasons[stop],
    stop_sequence: null,
    stop_details: stop === 'refusal' ? { type: 'refusal', category: null, explanation: null } : null,
  };
}

/** A whole reply has its input as a value, even where the script gives it as text. */
function withParsedInput(block: Block): Block {
  return typeof block.input === 'string' ? { ...block, input: JSON.parse(block.input) } : block;
}

/** The reply as server-sent events, in the pieces the turn asks for. */
function eventsOf(reply: ReplyBody, turn: Turn, usage: Usage): readonly string[] {
  const { stop_reason, stop_sequence, stop_details, content, ...message } = reply;
  const counted = wireUsage(usage);
  const parts = [
    event('message_start', {
      type: 'message_start',
      message: {
        ...message,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...counted, output_tokens: 1 },
      },
    }) + event('ping', { type: 'ping' }),
  ];
  for (const [index, block] of content.entries()) parts.push(...blockEvents(block, index, deltasOf(turn)));
  parts.push(
    event('message_delta', {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence, stop_details, container: null },
      usage: counted,
    }) + event('message_stop', { type: 'message_stop' }),
  );
  return parts;
}

function blockEvents(block: Block, index: number, count: number): readonly string[] {
  const delta = (value: Block): string =>
    event('content_block_delta', { type: 'content_block_delta', index, delta: value });
  const [empty, deltas] = ((): [Block, string[]] => {
    if (block.type === 'text')
      return [
        { ...block, text: '' },
        pieces(String(block.text), count).map(text => delta({ type: 'text_delta', text })),
      ];
    if (block.type === 'thinking')
      return [
        { ...block, thinking: '', signature: '' },
        [
          ...pieces(String(block.thinking), count).map(thinking => delta({ type: 'thinking_delta', thinking })),
          delta({ type: 'signature_delta', signature: String(block.signature) }),
        ],
      ];
    if (block.type === 'redacted_thinking') return [block, []];
    const json = typeof block.input === 'string' ? block.input : JSON.stringify(block.input);
    return [
      { ...block, input: {} },
      ['', ...pieces(json, count)].map(partial => delta({ type: 'input_json_delta', partial_json: partial })),
    ];
  })();
  const [first = '', ...rest] = deltas;
  const start = event('content_block_start', { type: 'content_block_start', index, content_block: empty });
  return [start + first, ...rest, event('content_block_stop', { type: 'content_block_stop', index })];
}

function event(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function wireUsage(usage: Usage): Readonly<Record<string, unknown>> {
  return {
    input_tokens: usage.inputTokens,
    cache_creation_input_tokens: usage.cacheWriteTokens,
    cache_read_input_tokens: usage.cacheReadTokens,
    cache_creation: { ephemeral_5m_input_tokens: usage.cacheWriteTokens, ephemeral_1h_input_tokens: 0 },
    output_tokens: usage.outputTokens,
    service_tier: 'standard',
  };
}

function modelBody(model: AnthropicPeerModel): Readonly<Record<string, unknown>> {
  return {
    type: 'model',
    id: model.id,
    display_name: model.id,
    created_at: '2026-01-01T00:00:00Z',
    lifecycle: 'active',
    max_input_tokens: model.maxInputTokens,
    max_tokens: 64_000,
    capabilities: {
      image_input: { supported: model.images ?? true },
      structured_outputs: { supported: true },
      ...thinkingBody(model),
    },
  };
}

function thinkingBody({ thinking }: AnthropicPeerModel): Readonly<Record<string, unknown>> {
  const is = (supported: boolean) => ({ supported });
  const level = is(thinking === 'adaptive');
  return {
    effort: { ...level, low: level, medium: level, high: level, xhigh: null, max: is(false) },
    thinking: {
      supported: thinking !== undefined,
      types: { adaptive: level, enabled: is(thinking === 'enabled'), disabled: is(true), between_tools: is(false) },
    },
  };
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

function errorBody(fault: StatusFault): string {
  const type = fault.type ?? errorTypes[fault.status] ?? (fault.status >= 500 ? 'api_error' : 'invalid_request_error');
  return JSON.stringify({ type: 'error', error: { type, message: fault.message ?? type }, request_id: null });
}

if (import.meta.main) await standalone(anthropicPeer);
