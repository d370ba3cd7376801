/** A request like "count the words of: to be or not to be", taken apart: what is to be done, and what to. */
import type { JsonObject } from '../../../domain/text/json.ts';
import { endings, fileOf } from './grammar/files.ts';
import { type Language, meansResult, meansStatement, plain, quoted, unquoted } from './intent.ts';

export interface Phrase {
  readonly whole: string;
  /** What is to be done: without the text behind the colon, without what is quoted. */
  readonly head: string;
  /** The text behind the colon. */
  readonly behind?: string;
  /** That, else the one quoted piece. */
  readonly text?: string;
  /** What is quoted in the head. */
  readonly quotes: readonly string[];
  /** Arguments given as they are. */
  readonly json?: JsonObject;
  /** Words that stand for what came before: "the result". */
  readonly refers?: string;
  readonly file?: string;
  readonly url?: string;
}

/** Takes a phrase apart. */
export function phraseOf(whole: string): Phrase {
  const json = jsonIn(whole);
  const [order, behind] = json === undefined ? atColon(whole) : [json.before.replace(/:$/, ''), json.text];
  const quotes = [...order.matchAll(quotations)].map(([piece]) => piece.slice(1, -1));
  const head = plain(order.replace(quotations, ' ').replace(/\s+/g, ' '));
  const text = behind === '' ? (quotes.length === 1 ? quotes[0] : undefined) : unquoted(behind);
  const [file, url] = [fileIn(order), /https?:\/\/[^\s<>"'`]+/i.exec(order)?.[0]];
  const refers = behind === '' ? referenceIn(head) : isReference(behind) ? plain(behind) : undefined;
  return {
    whole,
    head,
    quotes,
    behind: behind !== '' ? unquoted(behind) : undefined,
    text,
    json: json?.value,
    refers,
    file: text === undefined && file !== undefined ? file : undefined,
    url: text === undefined && url !== undefined ? url.replace(/[.,;:!?)]+$/, '') : undefined,
  };
}

const quotations = new RegExp(quoted, 'g');

/**
 * What is to be done, and the text it is to be done to; the colon of a quotation, a time or an address divides nothing.
 */
function atColon(whole: string): readonly [order: string, behind: string] {
  const masked = whole.slice(0, 600).replace(quotations, piece => 'x'.repeat(piece.length));
  const colon = masked.search(/:(?=\s|$)/);
  return colon < 0 ? [whole, ''] : [whole.slice(0, colon), whole.slice(colon + 1).trim()];
}

/** Does it say what to do it to? */
export function hasOperand(phrase: Phrase): boolean {
  const { text, quotes, json, refers, file, url, whole } = phrase;
  return [text, quotes[0], json, refers, file, url].some(one => one !== undefined) || /\d/.test(whole);
}

/** The JSON object that is all a request gives: behind its colon, or after "with". */
function jsonIn(
  whole: string,
): { readonly before: string; readonly text: string; readonly value: JsonObject } | undefined {
  const [start, end] = [whole.indexOf('{'), whole.lastIndexOf('}') + 1];
  const before = whole.slice(0, Math.max(start, 0)).replace(/`$/, '').trimEnd();
  if (start < 0 || end <= start || before.length > 600 || !/^`?[.!?]*\s*$/.test(whole.slice(end))) return undefined;
  if (
    /:\s/.test(before.replace(quotations, '')) ||
    !/(?:^|:|\b(?:with|mit|on|auf|of|von|for|für|input|arguments))$/i.test(before)
  )
    return undefined;
  const text = whole.slice(start, end);
  try {
    return { before, text, value: JSON.parse(text) as JsonObject };
  } catch {
    return undefined;
  }
}

/** A number as people write it, for a larger pattern. */
export const numberForm = String.raw`-?\d+(?:[.,]\d+)*`;

/** The numbers in a text. German puts a comma where English puts a point. */
export function numbersIn(text: string, language: Language): readonly number[] {
  const isGerman = language === 'de' && !/\d,\d+,\d/.test(text);
  return [...text.matchAll(isGerman ? germanNumber : englishNumber)].map(([found]) => {
    if (!isGerman) return Number(found.replaceAll(',', ''));
    const isGrouped = found.includes(',') || /^-?\d{1,3}(?:\.\d{3})+$/.test(found);
    return Number(isGrouped ? found.replaceAll('.', '').replace(',', '.') : found);
  });
}

/** 1,200 is one number, 1,2 are two. */
const englishNumber = /(?<![\w.])-?(?:\d{1,3}(?:,\d{3})+(?!,?\d)|\d+)(?:\.\d+)?/g;
const germanNumber = /(?<![\w.,])-?\d+(?:\.\d+)*(?:,\d+)?(?!\w)/g;

/** Dates in the forms that people use. */
export function datesIn(text: string): readonly string[] {
  const month = String.raw`\p{L}{3,9}\.?`;
  return [
    ...text.matchAll(
      new RegExp(
        String.raw`\d{4}-\d\d-\d\d|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}|\d{1,2}/\d{1,2}/\d{4}|\d{1,2}\.? ${month} \d{4}|${month} \d{1,2},? \d{4}`,
        'giu',
      ),
    ),
  ].map(([date]) => date.replace(/^(\d{1,2}\.)\s?(\d{1,2}\.)\s?/, '$1$2'));
}

const pointing =
  /\b(?:of|in|from|on|with|to|for|von|vom|aus|in|mit|für|auf)\s+((?:the |its |your |das |die |dem |der )?\p{L}+)$/iu;

function referenceIn(head: string): string | undefined {
  const last = pointing
    .exec(head)?.[1]
    ?.replace(/^dem ergebnis$/i, 'das Ergebnis')
    .replace(/^der ausgabe$/i, 'die Ausgabe');
  return last !== undefined && isReference(last) ? last : undefined;
}

function isReference(text: string): boolean {
  return meansResult(text) || meansStatement(text);
}

const before = String.raw`(?:\s*\b(?:of|in|from|on|von|vom|aus|auf|in)(?!\p{L}))`;
const whose = '(?:(?:the|my|our|this|de[rm]|die|meine[rm]?|unsere[rm]?|dieser)\\s+)';
/** "of the file notes.txt", "in notes.txt", "on my shopping list", "meiner Einkaufsliste". */
const source = new RegExp(
  String.raw`(?:${before}?\s*${whose}?\b(?:file|datei)\s+(?<path>${quoted}|[^\s,;:]+)|(?:${before}\s+${whose}?|\s+${whose})(?:(?<bare>[^\s"“„\x60',;:]+\.(?:${endings}))|(?<list>(?:[a-z]+[ -]){0,2}list|[a-zäöüß-]*liste)))\W*$`,
  'iu',
);

function fileIn(order: string): string | undefined {
  const { path, bare, list } = source.exec(order)?.groups ?? {};
  if (list !== undefined) return fileOf(list);
  return path === undefined ? bare : unquoted(path).replace(/[.!?]+$/, '');
}

/** What is to be done, without the file or page that it is to be done to. */
export function withoutSource(order: string): string {
  return order.replace(source, '').replace(new RegExp(String.raw`${before}\s+${whose}?<?https?:[\s\S]*$`, 'iu'), '');
}
