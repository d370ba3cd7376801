/** Shapes that find things in a text. */
import { parameters, type Shape, someText } from './shape.ts';

const text = parameters({ text: someText });

export const extracting: readonly Shape[] = [
  {
    name: 'extract_emails',
    description: 'Finds the e-mail addresses in a text.',
    sounds: /e-?mail|mail ?adress/i,
    wish: { en: 'extracts the e-mail addresses from a text', de: 'die E-Mail-Adressen aus einem Text holt' },
    parameters: text,
    python: String.raw`import re


def work(text):
    found = re.findall(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", text)
    return {"emails": list(dict.fromkeys(found))}
`,
    test: { text: 'Write to ann@example.com or bob.b@mail.example.org, not to ann@example.com twice.' },
    use: {
      en: 'extract the e-mail addresses from: write to ann@example.com or bob@example.org',
      de: 'hole die E-Mail-Adressen aus: schreib an ann@example.com oder bob@example.org',
    },
  },
  {
    name: 'extract_links',
    description: 'Finds the web addresses in a text.',
    sounds: /\blinks?\b|\burls?\b|web ?address|web-?adresse/i,
    wish: { en: 'extracts the links from a text', de: 'die Links aus einem Text holt' },
    parameters: text,
    python: String.raw`import re


def work(text):
    found = [link.rstrip(".,;:!?)»”'\"") for link in re.findall(r"https?://[^\s<>\"]+", text)]
    return {"links": list(dict.fromkeys(found))}
`,
    test: { text: 'See https://example.com/a?b=1, and (http://example.org).' },
    use: {
      en: 'extract the links from: see https://example.com/a and http://example.org.',
      de: 'hole die Links aus: siehe https://example.com/a und http://example.org.',
    },
  },
  {
    name: 'extract_numbers',
    description: 'Finds the numbers in a text.',
    sounds: /\b(?:extract|find|pull|get|collect)\w*\b.*\bnumbers?\b|zahlen? .*(?:aus|heraus)/i,
    wish: { en: 'extracts the numbers from a text', de: 'die Zahlen aus einem Text holt' },
    parameters: text,
    python: String.raw`import re


def work(text):
    found = re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?", text)
    return {"numbers": [float(one) if "." in one else int(one) for one in found]}
`,
    test: { text: 'Two cost 3.50, one is -4 degrees, and 12 are left.' },
    use: {
      en: 'extract the numbers from: 3.50 for tea, 12 for cake',
      de: 'hole die Zahlen aus: 3.50 für Tee, 12 für Kuchen',
    },
  },
  {
    name: 'extract_dates',
    description: 'Finds the dates in a text.',
    sounds: /\b(?:extract|find|pull|get|collect)\w*\b.*\bdates?\b|\bdatum|\bdaten .*(?:aus|heraus)|datumsangaben/i,
    wish: { en: 'extracts the dates from a text', de: 'die Datumsangaben aus einem Text holt' },
    parameters: text,
    python: String.raw`import re

MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|jän|mär|mai|okt|dez)[a-zä]*\.?"
DATE = rf"\b(?:\d{{4}}-\d\d-\d\d|\d{{1,2}}\.\s?\d{{1,2}}\.\s?\d{{2,4}}|\d{{1,2}}/\d{{1,2}}/\d{{2,4}}|\d{{1,2}}\.? {MONTH}(?: \d{{4}})?|{MONTH} \d{{1,2}}(?:, \d{{4}})?)"


def work(text):
    return {"dates": re.findall(DATE, text, re.IGNORECASE)}
`,
    test: { text: 'From 2025-01-31 to 4 May 2025, then 1.6.2025 and June 7, 2025.' },
    use: {
      en: 'extract the dates from: due on 2025-01-31 and on 4 May',
      de: 'hole die Datumsangaben aus: fällig am 31.1.2025 und am 4. Mai',
    },
  },
];
