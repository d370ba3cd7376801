/** Claude through Anthropic's own library: streamed, cached, and without its retries. */

import Anthropic, { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import type { TracerProvider } from '@opentelemetry/api';
import { says } from '../../../domain/policy/sentence.ts';
import { Fault, fault, saidOf, toFailure } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CompletionOptions, ModelInfo, ModelProvider, ModelReply } from '../../../ports/model.ts';
import { type CallWatch, type Deadlines, watched } from '../call-watch.ts';
import {
  answering,
  brokenAnswer,
  connectionFault,
  isConnectionError,
  isNotFound,
  type Service,
} from '../http-fault.ts';
import { type FetchLike, fetchOfCalls, through } from '../watched-fetch.ts';
import { heldReplies } from '../wire/held-replies.ts';
import { streamFault } from '../wire/stream-error.ts';
import { evenStreams, eventsFrom } from './even-stream.ts';
import { type AnthropicFold, anthropicReply } from './reply.ts';
import { anthropicRequest } from './request.ts';
import { type Abilities, abilitiesOf, takesEffort } from './thinking.ts';

export interface AnthropicOptions extends Deadlines {
  readonly apiKey: string;
  /** The variable it stands in. */
  readonly keySetting?: string;
  /** Without `/v1`; the default is Anthropic itself. */
  readonly baseUrl?: string;
  /** A {@link lightFetch} costs half of the global one, which is the default. */
  readonly fetch?: FetchLike;
  readonly clock: Clock;
  /** Where the library's own spans go, one for each call; without it it makes none. */
  readonly telemetry?: TracerProvider | undefined;
}

const anthropicUrl = 'https://api.anthropic.com';

/** What a model takes when the API does not say. */
const defaultContextTokens = 200_000;

/** The provider `anthropic`. Throws nothing by itself: a missing key shows in `health` and in the first call. */
export function anthropicModels(options: AnthropicOptions): ModelProvider {
  const { apiKey, baseUrl = anthropicUrl, keySetting = 'ANTHROPIC_API_KEY', clock } = options;
  const service: Service = {
    name: 'Anthropic',
    keySetting,
    secrets: [apiKey],
    unknownModel: says`check the model name in config.toml, and ${'ANTHROPIC_BASE_URL'}`,
    unreachable: says`check the network and ANTHROPIC_BASE_URL, or try again later`,
  };
  const client = clientOf(options, service);
  const infos = new Map<string, Known>();
  const held = heldReplies();
  const isAnthropic = /(?:^|\.)anthropic\.com$/.test(URL.parse(baseUrl)?.hostname ?? '');

  const call = <Result>(
    signal: AbortSignal,
    work: (call: CallWatch) => Promise<Result>,
    onAlive?: () => void,
  ): Promise<Result> => {
    if (apiKey === '') throw fault('denied', says`expected a key for ${'Anthropic'}, ${keySetting} is empty; set it`);
    return watched({ ...options, signal, onAlive, service: service.name }, async running => {
      try {
        return await work(running);
      } catch (error) {
        throw faultOf(error, service, clock.now());
      }
    });
  };

  const facts = async (model: string, signal: AbortSignal): Promise<Known> => {
    const known = infos.get(model);
    if (known !== undefined) return known;
    const found = await call(signal, running => ask(client, model, running));
    infos.set(model, found);
    return found;
  };

  return {
    name: 'anthropic',
    async complete(request, completion) {
      const abilities = request.effort && (await facts(request.model, completion.signal)).abilities;
      const params = anthropicRequest(request, abilities);
      const habit = `${request.model} ${request.effort ?? ''}`;
      // Claude never does, through any server
      const isHeld = !isAnthropic && !/claude/i.test(request.model) && held.mayBegin(habit);
      const startFold = (onText: (delta: string) => void) =>
        anthropicReply(request, onText, { isHeld, readsBareCalls: !isAnthropic });
      const work = async (running: CallWatch) => {
        const { fold, ...made } = await reply(client, params, running, { ...completion, startFold }, service);
        held.learn(habit, fold.beganInThought);
        return made.reply;
      };
      return call(completion.signal, work, completion.onAlive);
    },
    async countTokens(request, signal) {
      const { model, messages, system, tools } = anthropicRequest(request);
      const params = { model, messages, ...defined({ system: system || undefined, tools }) };
      const { input_tokens } = await call(signal, running => client.messages.countTokens(params, through(running)));
      return input_tokens;
    },
    info: async (model, signal) => (await facts(model, signal)).info,
    async health(signal) {
      try {
        const page = await call(signal, running => client.models.list({ limit: 100 }, through(running)));
        if (page.data.length > 0) return { ok: true, models: page.data.map(model => model.id) };
        return { ok: false, problem: says`what answers is not Anthropic: it lists no model; check ANTHROPIC_BASE_URL` };
      } catch (error) {
        return { ok: false, problem: saidOf(toFailure(error)) };
      }
    },
  };
}

