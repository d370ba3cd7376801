/** Words between quotation marks: they are meant as they stand. */
import { fold, wordsOf } from './words.ts';

/** The phrases of a question, each as its words; a single word is none. */
export function quotedPhrases(question: string): readonly (readonly string[])[] {
  return [...question.matchAll(/["„“”«»]([^"„“”«»]+)["„“”«»]/gu)]
    .map(([, inner = '']) => wordsOf(inner).map(({ text }) => text))
    .filter(words => words.length > 1);
}

/** The same question without quotation marks: in what is said they quote code or somebody, and ask for nothing. */
export function withoutQuotes(question: string): string {
  return question.replaceAll(/["„“”«»]/gu, ' ');
}

/** Does a text have all of these phrases, however cased or spaced? */
export function hasPhrases(text: string, phrases: readonly (readonly string[])[]): boolean {
  if (phrases.length === 0) return true;
  const words = ` ${wordsOf(text)
    .map(word => fold(word.text))
    .join(' ')} `;
  return phrases.every(phrase => words.includes(` ${phrase.map(fold).join(' ')} `));
}
