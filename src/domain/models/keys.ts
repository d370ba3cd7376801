/**
 * Which key a server of models is sent: one that belongs to its origin, and over plain http to nobody but this machine.
 *
 * A variable that a maker has named (`OPENAI_API_KEY`) belongs to that maker's origin. Another server has its key in a
 * variable of its own, which its table names.
 */
import type { ModelAddress } from './address.ts';

/** In place of a variable: the server takes no key. */
export const noKey = 'none';

/** Whose key stands in a variable, where a maker has named it: each with the one origin its value is sent to. */
const keyOrigins: ReadonlyMap<string, string> = new Map([
  ['ANTHROPIC_API_KEY', 'https://api.anthropic.com'],
  ['ANTHROPIC_AUTH_TOKEN', 'https://api.anthropic.com'],
  ['OPENAI_API_KEY', 'https://api.openai.com'],
  ['OPENROUTER_API_KEY', 'https://openrouter.ai'],
  ['GROQ_API_KEY', 'https://api.groq.com'],
  ['GEMINI_API_KEY', 'https://generativelanguage.googleapis.com'],
  ['DEEPSEEK_API_KEY', 'https://api.deepseek.com'],
  ['MISTRAL_API_KEY', 'https://api.mistral.ai'],
  ['STRAYLIGHT_TELEGRAM_TOKEN', 'https://api.telegram.org'],
]);

export interface KeyQuestion {
  readonly address: ModelAddress;
  /** What the owner has set: a variable, or `noKey`; undefined: nothing. */
  readonly set: string | undefined;
  /**
   * The variable of the maker whose server it is or behaves like. `isIt`: it has the maker's name, so that on this
   * machine it is a gateway of the owner's to that maker.
   */
  readonly usual?: { readonly variable: string; readonly isIt: boolean } | undefined;
}

/** The variable whose value is sent, undefined for none; or what stands in its way: a setting, and what it should be. */
export type KeyAnswer =
  | { readonly variable: string | undefined }
  | { readonly fault: { readonly setting: 'key' | 'base_url'; readonly expected: string } };

export function keyFor({ address, set, usual }: KeyQuestion): KeyAnswer {
  const { origin, isLocal, isOpen } = address;
  if (set === noKey) return { variable: undefined };
  const variable = set ?? usual?.variable;
  if (variable === undefined) return { variable };
  if (isLocal) return { variable: set !== undefined || usual?.isIt ? variable : undefined };
  const owner = keyOrigins.get(variable);
  if (owner !== undefined && owner !== origin) {
    const own = `the name of another variable in .env, with the key of ${origin} alone, or "${noKey}" if it takes none`;
    return { fault: { setting: 'key', expected: `${own}; ${variable} belongs to ${owner} and is sent nowhere else` } };
  }
  if (isOpen) {
    const tls = `an https:// address, since ${variable} would be sent to ${origin} unencrypted`;
    return { fault: { setting: 'base_url', expected: `${tls}; or set key = "${noKey}" if it takes no key` } };
  }
  return { variable };
}
