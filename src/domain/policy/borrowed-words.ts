/**
 * Do the words of a call repeat outside text, or do they say what the owner said?
 *
 * Compared are words in order, without case, accents and signs. A text is taken for repeated where two words that carry
 * meaning, or three words of any kind, stand in it side by side as they do in the call, and they make up a part of the
 * call that matters. What is translated, encoded or put in other words is not recognized.
 */
import { stem, stopWords } from '../memory/words.ts';
import { fold } from '../text/writing/folding.ts';

/** A text in which the same words may stand, too. */
export type BorrowedFrom = string;

/** From so much of a call on, repeated words count: this many, or this part of it. */
const mostRepeated = 3;
const mostRepeatedPart = 1 / 3;
/** So much of what a call says has to be in the owner's words. */
const leastSaidPart = 0.75;

/**
 * Do `texts` repeat `outside`, beyond what stands in `own` as well? The name of a host, an address or a long number counts
 * by itself; so does an address at a host that is named there, unless it stands in `own` to the letter.
 */
export function repeats(texts: readonly string[], outside: string, own: readonly BorrowedFrom[]): boolean {
  const written = texts.map(text => wordsIn(text));
  const runs = new Map(written.flatMap(words => [...runsOf(words)]));
  if (runs.size === 0) return false;
  const found = runsIn(outside, runs);
  if (found.size === 0) return false;
  const links = linksIn(texts).filter(link => !own.some(text => text.includes(link)));
  if (links.some(link => hostsIn([link]).some(host => runKeysOf(host).some(run => found.has(run))))) return true;
  for (const text of own) {
    for (const run of runsIn(text, runs)) found.delete(run);
    if (found.size === 0) return false;
  }
  const meant = new Set(written.flat().filter(isMeant));
  const covered = new Set([...found].flatMap(run => run.split(' ')).filter(word => meant.has(word)));
  if (covered.size === 0) return false;
  if (covered.size >= mostRepeated || covered.size >= meant.size * mostRepeatedPart) return true;
  return hostsIn(texts).some(host => runKeysOf(host).some(run => found.has(run)));
}

/**
 * Do `args` say what the owner's own `words` say, and nothing of `outside`? What they say beyond the owner's words must
 * not stand in outside text, their words must not be joined as they are there alone, and a no must not be lost. An
 * address has to be the owner's to the letter: what is added to it could carry out what was read.
 */
export function saysTheSame(args: readonly string[], words: readonly string[], outside: readonly string[]): boolean {
  const said = words.flatMap(text => wordsIn(text));
  const saidStems = new Set(said.map(stem));
  const written = args.flatMap(text => wordsIn(text));
  const meant = written.filter(word => isMeant(word) && !isNeutral(word));
  const unsaid = new Set(meant.filter(word => !saidStems.has(stem(word))));
  if (meant.length === 0 || meant.filter(word => unsaid.has(word)).length > meant.length * (1 - leastSaidPart))
    return false;
  if (said.some(isNegation) && !written.some(isNegation)) return false;
  if ([...unsaid].some(isTelling) || !linksIn(args).every(link => words.some(text => text.includes(link))))
    return false;
  if (outside.some(text => wordsIn(text).some(word => unsaid.has(word)))) return false;
  return !outside.some(text => repeats(args, text, words));
}

const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+/gu;

/** In order and folded; in scripts without spaces a sign is a word. */
function wordsIn(text: string): string[] {
  return fold(text.normalize('NFKC')).match(word) ?? [];
}

/** Does a word carry meaning? */
function isMeant(one: string): boolean {
  return !stopWords.has(one);
}

/** Whom a sentence is about, or when: the model words that itself where the owner said "I" and "tomorrow". */
function isNeutral(one: string): boolean {
  return neutral.has(one) || /^\d{1,4}$/.test(one) || /^\d{1,2}t\d{1,2}$/.test(one);
}

const neutral: ReadonlySet<string> = new Set(
  'owner owners user users besitzer besitzers nutzer fact preference procedure episode reminder erinnerung say true false'.split(
    ' ',
  ),
);

function isNegation(one: string): boolean {
  return negations.has(one);
}

const negations: ReadonlySet<string> = new Set(
  'not no never none without dont cannot nicht nie niemals kein keine keinen keinem keiner ohne'.split(' '),
);

/** Words side by side that together say something, by their key; and single words that name one thing alone. */
function* runsOf(words: readonly string[]): Generator<readonly [string, true]> {
  for (const [at, first] of words.entries()) {
    const [, second, third] = words.slice(at, at + 3);
    if (isTelling(first)) yield [first, true];
    if (second === undefined) return;
    if (isMeant(first) && isMeant(second)) yield [`${first} ${second}`, true];
    else if (third !== undefined && [first, second, third].some(isMeant)) yield [`${first} ${second} ${third}`, true];
  }
}

function runKeysOf(text: string): readonly string[] {
  return [...runsOf(wordsIn(text))].map(([run]) => run);
}

/** A long number, or letters and figures mixed: an account, a key, an id. */
function isTelling(one: string): boolean {
  return one.length >= 6 && /\d/.test(one);
}

/** Which of these runs stand in a text. */
function runsIn(text: string, runs: ReadonlyMap<string, true>): Set<string> {
  const found = new Set<string>();
  let [before, last] = ['', ''];
  for (const one of wordsIn(text)) {
    for (const run of [one, `${last} ${one}`, `${before} ${last} ${one}`]) if (runs.has(run)) found.add(run);
    [before, last] = [last, one];
  }
  return found;
}

function linksIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap(text => text.match(/\w+:\/*[^\s"']+\.[^\s"']+/gu) ?? []);
}

/** Hosts and mail addresses in these texts. */
function hostsIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap(text =>
    [...text.matchAll(/\w+:\/\/([^\s/?#]+)|((?:[\w-]+\.)+[a-z]{2,}|[\w.+-]+@[\w.-]+)/giu)].map(
      ([, host, name]) => host ?? name ?? '',
    ),
  );
}
