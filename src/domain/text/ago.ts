/** How long ago something was, how long until it is, and how long it took, as people say it. */

import { catalog } from './catalog.ts';
import type { Language } from './texts.ts';
import { locales } from './writing/locale.ts';

/** Lengths of time in ms, in words. */
interface Ages {
  /** `just now`, `3 minutes ago`, `2 days ago`. */
  readonly ago: (ms: number) => string;
  /** `in 5 minutes`; `overdue` where it is past. */
  readonly until: (ms: number) => string;
}

/** How a language says them; `locale` is its name for `Intl`. */
export interface AgeTexts {
  readonly locale: string;
  readonly now: string;
  readonly overdue: string;
  readonly soon: string;
  /** As they stand behind "vor", "in" and "seit". */
  readonly days: string;
}

/** Both in one language. It leans on nothing outside of it, since the page is given its text and runs it in a browser. */
export function ages({ locale, now, overdue, soon }: AgeTexts): Ages {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  const minuteMs = 60_000;
  const hourMs = 60 * minuteMs;
  const dayMs = 24 * hourMs;
  /** In the largest unit of which there are at least one; of days at least two, since 30 hours are no day. */
  const relative = (ms: number) => {
    const size = Math.abs(ms);
    const whole = (unitMs: number) => Math.sign(ms) * Math.floor(size / unitMs);
    if (size < hourMs) return format.format(whole(minuteMs), 'minute');
    return size < 2 * dayMs ? format.format(whole(hourMs), 'hour') : format.format(whole(dayMs), 'day');
  };
  return {
    ago(ms) {
      if (ms < minuteMs) return now;
      return relative(-ms);
    },
    until(ms) {
      if (ms < 0) return overdue;
      if (ms < minuteMs) return soon;
      return relative(ms);
    },
  };
}

export const ageTexts = catalog<AgeTexts>('domain/text/ago', {
  en: { locale: 'en-GB', now: 'just now', overdue: 'overdue', soon: 'in less than a minute', days: 'days' },
  de: {
    locale: 'de-DE',
    now: 'gerade eben',
    overdue: 'überfällig',
    soon: 'in weniger als einer Minute',
    days: 'Tagen',
  },
});

const spoken = new Map<Language, Ages>();

function agesIn(language: Language): Ages {
  const known = spoken.get(language) ?? ages(ageTexts[language]);
  spoken.set(language, known);
  return known;
}

/** `just now`, `3 minutes ago`, `2 days ago`. */
export function ago(ms: number, language: Language): string {
  return agesIn(language).ago(ms);
}

/** `in 5 minutes`; `overdue` where it is past. */
export function until(ms: number, language: Language): string {
  return agesIn(language).until(ms);
}

/**
 * A length of time as people say it: `480 ms`, `6.3 s`, `4 min`, `3 h 5 min`, `12 days`. In German as it stands behind
 * "vor", "in" and "seit": `12 Tagen`.
 */
export function duration(ms: number, language: Language = 'en'): string {
  const seconds = (ms / 1_000).toFixed(1);
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${seconds.replace('.', locales[language].decimal)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} ${ageTexts[language].days}`;
}
