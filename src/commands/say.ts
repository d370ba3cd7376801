/** What a command says, in the language in which the agent speaks to its owner. The texts stand in English where they are used. */
import { createRequire } from 'node:module';
import { inWords, type Language, type Words } from '../domain/text/catalog.ts';
import { fill } from '../domain/text/fill.ts';
import { asTyped } from '../domain/text/typed-name.ts';
import type * as Texts from './german/texts.ts';
import type { Io } from './io.ts';

// With the first text that is not said in English.
const load = createRequire(import.meta.url);

/** A text in the owner's language, with its values where it names them in braces. */
export type Say = (english: string | Words, values?: Readonly<Record<string, string | number | undefined>>) => string;

/** Says texts in the language of who reads them, and names commands as they are typed there. */
export function sayIn({ language = 'en', program }: Pick<Io, 'language' | 'program'> = {}): Say {
  const textOf = (english: string | Words) =>
    typeof english === 'string' ? phraseIn(english, language) : inWords(english, language);
  // before the values are there: those may be the words of others
  return (english, values = {}) => fill(asTyped(textOf(english), program), texts(values));
}

function phraseIn(english: string, language: Language): string {
  if (language === 'en') return english;
  return (load('./german/texts.ts') as typeof Texts).commandTexts[language][english] ?? english;
}

/** As a template literal writes them. */
function texts(values: Readonly<Record<string, string | number | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
