/**
 * What the page says, in the language in which the agent speaks to its owner. The texts stand in English where they are
 * used; the server puts the language and the table of its texts in (../../page-files/page-words.ts).
 */

/**
 * @type {{
 *   readonly language?: string,
 *   readonly ages?: import('../../../src/domain/text/ago.ts').AgeTexts,
 *   readonly texts?: Readonly<Record<string, string>>
 * }}
 */
const words = {};

/** The owner's language. */
export const language = words.language ?? 'en';

/** How it says ages. */
export const ageTexts = words.ages ?? { locale: 'en-GB', now: '', overdue: '', soon: '', days: '' };

/** How days, times and counts are written in it. */
export const locale = ageTexts.locale;

/**
 * A text in the owner's language, with its values where it names them in braces. A word in brackets at its end is not
 * said: it tells two meanings of one English text from each other.
 * @param {string} english
 * @param {Readonly<Record<string, unknown>>} [values]
 */
export function say(english, values) {
  const text = words.texts?.[english] ?? english.replace(/ \[\w+\]$/, '');
  return values === undefined
    ? text
    : text.replaceAll(/\{(\w+)\}/g, (name, /** @type {string} */ key) => String(values[key] ?? name));
}
