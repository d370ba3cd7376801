/** An instant in words. */

import type { Language } from './texts.ts';
import { locales } from './writing/locale.ts';

/** `2026-11-22 14:02 UTC`; for texts that know no time zone. */
export function instantText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * `Sunday, 22 November 2026 at 15:02` in that time zone: what a model is told of now. Not by `Intl`, which loads all it
 * knows of languages: 20 ms and 6 MB at each start.
 */
export function minuteInWords(at: number, timeZone: string): string {
  const { dayOfWeek, day, month, year, hour, minute } =
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const time = [hour, minute].map(part => String(part).padStart(2, '0')).join(':');
  return `${weekdays[dayOfWeek - 1]}, ${day} ${months[month - 1]} ${year} at ${time}`;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

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
