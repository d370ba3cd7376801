/**
 * Numbers that people part as they like: of phones, cards, accounts and locks. `0170 1234567` and `01701234567` are one,
 * and so is `+49 170 1234567`.
 */

/** Shorter ones stand in texts by chance. */
const leastDigits = 6;
/** From so many on one is told from all others, whatever parts it. */
const telling = 9;
const mostLength = 40;

/** Between the groups of a number. */
const gap = '[ \\u00a0()./\\u2010-\\u2013-]{0,3}';
const narrowGap = '[ \\u00a0\\u2010\\u2011-]?';

/** Words in a row as one number, in every way it may be parted; undefined: they are none. `words`: folded. */
export function partedNumber(words: readonly string[]): string | undefined {
  const whole = words.join('');
  const digits = whole.replace(/\D/g, '').length;
  if (whole.length > mostLength || digits < leastDigits || digits < whole.length / 2) return undefined;
  if (isDate(whole) || !/^[a-z\d]+$/.test(whole) || !words.every(word => /\d/.test(word) || word.length <= 4))
    return undefined;
  const between = whole.length < telling ? narrowGap : gap;
  const national = /^0[1-9]\d{7,}$/.test(whole) ? whole.slice(1) : undefined;
  const before = national === undefined ? '' : `(?:(?:00)?[1-9]\\d{0,2}${gap})?(?:0${gap})?`;
  return `(?<![\\p{L}\\p{N}])${before}${[...(national ?? whole)].join(between)}(?![\\p{L}\\p{N}])`;
}

export interface GroupedNumber {
  readonly groups: readonly string[];
  /** What it is looked for by: its groups, or of a phone the number as it is dialled in its country. */
  readonly words: readonly string[];
}

/** The numbers of a text that stand there in groups; dates, amounts and addresses are none. */
export function numbersInGroups(text: string): readonly GroupedNumber[] {
  return (text.normalize('NFKC').match(grouped) ?? []).flatMap(run => {
    const groups = run.match(/[\p{L}\p{N}]+/gu) ?? [];
    const digits = groups.join('').replace(/\D/g, '').length;
    if (groups.length < 2 || digits < leastDigits || isDate(run) || amount.test(run)) return [];
    return [{ groups, words: run.startsWith('+') ? [nationalOf(groups.join(''))] : groups }];
  });
}

/** A phone number as it is dialled in its country; undefined: it does not begin with the code of one. */
export function dialledAtHome(text: string): string | undefined {
  return /^\s*\+\d[\d ()/.-]{7,}$/.test(text) ? nationalOf(text.replace(/\D/g, '')) : undefined;
}

/** The groups of an account, such as `DE89 3704 0044`, or of digits. */
const grouped =
  /(?<![\p{L}\p{N}])(?:[A-Z]{2}\d{2}(?: [A-Z\d]{4}){2,7}(?: [A-Z\d]{1,4})?|\+?\d+(?:[ ()/\u2010-\u2013-]{1,3}\d+)+)(?![\p{L}\p{N}])/gu;
const amount = /^\d{1,3}(?: \d{3})+$/;

function isDate(text: string): boolean {
  return /^(?:(?:19|20)\d\d\D?(?:0?\d|1[0-2])\D?[0-3]?\d|[0-3]?\d\D?(?:0?\d|1[0-2])\D?(?:19|20)\d\d)(?!\d\D?\d\D?\d)/.test(
    text,
  );
}

/** Codes of countries have one to three digits, and none is the beginning of another. */
const country = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})0?/;

function nationalOf(digits: string): string {
  return `0${digits.replace(country, '')}`;
}
