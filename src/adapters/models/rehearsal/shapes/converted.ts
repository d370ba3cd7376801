/** "Convert 5 miles to km", where no tool has been made for it: what a pocket calculator could say. */
import type { Language } from '../intent.ts';
import { numbersIn } from '../phrase.ts';
import { conversion } from './units.ts';

/** Of each unit how much it is of the first of its kind, and the words for it. */
const kinds: readonly (readonly (readonly [of: number, words: RegExp])[])[] = [
  [
    [1, /^(?:m|met(?:er|re)s?|metern)$/],
    [0.001, /^(?:mm|millimet(?:er|re)s?)$/],
    [0.01, /^(?:cm|[cz]entimet(?:er|re)s?)$/],
    [1_000, /^(?:km|kms|kilomet(?:er|re)s?|kilometern)$/],
    [0.0254, /^(?:in|inch(?:es)?|zoll)$/],
    [0.3048, /^(?:ft|foot|feet|fuß)$/],
    [0.9144, /^(?:yd|yards?)$/],
    [1_609.344, /^(?:mi|miles?|meilen?)$/],
  ],
  [
    [1, /^(?:g|grams?|gramm)$/],
    [0.001, /^(?:mg|milligram(?:m|s)?)$/],
    [1_000, /^(?:kg|kgs|kilos?|kilogram(?:m|s)?)$/],
    [28.349523125, /^(?:oz|ounces?|unzen?)$/],
    [453.59237, /^(?:lbs?|pounds?)$/],
  ],
  [
    [1, /^(?:l|lit(?:er|re)s?|litern)$/],
    [0.001, /^(?:ml|millilit(?:er|re)s?)$/],
    [0.473176473, /^(?:pints?)$/],
    [3.785411784, /^(?:gal|gallons?|gallonen?)$/],
  ],
  [
    [1, /^(?:s|sec|secs|seconds?|sekunden?)$/],
    [60, /^(?:min|mins|minutes?|minuten?)$/],
    [3_600, /^(?:h|hrs?|hours?|stunden?)$/],
    [86_400, /^(?:days?|tagen?|tag)$/],
  ],
  [
    [1 / 3.6, /^(?:km\/h|kmh|kph)$/],
    [0.44704, /^mph$/],
    [1_852 / 3_600, /^(?:knots?|knoten)$/],
  ],
];

const degrees: readonly (readonly [
  words: RegExp,
  toCelsius: (value: number) => number,
  from: (c: number) => number,
])[] = [
  [/^(?:°?c|(?:degrees |grad )?celsius)$/, c => c, c => c],
  [/^(?:°?f|(?:degrees |grad )?fahrenheit)$/, f => ((f - 32) * 5) / 9, c => (c * 9) / 5 + 32],
  [/^(?:°?k|kelvin)$/, k => k - 273.15, c => c + 273.15],
];

/** The sentence that says it; undefined: a unit is not known, or the two measure different things. */
export function converted(words: string, language: Language): string | undefined {
  const [, amount = '', from = '', to = ''] = conversion.exec(words.trim().replace(/[.!?]+$/, '')) ?? [];
  const [value] = numbersIn(amount, language);
  const result = value === undefined ? undefined : inUnit(value, unit(from), unit(to));
  if (result === undefined) return undefined;
  const isTemperature = degrees.some(([words]) => words.test(unit(to)));
  const verb = verbs[language][value === 1 || isTemperature ? 'one' : 'many'];
  return `${amount} ${from} ${verb} ${rounded(result, isTemperature ? 1 : 2, language)} ${to}.`;
}

const verbs: Readonly<Record<Language, Readonly<Record<'one' | 'many', string>>>> = {
  en: { one: 'is', many: 'are' },
  de: { one: 'ist', many: 'sind' },
};

/** As people say it: so many decimals, and of what is small three digits. */
function rounded(value: number, decimals: number, language: Language): string {
  const isSmall = value !== 0 && Math.abs(value) < 1 && decimals > 1;
  const digits = isSmall ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: decimals };
  return new Intl.NumberFormat(language, { useGrouping: false, ...digits }).format(value);
}

/** "How many km are 5 miles?" as the order that means the same. */
export function conversionWanted(words: string): { readonly language: Language; readonly order: string } | undefined {
  for (const language of ['en', 'de'] as const)
    for (const form of questions[language]) {
      const { value, from, to } = form.exec(words.trim())?.groups ?? {};
      const order = language === 'de' ? `rechne ${value} ${from} in ${to} um` : `convert ${value} ${from} to ${to}`;
      if (value !== undefined && converted(order, language) !== undefined) return { language, order };
    }
  return undefined;
}

const questions: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [
    /^how (?:many|much) (?<to>[^\s\d]+) (?:is|are|in) (?<value>\d[\d.,]*) ?(?<from>[^\s\d?]+)\W*$/i,
    /^(?:what|how much)(?: is|['’]s| are) (?<value>\d[\d.,]*) ?(?<from>[^\s\d]+) in (?<to>[^\s\d?]+)\W*$/i,
  ],
  de: [
    /^wie ?viele? (?<to>[^\s\d]+) (?:ist|sind|hat|haben) (?<value>\d[\d.,]*) ?(?<from>[^\s\d?]+)\W*$/i,
    /^(?:was|wie ?viel) (?:ist|sind) (?<value>\d[\d.,]*) ?(?<from>[^\s\d]+) in (?<to>[^\s\d?]+)\W*$/i,
  ],
};

function unit(name: string): string {
  return name.trim().toLowerCase().replace(/\.$/, '');
}

function inUnit(value: number, from: string, to: string): number | undefined {
  for (const kind of kinds) {
    const [one, other] = [from, to].map(name => kind.find(([, words]) => words.test(name))?.[0]);
    if (one !== undefined && other !== undefined) return (value * one) / other;
  }
  const [one, other] = [from, to].map(name => degrees.find(([words]) => words.test(name)));
  return one === undefined || other === undefined ? undefined : other[2](one[1](value));
}
