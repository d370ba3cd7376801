/** Words between quotation marks: they are meant as they stand. */
import { segmentsOf, tokensOf, writtenTokensOf } from '../text/writing/segments.ts';
import { withoutEndings } from './words.ts';

/** The phrases of a question, each as its tokens (segments.ts); a single word is none. */
export function quotedPhrases(question: string): readonly (readonly string[])[] {
  return [...question.matchAll(/["„“”«»「」『』]([^"„“”«»「」『』]+)["„“”«»「」『』]/gu)]
    .map(([, inner = '']) => withoutEndings(inner.normalize('NFC')))
    .filter(inner => [...segmentsOf(inner)].length > 1)
    .map(writtenTokensOf);
}

/** The same question without quotation marks: in what is said they quote code or somebody, and ask for nothing. */
export function withoutQuotes(question: string): string {
  return question.replaceAll(/["„“”«»「」『』]/gu, ' ');
}

/** Does a text have all of these phrases, however cased or spaced? */
export function hasPhrases(text: string, phrases: readonly (readonly string[])[]): boolean {
  if (phrases.length === 0) return true;
  const words = ` ${tokensOf(withoutEndings(text)).join(' ')} `;
  return phrases.every(phrase => words.includes(` ${phrase.flatMap(tokensOf).join(' ')} `));
}
