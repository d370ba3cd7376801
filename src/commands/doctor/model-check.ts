/** A provider of models, as the doctor sees it: does it answer, and has it the models it is to answer with? */

import {
  type ContextLimit,
  chatContext,
  enlargeText,
  needText,
  smallContext,
  takesText,
} from '../../domain/models/context-limit.ts';
import { isListed, listedInstead } from '../../domain/models/names.ts';
import { inEnglish, type Sentence } from '../../domain/policy/sentence.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { catalog, type Language } from '../../domain/text/catalog.ts';
import { quotedInGerman } from '../../domain/text/texts.ts';
import { type Say, sayIn } from '../say.ts';
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
    { readonly ok: true; readonly models: readonly string[] } | { readonly ok: false; readonly problem: Sentence }
  >;
  info?(model: string, signal: AbortSignal): Promise<{ readonly contextTokens: number; readonly limit?: ContextLimit }>;
}

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
    run: async (signal, say = sayIn(), language = 'en') => {
      const answer = await provider.health(signal);
      if (!answer.ok && !isMeant) return { verdict: 'ok', found: say('not running, and no setting uses it') };
      if (!answer.ok) {
        const found = silent[language](answer.problem);
        return { verdict: wanted.length > 0 ? 'fail' : 'warn', found };
      }
      const { models } = answer;
      const lacking = wanted.filter(({ model }) => !isListed(models, model));
      const [first] = lacking;
      if (first !== undefined) {
        const instead = listedInstead(models, first.model);
        return {
          verdict: models.length === 0 || instead ? 'fail' : 'warn',
          found: say('connected, but it does not offer {map}; it offers {models}', {
            map: lacking.map(({ model, by }) => `${model} (${by})`).join(', '),
            models: some(instead ?? models, 12, say),
          }),
          advice: say('choose one of these in config.toml, for example "{name}/{value}"{value2}', {
            name,
            value: instead?.[0] ?? models[0] ?? first.model,
            value2: fetchCommand ? say(', or run: {first}', { first: fetchCommand(first.model) }) : '',
          }),
        };
      }
      if (models.length === 0) return { verdict: 'warn', found: say('connected, but it offers no models') };
      const small =
        answering === undefined
          ? undefined
          : await smallContextOf(name, answering, provider, { signal, say, language });
      return small ?? { verdict: 'ok', found: say('connected; offers {models}', { models: some(models, 5, say) }) };
    },
  };
}

/** What is said of a small model; undefined: it is large enough, or does not say it now. */
async function smallContextOf(
  name: string,
  model: string,
  provider: Provider,
  { signal, say, language }: { readonly signal: AbortSignal; readonly say: Say; readonly language: Language },
) {
  const info = await provider.info?.(model, signal).catch(() => undefined);
  if (!info || info.contextTokens >= smallContext) return undefined;
  return {
    verdict: info.contextTokens < chatContext ? 'fail' : 'warn',
    found: say('connected; {takes}: {needs}', {
      takes: takesText(model, info.contextTokens, info.limit, language),
      needs: needText(info.contextTokens, language),
    }),
    advice: enlargeText(`${name}/${model}`, info.limit, language),
  } as const;
}

/** Models that are set and never called. */
export function idleCheck(idle: readonly { readonly setting: string; readonly why: string }[]): Check {
  return {
    name: 'Model roles',
    run: async (_signal, say = sayIn()) => ({
      verdict: 'warn',
      found: say('models are set that are never called'),
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

/**
 * Does the model of the role `embedding` make vectors, and can this machine compare them? One word is sent. `extension`
 * answers the version of sqlite-vec, or throws.
 */
export function embeddingCheck(
  name: string,
  model: string,
  provider: EmbeddingProvider,
  extension: () => string,
): Check {
  return {
    name: 'Embeddings',
    async run(signal, say = sayIn()) {
      if (!provider.embed)
        return {
          verdict: 'fail',
          found: say('{name} has no embeddings', { name }),
          advice: say('set {setting} to another model', { setting }),
        };
      const { vectors } = await provider.embed({ model, texts: ['straylight'] }, { signal });
      const [{ length = 0 } = {}] = vectors;
      if (length === 0) return { verdict: 'fail', found: say('{name} answered no vector', { name }) };
      try {
        return {
          verdict: 'ok',
          found: say('{name}, {length} dimensions', { name, length }),
          details: [`sqlite-vec ${extension()}`],
        };
      } catch (error) {
        return {
          verdict: 'warn',
          found: say('{name} answers, but sqlite-vec cannot be loaded', { name }),
          details: [toFailure(error).message],
          advice: say('memories are found by their words alone; run npm ci on this machine'),
        };
      }
    },
  };
}

const setting = 'models.roles.embedding';

function some(models: readonly string[], most: number, say: Say): string {
  if (models.length === 0) return say('none');
  return `${models.slice(0, most).join(', ')}${models.length > most ? ', …' : ''}`;
}

const silent = catalog('commands/doctor/model-check', {
  en: (problem: Sentence) => inEnglish(problem),
  de: (problem: Sentence) => `antwortet nicht: ${quotedInGerman(problem)}`,
});
