/** Shapes that reckon. */
import type { JsonObject } from '../../../../domain/text/json.ts';
import { datesIn, numbersIn } from '../phrase.ts';
import { parameters, type Shape } from './shape.ts';

const numbers = parameters({
  numbers: { type: 'array', items: { type: 'number' }, minItems: 1, description: 'The numbers.' },
});

/** Whole results without a decimal point, others without the noise of binary fractions. */
const tidy = `

def tidy(number):
    number = round(number, 10)
    return int(number) if number == int(number) else number
`;

export const reckoning: readonly Shape[] = [
  {
    name: 'sum_numbers',
    description: 'Adds up numbers.',
    sounds: /\bsums?\b|\badds?(?: up)?\b|\btotals?\b|summe|summier|addier|zusammenzähl/i,
    wish: { en: 'sums numbers', de: 'Zahlen summiert' },
    parameters: numbers,
    python: `import math
${tidy}

def work(numbers):
    return {"sum": tidy(math.fsum(numbers))}
`,
    test: { numbers: [0.1, 0.2, 3] },
    use: { en: 'sum 1, 2 and 3.5', de: 'summiere 1, 2 und 3,5' },
  },
  {
    name: 'average_numbers',
    description: 'Tells the average and the median of numbers.',
    sounds: /\baverages?\b|\bmean\b|\bmedian|durchschnitt|mittelwert/i,
    wish: { en: 'calculates the average of numbers', de: 'den Durchschnitt von Zahlen berechnet' },
    parameters: numbers,
    python: `import statistics
${tidy}

def work(numbers):
    return {"average": tidy(statistics.fmean(numbers)), "median": tidy(statistics.median(numbers))}
`,
    test: { numbers: [1, 2, 6] },
    use: { en: 'calculate the average of 1, 2 and 6', de: 'berechne den Durchschnitt von 1, 2 und 6' },
  },
  {
    name: 'number_range',
    description: 'Tells the smallest and the largest of numbers.',
    sounds:
      /\b(?:smallest|largest|biggest|lowest|highest|min(?:imum)?|max(?:imum)?)\b|kleinste|größte|niedrigste|höchste/i,
    wish: {
      en: 'tells the smallest and the largest of numbers',
      de: 'die kleinste und die größte von Zahlen bestimmt',
    },
    parameters: numbers,
    python: `
${tidy}

def work(numbers):
    return {"smallest": tidy(min(numbers)), "largest": tidy(max(numbers))}
`,
    test: { numbers: [3, -1, 2.5] },
    use: { en: 'calculate the smallest and largest of 3, -1 and 2.5', de: 'bestimme die größte von 3, -1 und 2,5' },
  },
  {
    name: 'percentage_of',
    description: 'Tells how many per cent a part is of a whole.',
    sounds: /per ?cent|prozent/i,
    wish: { en: 'calculates how many per cent a part is of a whole', de: 'berechnet, wie viel Prozent ein Teil ist' },
    parameters: parameters({
      part: { type: 'number', description: 'The part.' },
      whole: { type: 'number', description: 'The whole; not 0.' },
    }),
    python: `
${tidy}

def work(part, whole):
    if whole == 0:
        sys.exit("nothing is a part of 0")
    return {"percent": tidy(100 * part / whole)}
`,
    test: { part: 1, whole: 8 },
    use: { en: 'calculate how many per cent 12 is of 80', de: 'berechne, wie viel Prozent 12 von 80 sind' },
    fill: ({ whole: said }, language) => {
      const [part, whole] = numbersIn(said, language);
      return part === undefined || whole === undefined ? undefined : { part, whole };
    },
  },
  {
    name: 'days_between',
    description: 'Counts the days from one date to another.',
    sounds: /\bdays?\b|\btage?\b|date difference/i,
    wish: { en: 'counts the days between two dates', de: 'die Tage zwischen zwei Daten zählt' },
    parameters: parameters({
      from: { type: 'string', description: 'The first date, such as 2025-05-04, 4.5.2025 or 4 May 2025.' },
      to: { type: 'string', description: 'The last date, in the same forms.' },
    }),
    python: `from datetime import datetime

FORMS = ["%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%d %B %Y", "%d %b %Y", "%B %d, %Y", "%B %d %Y", "%b %d, %Y"]


def day(text):
    for form in FORMS:
        try:
            return datetime.strptime(" ".join(text.split()), form).date()
        except ValueError:
            pass
    sys.exit(f"{text!r} is no date I know; write it like 2025-05-04")


def work(**dates):
    return {"days": (day(dates["to"]) - day(dates["from"])).days}
`,
    test: { from: '2024-02-01', to: '1 March 2024' },
    use: {
      en: 'count the days between 2025-01-01 and 2025-03-01',
      de: 'zähle die Tage zwischen 1.1.2025 und 1.3.2025',
    },
    fill: ({ whole }): JsonObject | undefined => {
      const [from, to] = datesIn(whole);
      return from === undefined || to === undefined ? undefined : { from, to };
    },
  },
];
