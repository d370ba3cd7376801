/**
 * Which sentences of the owner are orders: rules for English and German, and what a model adds of the owner's own
 * sentences. A sentence that is one of a turn alone ("don't delete it", "antworte auf Englisch: …") is none; in doubt
 * it is none.
 */
import { everywhere, exceptions, here, opening, revoking, revokingAll, rules } from './sentence-rules.ts';

/** An order as it was said. `isEverywhere`: it holds in all conversations, not only in this one. */
export interface SpokenOrder {
  readonly text: string;
  readonly isEverywhere: boolean;
}

/** What a message asks to be revoked: an order by its number or by words of it, or all that hold there. */
export type Revocation = { readonly id: number } | { readonly words: string } | { readonly all: true };

/** A longer message is mostly pasted from elsewhere. */
const mostText = 2_000;
const mostSentence = 300;

/**
 * The orders in a message of the owner, each sentence as it stands. Quoted lines and code are not the owner's words.
 */
export function ordersIn(text: string): readonly SpokenOrder[] {
  if (text.length > mostText || text.trimStart().startsWith('/')) return [];
  return sentencesOf(ownWords(text))
    .filter(sentence => mayBeOrder(sentence) && rules.some(rule => rule.test(sentence.replace(opening, ''))))
    .map(spoken);
}

/**
 * The sentences in a message of the owner that a model repeats as an order: none unless its words stand there exactly,
 * in what the owner says and does not quote. The whole sentence counts, since a part of it may say something else.
 */
export function ordersRepeated(text: string, words: string): readonly SpokenOrder[] {
  if (text.length > mostText || text.trimStart().startsWith('/')) return [];
  const repeated = onOneLine(words);
  return sentencesOf(ownWords(text))
    .filter(sentence => mayBeOrder(sentence) && isRepeated(onOneLine(sentence), repeated))
    .map(spoken);
}

/** The words are most of the sentence, or hold it. */
function isRepeated(sentence: string, words: string): boolean {
  return words.includes(sentence) || (sentence.includes(words) && words.length * 2 > sentence.length);
}

function mayBeOrder(sentence: string): boolean {
  if (sentence.length > mostSentence || isQuestion(sentence)) return false;
  return !exceptions.some(exception => exception.test(sentence.replace(opening, '')));
}

function spoken(sentence: string): SpokenOrder {
  return { text: sentence, isEverywhere: everywhere.test(sentence) && !here.test(sentence) };
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** "Revoke order 3", "vergiss die Anweisung mit den Emojis". */
export function revocationIn(text: string): Revocation | undefined {
  const said = ownWords(text).trim().replace(opening, '');
  if (isQuestion(said)) return undefined;
  if (revokingAll.some(pattern => pattern.test(said))) return { all: true };
  for (const pattern of revoking) {
    const { id, words } = pattern.exec(said)?.groups ?? {};
    if (id !== undefined) return { id: Number(id) };
    if (words !== undefined) return { words: words.trim() };
  }
  return undefined;
}

/**
 * Without what is quoted: code, lines of a reply, long quotations, what follows a line that ends with a colon, and a
 * letter with its head.
 */
function ownWords(text: string): string {
  if (/^\s*(?:from|to|subject|von|an|betreff): ?\S/im.test(text)) return '';
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/:\s*\n[\s\S]*$/, ':')
    .replace(/["“„«][^"“”„«»]{20,}["”“»]/g, '“…”')
    .split('\n')
    .filter(line => !/^\s*>/.test(line))
    .join('\n');
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+(?=\p{Lu}|\p{Ll}{2})|\n+|;\s+/u)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '');
}

function isQuestion(sentence: string): boolean {
  return sentence.endsWith('?');
}
