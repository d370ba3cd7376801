/**
 * What a conversation says that is worth keeping, found by rules: for the demo model, which has no understanding, and
 * where a model does not answer in the form it was given.
 */
import type { Taint } from '../policy/taint.ts';
import { fold } from '../text/writing/folding.ts';

/** Something that was learned from what the owner said. */
export interface Extracted {
  readonly kind: 'fact' | 'preference' | 'procedure';
  readonly content: string;
  /** What it is about, in a few words, the same for the same thing: `my sister birthday`. */
  readonly subject?: string;
  /** The owner said it to correct something. */
  readonly correction: boolean;
  /** The number of the message it comes from. */
  readonly message: number;
  /** How far it is trusted; as all that was read, where that is not said. */
  readonly taint?: Taint;
}

/** One message as it is put before a model: its number, and its words on one line. */
export interface NumberedMessage {
  readonly number: number;
  readonly role: 'owner' | 'assistant';
  readonly text: string;
}

/** The messages as one text; {@link numberedIn} reads it back. */
export function numberedText(messages: readonly NumberedMessage[]): string {
  return messages.map(({ number, role, text }) => `#${number} ${role}: ${text.replace(/\s+/g, ' ').trim()}`).join('\n');
}

/** The messages of such a text. */
export function numberedIn(text: string): readonly NumberedMessage[] {
  return [...text.matchAll(/^#(\d+) (owner|assistant): (.*)$/gm)].map(([, number, role, words = '']) => ({
    number: Number(number),
    role: role as NumberedMessage['role'],
    text: words,
  }));
}

const correcting =
  /^(?:(?:no|nein|oh|sorry|entschuldigung|well|also)[,.]? )?(?:actually|in fact|correction|eigentlich|korrektur|genauer gesagt)[,:]? /i;
const reminding =
  /^(?:please |bitte )?(?:remember|note|don't forget|do not forget|merke? dir|notiere?(?: dir)?|vergiss nicht)(?: that|:|,? dass)? /i;

/** A wish to forget states nothing, whatever stands in it. */
const forgetting =
  /\b(?:forget|vergiss) (?:it|that|this|das|es)(?: again| please| bitte| wieder)*[.!]*$|\b(?:bitte|kannst du|sollst du) (?:das |es )?(?:wieder )?vergessen[.!]*$/i;

/** Sentences that state something of the owner or of what is the owner's. */
const stating: readonly (readonly [form: RegExp, kind: Extracted['kind']])[] = [
  [
    /^(?:i (?:(?:really |always |usually )?(?:like|love|prefer|enjoy|hate)|do(?:n't| not) like|never eat|never drink)|my favou?rite) .{3,}/i,
    'preference',
  ],
  [/^(?:ich (?:mag|liebe|hasse|bevorzuge|trinke|esse)|mein lieblings\p{L}+) .{3,}/iu, 'preference'],
  [/^(?:to |in order to |um ).{3,80}(?:, | you (?:have to|need to|must) | (?:muss|musst) ).{3,}/i, 'procedure'],
  [/^(?:my|our) [\p{L}'’ -]{2,60} (?:is|are|was|were|lives?|works?|has|costs?|starts?|ends?) .{1,}/iu, 'fact'],
  [/^(?:i|we) (?:am|are|live|work|have|own|drive|play|study|was born|speak|moved|bought|use) .{2,}/i, 'fact'],
  [
    /^(?:mein|meine|unser|unsere) [\p{L} -]{2,60} (?:ist|sind|war|heißt|wohnt|arbeitet|hat|kostet|beginnt|endet) .{1,}/iu,
    'fact',
  ],
  [/^(?:ich|wir) (?:bin|sind|wohne|wohnen|arbeite|habe|haben|fahre|spiele|spreche|heiße) .{2,}/i, 'fact'],
];

/** What rules find in the owner's messages; a question or a request states nothing. */
export function extractedByRules(messages: readonly NumberedMessage[]): readonly Extracted[] {
  return messages
    .filter(({ role }) => role === 'owner')
    .flatMap(({ number, text }) => sentencesOf(text).flatMap(sentence => stated(sentence, number)));
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '');
}

function stated(sentence: string, message: number): readonly Extracted[] {
  if (sentence.endsWith('?') || sentence.length > 300 || forgetting.test(sentence)) return [];
  const correction = correcting.test(sentence);
  const content = sentence
    .replace(correcting, '')
    .replace(reminding, '')
    .replace(/[.!]+$/, '');
  const found = stating.find(([form]) => form.test(content));
  if (!found) return [];
  const subject = subjectOf(content);
  return [{ kind: found[1], content, subject, correction, message }];
}

const copula =
  /^(.{2,60}?) (is|are|was|were|lives? in|works? (?:as|at)|costs?|starts?|ends?|ist|sind|war|heißt|wohnt in|arbeitet (?:als|bei)|kostet|beginnt|endet) (.+)$/i;

/** What a sentence says something of: `my sister's birthday is 4 May` speaks of `my sister birthday`. */
export function subjectOf(content: string): string | undefined {
  const [, subject = '', verb = ''] = copula.exec(content) ?? [];
  if (subject === '' || /\b(?:not|nicht|kein\w*|nothing|nobody)\b/i.test(subject)) return undefined;
  const words = fold(subject.replace(/['’]s\b/g, '')).match(/[\p{L}\p{N}]+/gu) ?? [];
  const place = /lives|wohnt/i.test(verb) ? ' home' : /work|arbeitet/i.test(verb) ? ' work' : '';
  const named = words.filter(word => !/^(?:the|a|an|der|die|das|ein|eine)$/.test(word)).join(' ');
  return named === '' || /^(?:i|we|ich|wir|it|that|this|es|there|he|she|they|er|sie)$/.test(named)
    ? undefined
    : `${named}${place}`;
}
