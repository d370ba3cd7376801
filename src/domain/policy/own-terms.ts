/**
 * The terms of a record that the owner has asked for beside outside text: when, how often, of which kind, under which
 * name. They may be nobody's but the owner's: each is what this program takes where nothing is said, or stands in the
 * owner's words.
 */
import { stem } from '../memory/words.ts';
import { isNeutral, wordsIn } from './said-words.ts';

/** One term as the model wrote it. */
export interface Term {
  readonly field: string;
  readonly value: string;
}

/** Does one of these texts say this time? */
export type IsSaidTime = (schedule: string, words: readonly string[]) => boolean;

export const termFields: ReadonlySet<string> = new Set(
  'schedule time_zone name kind tags days catch_up overlap notify priority max_retries timeout'.split(' '),
);

/** What is taken where nothing is said. */
const usual: Readonly<Record<string, string>> = {
  catch_up: 'once',
  overlap: 'skip',
  notify: 'always',
  priority: 'normal',
  max_retries: '0',
};

export function isOwnTerm({ field, value }: Term, words: readonly string[], isSaidTime: IsSaidTime): boolean {
  switch (field) {
    case 'schedule':
      return isSaidTime(value, words);
    // how to do things is followed later as an instruction
    case 'kind':
      return value !== 'procedure';
    case 'name':
      return areOwn(
        wordsIn(value.replaceAll(/[-_]/g, ' ')).filter(one => !/^\d{1,4}$/.test(one)),
        words,
      );
    case 'tags':
      return areOwn(wordsIn(value), words);
    case 'days':
      return words.some(text => wordsIn(text).includes(value));
    case 'time_zone':
      return words.some(text => text.includes(value));
    default:
      return usual[field] === value;
  }
}

function areOwn(terms: readonly string[], words: readonly string[]): boolean {
  const own = new Set(words.flatMap(text => wordsIn(text)).map(stem));
  return terms.every(one => isNeutral(one) || own.has(stem(one)));
}
