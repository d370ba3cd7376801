/**
 * What a tool answered, as data: which sentences, and what they name. The model reads them in English; the owner is told
 * them in his language, from here and not from the English.
 */

import { createRequire } from 'node:module';
import { count, money } from '../../budget/money.ts';
import type { BlobRef } from '../../conversation/body.ts';
import { heldIn } from '../../conversation/called.ts';
import type * as JobWords from '../../jobs/words.ts';
import type { Failure } from '../../supervision/failure.ts';
import { fill } from '../../text/fill.ts';
import { type Language, ownWords } from '../../text/texts.ts';
import { locales } from '../../text/writing/locale.ts';
import { forModel, type Said, type SaidValue, saidTexts } from './texts.ts';

// With the first instant that is said.
const load = createRequire(import.meta.url);

/** What a tool answers: the English for the model, and the data from which each language has it. */
export interface Answer {
  readonly text: string;
  readonly said: readonly Said[];
}

/** Sentences, a line each; a text is quoted in both as it is, and stands in `text` alone. */
export function answerOf(...parts: readonly (Said | string)[]): Answer {
  const texts = parts.map(part => (typeof part === 'string' ? part : sentence(part, forModel, 'en')));
  const lines = texts.map(text => text.split('\n').length);
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  const said = parts.map((part, at): Said => {
    if (typeof part !== 'string') return part;
    return { code: 'quoted', values: { from: sum(lines.slice(0, at)), end: sum(lines.slice(at + 1)) } };
  });
  return { text: texts.join('\n'), said };
}

/** The same answer where so many lines of the text came to stand before it. */
export function behindLines(said: readonly Said[], count: number): readonly Said[] {
  return said.map(one =>
    one.code === 'quoted' ? { ...one, values: { ...one.values, from: Number(one.values?.['from']) + count } } : one,
  );
}

/** What a failure says as data; undefined: it is in words of others. */
export function saidInFailure({ said }: Pick<Failure, 'said'>): readonly Said[] | undefined {
  return said && [{ code: 'sentence', values: { sentence: said } }];
}

/** The same for the owner. `answer`: the text that is quoted. `read`: a long text as it is stored. */
export function saidTo(
  language: Language,
  said: readonly Said[],
  { answer = '', read = () => '' }: { readonly answer?: string; readonly read?: (body: BlobRef) => string } = {},
): string {
  const rows = answer.split('\n');
  return said
    .map(one => {
      const { from = 0, end = 0 } = one.values ?? {};
      if (one.code === 'quoted') return rows.slice(Number(from), rows.length - Number(end)).join('\n');
      return sentence(one, saidTexts[language], language, read);
    })
    .join('\n');
}

function sentence(
  { code, values = {} }: Said,
  table: typeof forModel,
  language: Language,
  read: (body: BlobRef) => string = () => '',
): string {
  const words = Object.entries(values).map(([name, value]) => [name, valueText(value, table, language, read)]);
  return fill(table[code], Object.fromEntries(words) as Record<string, string>);
}

function valueText(
  value: SaidValue,
  table: typeof forModel,
  language: Language,
  read: (body: BlobRef) => string,
): string {
  if (typeof value !== 'object') return String(value);
  if ('code' in value) return sentence(value, table, language, read);
  if ('blob' in value) return read(value);
  if ('session' in value) return heldIn(value.session, language);
  if ('micros' in value) return money(value.micros, language);
  if ('figure' in value) return count(value.figure, language);
  if ('form' in value) return ownWords(value, language);
  if ('english' in value) return value.english;
  if ('lines' in value) return fill(table[value.lines === 1 ? 'line' : 'lines'], { count: value.lines });
  if ('bytes' in value) return sizeText(value.bytes, table, language);
  const { instantInWords } = load('../../jobs/words.ts') as typeof JobWords;
  return instantInWords(value.at, language, value.timeZone);
}

function sizeText(bytes: number, table: typeof forModel, language: Language): string {
  if (bytes < 1_024) return fill(table[bytes === 1 ? 'byte' : 'bytes'], { count: bytes });
  const [unit, size] = bytes < 1_048_576 ? ['KB', bytes / 1_024] : ['MB', bytes / 1_048_576];
  return `${size.toFixed(1).replace('.', locales[language].decimal)} ${unit}`;
}
