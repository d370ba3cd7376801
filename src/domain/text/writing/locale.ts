/** How each language writes days, times and figures. */
import { catalog } from '../catalog.ts';

/** What a model is told to speak. */
export const languageNames = catalog('domain/text/writing/locale#languageNames', { en: 'English', de: 'German' });

/** Its name for `Intl`, its signs in figures, and what stands around a word of others. */
export const locales = catalog('domain/text/writing/locale#locales', {
  en: { name: 'en-GB', decimal: '.', thousands: ',', open: '“', close: '”' },
  de: { name: 'de-DE', decimal: ',', thousands: '.', open: '„', close: '“' },
});
