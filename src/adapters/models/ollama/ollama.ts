/**
 * Models of an Ollama server, through its own library: native tools, native formats, and a context size that is asked
 * for, not guessed.
 */

import { type ListResponse, Ollama } from 'ollama/browser';
import type { Effort } from '../../../domain/models/effort.ts';
import { contextBytes, localContext } from '../../../domain/models/local-context.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { Fault, isTooLong, saidOf, toFailure } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CompletionOptions, ModelInfo, ModelProvider, ModelReply, ProviderHealth } from '../../../ports/model.ts';
import { type CallWatch, type Deadlines, watched } from '../call-watch.ts';
import { answering, brokenAnswer, connectionFault, isConnectionError, type Service } from '../http-fault.ts';
import { type FetchLike, watchedFetch } from '../watched-fetch.ts';
import { heldReplies } from '../wire/held-replies.ts';
import { jsonOrWords, streamFault } from '../wire/stream-error.ts';
import { evenLines } from './even-lines.ts';
import { type LineFold, ollamaReply } from './reply.ts';
import { type OllamaSettings, ollamaRequest } from './request.ts';
import { serviceAt } from './service.ts';

export interface OllamaOptions extends Deadlines {
  /** As in `OLLAMA_HOST`: `127.0.0.1:11434`, `http://box:11434`, `https://user:password@host`. */
  readonly host: string;
  /** For servers behind a key; sent as a bearer token. */
  readonly apiKey?: string;
  readonly fetch?: FetchLike;
  readonly clock: Clock;
  /** How long a model stays loaded after a call; Ollama's own default is five minutes. */
  readonly keepAlive?: string | number;
  /** At most this much context, whatever the model could take: memory grows with it. The default is 32 768. */
  readonly contextTokens?: number;
  /** The memory of the machine it runs on; undefined: another machine, whose memory is not known. */
  readonly memoryBytes?: number | undefined;
}

/** Ollama's own default, for a model that does not say what it takes. */
const defaultContextTokens = 4_096;

/** The provider `ollama`. A model's facts are asked before its first completion, because they go into the request. */
export function ollamaModels(options: OllamaOptions): ModelProvider {
  const { host, apiKey = '', fetch = globalThis.fetch, clock } = options;
  const service = serviceAt(host, apiKey);
  const infos = new Map<string, ModelInfo>();
  const held = heldReplies();
  /** Models that think, and of which the server does not set the thoughts apart. */
  const unparsed = new Set<string>();

  const call = <Result>(
    signal: AbortSignal,
    work: (client: Ollama, call: CallWatch) => Promise<Result>,
    onAlive?: () => void,
    model?: string,
  ): Promise<Result> =>
    watched({ ...options, signal, onAlive, service: service.name }, async running => {
      const pull = { form: 'run `ollama pull {1}`, or name another model in config.toml', values: [model ?? 'NAME'] };
      const own = { ...service, unknownModel: model === undefined ? service.unknownModel : pull };
      // The library takes no signal, so each call has a client of its own whose `fetch` knows the watch.
      const client = new Ollama({
        host,
        fetch: evenLines(answering(watchedFetch(fetch, running), own, clock)),
        ...defined({ headers: apiKey === '' ? undefined : { authorization: `Bearer ${apiKey}` } }),
      });
      try {
        return await work(client, running);
      } catch (error) {
        if (error instanceof SyntaxError) throw brokenAnswer(service, says`it is not JSON`);
        throw isConnectionError(error) ? connectionFault(service, error) : error;
      }
    });
  const info = async (model: string, signal: AbortSignal): Promise<ModelInfo> => {
    const known = infos.get(model);
    if (known !== undefined) return known;
    const { contextTokens: most = 32_768, memoryBytes } = options;
    const limits = { most, memoryBytes, isUnparsed: () => unparsed.add(model) };
    const found = await call(signal, client => ask(client, model, limits), undefined, model);
    infos.set(model, found);
    return found;
  };

  return {
    name: 'ollama',
    info,
    async complete(request, completion) {
      const { contextTokens, takesEffort } = await info(request.model, completion.signal);
      const { keepAlive = '5m' } = options;
      const think = takesEffort && request.effort ? thinkOf(request.effort, request.model) : undefined;
      const settings = { contextTokens, keepAlive, think };
      const habit = `${request.model} ${think ?? ''}`;
      const isHeld = unparsed.has(request.model) && held.mayBegin(habit);
      const startFold = (onText: (delta: string) => void) => ollamaReply(request, onText, isHeld);
      const watch = { service, startFold, onText: completion.onText, now: clock.now };
      const work = async (client: Ollama, running: CallWatch) => {
        const { fold, ...made } = await reply(client, ollamaRequest(request, settings), { ...watch, running });
        held.learn(habit, fold.beganInThought);
        return made.reply;
      };
      return call(completion.signal, work, completion.onAlive, request.model).catch((error: unknown) => {
        // the model may have another context length now
        if (isTooLong(toFailure(error))) infos.delete(request.model);
        throw error;
      });
    },
    async preload(model, signal) {
      const { contextTokens: num_ctx } = await info(model, signal);
      const { keepAlive: keep_alive = '5m' } = options;
      // without a prompt it loads the model and answers nothing; with another context it would load it again
      const loading = { model, prompt: '', stream: false as const, keep_alive, options: { num_ctx } };
      await call(signal, client => client.generate(loading), undefined, model);
    },
    async embed({ model, texts }, { signal, onAlive }) {
      const { keepAlive: keep_alive = '5m' } = options;
      const { embeddings, prompt_eval_count } = await call(
        signal,
        client => client.embed({ model, input: [...texts], keep_alive, truncate: true }),
        onAlive,
        model,
      );
      // servers before 0.1.48 count nothing
      const inputTokens = prompt_eval_count ?? Math.ceil(texts.join('').length / 4);
      return { vectors: embeddings ?? [], inputTokens };
    },
    health: signal => healthOf(service, () => call(signal, client => client.list())),
  };
}

