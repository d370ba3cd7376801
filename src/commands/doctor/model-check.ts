/** A provider of models, as the doctor sees it: does it answer, and has it the models it is to answer with? */
import { count } from '../../domain/budget/money.ts';
import { type ContextLimit, enlargeText, smallContext } from '../../domain/models/context-limit.ts';
import type { Check } from './doctor.ts';

/** A model without its provider's name, and the setting that names it. */
export interface WantedModel {
  readonly model: string;
  readonly by: string;
}

/** The part of a provider the doctor asks. */
interface Provider {
  health(
    signal: AbortSignal,
  ): Promise<
    { readonly ok: true; readonly models: readonly string[] } | { readonly ok: false; readonly problem: string }
  >;
  info?(model: string, signal: AbortSignal): Promise<{ readonly contextTokens: number; readonly limit?: ContextLimit }>;
}

/** So many names are one page of a list, and there may be more. */
const pageOfNames = 100;

/**
 * `wanted`: what is to come from here; where there is any, nothing thinks without this provider. `isMeant` is false if
 * no setting speaks of it: that it is not there is no fault then. `fetchCommand`: the command that brings a model it
 * does not have. `answering`: the model that answers in conversations, if it is one of these.
 */
export function modelCheck(
  name: string,
  wanted: readonly WantedModel[],
  provider: Provider,
  {
    isMeant = true,
    fetchCommand,
    answering,
  }: {
    readonly isMeant?: boolean;
    readonly fetchCommand?: ((model: string) => string) | undefined;
    readonly answering?: string | undefined;
  } = {},
): Check {
  return {
    name: `Model ${name}`,
    run: async signal => {
      const answer = await provider.health(signal);
      if (!answer.ok && !isMeant) return { verdict: 'ok', found: 'not running, and no setting uses it' };
      if (!answer.ok) return { verdict: wanted.length > 0 ? 'fail' : 'warn', found: answer.problem };
      const { models } = answer;
      const lacking = wanted.filter(({ model }) => !models.some(listed => isSame(listed, model)));
      const [first] = lacking;
      if (first !== undefined)
        return {
          verdict: models.length < pageOfNames ? 'fail' : 'warn',
          found: `connected, but it does not offer ${lacking.map(({ model, by }) => `${model} (${by})`).join(', ')}; it offers ${some(models, 12)}`,
          advice: `choose one of these in config.toml, for example "${name}/${models[0] ?? first.model}"${fetchCommand ? `, or run: ${fetchCommand(first.model)}` : ''}`,
        };
      if (models.length === 0) return { verdict: 'warn', found: 'connected, but it offers no models' };
      const small = answering === undefined ? undefined : await smallContextOf(name, answering, provider, signal);
      return small ?? { verdict: 'ok', found: `connected; offers ${some(models, 5)}` };
    },
  };
}

/** What is said of a small model; undefined: it is large enough, or does not say it now. */
async function smallContextOf(name: string, model: string, provider: Provider, signal: AbortSignal) {
  const info = await provider.info?.(model, signal).catch(() => undefined);
  if (!info || info.contextTokens >= smallContext) return undefined;
  return {
    verdict: 'warn',
    found: `connected; ${model} takes only ${count(info.contextTokens, 'en')} tokens at once, and what does not fit is left out`,
    advice: enlargeText(`${name}/${model}`, info.limit, 'en'),
  } as const;
}

/** Models that are set and never called. */
export function idleCheck(idle: readonly { readonly setting: string; readonly why: string }[]): Check {
  return {
    name: 'Model roles',
    run: async () => ({
      verdict: 'warn',
      found: 'models are set that are never called',
      details: idle.map(({ setting, why }) => `${setting}: ${why}`),
    }),
  };
}

/** The part of a provider that makes vectors. */
interface EmbeddingProvider {
  embed?(
    request: { readonly model: string; readonly texts: readonly string[] },
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly vectors: readonly (readonly number[])[] }>;
}

/** Does the model of the role `embedding` make vectors? One word is sent. */
export function embeddingCheck(name: string, model: string, provider: EmbeddingProvider): Check {
  return {
    name: 'Embeddings',
    async run(signal) {
      if (!provider.embed)
        return { verdict: 'fail', found: `${name} has no embeddings`, advice: `set ${setting} to another model` };
      const { vectors } = await provider.embed({ model, texts: ['straylight'] }, { signal });
      const [{ length = 0 } = {}] = vectors;
      if (length === 0) return { verdict: 'fail', found: `${name} answered no vector` };
      return { verdict: 'ok', found: `${name}, ${length} dimensions` };
    },
  };
}

const setting = 'models.roles.embedding';

/**
 * A list has the whole name; a model answers to a shorter one too: Ollama's without ":latest", Anthropic's without the
 * day, or with "-latest" in its place.
 */
function isSame(listed: string, wanted: string): boolean {
  const [whole, short] = [listed.toLowerCase(), wanted.toLowerCase()];
  if (whole === short || whole === `${short}:latest`) return true;
  return whole.replace(/-\d{8}$/, '-') === `${short.replace(/-(?:latest|0)$/, '')}-`;
}

function some(models: readonly string[], most: number): string {
  if (models.length === 0) return 'none';
  return `${models.slice(0, most).join(', ')}${models.length > most ? ', …' : ''}`;
}
