/** How long ago something was, and how long until it is, as people say it. */
import type { Language } from './texts.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `just now`, `3 minutes ago`, `2 days ago`. */
export function ago(ms: number, language: Language): string {
  if (ms < minuteMs) return language === 'de' ? 'gerade eben' : 'just now';
  return relative(-ms, language);
}

/** `in 5 minutes`; `overdue` where it is past. */
export function until(ms: number, language: Language): string {
  if (ms < 0) return language === 'de' ? 'überfällig' : 'overdue';
  if (ms < minuteMs) return language === 'de' ? 'in weniger als einer Minute' : 'in less than a minute';
  return relative(ms, language);
}

/** In the largest unit of which there are at least one; of days at least two, since 30 hours are no day. */
function relative(ms: number, language: Language): string {
  const size = Math.abs(ms);
  const [unitMs, unit] =
    size < hourMs
      ? ([minuteMs, 'minute'] as const)
      : size < 2 * dayMs
        ? ([hourMs, 'hour'] as const)
        : ([dayMs, 'day'] as const);
  return formats[language].format(Math.sign(ms) * Math.floor(size / unitMs), unit);
}

const formats: Readonly<Record<Language, Intl.RelativeTimeFormat>> = {
  en: new Intl.RelativeTimeFormat('en-GB', { numeric: 'always' }),
  de: new Intl.RelativeTimeFormat('de-DE', { numeric: 'always' }),
};
