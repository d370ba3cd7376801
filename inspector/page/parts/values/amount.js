/** Amounts as they are read: `1.24 M`, `18 204`, `$0.42`. */
import { locale, say } from '../../words/say.js';

/** A count of tokens, short. @param {number} count */
export function formatTokens(count) {
  if (count >= 1_000_000) return `${trimmed(count / 1_000_000)} M`;
  if (count >= 10_000) return `${Math.round(count / 1_000)} k`;
  return formatCount(count);
}

/** A count in full, in groups of three. @param {number} count */
export function formatCount(count) {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** Micro-dollars. @param {number} micros */
export function formatDollars(micros) {
  return formatDollarText((micros / 1_000_000).toFixed(2));
}

/** Dollars as they are said, with all their places. @param {number | string} dollars */
export function formatDollarText(dollars) {
  return say('{sign}{amount}', { sign: '$', amount: withDecimal(String(dollars)) });
}

/** @param {number} value */
function trimmed(value) {
  const short = value.toPrecision(3).replace(/\.?0+$/, '');
  return withDecimal(short);
}

/** With the decimal sign of the language. @param {string} figure */
function withDecimal(figure) {
  return figure.replace('.', (1.1).toLocaleString(locale).charAt(1));
}
