/**
 * How well a text answers a question, judged by words: the question's own, their forms, and everyday synonyms.
 *
 * Pure, so that the store's ranking and the rehearsal model's choice are the same rule. It knows nothing of meaning
 * beyond the table in synonyms.ts; with an embedding model it becomes one of two voices.
 */
import { fold } from '../text/writing/folding.ts';
import { isUnspaced, pairsOf } from '../text/writing/scripts.ts';
import { type Concept, conceptsOf, groupsOf, type Membership, phraseAt, table } from './concepts.ts';
import { people } from './synonyms.ts';
import { type Word, wordsOf } from './words.ts';

/**
 * A text with how well it answers. `coverage` is the weighted share, 0 to 1, of the question's ideas that it touches.
 */
export interface Ranked<Item> {
  readonly item: Item;
  readonly score: number;
  readonly coverage: number;
}

/**
 * The items in the order in which they answer the question, best first; those that touch none of its ideas are left
 * out.
 * `total` is how many items there are in all, of which these are the likely ones; `prior` (0 to 1) is another judge's
 * opinion; `reader` knows texts it has read before. Equally good items keep their order.
 */
export function rank<Item>(
  question: string,
  items: readonly Item[],
  textOf: (item: Item) => string,
  options: { readonly total?: number; readonly prior?: (item: Item) => number; readonly reader?: TextReader } = {},
): readonly Ranked<Item>[] {
  const concepts = conceptsOf(question);
  const total = Math.max(options.total ?? items.length, items.length, 1);
  const { reader = read } = options;
  const texts = items.map(item => reader(textOf(item)));
  const strengths = texts.map(text => concepts.map(concept => strength(concept, text)));
  const weights = concepts.map((concept, at) => {
    const touched = strengths.filter(of => (of[at] ?? 0) >= 0.5).length;
    return Math.log(1 + (total + 1) / (Math.max(touched, 1) + 0.5)) * (concept.weak ? 0.4 : 1);
  });
  // A word itself says more than its synonyms, the more so the fewer memories have it.
  const exactWeights = concepts.map((concept, at) => {
    const exact = strengths.filter(of => (of[at] ?? 0) > 0.8).length;
    const weight = weights[at] ?? 0;
    return exact === 0
      ? weight
      : Math.min(1.1 * weight, Math.log(1 + (total + 1) / (exact + 0.5)) * (concept.weak ? 0.4 : 1));
  });
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const asks = read(question);
  const hint = hints.find(([about]) => about.test(asks.folded))?.[1];
  const persons = new Set(concepts.flatMap(concept => personsOf(concept.groups)));
  return items
    .map((item, at) => {
      const touched = strengths[at] ?? [];
      const coverage = whole === 0 ? 0 : touched.reduce((sum, of, i) => sum + of * (weights[i] ?? 0), 0) / whole;
      const sharp =
        whole === 0
          ? 0
          : touched.reduce((sum, of, i) => sum + of * ((of > 0.8 ? exactWeights : weights)[i] ?? 0), 0) / whole;
      const text = texts[at] as Text;
      const others = text.persons.some(named => !named.some(person => persons.has(person)));
      const strangers = persons.size > 0 && !text.persons.some(named => named.some(person => persons.has(person)));
      const surplus = Math.max(0, text.content - touched.filter(of => of > 0).length);
      const score =
        (sharp * (others && asks.personal ? 0.75 : 1) * (strangers ? 0.8 : 1)) / (1 + 0.015 * surplus) +
        0.05 * (options.prior?.(item) ?? 0) +
        (hint?.(text) ? 0.1 : 0) +
        (asks.personal && text.personal ? 0.08 : 0) +
        (asks.german === text.german ? 0.05 : 0);
      return { item, score, coverage };
    })
    .filter(ranked => ranked.coverage > 0)
    .sort((a, b) => b.score - a.score);
}

/** Reads a text for {@link rank}. */
export type TextReader = (source: string) => Text;

/** A reader that knows the texts it has read, up to `most` of them: reading is most of what ranking costs. */
export function textReader(most: number): TextReader {
  const known = new Map<string, Text>();
  return source => {
    const text = known.get(source) ?? read(source);
    if (known.size >= most) known.clear();
    known.set(source, text);
    return text;
  };
}

/** A text made ready for matching. */
interface Text {
  readonly source: string;
  readonly folded: string;
  readonly german: boolean;
  /** It speaks of the owner: `I`, `my`, `we`. */
  readonly personal: boolean;
  readonly stems: readonly string[];
  /** The rows its words stand in, and how. */
  readonly groups: ReadonlyMap<number, Found>;
  /** For each word that names somebody: the rows it may stand for. */
  readonly persons: readonly (readonly number[])[];
  readonly content: number;
}

interface Found {
  readonly broad: boolean;
  readonly narrow: boolean;
  /** Only by how it looks (`@number`). */
  readonly feature: boolean;
}

function read(source: string): Text {
  const words = wordsOf(source);
  const groups = new Map<number, Found>();
  const persons: (readonly number[])[] = [];
  const note = (memberships: readonly Membership[], isFeature = false) => {
    for (const { group, broad } of memberships) {
      const known = groups.get(group);
      groups.set(group, {
        broad: (broad && !isFeature) || known?.broad === true,
        narrow: (!broad && !isFeature) || known?.narrow === true,
        feature: isFeature || known?.feature === true,
      });
    }
    const named = personsOf(memberships);
    if (named.length > 0) persons.push(named);
  };
  words.forEach((word, at) => {
    if (!word.stop) note(groupsOf(word));
    note(phraseAt(words, at)?.groups ?? []);
  });
  for (const [feature, shows] of features) if (shows(source, words)) note(table().words.get(feature) ?? [], true);
  const content = words.filter(word => !word.stop);
  return {
    source,
    folded: fold(source),
    german:
      /\b(?:ich|mein|meine[mnrs]?|unser|unsere[mnrs]?|wir|der|die|das|ist|wird|wie|wann|wer|wem|welche[mnrs]?|und|im|am|wo|womit|heisst)\b/.test(
        fold(source),
      ),
    personal: /\b(?:i|my|mine|me|we|our|us|ich|mein|meine[mnrs]?|mich|mir|wir|unser|unsere[mnrs]?|uns)\b/.test(
      fold(source),
    ),
    stems: content.map(word => word.stem),
    groups,
    persons,
    content: content.length,
  };
}

