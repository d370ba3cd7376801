/** A reply that was cut off at a limit before anything of it could be used; what its model and its owner are told. */

import { count } from '../budget/money.ts';
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';
import { type ContextLimit, enlargeText } from './context-limit.ts';

export interface CutReply {
  /** It had so many tokens by then, thoughts among them. */
  readonly tokens: number;
  /**
   * A call of this tool was being written, of which nothing counts; empty: of one whose name is not known; absent: none
   * was.
   */
  readonly tool?: string;
  /** The window of its model had no room for more; absent: replies may not be longer. */
  readonly isOutOfRoom?: true;
  /** Where that window is set. */
  readonly limit?: ContextLimit;
}

/** What the model reads before it is asked once more. */
export function cutNotice({ tokens, tool }: CutReply): string {
  const came = `Your last reply was cut off at its limit, after ${tokens} tokens,`;
  if (tool === undefined)
    return `${came} before it said anything to the owner. Think less, and answer the owner in few words.`;
  return `${came} while you wrote a call${of(tool, 'of')}. Nothing of that call was done. Do it in several shorter calls, or with a shorter text.`;
}

/** What the owner reads where it came to that again. `model`: as `provider/model`. */
export function cutText(model: string, { tokens, tool, isOutOfRoom, limit }: CutReply, language: Language): string {
  const say = texts[language];
  const larger = isOutOfRoom ? enlargeText(model, limit, language) : say.allow(tableOf(model));
  return `${say.cut(model, count(tokens, language), tool)} ${larger}`;
}

function tableOf(model: string): string {
  const [provider = ''] = model.split('/');
  return provider === 'ollama' || provider === 'anthropic' ? `models.${provider}` : `models.providers.${provider}`;
}

function of(tool: string, word: string): string {
  return tool === '' ? '' : ` ${word} ${tool}`;
}

const texts = catalog('domain/models/cut-reply', {
  en: {
    cut: (model: string, tokens: string, tool: string | undefined) =>
      `The reply of ${model} was cut off at its limit, after ${tokens} tokens, ${tool === undefined ? 'before it had said anything' : `while it wrote a call${of(tool, 'of')}, so nothing of that was done`}. Ask for less at once.`,
    allow: (table: string) => `For longer replies, raise max_output_tokens in [${table}] of config.toml.`,
  },
  de: {
    cut: (model: string, tokens: string, tool: string | undefined) =>
      `Die Antwort von ${model} wurde an ihrer Grenze abgeschnitten, nach ${tokens} Token, ${tool === undefined ? 'ehe etwas gesagt war' : `mitten in einem Aufruf${of(tool, 'von')}; davon wurde nichts getan`}. Verlange weniger auf einmal.`,
    allow: (table: string) => `Für längere Antworten erhöhe max_output_tokens in [${table}] der config.toml.`,
  },
});
