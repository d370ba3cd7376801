/** Why a model call is not made, in the owner's words. */

import type { Refusal } from '../../domain/budget/budget.ts';
import { count, type EurPerUsd, money } from '../../domain/budget/money.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import { locales } from '../../domain/text/writing/locale.ts';

export interface AmountFormat {
  readonly language: Language;
  readonly timeZone: string;
  readonly eurPerUsd?: EurPerUsd;
}

export function refusalText(
  { cap, unit, used, limit, next, until }: Refusal,
  { language, timeZone, eurPerUsd }: AmountFormat,
): string {
  const words = texts(language);
  const amount = (value: number) =>
    unit === 'tokens' ? words.tokens(count(value, language)) : money(value, language, eurPerUsd);
  const setting = `budget.max_${unit === 'tokens' ? 'tokens' : 'usd'}_per_${cap}`;
  const facts = { used: amount(used), limit: amount(limit), next: amount(next), setting };
  if (cap === 'schedule') return words.pausedBySession({ ...facts, setting: 'budget_tokens of the job' });
  if (cap === 'session') return words.pausedBySession(facts);
  return words.stoppedByDay({ ...facts, until: instant(until, language, timeZone) });
}

function instant(at: number, language: Language, timeZone: string): string {
  const format = {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  return `${new Intl.DateTimeFormat(locales[language].name, format).format(at)} (${timeZone})`;
}
