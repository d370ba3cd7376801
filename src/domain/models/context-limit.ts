/**
 * How much a model takes at once, where that figure comes from, and how its owner makes it more: a small window is
 * told, never hidden.
 */

import { count } from '../budget/money.ts';
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';

/** Where the size of a context window is set, and so where it can be changed. */
export const contextLimits = [
  'llamacpp',
  'lmstudio',
  'vllm',
  'ollama',
  'ollama-settings',
  'ollama-memory',
  'settings',
  'assumed',
  'model',
] as const;

export type ContextLimit = (typeof contextLimits)[number];

/** Below this, tools and instructions leave little room. */
export const smallContext = 16_384;
/** Below this, tools do not do their work: their descriptions and results take most of it. */
const toolContext = 8_192;
/** Below this, not even a conversation has room beside the instructions. */
export const chatContext = 4_096;

/** What was left out of a request for want of room. */
export interface LeftOut {
  readonly window: number;
  /** So many older messages of the conversation. */
  readonly older: number;
  /** So many messages of the running turn, shortened or left out. */
  readonly shortened: number;
  /** So many tools; the others are described in few words. */
  readonly tools: number;
  readonly limit?: ContextLimit;
}

/** Of its window, a reply has this for sure: a quarter, since in a small one a half leaves nothing to answer. */
export function replyTokens(contextTokens: number, most: number): number {
  return Math.min(most, Math.floor(contextTokens / 4));
}

/**
 * Of its window, a request may take this: what is left to the reply, a fifth at least, makes up for wrong estimates.
 */
export function requestTokens(contextTokens: number, reply: number): number {
  return Math.min(contextTokens - reply, Math.floor(contextTokens * (1 - headroom)));
}

const headroom = 0.2;

/** What is said once of a conversation that a model cannot see whole. `model`: as `provider/model`. */
export function leftOutText(model: string, left: LeftOut, language: Language): string {
  const takes = takesText(model, left.window, left.limit, language);
  const needs = left.window < toolContext ? needText(left.window, language) : '';
  return say[language].leftOut(takes, { ...left, needs }, enlargeText(model, left.limit, language));
}

/** What a window of this size is enough for, without an end. */
export function needText(window: number, language: Language): string {
  const { chat, tools, little } = say[language].needs;
  if (window < chatContext) return chat(count(chatContext, language));
  return window < toolContext ? tools(count(toolContext, language)) : little;
}

/** What stands beside a model with a small window, before anything is left out; empty: it is large enough. */
export function smallText(
  model: string,
  { contextTokens, limit }: { readonly contextTokens?: number; readonly limit?: ContextLimit },
  language: Language,
): string {
  if (contextTokens === undefined || contextTokens >= smallContext) return '';
  const takes = takesText(model, contextTokens, limit, language);
  return say[language].small(takes, needText(contextTokens, language), enlargeText(model, limit, language));
}

/** How much a model takes, without an end: a guess is no fact. */
export function takesText(model: string, window: number, limit: ContextLimit | undefined, language: Language): string {
  return say[language][limit === 'assumed' ? 'isAssumed' : 'takes'](model, count(window, language));
}

/** One sentence: which setting of which server makes the window larger. */
export function enlargeText(model: string, limit: ContextLimit | undefined, language: Language): string {
  const [provider = ''] = model.split('/');
  return say[language].enlarge(provider, limit ?? 'model');
}

/** Of a request that its model refused as too long, however short it was made. */
export function overflowText(model: string, limit: ContextLimit | undefined, language: Language): string {
  return say[language].overflow(enlargeText(model, limit, language));
}

/** What was left out, and what the window is enough for; empty: it needs no word. */
interface Missed extends LeftOut {
  readonly needs: string;
}

