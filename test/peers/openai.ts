/**
 * A scripted server of OpenAI's Chat Completions API over real HTTP, in the dialects of several servers: pieces of tool
 * calls or whole ones, ids or none, arguments as text or as an object, usage at the end or never, reasoning under two
 * names, facts about models under five.
 *
 * `POST /v1/chat/completions`, `/v1/embeddings`, `GET /v1/models`. As a process: see standalone.ts.
 */

import type { Usage } from '../../src/domain/conversation/message.ts';
import { defined } from '../../src/domain/text/json.ts';
import { signatureOf } from './anthropic-rules.ts';
import { embedding } from './bag-of-words.ts';
import {
  type ModelPeer,
  type ModelPeerOptions,
  type RecordedRequest,
  type Route,
  sendFault,
  sendFaultOf,
  sendJson,
  sendPieces,
  serveModel,
  think,
} from './model-server.ts';
import { type Asked, apart, deltasOf, echo, pieces, playing, type StatusFault, type Turn, usageOf } from './script.ts';
import { standalone } from './standalone.ts';

/** How a server differs; the default is OpenAI itself. */
export interface OpenaiPeerDialect {
  /** `pieces`: in several deltas; `whole`: in one; `object`: in one, the arguments as an object. */
  readonly calls?: 'pieces' | 'whole' | 'object';
  /** False: calls have neither an id nor an index. */
  readonly callIds?: boolean;
  /** `asked`: in a chunk of its own where the request asks for it; `last`: in the last chunk always; `none`: never. */
  readonly usage?: 'asked' | 'last' | 'none';
  readonly cache?: 'details' | 'deepseek';
  readonly reasoning?: 'reasoning' | 'reasoning_content';
  /** Gives thoughts in this form, and refuses a history of tools in which they are missing or changed. */
  readonly thoughts?: 'reasoning_content' | 'reasoning_details' | 'extra_content';
  /** What the list of models says of each beside its name. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** What it answers beside OpenAI's API, by method and path. */
  readonly beside?: Readonly<Record<string, object>>;
  /** It refuses what is longer than so many tokens, in the words of llama.cpp. */
  readonly takes?: number;
  /** What a finished reply says as its reason, where it is another word. */
  readonly end?: string;
  /** Answers whatever model is named, also one that it does not list. */
  readonly anyModel?: boolean;
  /** Refuses the parameter with 400. */
  readonly refuses?: 'max_tokens' | 'max_completion_tokens' | 'json_schema';
}

export interface OpenaiPeerOptions extends ModelPeerOptions {
  readonly models?: readonly string[];
  readonly dialect?: OpenaiPeerDialect;
}

interface ChatBody {
  readonly model?: string;
  readonly messages?: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly response_format?: { readonly type: string };
  readonly [key: string]: unknown;
}

interface ChatMessage {
  readonly role: string;
  readonly content: string | null | readonly { readonly type: string; readonly text?: string }[];
  readonly tool_calls?: readonly { readonly id: string; readonly extra_content?: unknown }[];
  readonly reasoning_content?: unknown;
  readonly reasoning_details?: readonly { readonly text: string; readonly signature: string }[];
  readonly tool_call_id?: string;
}

/** As large as what most tests ask for. */
const usualFacts = { context_length: 65_536 };

/** Starts the peer; anybody is let in unless a key is given. */
export async function openaiPeer(options: OpenaiPeerOptions = {}): Promise<ModelPeer> {
  const { models = ['gpt-5.2', 'tiny'], dialect = {} } = options;
  let next = playing(options.script ?? echo);
  let serial = 0;

  const chat: Route = async (request, response) => {
    const body = (request.body ?? {}) as ChatBody;
    const refusal = refusalOf(body, models, dialect);
    if (refusal !== undefined) return sendFault(response, refusal, errorBody);
    const turn = await next(askedIn(body));
    if (turn === undefined) return sendFault(response, { status: 500, message: 'the script is over' }, errorBody);
    await think(turn);
    if (sendFaultOf(turn, response, errorBody)) return;
    serial += 1;
    const chunks = chunksOf(turn, { body, request, dialect, serial });
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': `req-${serial}` });
    const error = `data: ${JSON.stringify({ error: { message: 'the model crashed', type: 'server_error' } })}\n\n`;
    await sendPieces(response, chunks, turn, error);
  };

  const routes: Readonly<Record<string, Route>> = {
    'POST /v1/chat/completions': chat,
    'POST /v1/embeddings': (request, response) => {
      const { model, input = [] } = request.body as { readonly model: string; readonly input?: readonly string[] };
      if (!models.includes(model)) return sendFault(response, { status: 404, message: 'no such model' }, errorBody);
      sendJson(response, {
        object: 'list',
        model,
        // not of length 1, and not in order: nothing promises either
        data: input
          .map((text, index) => ({ object: 'embedding', index, embedding: embedding(text).map(part => part * 3) }))
          .reverse(),
        usage: { prompt_tokens: Math.ceil(request.bytes / 4), total_tokens: Math.ceil(request.bytes / 4) },
      });
    },
    'GET /v1/models': (_request, response) =>
      sendJson(response, {
        object: 'list',
        data: models.map(id => {
          const facts = dialect.facts ?? usualFacts;
          return {
            id,
            object: 'model',
            created: 1,
            owned_by: 'peer',
            ...facts,
          };
        }),
      }),
  };
  return serveModel({
    options,
    error: errorBody,
    play(script) {
      next = playing(script);
    },
    route: (method, path) => routes[`${method} ${path}`] ?? besideOf(dialect, method, path),
  });
}

