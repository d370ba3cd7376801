/**
 * The texts of the owner are data: tables with an entry for each language, every one made by `catalog`. A further
 * language is one file of translations (`src/languages`), typed by the English tables; what it leaves out stays English.
 */

/** Each language by its name. A file that brings another one declares it here. */
export interface Languages {
  en: unknown;
  de: unknown;
}

/** The name of a language. */
export type Language = keyof Languages;

/** What a language may have in place of an English text or table; functions and lists are whole or absent. */
export type Translation<T> = T extends string | ((...values: never[]) => unknown) | readonly unknown[] | RegExp
  ? T
  : { readonly [Name in keyof T]?: Translation<T[Name]> };

/** The translation of a table by its name; `undefined`: it stays English. */
export type Translate = (table: string, english: unknown) => unknown;

const tables = new Map<string, Record<string, unknown>>();
const further = new Map<string, Translate>();

/** A table of texts; its name is that of its file, and which of its tables it is. */
export function catalog<T>(
  name: string,
  own: { readonly en: T; readonly de: NoInfer<T> },
): Readonly<Record<Language, T>> {
  if (tables.has(name)) throw new Error(`expected one table of texts with the name ${name}, got another one`);
  const table: Record<string, unknown> = { ...own };
  tables.set(name, table);
  for (const [language, translate] of further) table[language] = translated(own.en, translate(name, own.en));
  return table as Record<Language, T>;
}

/**
 * Texts that stand in English where they are used, which is how each is found here. A word in brackets at its end only
 * tells two meanings of one text from each other. `english`: where another text is said in English too.
 */
export function phrases(
  name: string,
  german: Readonly<Record<string, string>>,
  english: Readonly<Record<string, string>> = {},
): Readonly<Record<Language, Readonly<Record<string, string>>>> {
  const own = Object.keys(german).map(text => [text, english[text] ?? text.replace(/ \[\w+\]$/, '')]);
  return catalog<Readonly<Record<string, string>>>(name, { en: Object.fromEntries(own), de: german });
}

/** Words beside what they are about, in no table; a further language has them as `words`, by their English. */
export type Words = { readonly en: string; readonly de: string } & Readonly<Partial<Record<Language, string>>>;

/** One of them; a text in English alone is the same in all. */
export function inWords(words: string | Words, language: Language): string {
  if (typeof words === 'string') return words;
  return words[language] ?? (further.get(language)?.('words', words.en) as string | undefined) ?? words.en;
}

const known = new Map<string, Words>();

/** The English of these words, which is said in each language wherever a sentence names it: what a field takes. */
export function phrase(words: Words): string {
  known.set(words.en, words);
  return words.en;
}

/** Of a text that `phrase` was given; `undefined`: it was not. */
export function phraseIn(english: string, language: Language): string | undefined {
  const words = known.get(english);
  return words && inWords(words, language);
}

/** Brings a further language to all tables: those that are there, and those that come. */
export function addLanguage(language: string, translate: Translate): void {
  further.set(language, translate);
  for (const [name, table] of tables) table[language] = translated(table['en'], translate(name, table['en']));
}

/** All that Straylight speaks. */
export function languages(): readonly [Language, ...Language[]] {
  return ['en', 'de', ...([...further.keys()] as Language[])];
}

/** The language of this name; `undefined`: Straylight does not speak it. */
export function languageNamed(name: string): Language | undefined {
  return languages().find(language => language === name);
}

/** The translation where there is one, and else the English, entry by entry. */
function translated(english: unknown, own: unknown): unknown {
  if (own === undefined) return english;
  if (!isTable(english) || !isTable(own)) return own;
  return Object.fromEntries(Object.entries(english).map(([name, text]) => [name, translated(text, own[name])]));
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
