/**
 * Which stored texts carry what is to be forgotten, and what is left of them.
 *
 * A text is compared by its tokens (segments.ts), whatever their case, accents, width, spacing and punctuation. It carries
 * a memory if it holds the memory's sentence, a code of it (a password, a number), or the words that its owner names.
 */
import { fold } from '../text/writing/folding.ts';
import { joinedWords } from '../text/writing/joined-words.ts';
import { dialledAtHome, numbersInGroups } from '../text/writing/numbers.ts';
import { type Phrase, phraseSearch } from '../text/writing/phrase-search.ts';
import { isPacked } from '../text/writing/scripts.ts';
import { segmentsOf, tokensOfFolded, writtenTokensOf } from '../text/writing/segments.ts';
import { readingsOf } from '../text/writing/spellings.ts';
import { contentWords } from './words.ts';

/** Stands in the place of a text that was forgotten. */
export const forgottenText = '[forgotten]';

/** A sentence of fewer words is no sign of a memory within another text. */
const leastWords = 3;
/** So many characters of a script without spaces are one, whatever a dictionary takes for words in them. */
const leastCharacters = 8;
/** Of a long text, so many words tell it from all others. */
const mostWords = 200;

/** A whole text, as a phrase to look for; undefined: it has no words. */
export function phraseOf(text: string): Phrase | undefined {
  const words = writtenTokensOf(text).slice(0, mostWords);
  return words.length === 0 ? undefined : { words, within: isTelling(text, words) };
}

function isTelling(text: string, tokens: readonly string[]): boolean {
  if (!isPacked(text)) return tokens.length >= leastWords;
  return tokens.filter(isPacked).length >= leastCharacters || [...segmentsOf(fold(text))].length >= leastWords;
}

/** What a memory is known by: its sentence, and the codes in it. */
export function phrasesOf(content: string): readonly Phrase[] {
  const wholes = joinedOrNot(content).flatMap(one => phraseOf(one) ?? []);
  const numbers = numbersInGroups(content);
  // a group alone may be of another number
  const groups = new Set(numbers.flatMap(({ groups }) => groups));
  const codes = writtenTokensOf(content)
    .filter(word => isCode(word) && !groups.has(word))
    .map(word => [word]);
  const all = [...codes, ...joinedCodes(content), ...numbers.map(({ words }) => words)];
  const joined = all.map(words => ({ words, within: true }));
  return [...wholes, ...joined];
}

/** A text as it is written, and with the parts of its words joined where that is another. */
function joinedOrNot(text: string): readonly string[] {
  return [...new Set([text, joinedWords(text)])];
}

/** Codes in parts, as a frame number is: `WX-4411`. A date is none. */
function joinedCodes(content: string): readonly (readonly string[])[] {
  const runs = content.normalize('NFKC').match(/[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)+/gu) ?? [];
  return runs
    .filter(run => (run.match(/\p{N}/gu) ?? []).length >= 3 && /\p{L}/u.test(run) && run.length <= 60)
    .map(run => writtenTokensOf(run))
    .filter(tokens => tokens.length > 1 && !tokens.some(isCode));
}

/** What the owner names to be forgotten, wherever it stands. */
export function namedPhrases(words: string): readonly Phrase[] {
  return joinedOrNot(dialledAtHome(words) ?? words)
    .map(writtenTokensOf)
    .filter(used => used.length > 0)
    .map(used => ({ words: used, within: true }));
}

/** A word that stands for one thing alone: letters and digits together, or a long number. */
function isCode(written: string): boolean {
  const word = fold(written);
  if (/^\d+$/.test(word)) return word.length >= 6;
  return word.length >= 5 && /\d/.test(word) && /\p{L}/u.test(word);
}

/** The words of a memory that say what it is about, folded. */
export function tellingWords(content: string): ReadonlySet<string> {
  // Korean particles belong to the sentence and not to the word
  return new Set(contentWords(content).map(({ text, stem }) => (isPacked(text) ? stem : fold(text))));
}

/** The words of some texts. */
export interface HeldWords {
  /** `word` is folded. */
  has(word: string): boolean;
}

export function heldWords(texts: readonly string[]): HeldWords {
  const folded = texts.map(fold);
  const tokens = new Set(folded.flatMap(tokensOfFolded));
  // two texts may be divided into words in two ways
  return { has: word => (isPacked(word) ? folded.some(text => text.includes(word)) : tokens.has(word)) };
}

/**
 * Said in a turn whose model had the memory before it: does a text repeat it? It does where it has most of its words, or
 * one of them that the owner had not used in that turn. It does not where it names another figure, nor where all it
 * shares are words of memories that stay (`staying`): then it is another sentence with the same words.
 */