async function reply(
  client: Anthropic,
  params: ReturnType<typeof anthropicRequest>,
  running: CallWatch,
  { onText, startFold }: CompletionOptions & { readonly startFold: (onText: (delta: string) => void) => AnthropicFold },
  service: Service,
): Promise<{ readonly reply: ModelReply; readonly fold: AnthropicFold }> {
  const { pieces, requestId } = await streamed(client, params, running);
  const fold = startFold(delta => {
    if (!running.signal.aborted) onText(delta);
  });
  for (let step = await pieces.next(); !step.done; step = await pieces.next()) {
    for (const event of step.value) fold.take(event);
    const whole = fold.reply();
    if (whole === undefined) continue;
    // Behind the end mark comes nothing but the end of the body: read, so that the connection serves again, but not
    // waited for.
    pieces.next().catch(() => {});
    return { fold, reply: typeof requestId === 'string' ? { ...whole, requestId } : whole };
  }
  fold.finish();
  const whole = fold.reply();
  if (whole === undefined) throw brokenAnswer(service, says`the stream ended before its end mark`);
  return { fold, reply: typeof requestId === 'string' ? { ...whole, requestId } : whole };
}

/** The events of a reply, those that came together. The library makes its spans only of what it reads itself. */
async function streamed(
  client: Anthropic,
  params: ReturnType<typeof anthropicRequest>,
  running: CallWatch,
): Promise<{ readonly pieces: AsyncIterator<readonly unknown[]>; readonly requestId: string | null | undefined }> {
  const request = client.messages.create(params, through(running));
  if (client.openTelemetry.traces.enabled) {
    const { data, request_id: requestId } = await request.withResponse();
    return { pieces: eachAlone(data), requestId };
  }
  const response = await request.asResponse();
  return { pieces: eventsFrom(response), requestId: response.headers.get('request-id') };
}

async function* eachAlone<Event>(events: AsyncIterable<Event>): AsyncGenerator<readonly Event[], void> {
  for await (const event of events) yield [event];
}

function clientOf(options: AnthropicOptions, service: Service): Anthropic {
  const { apiKey, baseUrl = anthropicUrl, fetch = globalThis.fetch, clock } = options;
  const whole = answering(fetchOfCalls(fetch), service, clock);
  return new Anthropic({
    apiKey,
    baseURL: baseUrl,
    maxRetries: 0,
    // Ours come first; the library's own would hide why.
    timeout: Math.max(options.firstByteMs, options.silenceMs) + 60_000,
    logLevel: 'off',
    // given in full: what the environment could switch on would put the conversation into spans, and our ids into
    // requests
    openTelemetry: options.telemetry
      ? {
          tracerProvider: options.telemetry,
          propagation: false,
          traces: { enabled: true, contentMode: 'metadata_only' },
        }
      : false,
    fetch: (options.telemetry ? evenStreams(whole) : whole) as typeof globalThis.fetch,
  });
}

/** Facts from the models endpoint; gateways often lack it, and then the defaults hold. */
async function ask(client: Anthropic, model: string, running: CallWatch): Promise<Known> {
  const found = await client.models.retrieve(model, {}, through(running)).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  const abilities = found?.capabilities ? abilitiesOf(found.capabilities) : undefined;
  return {
    abilities,
    info: {
      contextTokens: found?.max_input_tokens ?? defaultContextTokens,
      takesImages: found?.capabilities?.image_input.supported ?? true,
      takesTools: true,
      ...defined({ takesEffort: abilities ? takesEffort(abilities) : undefined }),
    },
  };
}

/** What the API says of a model. */
interface Known {
  readonly info: ModelInfo;
  readonly abilities: Abilities | undefined;
}

function faultOf(error: unknown, service: Service, now: number): unknown {
  const beneath = error instanceof APIConnectionError ? (error.cause ?? error) : error;
  if (beneath instanceof Fault) return beneath;
  if (error instanceof APIConnectionError) return connectionFault(service, beneath);
  // one with a status was thrown by our own fetch
  if (error instanceof APIError) return streamFault(service, (error.error as object | string) ?? error.message, now);
  if (isConnectionError(error)) return connectionFault(service, error);
  if (error instanceof SyntaxError) return brokenAnswer(service, says`an event of the stream was not JSON`);
  return error;
}
