/** Shapes that count. */
import { parameters, type Shape, someText } from './shape.ts';

export const counting: readonly Shape[] = [
  {
    name: 'word_frequency',
    description: 'Tells which words occur most often in a text, and how often.',
    sounds: /frequen|most (?:common|used)|häufig|how often each word|wie oft jedes wort/i,
    wish: { en: 'finds the most frequent words of a text', de: 'die häufigsten Wörter eines Textes findet' },
    parameters: parameters({
      text: someText,
      most: { type: 'integer', description: 'How many words at most.', minimum: 1, default: 10 },
    }),
    python: String.raw`
import re
from collections import Counter


def work(text, most=10):
    words = re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", text.lower())
    ranked = sorted(Counter(words).items(), key=lambda item: (-item[1], item[0]))
    return {"words": dict(ranked[:most])}
`,
    test: { text: 'To be, or not to be.' },
    use: {
      en: 'rank the most frequent words of: to be or not to be',
      de: 'zähle die häufigsten Wörter von: ja nein ja',
    },
  },
  {
    name: 'count_occurrences',
    description: 'Counts how often a word or phrase occurs in a text.',
    sounds: /how (?:often|many times)|occur|wie oft|vorkommen|vorkommt/i,
    wish: { en: 'counts how often a word occurs in a text', de: 'zählt, wie oft ein Wort in einem Text vorkommt' },
    parameters: parameters({
      text: someText,
      word: { type: 'string', description: 'The word or phrase; upper and lower case are the same.', minLength: 1 },
    }),
    python: String.raw`
import re


def work(text, word):
    found = re.findall(r"(?<!\w)" + re.escape(word) + r"(?!\w)", text, re.IGNORECASE)
    return {"word": word, "occurrences": len(found)}
`,
    test: { text: 'The cat and the other cat.', word: 'the' },
    use: {
      en: 'count how often "the" occurs in: the cat and the dog',
      de: 'zähle, wie oft „die“ vorkommt in: die Katze und die Maus',
    },
    fill: ({ head, behind, quotes: [first, second] }) => {
      const word = first ?? /\b(?:word|wort) (\S+)/i.exec(head)?.[1];
      const text = behind ?? second;
      return word === undefined || text === undefined ? undefined : { word, text };
    },
  },
  {
    name: 'count_words',
    description: 'Counts the words of a text.',
    sounds: /\bwords?\b|\bwörter|\bworte?\b/i,
    wish: { en: 'counts the words of a text', de: 'die Wörter eines Textes zählt' },
    parameters: parameters({ text: someText }),
    python: `

def work(text):
    return {"words": len(text.split())}
`,
    test: { text: 'to be or not to be' },
    use: { en: 'count the words of: to be or not to be', de: 'zähle die Wörter von: Sein oder Nichtsein' },
  },
  {
    name: 'count_lines',
    description: 'Counts the lines of a text, and those that are not empty.',
    sounds: /\bcount\w*\b.*\blines?\b|zähl.*\bzeilen?\b|\bzeilen?\b.*zähl/i,
    wish: { en: 'counts the lines of a text', de: 'die Zeilen eines Textes zählt' },
    parameters: parameters({ text: someText }),
    python: `

def work(text):
    lines = text.splitlines()
    return {"lines": len(lines), "not_empty": sum(1 for line in lines if line.strip())}
`,
    test: { text: 'one\n\nthree\n' },
    use: { en: 'count the lines of "one"', de: 'zähle die Zeilen von „eins“' },
  },
  {
    name: 'count_characters',
    description: 'Counts the characters of a text, with and without white space.',
    sounds: /(?<!\p{L})(?:characters|letters|zeichen|buchstaben)(?!\p{L})/iu,
    wish: { en: 'counts the characters of a text', de: 'die Zeichen eines Textes zählt' },
    parameters: parameters({ text: someText }),
    python: `

def work(text):
    return {"characters": len(text), "without_spaces": len("".join(text.split()))}
`,
    test: { text: 'Grüß Gott' },
    use: { en: 'count the characters of "Grüß Gott"', de: 'zähle die Zeichen von „Grüß Gott“' },
  },
];
