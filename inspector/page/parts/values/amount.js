/** Amounts as they are read: `1.24 M`, `18 204`, `$0.42`. */
import { language } from '../../words/say.js';

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
  const amount = (micros / 1_000_000).toFixed(2);
  return language === 'de' ? `${amount.replace('.', ',')} $` : `$${amount}`;
}

/** Dollars as they are said, with all their places. @param {number} dollars */
export function formatDollarText(dollars) {
  return language === 'de' ? `${String(dollars).replace('.', ',')} $` : `$${dollars}`;
}

/** @param {number} value */
function trimmed(value) {
  const short = value.toPrecision(3).replace(/\.?0+$/, '');
  return language === 'de' ? short.replace('.', ',') : short;
}
