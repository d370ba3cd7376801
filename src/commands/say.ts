/** What a command says, in the language in which the agent speaks to its owner. The texts stand in English where they are used. */
import { fill } from '../domain/text/fill.ts';
import { germanTexts } from './german/german.ts';
import type { Io } from './io.ts';
import { asTyped } from './typed-name.ts';

/** A text in the owner's language, with its values where it names them in braces. */
export type Say = (english: string, values?: Readonly<Record<string, string | number | undefined>>) => string;

/** Says texts in the language of who reads them, and names commands as they are typed there. */
export function sayIn({ language = 'en', program }: Pick<Io, 'language' | 'program'> = {}): Say {
  const textOf = (english: string) => (language === 'de' ? (germanTexts[english] ?? english) : english);
  // before the values are there: those may be the words of others
  return (english, values = {}) => fill(asTyped(textOf(english), program), texts(values));
}

/** As a template literal writes them. */
function texts(values: Readonly<Record<string, string | number | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
