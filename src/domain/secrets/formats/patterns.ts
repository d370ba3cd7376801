/**
 * Secrets nobody told us of: by the format of their makers (tokens.ts), by the name they stand under (fields.ts), by
 * the place they stand in (carriers.ts), and private keys. What only might be one stays, so that hashes and identifiers
 * are what they were.
 */
import { anchorSearch } from '../anchor-search.ts';
import { passwordSentences, unfinishedSentence } from '../credential-words.ts';
import { type Finding, type Reading, readingOf } from '../views/reading.ts';
import { carrierRules } from './carriers.ts';
import { fieldRule } from './fields.ts';
import { privateKeyRules } from './private-keys.ts';
import { type SecretRule, tokenRule } from './token-shape.ts';
import { tokenFormats } from './tokens.ts';

export interface Examined {
  /** In order of their beginnings; they may overlap. */
  readonly findings: readonly Finding[];
  /** From here on the text may still turn out to be a secret; its length where it is whole. */
  readonly openFrom: number;
}

/** So much before a place can decide what stands there. */
export const context = 1100;

/** Examines a text. `whole`: nothing comes after it. */
export function examine(text: string, whole: boolean): Examined {
  const reading = readingOf(text);
  const findings: Finding[] = [];
  let openFrom = whole ? text.length : unfinishedFrom(reading);
  let token = { start: 0, end: 0 };
  search.each(text, 0, (rule, start, end) => {
    // within a token no other begins
    if (rule.holds && start > token.start && start < token.end) return;
    reading.touchedEnd = false;
    const found = rule.find(reading, start, end);
    if (reading.touchedEnd && !whole) openFrom = Math.min(openFrom, found[0]?.start ?? rule.from(reading, start, end));
    for (const finding of found) findings.push(finding);
    if (rule.holds && found[0] && found[0].end > token.end) token = found[0];
  });
  // what a sentence says, in plain words
  for (const { start, end, type } of passwordSentences(text)) findings.push({ start, end, kind: type });
  if (!whole) openFrom = Math.min(openFrom, unfinishedSentence(text) ?? openFrom);
  return { findings: findings.sort((a, b) => a.start - b.start || b.end - a.end), openFrom };
}

const rules: readonly SecretRule[] = [
  ...Object.entries(tokenFormats).flatMap(([kind, formats]) => formats.map(format => tokenRule(kind, format))),
  ...privateKeyRules,
  ...carrierRules,
  fieldRule,
];
const search = anchorSearch(rules);

/** Where the first secret begins that the text may end within. */
function unfinishedFrom(reading: Reading): number {
  const anchor = reading.text.length - search.openAt(reading.text);
  return rules.reduce((from, { waitsFrom }) => Math.min(from, waitsFrom?.(reading) ?? from), anchor);
}

/** Kinds that say whose secret it is, before those that say where it stood. */
export function isSpecific(kind: string): boolean {
  return Object.hasOwn(tokenFormats, kind) || kind === 'private-key';
}
