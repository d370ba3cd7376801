/** How long ago something was, how long until it is, and how long it took, as people say it. */
import type { Language } from './texts.ts';

/** Lengths of time in ms, in words. */
interface Ages {
  /** `just now`, `3 minutes ago`, `2 days ago`. */
  readonly ago: (ms: number) => string;
  /** `in 5 minutes`; `overdue` where it is past. */
  readonly until: (ms: number) => string;
}

/** Both in one language. It leans on nothing outside of it, since the page is given its text and runs it in a browser. */
export function ages(language: Language): Ages {
  const isGerman = language === 'de';
  const format = new Intl.RelativeTimeFormat(isGerman ? 'de-DE' : 'en-GB', { numeric: 'always' });
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
      if (ms < minuteMs) return isGerman ? 'gerade eben' : 'just now';
      return relative(-ms);
    },
    until(ms) {
      if (ms < 0) return isGerman ? 'überfällig' : 'overdue';
      if (ms < minuteMs) return isGerman ? 'in weniger als einer Minute' : 'in less than a minute';
      return relative(ms);
    },
  };
}

const spoken: Readonly<Record<Language, Ages>> = { en: ages('en'), de: ages('de') };

/** `just now`, `3 minutes ago`, `2 days ago`. */
export function ago(ms: number, language: Language): string {
  return spoken[language].ago(ms);
}

/** `in 5 minutes`; `overdue` where it is past. */
export function until(ms: number, language: Language): string {
  return spoken[language].until(ms);
}

/**
 * A length of time as people say it: `480 ms`, `6.3 s`, `4 min`, `3 h 5 min`, `12 days`. In German as it stands behind
 * "vor", "in" and "seit": `12 Tagen`.
 */
export function duration(ms: number, language: Language = 'en'): string {
  const seconds = (ms / 1_000).toFixed(1);
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${language === 'de' ? seconds.replace('.', ',') : seconds} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} ${language === 'de' ? 'Tagen' : 'days'}`;
}
