/** Shapes that work on lines, or on what stands between commas where a text has one line. */
import { defined, type JsonObject } from '../../../../domain/text/json.ts';
import { parameters, type Shape } from './shape.ts';

const lines: JsonObject = { type: 'string', description: 'The lines; a single line is divided at its commas.' };

const itemsOf = `

def items_of(text):
    parts = text.splitlines() if "\\n" in text.strip() else text.split(",")
    return [part.strip() for part in parts if part.strip()]
`;

export const lining: readonly Shape[] = [
  {
    name: 'sort_lines',
    description: 'Sorts lines: by number where all are numbers, else by the alphabet.',
    sounds: /\bsort\w*\b|\balphabeti[sz]e|ordne/i,
    wish: { en: 'sorts lines', de: 'Zeilen sortiert' },
    parameters: parameters({
      text: lines,
      descending: { type: 'boolean', description: 'The last comes first.', default: false },
    }),
    python: `
${itemsOf}

def work(text, descending=False):
    items = items_of(text)
    try:
        items.sort(key=float, reverse=descending)
    except ValueError:
        items.sort(key=lambda item: (item.casefold(), item), reverse=descending)
    return {"sorted": items}
`,
    test: { text: 'pear, apple, fig' },
    use: { en: 'sort the lines: pear, apple, fig', de: 'sortiere die Zeilen: Birne, Apfel, Feige' },
    fill: ({ text, head }) =>
      text === undefined
        ? undefined
        : {
            text,
            ...defined({ descending: /descend|revers|backward|absteigend|rückwärts/i.test(head) ? true : undefined }),
          },
  },
  {
    name: 'unique_lines',
    description: 'Keeps each line once, in the order in which they first stand.',
    sounds: /\bunique|duplicate|\bdedup|doppelte|mehrfache|eindeutig/i,
    wish: { en: 'removes duplicate lines', de: 'doppelte Zeilen entfernt' },
    parameters: parameters({ text: lines }),
    python: `
${itemsOf}

def work(text):
    items = items_of(text)
    unique = list(dict.fromkeys(items))
    return {"unique": unique, "removed": len(items) - len(unique)}
`,
    test: { text: 'tea, milk, tea' },
    use: { en: 'remove the duplicates from: tea, milk, tea', de: 'entferne doppelte Zeilen aus: Tee, Milch, Tee' },
  },
  {
    name: 'filter_lines',
    description: 'Keeps the lines that contain a word or phrase.',
    sounds: /\bfilter\w*\b|lines? (?:that |which )?(?:contain|with)|zeilen,? (?:die .*enthalten|mit)|filter/i,
    wish: { en: 'filters the lines that contain a word', de: 'die Zeilen mit einem Wort herausfiltert' },
    parameters: parameters({
      text: lines,
      word: { type: 'string', description: 'What they contain; upper and lower case are the same.', minLength: 1 },
    }),
    python: `
${itemsOf}

def work(text, word):
    return {"lines": [item for item in items_of(text) if word.casefold() in item.casefold()]}
`,
    test: { text: 'red wine, white wine, red rose', word: 'RED' },
    use: {
      en: 'filter the lines with "red": red wine, white wine, red rose',
      de: 'filtere die Zeilen mit „rot“: rote Rose, weißer Wein',
    },
    fill: ({ head, behind, quotes: [first, second] }) => {
      const named = /\b(?:with|containing|contain|mit)\s+(?:the word |dem wort )?(\S+)\s*$/i.exec(head)?.[1];
      const [word, text] = [first ?? named, behind ?? second];
      return word === undefined || text === undefined ? undefined : { word, text };
    },
  },
  {
    name: 'number_lines',
    description: 'Puts a number before each line.',
    sounds: /\b(?:number|enumerate)s?\b.*\blines?\b|nummerier/i,
    wish: { en: 'numbers the lines of a text', de: 'die Zeilen eines Textes nummeriert' },
    parameters: parameters({ text: lines }),
    python: `
${itemsOf}

def work(text):
    return {"text": "\\n".join(f"{at}. {item}" for at, item in enumerate(items_of(text), 1))}
`,
    test: { text: 'pack, lock up, go' },
    use: { en: 'number the lines: pack, lock up, go', de: 'nummeriere die Zeilen: packen, absperren, gehen' },
  },
];
