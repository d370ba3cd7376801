/** Whether the words of a search are the owner's own, so that they carry nothing of what was read since. */
import { fold } from '../text/writing/folding.ts';

/** Each word stands in one of these texts, in the order of the query. */
export function isGivenQuery(query: string, said: readonly string[]): boolean {
  const wanted = wordsOf(query);
  return wanted.length > 0 && said.some(text => isWithin(wanted, wordsOf(text)));
}

function wordsOf(text: string): readonly string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function isWithin(wanted: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  for (const word of words) if (word === wanted[at]) at += 1;
  return at === wanted.length;
}
