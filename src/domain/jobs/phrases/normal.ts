/**
 * A time as it was typed, in one form: small letters, numbers as digits, names of days in full. What this does not know
 * it leaves as it is.
 */

/** The text in that form. */
export function normal(text: string): string {
  let words = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘´`]/g, "'")
    .replace(/\b([ap])\.\s?m\b\.?/g, '$1m')
    .replace(/o'clock/g, 'oclock')
    .replace(/(?:(\d+) ?)?([¼½¾])|(?:(?<!\d)(\d+) )?([13])\/([24])(?=\s*(?:h|std|stunde))/g, fractionFrom)
    .replace(/(?<![\d.,])(\d{1,3})[,.](\d{3})(?![\d.,])/g, '$1$2')
    .replace(/(\d),(\d{1,2})(?!\d)/g, '$1.$2')
    .replace(/[,;]/g, ' ')
    .replace(/^[\s:.!?]+|[\s:!?]+$/g, '')
    .replace(/(?<!\d)\.$/, '')
    .replace(/\s+/g, ' ');
  for (const [form, instead] of spellings)
    words = typeof instead === 'string' ? words.replace(form, instead) : words.replace(form, instead);
  return words.replace(numberForm, numberFrom).replace(/\s+/g, ' ').trim();
}

const fractions: Readonly<Record<string, number>> = {
  '¼': 0.25,
  '½': 0.5,
  '¾': 0.75,
  '1/2': 0.5,
  '1/4': 0.25,
  '3/4': 0.75,
};

/** "1½" and "1 1/2" as 1.5. */
function fractionFrom(_all: string, before = '', sign?: string, whole = '', over = '', under = ''): string {
  return String(Number(sign === undefined ? whole : before) + (fractions[sign ?? `${over}/${under}`] ?? 0));
}

const shortDays: Readonly<Record<string, string>> = {
  mo: 'montag',
  di: 'dienstag',
  mi: 'mittwoch',
  do: 'donnerstag',
  fr: 'freitag',
  sa: 'samstag',
  so: 'sonntag',
};

const spellings: readonly (readonly [RegExp, string | ((...groups: string[]) => string)])[] = [
  [/\bue(?=bermorgen\b)/g, 'ü'],
  [/\b(t|zweit)ae(?=gl|gig)/g, '$1ä'],
  [/\bstuend/g, 'stünd'],
  [/\bwoech/g, 'wöch'],
  [/\bjaehr/g, 'jähr'],
  [/\bmaerz\b/g, 'märz'],
  [/\bnaechst/g, 'nächst'],
  [/\bfrueh\b/g, 'früh'],
  [/\b(?:ausser|au(?=ß)ßer|außer|bis auf)(?![\p{L}])/gu, 'außer'],
  [/\bfuenf/g, 'fünf'],
  [/\bzwoelf\b/g, 'zwölf'],
  [/\b(?:sonnabend)(?=s?\b)/g, 'samstag'],
  [/\bmon\b\.?/g, 'monday'],
  [/\btue(?:s)?\b\.?/g, 'tuesday'],
  [/\bwed\b\.?/g, 'wednesday'],
  [/\bthu(?:rs?)?\b\.?/g, 'thursday'],
  [/\bfri\b\.?/g, 'friday'],
  [/\bsat\b\.?/g, 'saturday'],
  [/\bsun\b\.?/g, 'sunday'],
  [
    /(?<![\p{L}])((?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)(früh|morgen|vormittag|mittag|nachmittag|abend|nacht)(s?)(?![\p{L}])/gu,
    '$1$3 $2',
  ],
  [/\beveryday\b/g, 'every day'],
  [
    /(?<![\p{L}])in (?:about|around|roughly|approximately|exactly|ca\.?|circa|etwa|ungefähr|rund|genau) (?=[\p{L}\d])/gu,
    'in ',
  ],
  [/ (?:sharp|on the dot|pünktlich)(?![\p{L}])|(?<=(?:^| )(?:at|um) )(?:exactly|genau|punkt) /gu, ''],
  [/(?<=(?:^| )(?:at|um|gegen) )(\d{1,2}(?::\d\d)?)\s?h(?![\p{L}\d])/gu, '$1 uhr'],
  [
    /(?<=(?:^| )(?:am|jeden|diesen|kommenden|nächsten|ab) )(mo|di|mi|do|fr|sa|so)(?:\.|(?![\p{L}]))|^(mo|di|mi|do|fr|sa)\.?(?= (?:um|gegen|\d{1,2}(?::\d\d)? ?uhr) ?)/gu,
    (_all: string, behind: string | undefined, first: string | undefined) => shortDays[behind ?? first ?? ''] ?? '',
  ],
  [/(?<![\p{L}])tgl\./gu, 'täglich'],
  [
    /(?<![\p{L}])(mo|di|mi|do|fr|sa|so)\.?\s?(-|–|bis|\+|u\.|und|&)\s?(mo|di|mi|do|fr|sa|so)(?:\.|(?![\p{L}]))/gu,
    (_all: string, first: string, between: string, last: string) =>
      `jeden ${shortDays[first]} ${/[-–]|bis/.test(between) ? 'bis' : 'und'} ${shortDays[last]}`,
  ],
  [/\b(\d+)\s?h\s?(\d{1,2})(?:\s?m(?:in)?)?\b(?=\s*$)/g, '$1h $2min'],
  [/\bmo(?:\.|\b)(?=\s*(?:-|–|bis|und|um|di|mi|do|fr|sa|so|$))/g, 'montag'],
  [/\bday after tomorrow\b/g, 'day after tomorrow'],
];

const small: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  eins: 1,
  ein: 1,
  eine: 1,
  einer: 1,
  einem: 1,
  einen: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwölf: 12,
  dreizehn: 13,
  vierzehn: 14,
  fünfzehn: 15,
  sechzehn: 16,
  siebzehn: 17,
  achtzehn: 18,
  neunzehn: 19,
};
const tens: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  zwanzig: 20,
  dreißig: 30,
  dreissig: 30,
  vierzig: 40,
  fünfzig: 50,
  sechzig: 60,
  siebzig: 70,
  achtzig: 80,
  neunzig: 90,
};
/** "second" is a length of time as well, so it stays a word. */
const ordinals: Readonly<Record<string, string>> = {
  first: '1st',
  third: '3rd',
  fourth: '4th',
  fifth: '5th',
  sixth: '6th',
  seventh: '7th',
  eighth: '8th',
  ninth: '9th',
  tenth: '10th',
  eleventh: '11th',
  twelfth: '12th',
  fifteenth: '15th',
  twentieth: '20th',
  zweite: '2.',
  dritte: '3.',
  vierte: '4.',
  ersten: '1.',
  erster: '1.',
  zweiten: '2.',
  dritten: '3.',
  vierten: '4.',
  fünften: '5.',
  sechsten: '6.',
  siebten: '7.',
  achten: '8.',
  neunten: '9.',
  zehnten: '10.',
  elften: '11.',
  zwölften: '12.',
  fünfzehnten: '15.',
  zwanzigsten: '20.',
};

const units = 'ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun';
const numberForm = new RegExp(
  `(?<![\\p{L}\\d])(?:(?<ten>${Object.keys(tens).join('|')})[- ](?<one>one|two|three|four|five|six|seven|eight|nine)|(?:(?<ein>${units})und)?(?<zig>${Object.keys(tens).join('|')})|(?<small>${Object.keys(small).join('|')})|(?<th>${Object.keys(ordinals).join('|')}))(?![\\p{L}\\d])`,
  'gu',
);

function numberFrom(whole: string, ...rest: readonly unknown[]): string {
  const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
  const { ten, one, ein, zig, small: less, th } = groups;
  if (th !== undefined) return ordinals[th] ?? whole;
  if (less !== undefined) return String(small[less] ?? whole);
  const large = tens[ten ?? zig ?? ''] ?? 0;
  return String(large + (small[one ?? ein ?? ''] ?? 0));
}

const dayNames: Readonly<Record<string, number>> = {
  sunday: 0,
  monday: 1,
  tuesday: 2,
  wednesday: 3,
  thursday: 4,
  friday: 5,
  saturday: 6,
  sonntag: 0,
  montag: 1,
  dienstag: 2,
  mittwoch: 3,
  donnerstag: 4,
  freitag: 5,
  samstag: 6,
};

/** One name of a day of the week, with or without an `s` behind it; for a larger pattern. */
export const dayName = `(?:${Object.keys(dayNames).join('|')})s?`;

/** Sunday is 0; undefined: it is no name of a day. */
export function weekdayOf(name: string): number | undefined {
  return dayNames[name] ?? dayNames[name.replace(/s$/, '')];
}