async function healthOf(service: Service, list: () => Promise<ListResponse>): Promise<ProviderHealth> {
  try {
    const { models } = await list();
    if (models?.length > 0) return { ok: true, models: models.map(({ name }) => name) };
    const problem = { form: '{1} has no model; run `ollama pull qwen3:8b` or another', values: [service.name] };
    return { ok: false, problem, answers: true };
  } catch (error) {
    return { ok: false, problem: saidOf(toFailure(error)) };
  }
}

interface Streaming {
  readonly running: CallWatch;
  readonly service: Service;
  readonly startFold: (onText: (delta: string) => void) => LineFold;
  readonly onText: CompletionOptions['onText'];
  readonly now: () => number;
}

async function reply(
  client: Ollama,
  request: ReturnType<typeof ollamaRequest>,
  { running, service, startFold, onText, now }: Streaming,
): Promise<{ readonly reply: ModelReply; readonly fold: LineFold }> {
  const fold = startFold(delta => {
    if (!running.signal.aborted) onText(delta);
  });
  const lines = (await client.chat(request))[Symbol.asyncIterator]();
  for (;;) {
    const step = await lines.next().catch((error: unknown) => {
      throw isConnectionError(error) || error instanceof SyntaxError ? error : reportedInStream(error, service, now());
    });
    if (step.done) break;
    // The library passes on whatever JSON came.
    if (typeof step.value.message !== 'object' && !step.value.done)
      throw brokenAnswer(service, says`a line has no message`);
    fold.take(step.value);
  }
  // The library ends only behind the line with `done`, and throws where it is missing.
  const whole = fold.reply();
  if (whole === undefined) throw reportedInStream(new Error('the stream ended before its last line'), service, now());
  return { reply: whole, fold };
}

async function ask(
  client: Ollama,
  model: string,
  {
    isUnparsed,
    ...machine
  }: { readonly most: number; readonly memoryBytes: number | undefined; readonly isUnparsed: () => void },
): Promise<ModelInfo> {
  const shown = await client.show({ model });
  // A plain object on the wire, whatever the library's type says.
  const facts = (shown.model_info ?? {}) as unknown as Readonly<Record<string, unknown>>;
  const fact = (name: string) => {
    const value = facts[`${facts['general.architecture']}.${name}`];
    return typeof value === 'number' && value > 0 ? value : undefined;
  };
  const limitTokens = fact('context_length') ?? defaultContextTokens;
  const bytes = machine.memoryBytes === undefined ? undefined : await sizeOf(client, model);
  const capabilities = shown.capabilities ?? [];
  const thinks = /<think|\[THINK/.test(shown.template ?? '') || /(?:^|[-:/])(?:r1|qwq|\w*think\w*)/i.test(model);
  if (thinks && !capabilities.includes('thinking')) isUnparsed();
  const contextTokens = localContext({ limitTokens, bytes, bytesPerToken: bytesPerToken(fact) }, machine);
  const isMade = contextTokens >= limitTokens;
  const isSet = contextTokens >= machine.most;
  return {
    contextTokens,
    ...defined({ limit: isMade ? undefined : isSet ? 'ollama-settings' : 'ollama-memory' }),
    takesImages: capabilities.includes('vision'),
    takesTools: capabilities.includes('tools'),
    takesEffort: capabilities.includes('thinking'),
    ...defined({ runsElsewhere: runsElsewhere(shown) ? true : undefined }),
  };
}

/** A model of Ollama's cloud, whatever name it has here: this server only passes on to another host. */
function runsElsewhere(shown: object): boolean {
  const { remote_host, remote_model } = shown as { readonly remote_host?: unknown; readonly remote_model?: unknown };
  return Boolean(remote_host) || Boolean(remote_model);
}

async function sizeOf(client: Ollama, model: string): Promise<number | undefined> {
  const { models } = await client.list();
  return models?.find(({ name }) => name === model || name === `${model}:latest`)?.size;
}

/** Undefined where the server does not say enough, as of models that keep no key and value for each token. */
function bytesPerToken(fact: (name: string) => number | undefined): number | undefined {
  const layers = fact('block_count');
  const queries = fact('attention.head_count');
  const heads = fact('attention.head_count_kv') ?? queries;
  const width = fact('embedding_length');
  const usual = width === undefined || queries === undefined ? undefined : width / queries;
  const keyLength = fact('attention.key_length') ?? usual;
  const valueLength = fact('attention.value_length') ?? usual;
  if (!layers || !heads || !keyLength || !valueLength) return undefined;
  return contextBytes({ layers, heads, keyLength, valueLength });
}

/** gpt-oss takes levels and cannot be told not to think; all others think or do not. */
function thinkOf(effort: Effort, model: string): NonNullable<OllamaSettings['think']> {
  if (!/(?:^|\/)gpt-oss/.test(model)) return effort !== 'none';
  if (effort === 'none') return 'low';
  return effort === 'max' ? 'high' : effort;
}

/** An `{"error": …}` line or a missing end: the status was 200, so the server itself failed on the way. */
function reportedInStream(error: unknown, service: Service, now: number): unknown {
  if (error instanceof Fault || (error instanceof Error && error.name === 'AbortError')) return error;
  const text = error instanceof Error ? error.message : String(error);
  return streamFault(service, jsonOrWords(text) as object | string, now);
}
