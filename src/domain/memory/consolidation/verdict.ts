/** What rules know of two memories. They say nothing where they are not sure: then a model is asked, or nothing is done. */
import { fold } from '../../text/writing/folding.ts';
import { isPacked } from '../../text/writing/scripts.ts';
import { tokensOfFolded } from '../../text/writing/segments.ts';
import { subjectOf } from '../extraction.ts';
import { contentWords, wordsOf } from '../words.ts';
import type { MemoryPair } from './plan.ts';

/** Without these a sentence still says the same. */
const fillers: ReadonlySet<string> = new Set(
  'a an the that please der die das den dem des ein eine einen dass bitte'.split(' '),
);
const negating =
  /^(?:not|never|no|nicht|nie|niemals|kein\p{L}*|ne|n|pas|jamais|nunca|jamas|tampoco|не|нет|никогда|degil|لا|لم|لن|ليس|ليست|नही|नहीं|मत|לא|אין)$/u;
/** Scripts without spaces have it within a word; each with what is left where it is not denied. */
const denying: readonly (readonly [form: RegExp, affirmed: string])[] = [
  [/では?ありません|じゃない|ではない/gu, 'です'],
  [/ません/gu, 'ます'],
  [/ない/gu, 'る'],
  [/[不没沒]/gu, ''],
  [/지 ?않/gu, ''],
  [/(?<![가-힣])[안못] /gu, ''],
  [/ไม่(?:ได้)?/gu, ''],
];
/** What was, where no word of its own says so. */
const pastWithin = /[了过過]|でした|ました|[았었했]|แล้ว/u;

/** Of these there is one at a time: another one says something else. */
const exclusive =
  /^(?:lives?|wohn(?:e|t)|costs?|kostet|starts?|beginnt|ends?|endet|leaves?|faehrt|fahrt|called|heisst)$/u;
const being = /^(?:is|are|ist|sind|est|sont|es|son|是|は|은|는)$/u;
const placing = /^(?:in|at|on|am|um|im|bei|is|are|ist|sind|est|sont|es|son|是|は|은|는|room|zimmer|number|nummer)$/u;
/** What was is true beside what was at another time. */
const past = /^(?:was|were|war|waren|had|hatte|hatten)$/u;
const mostDiffering = 3;
const leastShared = 3;

interface Sentence {
  readonly words: readonly string[];
  readonly isNegated: boolean;
}

/** `same`: all words in the same order; `contradicts`: all but a place, a time or a number, or a "not". */
export function ruleVerdict(one: string, other: string): MemoryPair['rule'] {
  const [a, b] = [sentence(one), sentence(other)];
  if (a.words.length === 0) return undefined;
  const isSame = a.words.length === b.words.length && a.words.every((word, at) => word === b.words[at]);
  if (isSame) return a.isNegated === b.isNegated ? 'same' : 'contradicts';
  if (a.isNegated !== b.isNegated) return undefined;
  if (isPacked(one) && pastWithin.test(one)) return undefined;
  return isOtherValue(a.words, b.words, subjectOf(one) !== undefined && subjectOf(one) === subjectOf(other))
    ? 'contradicts'
    : undefined;
}

function sentence(text: string): Sentence {
  if (isPacked(text)) return packedSentence(fold(text));
  // an apostrophe ending is taken away by wordsOf, the negation in it is not to be
  const whole = wordsOf(text.replace(/n['’]t\b/gu, ' not')).map(({ text: word }) => fold(word));
  return {
    words: whole.filter(word => !fillers.has(word) && !negating.test(word) && !isHelping(word)),
    isNegated: whole.some(word => negating.test(word)),
  };
}

/** Of a script without spaces: each character is compared. */
function packedSentence(folded: string): Sentence {
  const affirmed = denying.reduce((text, [form, plain]) => text.replace(form, plain), folded);
  return { words: tokensOfFolded(affirmed), isNegated: affirmed !== folded };
}

/** "I do not like" without its negation is "I like". */
function isHelping(word: string): boolean {
  return word === 'do' || word === 'does';
}

/** Do they begin alike, and then name another place, time or number? */
function isOtherValue(a: readonly string[], b: readonly string[], isOneSubject: boolean): boolean {
  let from = 0;
  while (from < Math.min(a.length, b.length) && a[from] === b[from]) from += 1;
  let until = 0;
  while (until < Math.min(a.length, b.length) - from && a.at(-1 - until) === b.at(-1 - until)) until += 1;
  const begun = a.slice(0, from);
  const values = [a.slice(from, a.length - until), b.slice(from, b.length - until)];
  if (from < leastShared || begun.some(word => past.test(word))) return false;
  if (values.some(({ length }) => length === 0 || length > mostDiffering)) return false;
  if (begun.some(word => exclusive.test(word))) return true;
  const areNumbers = values.every(words => words.some(word => /\d/.test(word)));
  const isPlaced = placing.test(begun.at(-1) ?? '');
  return (
    isPlaced &&
    begun.some(word => being.test(word)) &&
    (areNumbers || (isOneSubject && !being.test(begun.at(-1) ?? '')))
  );
}

/**
 * May these words take the place of others? They hold every word of them that says something, and none that none of them
 * has; so a model can put sentences together, and can neither add nor lose anything.
 */
export function mayReplace(text: string, sources: readonly string[]): boolean {
  const words = (given: string) => new Set(contentWords(given).map(({ stem }) => stem));
  const [mine, theirs] = [words(text), new Set(sources.flatMap(source => [...words(source)]))];
  const negated = sources.map(source => sentence(source).isNegated);
  return (
    mine.size > 0 &&
    [...mine].every(word => theirs.has(word)) &&
    [...theirs].every(word => mine.has(word)) &&
    negated.every(one => one === sentence(text).isNegated)
  );
}
