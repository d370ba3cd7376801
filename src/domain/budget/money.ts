/** Tokens and money as their owner reads them: `1,247 tokens`, `$0.02`; `1.247 Tokens`, `0,02 $`. */

import type { Language } from '../text/texts.ts';
import type { Amount } from './budget.ts';

/**
 * What one US dollar is in euros, where the owner has said so; without it amounts stay in the dollars the provider
 * bills.
 */
export type EurPerUsd = number | undefined;

/** Micro-dollars as money. Less than half a cent, but not nothing, says so: `<$0.01`. */
export function money(micros: number, language: Language, eurPerUsd?: EurPerUsd): string {
  const inEuro = language === 'de' && eurPerUsd !== undefined;
  const amount = (micros / 1_000_000) * (inEuro ? eurPerUsd : 1);
  const little = micros > 0 && amount < 0.005;
  const figure = (little ? 0.01 : amount).toFixed(2);
  const whole = grouped(figure.slice(0, -3), language) + (language === 'de' ? ',' : '.') + figure.slice(-2);
  const mark = little ? '<' : '';
  if (language === 'en') return `${mark}$${whole}`;
  return inEuro ? `${mark}€${whole}` : `${mark}${whole} $`;
}

/** `1,247` and `1.247`. */
export function count(tokens: number, language: Language): string {
  return grouped(String(tokens), language);
}

/**
 * What a reply has cost: `[Cloud: 1,247 tokens ($0.02) | Local: 847 tokens ($0.00)]`. Empty where nothing was used; a
 * side that was not used is left out.
 */
export function costLine(
  { paid, free }: { readonly paid: Amount; readonly free: number },
  language: Language,
  eurPerUsd?: EurPerUsd,
): string {
  const tokens = language === 'de' ? 'Tokens' : 'tokens';
  const sides = [
    { name: 'Cloud', used: paid },
    { name: language === 'de' ? 'Lokal' : 'Local', used: { tokens: free, micros: 0 } },
  ].filter(({ used }) => used.tokens > 0 || used.micros > 0);
  if (sides.length === 0) return '';
  const parts = sides.map(
    ({ name, used }) =>
      `${name}: ${count(used.tokens, language)} ${tokens} (${money(used.micros, language, eurPerUsd)})`,
  );
  return `[${parts.join(' | ')}]`;
}

function grouped(digits: string, language: Language): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, language === 'de' ? '.' : ',');
}
