/**
 * Models behind OpenAI's Chat Completions API, through OpenAI's own library: OpenAI itself and every server that is
 * compatible with it. Streamed, and without the library's retries.
 */

import OpenAI, { APIConnectionError, APIError } from 'openai';
import { type Part, says } from '../../../domain/policy/sentence.ts';
import { Fault, fault, saidOf, toFailure } from '../../../domain/supervision/failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type {
  CompletionOptions,
  ModelProvider,
  ModelReply,
  ModelRequest,
  ProviderHealth,
} from '../../../ports/model.ts';
import { type CallWatch, type Deadlines, watched } from '../call-watch.ts';
import {
  answerFault,
  answering,
  brokenAnswer,
  connectionFault,
  isConnectionError,
  type Service,
  statusFault,
} from '../http-fault.ts';
import { type FetchLike, fetchOfCalls, through } from '../watched-fetch.ts';
import { type Answer, answersOf } from '../wire/event-stream.ts';
import { heldReplies } from '../wire/held-replies.ts';
import type { Dialect } from './dialect.ts';
import { keptFacts } from './kept-facts.ts';
import { type ListedModel, type ListedOptions, listed, modelFacts } from './listed-models.ts';
import { type ChunkFold, openaiReply } from './reply.ts';
import { openaiRequest } from './request.ts';

export interface OpenaiOptions extends Deadlines, ListedOptions {
  /** The first word of `provider/model`. */
  readonly name: string;
  /** As messages name it: `OpenAI`, `OpenRouter`, `llama.cpp at http://127.0.0.1:8080`. */
  readonly title: Part;
  /** Empty: the server wants none. */
  readonly apiKey: string;
  /** The variable the key comes from; undefined where the server wants none. */
  readonly keyVariable?: string | undefined;
  /** As messages name where the key is set. */
  readonly keySetting?: string;
  /** The setting that holds the address, for messages. */
  readonly addressSetting: string;
  readonly dialect: Dialect;
  /** Names in the pieces of a reply that may be passed over. */
  readonly ignore?: readonly string[];
  readonly fetch?: FetchLike;
  readonly clock: Clock;
}

/** The provider. Throws nothing by itself: a missing key shows in `health` and in the first call. */
export function openaiModels(options: OpenaiOptions): ModelProvider {
  const { name, title, apiKey, keyVariable, addressSetting, fetch = globalThis.fetch, clock } = options;
  const service: Service = {
    name: title,
    keySetting: options.keySetting ?? keyVariable ?? addressSetting,
    secrets: [apiKey],
    unknownModel: says`check the model name in config.toml, and ${addressSetting}`,
    unreachable: says`check that it runs, and ${addressSetting}`,
  };
  const client = clientOf(options, answering(fetchOfCalls(fetch), service, clock));
  const held = heldReplies();

  const call = <Result>(
    signal: AbortSignal,
    work: (running: CallWatch) => Promise<Result>,
    onAlive?: () => void,
  ): Promise<Result> => {
    if (keyVariable !== undefined && apiKey === '')
      throw fault('denied', says`expected a key for ${title}, ${keyVariable} is empty; set it`);
    return watched({ ...options, signal, onAlive, service: title }, async running => {
      try {
        return await work(running);
      } catch (error) {
        throw faultOf(error, service);
      }
    });
  };

  const facts = keptFacts((model, signal) => call(signal, running => modelFacts(client, model, options, running)));

  return {
    name,
    async complete(whole, completion) {
      const { effort, ...without } = whole;
      const takes = effort && (await facts.of(whole.model, completion.signal)).takesEffort;
      const request = effort && takes !== false ? whole : without;
      const { dialect, ignore = [] } = options;
      const habit = `${request.model} ${takes === false ? '' : (effort ?? '')}`;
      const isHeld = dialect.isVendor !== true && held.mayBegin(habit);
      const startFold = (onText: (delta: string) => void) =>
        openaiReply(request, onText, {
          thoughts: dialect.thoughts,
          passedOver: ignore,
          readsBareCalls: dialect.isVendor !== true,
          isHeld,
        });
      const work = async (running: CallWatch) => {
        const { fold, ...made } = await reply(client, request, dialect, {
          running,
          completion,
          service,
          clock,
          startFold,
        });
        held.learn(habit, fold.beganInThought);
        return made.reply;
      };
      return call(completion.signal, work, completion.onAlive).catch((error: unknown) => {
        facts.learn(request.model, toFailure(error));
        throw error;
      });
    },
    async embed({ model, texts }, { signal, onAlive }) {
      const { data, usage } = await call(
        signal,
        running =>
          // the library's own choice, base64, is not known to every server
          client.embeddings.create({ model, input: [...texts], encoding_format: 'float' }, through(running)),
        onAlive,
      );
      const vectors = [...(data ?? [])].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding);
      return { vectors, inputTokens: usage?.prompt_tokens ?? Math.ceil(texts.join('').length / 4) };
    },
    info: facts.of,
    health: signal => healthOf(options, () => call(signal, running => listed(client, running))),
  };
}

async function healthOf(
  { title, addressSetting }: OpenaiOptions,
  list: () => Promise<readonly ListedModel[]>,
): Promise<ProviderHealth> {
  try {
    const models = await list();
    if (models.length > 0) return { ok: true, models: models.map(({ id }) => id) };
    return { ok: false, problem: says`${title} lists no model; load one there, or check ${addressSetting}` };
  } catch (error) {
    const failure = toFailure(error);
    return { ok: false, problem: saidOf(failure), wantsKey: failure.kind === 'denied' ? true : undefined };
  }
}

