/**
 * What a tool answered, as data: which sentences, and what they name. The model reads them in English; the owner is told
 * them in his language, from here and not from the English.
 */

import { createRequire } from 'node:module';
import { count, money } from '../budget/money.ts';
import type * as JobWords from '../jobs/words.ts';
import { fill } from '../text/fill.ts';
import { type Language, ownWords } from '../text/texts.ts';
import { locales } from '../text/writing/locale.ts';
import { forModel, type Said, type SaidValue, saidTexts } from './said-texts.ts';

// With the first instant that is said.
const load = createRequire(import.meta.url);

/** The answer of a tool: sentences, a line each, with the English of them for the model. */
export function answerOf(...said: readonly Said[]): { readonly text: string; readonly said: readonly Said[] } {
  return { text: said.map(one => sentence(one, forModel, 'en')).join('\n'), said };
}

/** The same for the owner. */
export function saidTo(language: Language, said: readonly Said[]): string {
  return said.map(one => sentence(one, saidTexts[language], language)).join('\n');
}

function sentence({ code, values = {} }: Said, table: typeof forModel, language: Language): string {
  const words = Object.entries(values).map(([name, value]) => [name, valueText(value, table, language)]);
  return fill(table[code], Object.fromEntries(words) as Record<string, string>);
}

function valueText(value: SaidValue, table: typeof forModel, language: Language): string {
  if (typeof value !== 'object') return String(value);
  if ('code' in value) return sentence(value, table, language);
  if ('micros' in value) return money(value.micros, language);
  if ('figure' in value) return count(value.figure, language);
  if ('english' in value) return ownWords(value.english, language);
  if ('lines' in value) return fill(table[value.lines === 1 ? 'line' : 'lines'], { count: value.lines });
  if ('bytes' in value) return sizeText(value.bytes, table, language);
  const { instantInWords } = load('../jobs/words.ts') as typeof JobWords;
  return instantInWords(value.at, language, value.timeZone);
}

function sizeText(bytes: number, table: typeof forModel, language: Language): string {
  if (bytes < 1_024) return fill(table[bytes === 1 ? 'byte' : 'bytes'], { count: bytes });
  const [unit, size] = bytes < 1_048_576 ? ['KB', bytes / 1_024] : ['MB', bytes / 1_048_576];
  return `${size.toFixed(1).replace('.', locales[language].decimal)} ${unit}`;
}