/**
 * How surely a text speaks of an idea: 1 for the word itself, less for a compound, a synonym, a narrower or wider word.
 */
function strength(concept: Concept, text: Text): number {
  let best = 0;
  for (const own of text.stems) {
    if (own === concept.stem) best = Math.max(best, concept.asksForKind && kinds(concept) ? 0.85 : 1);
    else if (concept.words.length === 1 && akin(own, concept.stem))
      best = Math.max(best, own.startsWith(concept.stem) && concept.stem.length >= 5 ? 0.85 : 0.75);
  }
  if (best < 0.9 && concept.words.length === 1) best = Math.max(best, within(concept.stem, text));
  for (const { group, broad } of concept.groups) {
    const found = text.groups.get(group);
    if (broad && found?.feature) best = Math.max(best, 0.4);
    if (broad && found?.narrow) best = Math.max(best, concept.asksForKind && group >= people.length ? 0.95 : 0.6);
    if (broad && found?.broad) best = Math.max(best, concept.words.length > 1 ? 0.9 : 0.8);
    if (!broad && found?.broad) best = Math.max(best, 0.45);
  }
  return best;
}

/** Are there narrower words for it? */
function kinds(concept: Concept): boolean {
  return concept.groups.some(
    ({ group, broad }) => broad && group >= people.length && (table().rows[group]?.narrow.length ?? 0) > 0,
  );
}

/** One begins or ends with the other, as inflections and German compounds do. */
function akin(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.charCodeAt(0) >= firstOtherLetter) return isAkinBeyondLatin(short, long);
  if (short.length < 4 || (long.length > 3 * short.length && !hasFigures(short))) return false;
  return long.startsWith(short) || (short.length >= 5 && long.endsWith(short));
}

/** A number may stand in groups, each much shorter than all of it. */
function hasFigures(word: string): boolean {
  return /^[a-z]{0,2}\d+$/.test(word);
}

/** Behind Latin letters, Greek and Cyrillic: fewer characters say as much. */
const firstOtherLetter = 0x0590;

function isAkinBeyondLatin(short: string, long: string): boolean {
  // a Chinese word, or a Korean one with its particles, is as short as two characters
  const least = short.charCodeAt(0) >= 0x2e80 ? 2 : 3;
  return short.length >= least && (long.startsWith(short) || long.endsWith(short));
}

/**
 * How surely a text has a word of a script without spaces, where it was divided in another way than the question: the
 * word itself, or of a longer Chinese one a part of two characters.
 */
function within(word: string, text: Text): number {
  if (word.charCodeAt(0) < firstOtherLetter || !isUnspaced(word)) return 0;
  if (text.folded.includes(word)) return word.length > 1 ? 0.9 : 0.6;
  return pairsOf(word).some(pair => text.folded.includes(pair)) ? 0.5 : 0;
}

function personsOf(memberships: readonly Membership[]): readonly number[] {
  return memberships.filter(({ group }) => group < people.length).map(({ group }) => group);
}

/** What an answer to such a question usually contains; both are matched without case and accents. */
const hints: readonly (readonly [asks: RegExp, answers: (text: Text) => boolean])[] = [
  [
    /\b(?:when|what time|(?:which|what) (?:day|date|year|month)|wann|um wie ?viel uhr)\b/,
    text =>
      /\b(?:\d{1,2}[:.]\d\d|(?:19|20)\d\d|\d{1,2}\.? (?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|january|february|march|april|june|july|august|september|october|november|december|januar|februar|marz|juni|juli|oktober|dezember|o'clock|uhr|noon|midnight|at (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter)|morning|evening|every)\b/.test(
        text.folded,
      ),
  ],
  [
    /\b(?:how (?:much|many|old|tall|heavy|high|big|large|long|far)|wie ?viele?|wie (?:alt|gross|hoch|lang|weit|schwer))\b/,
    text => /\d/.test(text.folded),
  ],
  [
    /\b(?:where|wo|woher|wohin)\b/,
    text =>
      /\b(?:in|at|on|near|under|behind|with|next|beside|from|to|im|am|an|auf|bei|unter|hinter|neben|beim|aus|nach)\b/.test(
        text.folded,
      ),
  ],
  [
    /\b(?:who|whom|whose|wer|wen|wem|wessen|called|name|named|heisst|heissen)\b/,
    text =>
      text.persons.length > 0 ||
      /\b(?:mrs?|ms|dr|mag|herrn?|frau|called|name|heisst)\b/.test(text.folded) ||
      (!text.german && /\S [A-Z][a-z]/.test(text.source)),
  ],
];

/** What a text can show without a word of the table; `@…` stands for it among the narrower words of a row. */
const features: readonly (readonly [name: string, shows: (source: string, words: readonly Word[]) => boolean])[] = [
  ['@number', (source, words) => /\d/.test(source) || words.some(word => numberWords.has(word.text))],
  ['@place', source => /\b(?:in|to|from|at|near|nach|aus|bei|im) (?:the )?\p{Lu}\p{L}/u.test(source)],
];

const numberWords: ReadonlySet<string> = new Set(
  'one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig hundert'.split(
    ' ',
  ),
);
