/** How each language writes days, times and figures. */
import { catalog } from '../catalog.ts';

/** What a model is told to speak. */
export const languageNames = catalog('domain/text/writing/locale#languageNames', { en: 'English', de: 'German' });

/** Its name for `Intl`, its signs in figures, and what stands around a word of others. */
export const locales = catalog('domain/text/writing/locale#locales', {
  en: { name: 'en-GB', decimal: '.', thousands: ',', open: '“', close: '”' },
  de: { name: 'de-DE', decimal: ',', thousands: '.', open: '„', close: '“' },
});

/** Each made once: to make one takes as long as to write hundreds of instants with it. */
const made = new Map<string, Intl.DateTimeFormat>();

/** A way to write instants, as `new Intl.DateTimeFormat`, with a time zone that is named: that of the machine may change while it runs. */
export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions & { readonly timeZone: string },
): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale, options);
  made.set(key, format);
  return format;
}
