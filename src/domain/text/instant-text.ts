/** An instant in words. */

import type { Language } from './texts.ts';
import { locales } from './writing/locale.ts';

/** `2026-11-22 14:02 UTC`; for texts that know no time zone. */
export function instantText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A day that is written `2026-11-22`, in the owner's language. */
export function ownersDay(day: string, language: Language): string {
  const format = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locales[language].name, format).format(Date.parse(day));
}

/** Day and time in the owner's language and time zone, to the minute. */
export function ownersInstant(
  at: number,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
  more: Intl.DateTimeFormatOptions = {},
): string {
  return new Intl.DateTimeFormat(locales[language].name, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...more,
    timeZoneName: 'short',
    timeZone,
  }).format(at);
}
