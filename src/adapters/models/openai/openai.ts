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
import { errorIn, isAlive, jsonOrWords, streamFault } from '../wire/stream-error.ts';
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
    if ('data' in answer && doneWords.test(answer.data)) {
      isDone = true;
      fold.finish();
      return;
    }
    if ('data' in answer && isAlive(answer)) return;
    // behind its end mark a reply is whole, whatever is said then; some count there
    if (isDone && 'data' in answer) fold.count(answer.data);
    if (isDone) return;
    const chunk = 'whole' in answer ? answer.whole : jsonOrWords(answer.data);
    const error = errorIn(chunk, 'event' in answer && answer.event === 'error');
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

/** The end mark of a stream. */
const doneWords = /^\s*(?:"?\[DONE\]"?|DONE)\s*$/;

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
