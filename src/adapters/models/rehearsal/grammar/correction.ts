/** What a correction says, and which of the memories it puts right. */
import { subjectOf } from '../../../../domain/memory/extraction.ts';
import { contentWords } from '../../../../domain/memory/words.ts';
import { plain, type Said, unquoted } from '../intent.ts';
import { closeTo, type KnownMemory } from '../memory.ts';
import { parted, shapeOf } from './values.ts';

/**
 * The sentence that is true now. `isSure`: it was said as a correction; without it ("my car is now blue") it may be news
 * as well.
 */
export function correctionIn({ content, topic, value, other, old }: Said): {
  readonly content: string;
  readonly isSure: boolean;
} {
  if (topic === undefined) return { content: stated(content ?? ''), isSure: true };
  const isGerman = /^(?:mein|dein|unser|der|die|das|den|sein|ihr)(?:e[rsnm]?)? /i.test(topic);
  const subject = topic.replace(/^den /i, 'der ').replace(/^(mein|unser)en /i, '$1 ');
  const said = `${subject} ${isGerman ? 'ist' : 'is'} ${unquoted(plain(value ?? other ?? '')).replace(/^den (?=\d)/, 'am ')}`;
  return { content: said, isSure: old !== undefined };
}

/** The memories that a sentence may correct: one alone is meant, of several the owner has to say which. */
export function toCorrect(content: string, known: readonly KnownMemory[]): readonly KnownMemory[] {
  const same = known.filter(({ content: one }) => {
    const [, first, , second] = twoSentences.exec(one) ?? [];
    return [one, first, second].some(sentence => sentence !== undefined && isOfTheSame(content, sentence));
  });
  if (same.length < 2) return same;
  const nearest = closeTo(content, known).likely.filter(one => same.includes(one));
  return nearest.length === 1 ? nearest : same;
}

/** What a memory says once it is corrected: of two sentences that it holds, the one that was not meant stays. */
export function correctedText(old: string, content: string): string {
  const [, first, joint, second] = twoSentences.exec(old) ?? [];
  if (first === undefined || joint === undefined || second === undefined)
    return (saysMore(old, content) ? withFigure(old, content) : undefined) ?? withRest(old, content);
  const isFirst = isOfTheSame(content, first);
  if (isFirst === isOfTheSame(content, second)) return content;
  return isFirst
    ? `${withSubject(first, content)}${joint}${second}`
    : `${first}${joint}${withSubject(second, content)}`;
}

/** What it says else, behind a comma, stays: "my dentist is Dr. Lindner, phone 0341 55512". */
function withRest(old: string, content: string): string {
  const { clause, rest } = parted(old);
  const whole = saysMore(clause, content) ? withSubject(clause, content) : content;
  return rest !== '' && !content.includes(',') && isOfTheSame(content, clause) ? `${whole}${rest}` : whole;
}

/** "the number is 2" says less than "my car's number is 1": whose it is stays, and the value is the new one. */
function withSubject(old: string, content: string): string {
  const [, name = '', value] =
    /^(?:the|its|die|der|das) ([^?]{2,150}?) (?:is|are|ist|sind|lautet) (.+)$/i.exec(content) ?? [];
  const named = stemsOf(name);
  if (value === undefined || named.size === 0) return content;
  const [, before, subject = ''] = /^((.{2,150}?) (?:is|are|ist|sind|lautet) ).+$/i.exec(old) ?? [];
  const whole = stemsOf(subject);
  return before !== undefined && whole.size > named.size && isWithin(named, whole) ? `${before}${value}` : content;
}

/** Has it words, beside its figures, that the other does not have? */
function saysMore(old: string, content: string): boolean {
  const words = old.split(/[\s,;]+/).filter(one => !isFigure(one));
  return !isWithin(stemsOf(words.join(' ')), stemsOf(content));
}

/**
 * "My car is a red Fiat, licence plate WX-1", and the licence plate is WX-2: all else that it says stays. Undefined: no
 * figure of it is surely the one that is meant.
 */
function withFigure(old: string, content: string): string | undefined {
  const [, name = '', now = ''] = /^(.{2,150}?) (?:is|are|ist|sind|lautet) (\S*\d\S*)$/i.exec(content) ?? [];
  const [figure, another] = old.split(/[\s,;]+/).filter(one => isFigure(one) && shapeOf(one) === shapeOf(now));
  if (figure === undefined || another !== undefined) return undefined;
  const there = [...stemsOf(old.replace(figure, ''))];
  const named = [...stemsOf(name)];
  // a German word may be part of another: "Kennzeichen", "Autokennzeichen"
  const shared = named.filter(stem => there.some(one => one === stem || (stem.length > 5 && one.endsWith(stem))));
  const isWhole = named.length > 0 && shared.length === named.length;
  // a code is told from others by its shape
  const isMeant = /\p{L}/u.test(now) ? isWhole || shared.length > 1 : isWhole && named.length > 1;
  return isMeant ? old.replace(figure, () => now) : undefined;
}

