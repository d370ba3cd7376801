/**
 * A scripted Ollama: its API over real HTTP, with its streaming, its model facts and its ways to fail.
 *
 * `POST /api/chat`, `/api/generate`, `/api/embed`, `/api/show`, `GET /api/tags`, `/api/ps`, `/api/version`. As a
 * process: see standalone.ts.
 */

import type { ServerResponse } from 'node:http';
import { defined } from '../../src/domain/text/json.ts';
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

/** An installed model. */
export interface OllamaPeerModel {
  readonly name: string;
  readonly contextTokens: number;
  readonly architecture?: string;
  /** `completion`, `tools`, `vision`, `thinking`, `embedding`. */
  readonly capabilities: readonly string[];
  /** Its size as a file. */
  readonly bytes?: number;
  /** It is one of Ollama's cloud, which this server passes requests on to. */
  readonly remoteHost?: string;
}

export interface OllamaPeerOptions extends ModelPeerOptions {
  readonly models?: readonly OllamaPeerModel[];
  /** Give each tool call an id, as newer servers do. */
  readonly callIds?: boolean;
  /** The vector of a text; a bag of its words without it. */
  readonly embed?: (text: string) => readonly number[];
  /** Hears of each request for vectors; the answer waits for it. */
  readonly beforeEmbed?: (model: string, texts: readonly string[]) => Promise<void> | void;
}

const defaultModels: readonly OllamaPeerModel[] = [
  {
    name: 'qwen3:8b',
    contextTokens: 40_960,
    architecture: 'qwen3',
    capabilities: ['completion', 'tools', 'vision', 'thinking'],
  },
  { name: 'plain:1b', contextTokens: 2_048, architecture: 'llama', capabilities: ['completion'] },
  { name: 'nomic-embed-text:latest', contextTokens: 2_048, architecture: 'nomic-bert', capabilities: ['embedding'] },
];

interface ChatBody {
  readonly model?: string;
  readonly messages?: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly stream?: boolean;
  readonly truncate?: boolean;
  readonly options?: { readonly num_ctx?: number };
  readonly prompt?: string;
  readonly input?: string | readonly string[];
  readonly [key: string]: unknown;
}

interface ChatMessage {
  readonly role: string;
  readonly content: string;
  readonly images?: readonly string[];
  readonly tool_calls?: readonly unknown[];
}

/** Starts the peer; anybody is let in unless a key is given. */
export async function ollamaPeer(options: OllamaPeerOptions = {}): Promise<ModelPeer> {
  const models = options.models ?? defaultModels;
  const loaded = new Map<string, number>();
  let next = playing(options.script ?? echo);
  let serial = 0;

  /** A route that needs an installed model; a name without a tag means `latest`. */
  const withModel =
    (
      route: (
        model: OllamaPeerModel,
        body: ChatBody,
        request: RecordedRequest,
        response: ServerResponse,
      ) => Promise<void> | void,
    ): Route =>
    (request, response) => {
      const body = (request.body ?? {}) as ChatBody;
      if (!body.model) return sendFault(response, { status: 400, message: 'model is required' }, errorBody);
      const model = models.find(({ name }) => name === body.model || name === `${body.model}:latest`);
      if (model === undefined)
        return sendFault(response, { status: 404, message: `model '${body.model}' not found` }, errorBody);
      return route(model, body, request, response);
    };

  const completion = (shape: Shape): Route =>
    withModel(async (model, body, request, response) => {
      const refusal = refuse(model, body, request.bytes);
      if (refusal !== undefined) return sendFault(response, refusal, errorBody);
      if (shape === 'generate' && !body.prompt) {
        loaded.set(model.name, Date.now());
        return sendJson(response, { model: model.name, response: '', done: true, done_reason: 'load' });
      }
      const turn = await next(askedIn(body));
      if (turn === undefined) return sendFault(response, { status: 500, message: 'the script is over' }, errorBody);
      await think(turn);
      if (sendFaultOf(turn, response, errorBody)) return;
      loaded.set(model.name, Date.now());
      const lines = linesOf(turn, {
        shape,
        model: model.name,
        bytes: request.bytes,
        callId: () => (options.callIds ? `call_${(++serial).toString(36)}` : undefined),
      });
      if (body.stream === false) return sendJson(response, whole(lines, shape));
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      const error = `${JSON.stringify({ error: 'an error was encountered while running the model' })}\n`;
      await sendPieces(
        response,
        lines.map(line => `${JSON.stringify(line)}\n`),
        turn,
        error,
      );
    });

  const routes: Readonly<Record<string, Route>> = {
    'POST /api/chat': completion('chat'),
    'POST /api/generate': completion('generate'),
    'POST /api/embed': withModel(async (model, body, request, response) => {
      if (!model.capabilities.includes('embedding'))
        return sendFault(response, { status: 400, message: 'this model does not support embeddings' }, errorBody);
      const inputs = typeof body.input === 'string' ? [body.input] : (body.input ?? []);
      await options.beforeEmbed?.(model.name, inputs);
      sendJson(response, {
        model: model.name,
        embeddings: inputs.map(options.embed ?? embedding),
        total_duration: 1,
        load_duration: 1,
        prompt_eval_count: Math.ceil(request.bytes / 4),
      });
    }),
    'POST /api/show': withModel((model, _body, _request, response) => sendJson(response, showBody(model))),
    'GET /api/tags': (_request, response) => sendJson(response, { models: models.map(tagBody) }),
    'GET /api/ps': (_request, response) => {
      const running = models.filter(({ name }) => loaded.has(name));
      sendJson(response, {
        models: running.map(model => ({
          ...tagBody(model),
          expires_at: new Date((loaded.get(model.name) ?? 0) + 300_000).toISOString(),
          size_vram: 0,
          context_length: model.contextTokens,
        })),
      });
    },
    'GET /api/version': (_request, response) => sendJson(response, { version: '0.33.2' }),
  };
  return serveModel({
    options,
    error: errorBody,
    play(script) {
      next = playing(script);
    },
    route: (method, path) => routes[`${method} ${path}`],
  });
}