const say = catalog('domain/models/context-limit', {
  en: {
    takes: (model: string, window: string) => `${model} takes only ${window} tokens at once`,
    isAssumed: (model: string, window: string) => `${model} is assumed to take ${window} tokens at once`,
    leftOut: (takes: string, { older, shortened, tools, needs }: Missed, enlarge: string) => {
      const parts = [
        shortened > 0 ? `parts of this turn's messages and results` : '',
        older > 0 ? 'older messages' : '',
        tools > 0 ? (tools === 1 ? 'one tool' : `${tools} tools`) : '',
      ].filter(part => part !== '');
      const missed = parts.length === 0 ? '' : `; it did not see ${listed(parts, 'and')}`;
      return `${takes}${missed}.${needs === '' ? '' : ` ${sentence(needs)}.`} ${enlarge}`;
    },
    small: (takes: string, needs: string, enlarge: string) => `${takes}: ${needs}. ${enlarge}`,
    needs: {
      chat: (tokens: string) => `that is too little to work with: a conversation takes ${tokens}`,
      tools: (tokens: string) => `that is enough to talk; work with tools takes ${tokens}`,
      little: 'tools are described in few words, and what does not fit is left out',
    },
    overflow: (enlarge: string) => `Even the shortest request is too long for it. ${enlarge}`,
    enlarge: (provider: string, limit: ContextLimit) =>
      ({
        llamacpp: `For more, start llama-server with a larger -c, such as -c 16384; several slots (-np) share it.`,
        lmstudio: 'For more, load the model in LM Studio with a larger context length, such as 16384.',
        vllm: 'For more, start vLLM with a larger --max-model-len, such as 16384.',
        ollama: 'For more, start Ollama with OLLAMA_CONTEXT_LENGTH=16384, or set num_ctx in its Modelfile.',
        'ollama-settings': 'For more, raise max_context_tokens in [models.ollama] of config.toml.',
        'ollama-memory':
          'This machine has no memory for more beside this model; name a smaller one as default in [models] of config.toml.',
        settings: `For more, raise the context length of the server and context_tokens in [models.providers.${provider}] of config.toml.`,
        assumed: `Its server does not say how much it takes: set context_tokens in [models.providers.${provider}] of config.toml to its context length.`,
        model: 'For more, name a model that was made for a longer context as default in [models] of config.toml.',
      })[limit],
  },
  de: {
    takes: (model: string, window: string) => `${model} fasst nur ${window} Token auf einmal`,
    isAssumed: (model: string, window: string) => `${model} fasst vermutlich ${window} Token auf einmal`,
    leftOut: (takes: string, { older, shortened, tools, needs }: Missed, enlarge: string) => {
      const parts = [
        shortened > 0 ? 'Teile der Nachrichten und Ergebnisse dieser Anfrage' : '',
        older > 0 ? 'ältere Nachrichten' : '',
        tools > 0 ? (tools === 1 ? 'ein Werkzeug' : `${tools} Werkzeuge`) : '',
      ].filter(part => part !== '');
      const missed = parts.length === 0 ? '' : `; nicht gesehen hat es ${listed(parts, 'und')}`;
      return `${takes}${missed}.${needs === '' ? '' : ` ${sentence(needs)}.`} ${enlarge}`;
    },
    small: (takes: string, needs: string, enlarge: string) => `${takes}: ${needs}. ${enlarge}`,
    needs: {
      chat: (tokens: string) => `das ist zu wenig: Ein Gespräch braucht ${tokens}`,
      tools: (tokens: string) => `das genügt zum Reden; Arbeit mit Werkzeugen braucht ${tokens}`,
      little: 'Werkzeuge werden knapp beschrieben, und was nicht passt, fehlt',
    },
    overflow: (enlarge: string) => `Selbst die kürzeste Anfrage ist dafür zu lang. ${enlarge}`,
    enlarge: (provider: string, limit: ContextLimit) =>
      ({
        llamacpp: 'Für mehr starte llama-server mit größerem -c, etwa -c 16384; mehrere Slots (-np) teilen es sich.',
        lmstudio: 'Für mehr lade das Modell in LM Studio mit größerer Kontextlänge, etwa 16384.',
        vllm: 'Für mehr starte vLLM mit größerem --max-model-len, etwa 16384.',
        ollama: 'Für mehr starte Ollama mit OLLAMA_CONTEXT_LENGTH=16384 oder setze num_ctx im Modelfile.',
        'ollama-settings': 'Für mehr erhöhe max_context_tokens in [models.ollama] der config.toml.',
        'ollama-memory':
          'Mehr passt neben diesem Modell nicht in den Speicher dieses Rechners; nenne ein kleineres als default in [models] der config.toml.',
        settings: `Für mehr erhöhe die Kontextlänge des Servers und context_tokens in [models.providers.${provider}] der config.toml.`,
        assumed: `Sein Server sagt nicht, wie viel er fasst: Setze context_tokens in [models.providers.${provider}] der config.toml auf seine Kontextlänge.`,
        model:
          'Für mehr nenne ein Modell, das für einen längeren Kontext gemacht ist, als default in [models] der config.toml.',
      })[limit],
  },
});

function listed(parts: readonly string[], and: string): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${and} ${last}`;
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