function isOfTheSame(content: string, sentence: string): boolean {
  const about = topicOf(content);
  return (
    naming.test(sentence) === naming.test(content) &&
    ((about !== undefined && topicOf(sentence) === about) || saysOfTheSame(content, sentence))
  );
}

const twoSentences =
  /^(.{5,}?)(,? (?:and|und) )((?:my|our|I|we|the|his|her|meine?|unsere?|ich|wir|der|die|das|seine?|ihre?) .{5,})$/i;

/** A name and a quality of one thing are both true. */
const naming = /\b(?:called|named|heißt|heißen)(?!\p{L})/iu;

/** Do both say what the same thing is, in whatever order: "my bike's frame number", "the frame number of my bike"? */
function saysOfTheSame(content: string, known: string): boolean {
  if (differInOnePlace(content, known) || withFigure(known, content) !== undefined) return true;
  const wanted = sidesOf(content)?.[0];
  if (wanted === undefined || wanted.size === 0) return false;
  const sides = sidesOf(known);
  // "my bike has the frame number 12" says it with another verb, and with more words than a name has
  const isNamed = wanted.size > 1 || (isFigure(content) && isFigure(known));
  if (sides === undefined) return isNamed && isWithin(wanted, stemsOf(known));
  return sides.some(side => isSame(side, wanted) || (wanted.size > 1 && isWithin(wanted, side)));
}

/** The same sentence but for one place in it, of at most half its words: "my boat has the number RR-1", "… RR-2". */
function differInOnePlace(one: string, other: string): boolean {
  const [words, others] = [one, other].map(text => text.toLowerCase().split(/\s+/)) as [string[], string[]];
  const least = Math.min(words.length, others.length);
  const same = (at: number) => words.at(at) === others.at(at);
  let [before, behind] = [0, 0];
  while (before < least && same(before)) before += 1;
  while (behind < least - before && same(-1 - behind)) behind += 1;
  const differing = Math.max(words.length, others.length) - before - behind;
  return before > 1 && differing > 0 && differing <= least / 2;
}

/** A number, a date, a code: what one thing has one of. */
function isFigure(sentence: string): boolean {
  return /\d/.test(sentence);
}

/** Of "the frame number of my bike is 12" what stands on either side of "is". */
function sidesOf(sentence: string): readonly ReadonlySet<string>[] | undefined {
  const [, subject, complement] =
    /^(.{2,150}?) (?:is|are|was|were|ist|sind|war|waren|lautet) (.+)$/i.exec(sentence) ?? [];
  return subject === undefined || complement === undefined ? undefined : [stemsOf(subject), stemsOf(complement)];
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(contentWords(text).map(({ stem }) => stem));
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && isWithin(one, other);
}

function isWithin(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every(stem => whole.has(stem));
}

/** What a sentence says something of; "I live in Graz" and "I live in Linz" cannot both be true. */
function topicOf(sentence: string): string | undefined {
  return (
    subjectOf(sentence) ??
    /^(?:I|we|ich|wir) (?:live|work|study|weigh|drive|wohne[n]?|lebe[n]?|arbeite[n]?|studiere[n]?|wiege[n]?|fahre[n]?|heiße[n]?) /i
      .exec(sentence)?.[0]
      .toLowerCase()
  );
}

/** A statement that corrects: without "not …" at its end, and in the order of a sentence that stands alone. */
function stated(content: string): string {
  const text = unquoted(plain(content))
    .replace(
      /(?:, (?:and |und )?| (?:and|und) |(?<! (?:do|does|did|am|is|are|was|were|can|could|will|would|has|have|had)) (?=not ))(?:not|nicht) [^,]{1,60}$/i,
      '',
    )
    .replace(
      /^(ist|sind|war|hat|haben|heißt|lautet|wohnt|arbeitet|kostet|beginnt|endet|liegt|steht) ((?:mein|meine|unser|unsere|der|die|das) (?:\p{Ll}+ )?\p{Lu}[\p{L}-]+(?: (?:meine[sr]|unsere[sr]|des|der) \p{Lu}[\p{L}-]+)?) (.+)$/u,
      '$2 $1 $3',
    );
  return text === '' ? plain(content) : text;
}