/** What its other addresses answer. */
function besideOf({ beside = {} }: OpenaiPeerDialect, method: string, path: string): Route | undefined {
  const answer = beside[`${method} ${path}`];
  return answer === undefined ? undefined : (_request, response) => sendJson(response, answer);
}

function refusalOf(body: ChatBody, models: readonly string[], dialect: OpenaiPeerDialect): StatusFault | undefined {
  const { refuses } = dialect;
  if (!models.includes(String(body.model)) && dialect.anyModel !== true)
    return { status: 404, message: `The model \`${body.model}\` does not exist`, type: 'invalid_request_error' };
  if (body.stream !== true) return { status: 400, message: 'this peer streams' };
  if (refuses !== undefined && (refuses in body || body.response_format?.type === refuses))
    return { status: 400, message: `Unsupported parameter: '${refuses}'` };
  const tokens = Math.ceil(JSON.stringify([body.messages, body.tools ?? []]).length / 4);
  if (dialect.takes !== undefined && tokens > dialect.takes)
    return {
      status: 400,
      message: `the request exceeds the available context size (${dialect.takes} tokens), try increasing it`,
      type: 'exceed_context_size_error',
    };
  const open = openCalls(body.messages ?? []);
  const unthought = lostThoughts(body, dialect.thoughts);
  if (open !== undefined || unthought !== undefined) return { status: 400, message: open ?? unthought ?? '' };
  return undefined;
}

/** What is wrong with the thoughts of a history, in the words of DeepSeek, OpenRouter and Gemini. */
function lostThoughts({ messages = [], tools }: ChatBody, field: OpenaiPeerDialect['thoughts']): string | undefined {
  if (field === undefined || tools === undefined) return undefined;
  const replies = messages.filter(({ role }) => role === 'assistant');
  if (field === 'reasoning_content')
    return replies.some(({ reasoning_content: text }) => typeof text !== 'string' || text === '')
      ? 'The `reasoning_content` in the thinking mode must be passed back to the API.'
      : undefined;
  if (field === 'reasoning_details')
    return replies
      .flatMap(({ reasoning_details = [] }) => reasoning_details)
      .some(({ text, signature }) => signature !== signatureOf(text))
      ? 'Invalid `signature` in `thinking` block'
      : undefined;
  const lastWords = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(lastWords + 1).some(({ tool_calls: [first] = [] }) => first && !first.extra_content)
    ? 'Function call is missing a thought_signature in functionCall parts.'
    : undefined;
}

/** OpenAI's rule: the calls of a reply are answered right behind it, each once. Says what breaks it. */
function openCalls(messages: readonly ChatMessage[]): string | undefined {
  let open = new Set<string>();
  for (const { role, tool_calls, tool_call_id = '' } of messages) {
    if (role === 'tool') {
      if (!open.delete(tool_call_id)) return `'tool_call_id' ${tool_call_id} answers no call of the message before it`;
    } else if (open.size > 0) return `tool_call_ids did not have response messages: ${[...open].join(', ')}`;
    if (role === 'assistant') open = new Set((tool_calls ?? []).map(({ id }) => id));
  }
  return open.size > 0 ? `tool_call_ids did not have response messages: ${[...open].join(', ')}` : undefined;
}

function askedIn(body: ChatBody): Omit<Asked, 'index'> {
  const messages = body.messages ?? [];
  const saidAt = messages.findLastIndex(({ role }) => role === 'user');
  const repliedAt = messages.findLastIndex(({ role }) => role === 'assistant');
  const { said, context } = apart(saidAt < 0 ? '' : textOf(messages[saidAt] as ChatMessage));
  const system = messages.filter(({ role }) => role === 'system').map(textOf);
  return {
    model: String(body.model),
    system: [...system, context].join('\n').trim(),
    tools: (body.tools ?? []).map(tool => tool.function.name),
    said,
    results: messages
      .slice(repliedAt + 1)
      .filter(({ role }) => role === 'tool')
      .map(message => ({ text: textOf(message), failed: textOf(message).startsWith('Error: ') })),
    steps: messages.slice(saidAt + 1).filter(({ tool_calls }) => tool_calls !== undefined).length,
    body,
  };
}