export function repeats(
  text: string,
  telling: ReadonlySet<string>,
  used: HeldWords | undefined,
  staying: ReadonlySet<string> = new Set(),
): boolean {
  const said = heldWords([text]);
  const held = [...telling].filter(word => said.has(word));
  if (namesAnother(text, [...telling].filter(hasFigure))) return false;
  const own = [...telling].filter(word => !staying.has(word));
  if (own.length > 0 && own.length < telling.size && !held.some(word => !staying.has(word))) return false;
  if (held.length >= Math.max(2, Math.ceil(telling.size * 0.6))) return true;
  return used !== undefined && held.some(word => !used.has(word));
}

/** Has a text one of these words? */
export function touches(text: string, telling: ReadonlySet<string>): boolean {
  const said = heldWords([text]);
  return [...telling].some(word => said.has(word));
}

/**
 * Which of these memories does a text say in full, in whatever order? One word, or two, are no sentence. A text is
 * compared with those alone that have a word of it, since there may be thousands of both.
 */
export function sayers(
  memories: readonly { readonly id: string; readonly content: string }[],
): (text: string) => ReadonlySet<string> {
  const telling = memories
    .map(({ id, content }) => ({ id, words: [...tellingWords(content)] }))
    .filter(({ words }) => words.length >= leastWords);
  const byWord = Map.groupBy(telling, ({ words }) => (words.some(isPacked) ? '' : longestOf(words)));
  return text => {
    const said = heldWords([text]);
    const near = new Set(['', ...tokensOfFolded(fold(text))]);
    const found = [...near].flatMap(word => byWord.get(word) ?? []);
    return new Set(found.filter(({ words }) => words.every(word => said.has(word))).map(({ id }) => id));
  };
}

function longestOf(words: readonly string[]): string {
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest));
}

const hasFigure = (word: string) => /\d/.test(word);

/** Has it figures, and none of `figures` among them, however they are parted? Ids of memories are no figures. */
function namesAnother(text: string, figures: readonly string[]): boolean {
  const plain = fold(text.replace(/\bmemory:[0-9a-f]+/g, ' '));
  if (figures.length === 0 || !hasFigure(plain)) return false;
  const [digits, words] = [plain.replace(/\D+/g, ''), new Set(tokensOfFolded(plain))];
  return !figures.some(figure => words.has(figure) || digits.includes(figure.replace(/\D+/g, '')));
}

/** Looks for phrases in texts. */
export interface Traces {
  /** Does a text carry one of them? */
  in(text: string): boolean;
  /**
   * A value of a column or field of this name without them, also where it is JSON; undefined where it has none. Names
   * and ids stay: they are no texts.
   */
  without(text: string, field: string): string | undefined;
}

/** Under these names a single word is a text too; elsewhere it may be an id or a state. */
const textFields: ReadonlySet<string> = new Set([
  ...['text', 'body', 'content', 'arguments', 'reply', 'question', 'reason', 'error', 'failure', 'claims', 'notes'],
  ...[
    'intent',
    'title',
    'prompt',
    'result',
    'subject',
    'query',
    'delta',
    'exact',
    'lines',
    'before',
    'spec',
    'pattern',
  ],
]);

export function tracesOf(phrases: readonly Phrase[]): Traces {
  const search = phraseSearch(phrases);

  function carries(text: string): boolean {
    const forms = search.formsOf(text);
    return search.mayStandIn(forms) && search.standsIn(forms);
  }

  /** No id has to be decoded before it says it. */
  function isHidden(text: string): boolean {
    return readingsOf(text)
      .slice(1)
      .some(read => search.standsIn(search.formsOf(read)));
  }

  /** JSON may hold texts that are JSON themselves. */
  function cleaned(text: string, isText: boolean): string {
    const forms = search.formsOf(text);
    if (!search.mayStandIn(forms)) return text;
    const parsed = structureIn(text);
    if (parsed === undefined)
      return (isText || isProse(text) ? search.standsIn(forms) : isHidden(text)) ? forgottenText : text;
    const clean = cleanedValue(parsed, isText);
    return clean === parsed ? text : JSON.stringify(clean);
  }

  function cleanedValue(value: unknown, isText: boolean): unknown {
    if (typeof value === 'string') return cleaned(value, isText);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, one]) => {
      const name = isText && carries(key) ? forgottenText : key;
      return { key, name, before: one, after: cleanedValue(one, isText || textFields.has(key)) };
    });
    if (entries.every(({ key, name, before, after }) => key === name && before === after)) return value;
    if (Array.isArray(value)) return entries.map(({ after }) => after);
    return Object.fromEntries(entries.map(({ name, after }) => [name, after]));
  }

  return {
    in: carries,
    without(text, field) {
      const clean = cleaned(text, textFields.has(field));
      return clean === text ? undefined : clean;
    },
  };
}

/** Without a blank it may be an id, but for addresses and scripts that have none. */
function isProse(text: string): boolean {
  return /\s|:\/\//.test(text) || isPacked(text);
}

/** A text that is JSON and more than a number or a name. */
function structureIn(text: string): unknown {
  if (!/^\s*["[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