function refuse(model: OllamaPeerModel, body: ChatBody, bytes: number): StatusFault | undefined {
  if (!model.capabilities.includes('completion'))
    return { status: 400, message: `"${model.name}" does not support chat` };
  if (body.tools?.length && !model.capabilities.includes('tools'))
    return { status: 400, message: `registry.ollama.ai/library/${model.name} does not support tools` };
  const window = body.options?.num_ctx ?? 4_096;
  const tokens = Math.ceil(bytes / 4);
  if (body.truncate === false && tokens > window)
    return {
      status: 400,
      message: `request (${tokens} tokens) exceeds the available context size (${window} tokens), try increasing it`,
    };
  return undefined;
}

function askedIn(body: ChatBody): Omit<Asked, 'index'> {
  const messages = body.messages ?? [{ role: 'user', content: body.prompt ?? '' }];
  const saidAt = messages.findLastIndex(({ role }) => role === 'user');
  const repliedAt = messages.findLastIndex(({ role }) => role === 'assistant');
  const { said, context } = apart(messages[saidAt]?.content ?? '');
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return {
    model: String(body.model),
    system: [...system, context].join('\n').trim(),
    tools: (body.tools ?? []).map(tool => tool.function.name),
    said,
    results: messages
      .slice(repliedAt + 1)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => ({ text: content, failed: content.startsWith('Error: ') })),
    steps: messages.slice(saidAt + 1).filter(({ tool_calls }) => tool_calls?.length).length,
    body,
  };
}

type Shape = 'chat' | 'generate';
type Line = Readonly<Record<string, unknown>>;

const doneReasons = {
  end: 'stop',
  tools: 'stop',
  length: 'length',
  refusal: 'stop',
  contextFull: 'length',
  pause: 'stop',
} as const;

/** The reply as lines: reasoning, text, tool calls, then the counts. */
function linesOf(
  turn: Turn,
  to: {
    readonly shape: Shape;
    readonly model: string;
    readonly bytes: number;
    readonly callId: () => string | undefined;
  },
): readonly Line[] {
  const usage = usageOf(turn, to.bytes);
  const line = (content: string, more: Line = {}): Line => {
    const said =
      to.shape === 'chat' ? { message: { role: 'assistant', content, ...more } } : { response: content, ...more };
    return {
      model: to.model,
      created_at: new Date().toISOString(),
      ...said,
      done: false,
    };
  };
  const lines = pieces(turn.thinking ?? '', deltasOf(turn)).map(thinking => line('', { thinking }));
  lines.push(...pieces(turn.text ?? '', deltasOf(turn)).map(text => line(text)));
  if (turn.toolCalls?.length)
    lines.push(
      line('', {
        tool_calls: turn.toolCalls.map(({ name, arguments: args }, index) => {
          const id = to.callId();
          const input = typeof args === 'string' ? JSON.parse(args) : args;
          return { ...defined({ id }), function: { index, name, arguments: input } };
        }),
      }),
    );
  lines.push({
    ...line(''),
    done: true,
    done_reason: doneReasons[turn.stop ?? 'end'],
    total_duration: 2_000_000,
    load_duration: 1_000_000,
    prompt_eval_count: usage.inputTokens,
    prompt_eval_duration: 1_000_000,
    eval_count: usage.outputTokens,
    eval_duration: 1_000_000,
  });
  return lines;
}

/** The same reply as one value, for `stream: false`. */
function whole(lines: readonly Line[], shape: Shape): Line {
  const last = lines.at(-1) ?? {};
  if (shape === 'generate') return { ...last, response: lines.map(line => line.response).join('') };
  const messages = lines.map(line => line.message as Line);
  const calls = messages.flatMap(message => (message.tool_calls ?? []) as readonly unknown[]);
  const thinking = messages.map(message => message.thinking ?? '').join('');
  return {
    ...last,
    message: {
      role: 'assistant',
      content: messages.map(message => message.content).join(''),
      ...defined({
        thinking: thinking === '' ? undefined : thinking,
        tool_calls: calls.length === 0 ? undefined : calls,
      }),
    },
  };
}

function tagBody(model: OllamaPeerModel): Line {
  const details = { parent_model: '', format: 'gguf', family: model.architecture ?? 'llama', families: null };
  return {
    name: model.name,
    model: model.name,
    modified_at: '2026-01-01T00:00:00Z',
    size: model.bytes ?? 1_000_000,
    digest: 'f'.repeat(64),
    details: { ...details, parameter_size: '8B', quantization_level: 'Q4_K_M' },
  };
}

function showBody(model: OllamaPeerModel): Line {
  const architecture = model.architecture ?? 'llama';
  return {
    details: tagBody(model).details,
    model_info: {
      'general.architecture': architecture,
      [`${architecture}.context_length`]: model.contextTokens,
      [`${architecture}.embedding_length`]: 4096,
      [`${architecture}.block_count`]: 32,
      [`${architecture}.attention.head_count`]: 32,
      [`${architecture}.attention.head_count_kv`]: 8,
    },
    capabilities: model.capabilities,
    ...defined({
      remote_model: model.remoteHost === undefined ? undefined : model.name,
      remote_host: model.remoteHost,
    }),
    modified_at: '2026-01-01T00:00:00Z',
  };
}

function errorBody(fault: StatusFault): string {
  return JSON.stringify({ error: fault.message ?? `status ${fault.status}` });
}

if (import.meta.main) await standalone(ollamaPeer);