function textOf({ content }: ChatMessage): string {
  if (typeof content === 'string' || content === null) return content ?? '';
  return content.map(({ text }) => text ?? '').join('\n');
}

interface Reply {
  readonly body: ChatBody;
  readonly request: RecordedRequest;
  readonly dialect: OpenaiPeerDialect;
  readonly serial: number;
}

/** The events of one reply, as they go over the wire. */
function chunksOf(turn: Turn, { body, request, dialect, serial }: Reply): readonly string[] {
  const { usage: usageAt = 'asked', reasoning = 'reasoning_content' } = dialect;
  const event = (choices: readonly object[], more: object = {}) =>
    `data: ${JSON.stringify({ id: `chatcmpl-${serial}`, object: 'chat.completion.chunk', created: 1, model: body.model, choices, ...more })}\n\n`;
  const delta = (made: object, finish_reason: string | null = null, more: object = {}) =>
    event([{ index: 0, delta: made, finish_reason }], more);
  const usage = wireUsage(usageOf(turn, request.bytes), dialect);
  const isAsked = usageAt === 'asked' && body.stream_options?.include_usage === true;
  return [
    delta({ role: 'assistant', content: '' }),
    ...thoughtsOf(turn.thinking, dialect.thoughts, reasoning).map(thought => delta(thought)),
    ...pieces(turn.text ?? '', deltasOf(turn)).map(content => delta({ content })),
    ...callDeltas(turn, dialect, serial).map(call => delta({ tool_calls: [call] })),
    delta({}, reasonOf(turn, dialect), usageAt === 'last' ? { usage } : {}),
    ...(isAsked ? [event([], { usage })] : []),
    'data: [DONE]\n\n',
  ];
}

/** A thought as it goes over the wire: OpenRouter's comes in pieces, the last of them with its signature. */
function thoughtsOf(
  thinking: string | undefined,
  field: OpenaiPeerDialect['thoughts'],
  plain: 'reasoning' | 'reasoning_content',
): readonly object[] {
  if (thinking === undefined) return [];
  if (field !== 'reasoning_details') return [{ [field === 'reasoning_content' ? field : plain]: thinking }];
  const detail = (more: object) => ({ reasoning_details: [{ type: 'reasoning.text', index: 0, ...more }] });
  return [...pieces(thinking, 3).map(text => detail({ text })), detail({ text: '', signature: signatureOf(thinking) })];
}

function callDeltas(
  turn: Turn,
  { calls = 'pieces', callIds = true, thoughts }: OpenaiPeerDialect,
  serial: number,
): readonly object[] {
  return (turn.toolCalls ?? []).flatMap(({ name, arguments: input }, index): object[] => {
    const signed = thoughts === 'extra_content' && index === 0;
    const extra = signed ? { extra_content: { google: { thought_signature: `sig-${serial}` } } } : {};
    const place = {
      ...defined({ index: callIds ? index : undefined, id: callIds ? `call_${serial}_${index}` : undefined }),
      ...extra,
    };
    const type = 'function';
    if (calls === 'object') return [{ ...place, type, function: { name, arguments: input } }];
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    if (calls === 'whole') return [{ ...place, type, function: { name, arguments: text } }];
    const [first = '', ...rest] = pieces(text, deltasOf(turn));
    return [
      { ...place, type, function: { name, arguments: '' } },
      ...[first, ...rest].map(part => ({ index: callIds ? index : undefined, function: { arguments: part } })),
    ];
  });
}

function reasonOf({ stop, toolCalls }: Turn, { end = 'stop' }: OpenaiPeerDialect): string {
  if (stop === 'length' || stop === 'contextFull' || stop === 'pause') return 'length';
  if (stop === 'refusal') return 'content_filter';
  return (toolCalls?.length ?? 0) > 0 && end === 'stop' ? 'tool_calls' : end;
}

function wireUsage(
  { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage,
  { cache = 'details' }: OpenaiPeerDialect,
) {
  const prompt_tokens = inputTokens + cacheReadTokens + cacheWriteTokens;
  const total = { prompt_tokens, completion_tokens: outputTokens, total_tokens: prompt_tokens + outputTokens };
  return cache === 'deepseek'
    ? { ...total, prompt_cache_hit_tokens: cacheReadTokens, prompt_cache_miss_tokens: inputTokens }
    : {
        ...total,
        prompt_tokens_details: { cached_tokens: cacheReadTokens, cache_write_tokens: cacheWriteTokens },
      };
}

function errorBody({ status, type = 'server_error', message }: StatusFault): string {
  return JSON.stringify({ error: { message: message ?? `status ${status}`, type, code: null, param: null } });
}

if (import.meta.main) await standalone(openaiPeer);
