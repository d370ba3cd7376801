/** From a text to the ideas in it: words and phrases, with the rows of the synonym table they stand in. */
import { people, type SynonymRow, things } from './synonyms.ts';
import { stem, type Word, wordsOf } from './words.ts';

/** One idea of a question: a word or phrase, and the groups of synonyms it stands in. */
export interface Concept {
  /** As written: one word, or the words of a phrase. */
  readonly words: readonly string[];
  readonly stem: string;
  readonly groups: readonly Membership[];
  /** `which food …`: a narrower word is what is asked for, the word itself only repeats the question. */
  readonly asksForKind: boolean;
  /** A word of another script or language ({@link Word}). */
  readonly isForeign: boolean;
  /** A word of any question (`find`, `keep`): it counts for less. */
  readonly weak: boolean;
}

/** A word's place in a row of the table: `broad` words stand for each other, `narrow` ones only for the broad. */
export interface Membership {
  readonly group: number;
  readonly broad: boolean;
}

/** The ideas of a question, phrases first. A question of nothing but stop words has none. */
export function conceptsOf(question: string): readonly Concept[] {
  const words = wordsOf(question);
  const concepts = new Map<string, Concept>();
  let asksForKind = false;
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(words, at);
    const word = words[at] as Word;
    if (kindAsking.test(word.text)) asksForKind = true;
    if (phrase !== undefined) {
      const text = words.slice(at, at + phrase.length);
      const key = text.map(part => part.stem).join(' ');
      concepts.set(key, {
        words: text.map(part => part.text),
        stem: key,
        groups: phrase.groups,
        asksForKind,
        isForeign: false,
        weak: false,
      });
    } else if (!word.stop)
      for (const part of partsOf(word)) {
        const own = part === word.text ? word.stem : stem(part);
        concepts.set(own, {
          words: [part],
          stem: own,
          groups: table().words.get(own) ?? [],
          asksForKind,
          isForeign: word.isForeign,
          weak: weakWords.has(own),
        });
      }
    if (phrase !== undefined || !word.stop) asksForKind = false;
    at += phrase?.length ?? 1;
  }
  return [...concepts.values()].slice(0, 24);
}

/** The words and phrases that may stand for an idea in a text; phrases as several words. Without the idea's own. */
export function synonymsOf(concept: Concept): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  for (const { group, broad } of concept.groups) {
    const row = table().rows[group];
    for (const entry of [...(row?.broad ?? []), ...(broad ? (row?.narrow ?? []) : [])])
      if (!entry[0]?.startsWith('@') && entry.join(' ') !== concept.words.join(' ')) found.set(entry.join(' '), entry);
  }
  return [...found.values()];
}

/** The words after which a noun asks for one of its kind. */
const kindAsking = /^(?:what|which|welche[mnrs]?)$/;

const weakWords: ReadonlySet<string> = new Set(
  'name called heisst keep find store put lie appointment see meet like day place contact have belong own leave begin start happen termin finde liegt liegen'
    .split(' ')
    .map(stem),
);

/** The rows a word stands in; of a compound the table does not have ("Internetpasswort") those of its two parts. */
export function groupsOf(word: Word): readonly Membership[] {
  return partsOf(word).flatMap(part => table().words.get(part === word.text ? word.stem : stem(part)) ?? []);
}

/** The word itself, or the two words of the table that it is made of. */
function partsOf({ text: word, stem: own, isForeign }: Word): readonly string[] {
  if (isForeign || word.length < 8 || word.length > 40 || table().words.has(own)) return [word];
  for (let at = 3; at <= word.length - 4; at += 1) {
    const right = word.slice(at);
    const left = [word.slice(0, at), word.slice(0, at).replace(/s$/, '')].find(part => table().words.has(stem(part)));
    if (left !== undefined && left.length >= 3 && table().words.has(stem(right))) return [left, right];
  }
  return [word];
}

let turned: ReturnType<typeof index> | undefined;

/** The table, turned round: from stems to rows. Its first rows are the people. Made when the first word is looked up. */
export function table(): ReturnType<typeof index> {
  turned ??= index([...people, ...things]);
  return turned;
}

function index(source: readonly SynonymRow[]) {
  const words = new Map<string, Membership[]>();
  const phrases = new Map<string, { stems: readonly string[]; groups: Membership[] }[]>();
  const rows = source.map(([english, german, narrower]) => ({
    broad: entries(`${english} ${german}`),
    narrow: entries(narrower ?? ''),
  }));
  rows.forEach(({ broad, narrow }, group) => {
    for (const [list, isBroad] of [
      [broad, true],
      [narrow, false],
    ] as const)
      for (const entry of list) add(entry.map(stem), { group, broad: isBroad });
  });
  return { rows, words, phrases };

  function add(stems: readonly string[], membership: Membership) {
    const first = stems[0] as string;
    if (stems.length === 1) {
      const known = words.get(first) ?? [];
      if (!known.some(of => of.group === membership.group)) words.set(first, [...known, membership]);
      return;
    }
    const same = phrases.get(first) ?? [];
    const known = same.find(phrase => phrase.stems.join(' ') === stems.join(' '));
    if (known !== undefined) known.groups.push(membership);
    else
      phrases.set(
        first,
        [...same, { stems, groups: [membership] }].sort((a, b) => b.stems.length - a.stems.length),
      );
  }
}

function entries(list: string): readonly (readonly string[])[] {
  return list
    .split(/\s+/)
    .filter(Boolean)
    .map(entry => entry.split('_'));
}

/** The longest phrase of the table that begins at this word: how many words it has, and its rows. */
export function phraseAt(words: readonly Word[], at: number) {
  const found = table()
    .phrases.get(words[at]?.stem ?? '')
    ?.find(phrase => phrase.stems.every((part, i) => words[at + i]?.stem === part));
  return found && { length: found.stems.length, groups: found.groups };
}
