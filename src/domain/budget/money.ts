/** Tokens and money as their owner reads them: `1,247 tokens`, `$0.02`; `1.247 Tokens`, `0,02 $`. */

import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';
import { locales } from '../text/writing/locale.ts';
import type { Amount } from './budget.ts';

/**
 * What one US dollar is in euros, where the owner has said so; without it amounts stay in the dollars the provider
 * bills.
 */
export type EurPerUsd = number | undefined;

/** Micro-dollars as money. Less than half a cent, but not nothing, says so: `<$0.01`. */
export function money(micros: number, language: Language, eurPerUsd?: EurPerUsd): string {
  const { inEuros, inDollars } = moneyTexts[language];
  const inEuro = inEuros !== undefined && eurPerUsd !== undefined;
  const amount = (micros / 1_000_000) * (inEuro ? eurPerUsd : 1);
  const little = micros > 0 && amount < 0.005;
  const figure = (little ? 0.01 : amount).toFixed(2);
  const whole = grouped(figure.slice(0, -3), language) + locales[language].decimal + figure.slice(-2);
  const mark = little ? '<' : '';
  return mark + (inEuro ? inEuros(whole) : inDollars(whole));
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
  const { tokens, local } = moneyTexts[language];
  const sides = [
    { name: 'Cloud', used: paid },
    { name: local, used: { tokens: free, micros: 0 } },
  ].filter(({ used }) => used.tokens > 0 || used.micros > 0);
  if (sides.length === 0) return '';
  const parts = sides.map(
    ({ name, used }) =>
      `${name}: ${count(used.tokens, language)} ${tokens} (${money(used.micros, language, eurPerUsd)})`,
  );
  return `[${parts.join(' | ')}]`;
}

function grouped(digits: string, language: Language): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, locales[language].thousands);
}

interface MoneyTexts {
  readonly tokens: string;
  readonly local: string;
  readonly inDollars: (amount: string) => string;
  /** Where who reads it thinks in euros. */
  readonly inEuros?: (amount: string) => string;
}

const moneyTexts = catalog<MoneyTexts>('domain/budget/money', {
  en: { tokens: 'tokens', local: 'Local', inDollars: amount => `$${amount}` },
  de: { tokens: 'Tokens', local: 'Lokal', inDollars: amount => `${amount} $`, inEuros: amount => `€${amount}` },
});
