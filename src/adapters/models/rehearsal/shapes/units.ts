/** The shape that converts between units. */
import { numberForm, numbersIn } from '../phrase.ts';
import { parameters, type Shape } from './shape.ts';

export const measuring: readonly Shape[] = [
  {
    name: 'convert_units',
    description: 'Converts a value between units of length, weight, volume, time, speed or temperature.',
    sounds:
      /\bunits?\b|einheit|(?<!\p{L})(?:km|kilomet\w+|miles?|meilen?|feet|foot|fuß|inch\w*|zoll|yards?|cm|met(?:er|re)s?|kg|kilo\w*|pounds?|pfund|lbs?|ounces?|unzen?|grams?|gramm|lit(?:er|re)s?|gallons?|pints?|cups?|celsius|fahrenheit|kelvin|°\s?[cfk]|mph|knots?|knoten|hours?|stunden?|minutes?|minuten?)(?![\p{L}])/iu,
    wish: { en: 'converts kilometres to miles', de: 'Kilometer in Meilen umrechnet' },
    parameters: parameters({
      value: { type: 'number', description: 'How much.' },
      from: { type: 'string', description: 'Its unit: km, mile, kg, pound, l, gallon, h, km/h, mph, C, F …' },
      to: { type: 'string', description: 'The unit wanted, of the same kind.' },
    }),
    python: `
KINDS = [
    {"mm": 0.001, "cm": 0.01, "m": 1, "km": 1000, "inch": 0.0254, "foot": 0.3048, "yard": 0.9144, "mile": 1609.344},
    {"mg": 0.001, "g": 1, "kg": 1000, "t": 1_000_000, "ounce": 28.349523125, "pound": 453.59237},
    {"ml": 0.001, "cl": 0.01, "l": 1, "cup": 0.2365882365, "pint": 0.473176473, "gallon": 3.785411784},
    {"s": 1, "min": 60, "h": 3600, "day": 86_400, "week": 604_800},
    {"m/s": 1, "km/h": 1 / 3.6, "mph": 0.44704, "knot": 1852 / 3600},
]
NAMES = {
    "millimetre millimeter": "mm", "centimetre centimeter zentimeter": "cm", "metre meter": "m",
    "kilometre kilometer": "km", "in inches zoll": "inch", "ft feet fuß": "foot", "yd": "yard", "mi meile meilen": "mile",
    "milligram milligramm": "mg", "gram gramm": "g", "kilo kilogram kilogramm": "kg", "tonne ton": "t",
    "oz unze unzen": "ounce", "lb pfund": "pound", "millilitre milliliter": "ml", "litre liter": "l", "tasse": "cup",
    "gal gallone gallonen": "gallon", "sec second sekunde sekunden": "s", "minute minuten": "min",
    "hour stunde stunden hr": "h", "d tag tage": "day", "woche wochen": "week", "kmh kph": "km/h", "knoten kn": "knot",
    "°c celsius centigrade": "c", "°f fahrenheit": "f", "°k kelvin": "k",
}
UNITS = {word: unit for words, unit in NAMES.items() for word in words.split()}
FROM_KELVIN = {"c": lambda k: k - 273.15, "f": lambda k: k * 9 / 5 - 459.67, "k": lambda k: k}
TO_KELVIN = {"c": lambda c: c + 273.15, "f": lambda f: (f + 459.67) * 5 / 9, "k": lambda k: k}


def unit(text):
    name = text.strip().lower().replace("degrees", "").replace("grad", "").replace("° ", "°").strip().rstrip(".")
    known = set(FROM_KELVIN).union(*KINDS)
    for form in (name, name.removesuffix("s")):
        found = UNITS.get(form, form)
        if found in known:
            return found
    sys.exit(f"{text!r} is no unit I know; I know {', '.join(sorted(known))}")


def work(value, **units):
    of, to = unit(units["from"]), unit(units["to"])
    kind = next((kind for kind in KINDS if of in kind and to in kind), None)
    if kind:
        result = value * kind[of] / kind[to]
    elif of in TO_KELVIN and to in FROM_KELVIN:
        result = FROM_KELVIN[to](TO_KELVIN[of](value))
    else:
        sys.exit(f"{units['from']} and {units['to']} do not measure the same thing")
    return {"value": round(result, 6), "unit": to.upper() if to in FROM_KELVIN else to}
`,
    test: { value: 100, from: 'km', to: 'miles' },
    use: { en: 'convert 100 km to miles', de: 'rechne 100 km in Meilen um' },
    fill: ({ whole }, language) => {
      const [, amount = '', from = '', to = ''] = conversion.exec(whole.replace(/[.!?]+$/, '')) ?? [];
      const [value] = numbersIn(amount, language);
      return value === undefined || from === '' || to === '' ? undefined : { value, from, to };
    },
  },
];

/** A value, its unit and the one that is wanted. */
export const conversion = new RegExp(
  String.raw`(${numberForm})\s*([^\s\d][^\d]*?)\s+(?:to|into|in|as|nach|zu)\s+(.+?)(?:\s+um)?$`,
  'iu',
);