/** Given in full: the library would take what is left out from the environment. */
function clientOf({ apiKey, baseUrl, firstByteMs, silenceMs }: OpenaiOptions, fetch: FetchLike): OpenAI {
  return new OpenAI({
    apiKey: apiKey === '' ? 'none' : apiKey,
    defaultHeaders: apiKey === '' ? { Authorization: null } : undefined,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: baseUrl,
    maxRetries: 0,
    // ours come first; the library's own would hide why
    timeout: Math.max(firstByteMs, silenceMs) + 60_000,
    logLevel: 'off',
    fetch: fetch as typeof globalThis.fetch,
  });
}

interface Call {
  readonly running: CallWatch;
  readonly completion: CompletionOptions;
  readonly service: Service;
  readonly clock: Clock;
  readonly startFold: (onText: (delta: string) => void) => ChunkFold;
}

async function reply(
  client: OpenAI,
  request: ModelRequest,
  dialect: Dialect,
  { running, completion, service, clock, startFold }: Call,
): Promise<{ readonly reply: ModelReply; readonly fold: ChunkFold }> {
  // as it came: the library reads OpenAI's own streams alone, and visits each value of the request once more
  const response = await client
    .post('/chat/completions', { ...through(running), body: openaiRequest(request, dialect), stream: true })
    .asResponse();
  if (!response.body) throw brokenAnswer(service, says`it has no body`);
  const fold = startFold(delta => {
    if (!running.signal.aborted) completion.onText(delta);
  });
  // the usage comes behind the reason for the end, so the stream is read to its own end
  let isDone = false;
  for await (const answers of answersOf(response.body)) for (const answer of answers) folded(answer);
  function folded(answer: Answer): void {
    const text = 'data' in answer ? answer.data.trim() : undefined;
    if (text === '[DONE]') {
      isDone = true;
      fold.finish();
    }
    if (text === '[DONE]' || text === '' || (text !== undefined && aliveWords.test(text))) return;
    const isError = 'event' in answer && answer.event === 'error';
    const chunk: unknown =
      'whole' in answer ? answer.whole : isError ? jsonOrText(answer.data) : JSON.parse(answer.data);
    const error = errorIn(chunk, isError);
    // behind its end mark a reply is whole, whatever the server says then
    if (error !== undefined && isDone) return;
    if (error !== undefined) throw streamFault(service, error, clock.now());
    fold.take(chunk);
    if ('whole' in answer) fold.finish();
  }
  const whole = fold.reply();
  const requestId = response.headers.get('x-request-id');
  if (whole !== undefined) return { reply: requestId === null ? whole : { ...whole, requestId }, fold };
  const { broken } = fold;
  throw brokenAnswer(
    service,
    broken === undefined ? 'the stream ended before its end mark' : `the server reported an error (${broken})`,
  );
}

/** Says that the server is there, and nothing else. */
const aliveWords = /^(?:ping|pong|keep-?alive|heartbeat)$/i;

function jsonOrText(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return { message: data };
  }
}

/** An error in the place of a chunk, as each server writes it; undefined: it is none. */
function errorIn(chunk: unknown, isError: boolean): object | undefined {
  if (Array.isArray(chunk)) return errorIn(chunk[0], isError);
  if (typeof chunk !== 'object' || chunk === null) return undefined;
  const { error, errors, object, choices, base_resp: base } = chunk as Readonly<Record<string, unknown>>;
  if (isError || object === 'error' || (typeof error === 'string' && error !== '')) return chunk;
  if (typeof error === 'object' && error !== null) return chunk;
  const [choice] = Array.isArray(choices) ? choices : [];
  if (typeof choice?.error === 'object' && choice.error !== null) return choice;
  if (choice === undefined && Array.isArray(errors) && errors.length > 0) return chunk;
  // of MiniMax
  const { status_code: code = 0, status_msg: message } = (base ?? {}) as Readonly<Record<string, unknown>>;
  if (code !== 0) return { error: { code, message } };
  const isChat = Array.isArray(choices) || object !== undefined || 'usage' in chunk;
  return isChat || !('message' in chunk || 'detail' in chunk) ? undefined : chunk;
}

/** The stream had begun with 200, so the server itself failed on the way, unless it says why. */
function streamFault(service: Service, chunk: object, now: number): Fault {
  const { error = chunk } = chunk as { readonly error?: unknown };
  const { code, status, http_status, type } = (typeof error === 'object' ? (error ?? {}) : {}) as Readonly<
    Record<string, unknown>
  >;
  const said = [code, status, http_status].map(Number).find(number => number >= 400 && number < 600);
  const isLimit = /rate_?limit|too_many|overloaded/i.test(`${type} ${code}`);
  const isInvalid = /invalid_request|BadRequest|validation/i.test(`${type}`);
  const usual = isLimit ? 429 : isInvalid ? 400 : 500;
  return answerFault(service, { status: said ?? usual, text: JSON.stringify(chunk) }, now);
}

function faultOf(error: unknown, service: Service): unknown {
  const beneath = error instanceof APIConnectionError ? (error.cause ?? error) : error;
  if (beneath instanceof Fault) return beneath;
  if (error instanceof APIConnectionError) return connectionFault(service, beneath);
  if (error instanceof APIError) return statusFault(service, { status: error.status ?? 500, message: error.message });
  if (isConnectionError(error)) return connectionFault(service, error);
  if (error instanceof SyntaxError)
    return brokenAnswer(service, says`it is neither a stream of events nor JSON, which is what such a server sends`);
  return error;
}
