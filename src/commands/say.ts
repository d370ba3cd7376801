/** What a command says, in the language in which the agent speaks to its owner. The texts stand in English where they are used. */
import { fill } from '../domain/text/fill.ts';
import type { Language } from '../domain/text/texts.ts';
import { germanTexts } from './german/german.ts';

/** A text in the owner's language, with its values where it names them in braces. */
export type Say = (english: string, values?: Readonly<Record<string, string | number | undefined>>) => string;

/** Says texts in a language; English if it is left out. */
export function sayIn(language: Language = 'en'): Say {
  return (english, values = {}) => fill(language === 'de' ? (germanTexts[english] ?? english) : english, texts(values));
}

/** As a template literal writes them. */
function texts(values: Readonly<Record<string, string | number | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
