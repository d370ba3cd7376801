/**
 * Do the words of a call repeat outside text, or do they say what the owner said?
 *
 * Compared are words in order, without case, accents and signs. A text is taken for repeated where two words that carry
 * meaning, or three words of any kind, stand in it side by side as they do in the call, and they make up a part of the
 * call that matters. What is translated, encoded or put in other words is not recognized.
 */
import { plainName } from '../egress/names.ts';
import { stopWords } from '../memory/words.ts';
import { isNeutral, isSaidWhole, wordsIn } from './said-words.ts';

/** From so much of a call on, repeated words count: this many, or this part of it. */
const mostRepeated = 3;
const mostRepeatedPart = 1 / 3;

/**
 * Do `texts` repeat `outside`, beyond what stands in `own` as well? The name of a host, an address or a long number counts
 * by itself; so does an address at a host that is named there, unless it stands in `own` to the letter.
 */
export function repeats(texts: readonly string[], outside: string, own: readonly string[]): boolean {
  if (namesHostOf(texts, outside, own)) return true;
  // a shell takes its signs away before anything runs
  const bare = texts.map(text => text.replace(/['"\\]/g, ''));
  return [texts, bare].some(written => repeatsWords(written, outside, own));
}

function repeatsWords(texts: readonly string[], outside: string, own: readonly string[]): boolean {
  const written = texts.map(text => wordsIn(text));
  const runs = runsOfAll(written);
  const found = runs.size === 0 ? new Set<string>() : runsIn(outside, runs);
  for (const text of own) {
    if (found.size === 0) return false;
    for (const run of runsIn(text, runs)) found.delete(run);
  }
  const meant = new Set(written.flat().filter(isMeant));
  const covered = new Set([...found].flatMap(run => run.split(' ')).filter(word => meant.has(word)));
  return covered.size > 0 && (covered.size >= mostRepeated || covered.size >= meant.size * mostRepeatedPart);
}

/** Is there a host in `texts` that `outside` names, in an address that is not the owner's to the letter? */
function namesHostOf(texts: readonly string[], outside: string, own: readonly string[]): boolean {
  const isOwn = (one: string) => own.some(text => text.includes(one));
  const links = linksIn(texts).filter(link => !isOwn(link));
  const hosts = [...links.map(hostOf), ...namesIn(texts).filter(name => !isOwn(name))];
  const others = new Set(namesIn([outside]).map(plainName));
  return hosts.some(host => {
    if (others.has(plainName(host))) return true;
    const runs = runsOfAll([wordsIn(host)]);
    return runs.size > 0 && runsIn(outside, runs).size > 0;
  });
}

/**
 * Do `args` say what the owner's own `words` say, and nothing else? (said-words.ts says how that is told.) No three words
 * may stand side by side as outside text alone has them, and an address has to be the owner's to the letter: what is added
 * to it could carry out what was read.
 */
export function saysTheSame(args: readonly string[], words: readonly string[], outside: readonly string[]): boolean {
  if (!isSaidWhole(args, words)) return false;
  if (![...linksIn(args), ...namesIn(args)].every(one => words.some(text => text.includes(one)))) return false;
  const joined = new Set(words.flatMap(text => threes(sayingIn(text))));
  const joins = args.flatMap(text => threes(sayingIn(text))).filter(three => !joined.has(three));
  return joins.length === 0 || !outside.some(text => threes(sayingIn(text)).some(three => joins.includes(three)));
}

/** The words of a text that say what it is about. */
function sayingIn(text: string): readonly string[] {
  return wordsIn(text).filter(one => isMeant(one) && !isNeutral(one));
}

/** Each three of them side by side. */
function threes(words: readonly string[]): readonly string[] {
  return words.slice(2).map((third, at) => `${words[at]} ${words[at + 1]} ${third}`);
}

/** Does a word carry meaning? */
function isMeant(one: string): boolean {
  return !stopWords.has(one);
}

/** Words side by side that together say something, as one text; and single words that name one thing alone. */
function* runsOf(words: readonly string[]): Generator<string> {
  for (const [at, first] of words.entries()) {
    const [, second, third] = words.slice(at, at + 3);
    if (isTelling(first)) yield first;
    if (second === undefined) return;
    if (isMeant(first) && isMeant(second)) yield `${first} ${second}`;
    else if (third !== undefined && [first, second, third].some(isMeant)) yield `${first} ${second} ${third}`;
  }
}

function runsOfAll(texts: readonly (readonly string[])[]): ReadonlySet<string> {
  return new Set(texts.flatMap(words => [...runsOf(words)]));
}

/** A long number, or letters and figures mixed: an account, a key, an id. */
function isTelling(one: string): boolean {
  return one.length >= 6 && /\d/.test(one);
}

/** Which of these runs stand in a text. */
function runsIn(text: string, runs: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  let [before, last] = ['', ''];
  for (const one of wordsIn(text)) {
    for (const run of [one, `${last} ${one}`, `${before} ${last} ${one}`]) if (runs.has(run)) found.add(run);
    [before, last] = [last, one];
  }
  return found;
}

function linksIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap(text => text.match(/\b[a-z][a-z\d+.-]{1,12}:[^\s"'<>]{1,2000}/giu) ?? []);
}

/** As the network would read it; empty where it is no address. */
function hostOf(link: string): string {
  return URL.parse(link)?.hostname ?? '';
}

/** Names of hosts and mail addresses that stand in no link. */
function namesIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap(
    text =>
      text.match(/(?:[\p{L}\p{M}\p{N}_-]{1,63}[.。．｡]){1,10}\p{L}{2,24}|[\w.+-]{1,64}@[\p{L}\w.-]{1,253}/giu) ?? [],
  );
}
