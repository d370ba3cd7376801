/**
 * What a server of OpenAI's API says of its models: their names, and what it adds to them. Not every one says more than
 * a name.
 */

import type OpenAI from 'openai';
import type { Model } from 'openai/resources/models';
import type { ContextLimit } from '../../../domain/models/context-limit.ts';
import { defined } from '../../../domain/text/json.ts';
import type { ModelInfo } from '../../../ports/model.ts';
import type { CallWatch } from '../call-watch.ts';
import { isNotFound } from '../http-fault.ts';
import { through } from '../watched-fetch.ts';
import { type ContextServer, contextLengthAt } from './context-length.ts';

/** What is taken for a model's where its server does not say it. */
export interface ListedOptions {
  /** With `/v1`, as the server has it. */
  readonly baseUrl: string;
  /** What a model takes where the server does not say. */
  readonly contextTokens: number;
  /** Where that figure is from: the owner's settings, or nobody knows. */
  readonly limit?: ContextLimit;
  /** Of a server in one's own network: what it may be, so that its context length is asked for. */
  readonly mayBe?: readonly ContextServer[];
  /** What is said of a model where the server says nothing. */
  readonly takesImages: boolean;
}

/** What servers add to OpenAI's list of models: OpenRouter, Groq, vLLM, LM Studio, llama.cpp, in this order. */
export interface ListedModel extends Model {
  readonly context_length?: number;
  readonly context_window?: number;
  readonly max_model_len?: number;
  readonly max_context_length?: number;
  readonly meta?: { readonly n_ctx?: number; readonly n_ctx_train?: number } | null;
  readonly architecture?: { readonly input_modalities?: readonly string[] };
  readonly supported_parameters?: readonly string[];
  /** Of OpenRouter: US dollars for one token, as text. */
  readonly pricing?: {
    readonly prompt?: string;
    readonly completion?: string;
    readonly input_cache_read?: string;
    readonly input_cache_write?: string;
  };
}

/** Facts from the list of models, which every server has; not every one says more there than a name. */
export async function modelFacts(
  client: OpenAI,
  model: string,
  options: ListedOptions,
  running: CallWatch,
): Promise<ModelInfo> {
  const models = await listed(client, running).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw error;
  });
  const found = models.find(({ id }) => id === model);
  return {
    ...(await contextOf(client, model, { ...options, found }, running)),
    takesImages: found?.architecture?.input_modalities?.includes('image') ?? options.takesImages,
    takesTools: found?.supported_parameters?.includes('tools') ?? true,
    ...defined({
      takesEffort: found?.supported_parameters
        ? found.supported_parameters.some(one => /^reasoning(?:_effort)?$/.test(one))
        : undefined,
    }),
    ...priceIn(found),
  };
}

/** What its server runs it with. What a model was made for is no more than a bound. */
async function contextOf(
  client: OpenAI,
  model: string,
  { found, baseUrl, contextTokens, limit, mayBe }: ListedOptions & { readonly found: ListedModel | undefined },
  running: CallWatch,
): Promise<Pick<ModelInfo, 'contextTokens' | 'limit'>> {
  const { max_model_len, context_length, context_window, max_context_length, meta } = found ?? {};
  const isOwn = mayBe !== undefined;
  if (isCount(max_model_len))
    return { contextTokens: max_model_len, ...defined({ limit: isOwn ? 'vllm' : undefined }) };
  if (isCount(meta?.n_ctx)) return { contextTokens: meta.n_ctx, limit: 'llamacpp' };
  const origin = baseUrl.replace(/\/v1$/, '');
  const length = await contextLengthAt(mayBe ?? [], model, async (path, body) => {
    const url = `${origin}${path}`;
    const answer =
      body === undefined ? client.get(url, through(running)) : client.post(url, { ...through(running), body });
    // where there is no such path, the server is another one
    return answer.catch((error: unknown) => {
      if (running.signal.aborted) throw error;
      return undefined;
    });
  });
  if (length) return length;
  const said = [context_length, context_window, max_context_length].find(isCount);
  const isRunning = !isOwn || isCount(context_length) || isCount(context_window);
  if (said !== undefined && isRunning) return { contextTokens: said };
  const made = said ?? meta?.n_ctx_train;
  const most = isCount(made) ? Math.min(made, contextTokens) : contextTokens;
  return { contextTokens: most, ...defined({ limit: limit && most === contextTokens ? limit : undefined }) };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}

/** Nothing where the list has no price, or one that is none (a router's is -1). */
function priceIn({ pricing }: Pick<ListedModel, 'pricing'> = {}): Pick<ModelInfo, 'price'> {
  const million = (text: string | undefined) => Number((Number.parseFloat(text ?? '') * 1_000_000).toFixed(6));
  const input = million(pricing?.prompt);
  const output = million(pricing?.completion);
  if (!(input >= 0 && output >= 0)) return {};
  const or = (text: string | undefined, usual: number) => (million(text) >= 0 ? million(text) : usual);
  const cacheRead = or(pricing?.input_cache_read, input);
  return { price: { input, output, cacheRead, cacheWrite: or(pricing?.input_cache_write, input) } };
}

/** The models that a server offers. */
export async function listed(client: OpenAI, running: CallWatch): Promise<readonly ListedModel[]> {
  const page = await client.models.list(through(running));
  return Array.isArray(page.data) ? (page.data as ListedModel[]) : [];
}
