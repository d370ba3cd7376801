/** Shapes that make one form of another. */
import { parameters, type Shape, someText } from './shape.ts';

export const converting: readonly Shape[] = [
  {
    name: 'csv_to_json',
    description: 'Makes a list of JSON objects of CSV text whose first line names the columns.',
    sounds: /\bcsv\b/i,
    wish: { en: 'converts CSV to JSON', de: 'CSV in JSON umwandelt' },
    parameters: parameters({ csv: { type: 'string', description: 'The CSV text, with a first line of names.' } }),
    python: `import csv as tables
import io


def work(csv):
    lines = [line for line in csv.splitlines() if line.strip()]
    marks = {mark: lines[0].count(mark) for mark in ",;\\t"} if lines else {",": 0}
    mark = max(marks, key=marks.get)
    return {"rows": list(tables.DictReader(io.StringIO("\\n".join(lines)), delimiter=mark, skipinitialspace=True))}
`,
    test: { csv: 'name,age\nAnn,31\n"Bob, Jr.",4' },
    use: { en: 'convert the CSV to JSON:\nname,age\nAnn,31', de: 'wandle das CSV in JSON um:\nname,age\nAnn,31' },
  },
  {
    name: 'format_json',
    description: 'Writes JSON so that people can read it: indented, keys as they come.',
    sounds: /\bjson\b/i,
    wish: { en: 'formats JSON', de: 'JSON formatiert' },
    parameters: parameters({ text: { type: 'string', description: 'The JSON text.' } }),
    python: `

def work(text):
    try:
        return {"text": json.dumps(json.loads(text), indent=2, ensure_ascii=False)}
    except ValueError as error:
        sys.exit(f"that is no JSON: {error}")
`,
    test: { text: '{"b":[1,2],"a":"ä"}' },
    use: { en: 'format the JSON: `{"b":[1,2],"a":null}`', de: 'formatiere das JSON: `{"b":[1,2],"a":null}`' },
  },
  {
    name: 'change_case',
    description: 'Writes a text in upper case, lower case or with Capital Initials.',
    sounds: /\b(?:upper|lower|title)[ -]?case|capital|großbuchstaben|kleinbuchstaben|groß|klein/i,
    wish: { en: 'converts a text to upper case', de: 'einen Text in Großbuchstaben umwandelt' },
    parameters: parameters({
      text: someText,
      to: { type: 'string', enum: ['upper', 'lower', 'title'], description: 'The case wanted.', default: 'upper' },
    }),
    python: String.raw`import re


def work(text, to="upper"):
    if to == "title":
        return {"text": re.sub(r"[^\W\d_]+(?:['’][^\W\d_]+)?", lambda word: word[0][0].upper() + word[0][1:].lower(), text)}
    return {"text": text.upper() if to == "upper" else text.lower()}
`,
    test: { text: "the cat's Garden", to: 'title' },
    use: { en: 'convert to upper case: hello world', de: 'wandle in Großbuchstaben um: hallo Welt' },
    fill: ({ text, head }) => {
      if (text === undefined) return undefined;
      const to = /lower|klein/i.test(head) ? 'lower' : /title|capital|initial|anfang/i.test(head) ? 'title' : 'upper';
      return { text, to: /capital letters|großbuchstaben/i.test(head) ? 'upper' : to };
    },
  },
  {
    name: 'reverse_text',
    description: 'Writes a text from its end to its beginning.',
    sounds: /\brevers\w*\b|\bbackwards?\b|rückwärts|umdreh|umkehr|\bkehre?\b|\bdrehe?\b/i,
    wish: { en: 'reverses a text', de: 'einen Text umkehrt' },
    parameters: parameters({ text: someText }),
    python: `

def work(text):
    return {"text": text[::-1]}
`,
    test: { text: 'drawer' },
    use: { en: 'reverse the text: drawer', de: 'kehre den Text um: Lager' },
  },
  {
    name: 'make_slug',
    description: 'Makes of a title what can stand in an address: lower case, hyphens, no accents.',
    sounds: /\bslug/i,
    wish: { en: 'makes a slug of a title', de: 'aus einem Titel einen Slug macht' },
    parameters: parameters({ title: { type: 'string', description: 'The title.' } }),
    python: `import re
import unicodedata

LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa"})


def work(title):
    plain = unicodedata.normalize("NFKD", title.lower().translate(LETTERS)).encode("ascii", "ignore").decode()
    return {"slug": re.sub(r"[^a-z0-9]+", "-", plain).strip("-")}
`,
    test: { title: 'Über Café & Straße!' },
    use: { en: 'slugify: Crème brûlée at home', de: 'mach einen Slug aus: Über Café und Straße' },
  },
];
