/** The time in a sentence that asks for something: "remind me tomorrow to call Ada at 5pm". */
import { distance } from '../../text/writing/near.ts';
import { isCity } from './cities.ts';
import { timesIn } from './clock.ts';
import { normal } from './normal.ts';
import { looseMark, type Reading, readPhrase } from './phrase.ts';

/** What stands of a sentence for its time, and the rest of it. */
export interface FoundPhrase {
  /** As it was said; where it is in two places, both. */
  readonly phrase: string;
  readonly rest: string;
}

/**
 * The time at the beginning of a sentence, at its end, or both. What looks like a time and does not go with it is part
 * of the phrase, so that the phrase is asked about and not set. Undefined: there is none.
 */
export function findPhrase(sentence: string): FoundPhrase | undefined {
  const words = sentence.trim().split(/\s+/);
  const first = prefixOf(words);
  const behind = words.slice(first);
  const last = suffixOf(behind);
  const head = words.slice(0, first).join(' ');
  const tail = last === 0 ? '' : behind.slice(-last).join(' ');
  const middle = last === 0 ? behind : behind.slice(0, -last);
  const [phrase, kept] = together(head, tail, middle, behind);
  const rest = kept.join(' ').replace(/^[\s,:]+|[\s,]+$/g, '');
  if (phrase === '') return undefined;
  const loose = looseIn(rest, phrase) ?? (head === '' ? beside.exec(rest)?.[0] : undefined);
  return { phrase: loose === undefined ? phrase : `${phrase}${looseMark}${loose}`, rest };
}

/** Every time that a text says, wherever it stands in a sentence, each as far as it reaches. */
export function phrasesIn(text: string): readonly string[] {
  return text.split(/[\n!?;]|\.(?=\s|$)/).flatMap(sentence => {
    const words = sentence.trim().split(/\s+/).slice(0, mostSentenceWords);
    const found: string[] = [];
    for (let at = 0; at < words.length; ) {
      const count = prefixOf(words.slice(at));
      if (count > 0) found.push(words.slice(at, at + count).join(' '));
      at += Math.max(1, count);
    }
    return found;
  });
}

/** Both as one time, if they are one; else the first, and what stands at the end belongs to what is to be done. */
function together(head: string, tail: string, middle: readonly string[], behind: readonly string[]) {
  if (head === '' || tail === '') return [head === '' ? tail : head, head === '' ? middle : behind] as const;
  const both = `${head} ${tail}`;
  if (isClear(read(both))) return [both, middle] as const;
  return [head, behind] as const;
}

/**
 * A further answer to what was asked about a time: with the time of the day that was said before, where it has none.
 */
export function answeredPhrase(before: string, answer: string): string | undefined {
  const words = answer.trim().replace(/[.!]+$/, '');
  if (!isClear(read(words))) return undefined;
  const clock = timesIn(normal(words))?.times.length === 0 ? timesIn(normal(before))?.pieces.join(' ') : undefined;
  const both = clock === undefined || clock === '' ? words : `${words} ${clock}`;
  return isClear(read(both)) ? both : words;
}

const anyDay = Date.UTC(2026, 0, 1);

/** Whether it is a time does not depend on the day. */
function read(text: string): Reading | undefined {
  return readPhrase(text, anyDay, 'UTC');
}

function isClear(reading: Reading | undefined): boolean {
  return (
    reading !== undefined &&
    (!('ask' in reading) || (reading.ask !== 'rest' && reading.ask !== 'noSuchTime' && reading.ask !== 'oneTime'))
  );
}

const mostWords = 14;
const mostSentenceWords = 120;
const start =
  /^(?:in|on|at|every|each|daily|everyday|mornings|afternoons|evenings|nights|hourly|weekly|monthly|yearly|quarterly|fortnightly|weekdays|weekends|today|tomorrow|tonight|this|next|the|early|noon|midnight|a|one|two|three|half|twenty|ten|five|quarter|between|from|coming|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|tue|wed|thu|fri|sat|sun)|halb|viertel|dreiviertel|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|january|february|march|april|may|june|july|august|september|october|november|december|day|am|um|gegen|an|jede[nrsm]?|alle|täglich|tgl\.|(?:mo|di|mi|do|fr|sa|so)(?:\.|[-–](?:mo|di|mi|do|fr|sa|so))?|stündlich|wöchentlich|monatlich|jährlich|werktags|wochentags|morgens?|heute|übermorgen|früh|vormittags|nachmittags|abends|nachts|mittags?|mitternacht|diese[nrsm]?|nächste[nrsm]?|kommende[nrsm]?|zu|(?:(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)(?:früh|morgen|vormittag|mittag|nachmittag|abend|nacht)?s?|sonnabends?|von|zwischen|\d.*)[.,:;]?$/iu;

/** How many words at the beginning are a time: as many as can be. */
function prefixOf(words: readonly string[]): number {
  if (!start.test(words[0] ?? '')) return 0;
  for (let count = Math.min(mostWords, words.length); count > 0; count -= 1) {
    const text = words.slice(0, count).join(' ');
    if (dangles(words.slice(0, count))) continue;
    if (isClear(read(text))) return count;
  }
  return 0;
}

/** How many words at the end are a time. What stands behind "for" or "about" belongs to that. */
function suffixOf(words: readonly string[]): number {
  for (let count = Math.min(mostWords, words.length - 1); count > 0; count -= 1) {
    const at = words.length - count;
    if (!start.test(words[at] ?? '') || dangles(words.slice(at)) || belongs.test(words[at - 1] ?? '')) continue;
    if (isClear(read(words.slice(at).join(' ')))) return count;
  }
  return 0;
}

/** The "am" of "at 9 am" goes with the time, that of "um 9 am Freitag" with what follows. */
function dangles(words: readonly string[]): boolean {
  const [before = '', hour = '', last = ''] = words.slice(-3);
  const isMorning = /^am$/i.test(last) && /^\d{1,2}(?:[:.]\d\d)?$/.test(hour) && !/^(?:um|gegen)$/i.test(before);
  return !isMorning && dangling.test(words.at(-1) ?? '');
}

const dangling = /^(?:at|on|in|um|am|and|und|or|oder|to|zu|the|of|every|jeden|from|von|a|an)$/iu;
const belongs =
  /^(?:for|about|of|the|a|an|by|before|after|since|until|till|from|than|and|or|except|for|für|über|der|die|das|den|dem|vom|bis|vor|nach|seit|ab|oder|und|außer|my|your|our|mein\w*|dein\w*|unser\w*|this|next|last|every|each|diese\w*|nächste\w*|jede\w*)$/iu;

/**
 * In what is to be done: what goes on with the time, a day where it has none, or a time of the day where it has none.
 */
function looseIn(rest: string, phrase: string): string | undefined {
  const begins = goesOn.exec(rest)?.[0] ?? zoneMark.exec(rest)?.[0] ?? cityIn(rest, phrase) ?? ends.exec(rest)?.[0];
  if (begins !== undefined) return begins.trim();
  const isLength = /^in\s/i.test(phrase);
  if (!clockWords.test(phrase) && !isLength) {
    const clock = clockWords.exec(rest)?.[0] ?? looseClock.exec(rest)?.[0];
    if (clock !== undefined) return clock.trim();
  }
  return dayWords.test(phrase) || isLength ? undefined : (dayWords.exec(rest)?.[0].trim() ?? mistypedDay(rest));
}

/** "tomorrow at 9 in Tokyo to call Ken": it may be 9 there. */
function cityIn(rest: string, phrase: string): string | undefined {
  if (!clockWords.test(phrase)) return undefined;
  const words = rest.split(/[\s,.]+/, 4);
  const city = [words.slice(1, 3).join(' '), words[1] ?? ''].find(isCity);
  return words[0] === 'in' && city !== undefined ? `in ${city}` : undefined;
}

/** "at 9 tomorow to call": without it the time would be today's. */
function mistypedDay(rest: string): string | undefined {
  return rest
    .split(/[\s,.:;!?]+/)
    .find(word =>
      daysInFull.some(day => day.length > 5 && distance(word.toLowerCase(), day) <= (day.length > 7 ? 2 : 1)),
    );
}

const daysInFull =
  'tomorrow tonight monday tuesday wednesday thursday friday saturday sunday übermorgen montag dienstag mittwoch donnerstag freitag samstag sonntag'.split(
    ' ',
  );

const clockWords =
  /(?<![\p{L}\d])(?:\d{1,2}:\d{2}|\d{1,2}\s*(?:am|pm|a\.m\.|p\.m\.|uhr|o'clock)(?![\p{L}])|(?:at|um)\s+(?:\d{1,2}(?::\d\d)?(?:\s*[ap]m)?|noon|midnight|half|quarter|halb|viertel|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|eleven\b|twelve\b|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)|noon\b|midnight\b|mittags?(?![\p{L}])|mitternacht)/iu;
const dayWords =
  /(?<![\p{L}\d])(?:today|tomorrow|tonight|every|each|daily|weekly|monthly|weekdays?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|heute|morgen|übermorgen|jede[nrsm]?|täglich|werktags|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|\d{1,2}(?:st|nd|rd|th)|\d{1,2}\.\s?\d{1,2}\.|(?:january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|juni|juli|oktober|dezember))(?![\p{L}])/iu;
const numbers =
  'two|three|four|five|six|seven|eight|nine|ten|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf';
const vague = 'a few|a couple of|several|some|ein paar|einige|mehrere';
const timeWords = `${dayWords.source}|${clockWords.source}|(?:a|an|one|\\d+|eine?[nr]?|${numbers}|${vague})\\s+(?:minute|hour|day|week|month|year|stunde|tag|woche|monat|jahr)`;
const limits = String.raw`except(?:\s+for)?|but(?:\s+not)?|until|till|starting|beginning|from|außer|bis|ab|aber(?:\s+nicht)?|beginnend`;
/** What takes the time back, or another half of it. */
const corrects =
  'no|wait|actually|sorry|oops|i mean|or rather|make (?:that|it)|nein|moment|eigentlich|ich meine|besser gesagt|quatsch';
const partOfDay =
  'in\\s+the\\s+(?:early\\s+)?(?:morning|afternoon|evening)|at\\s+night|in\\s+der\\s+(?:früh|nacht)|am\\s+(?:morgen|vormittag|mittag|nachmittag|abend)|morgens|vormittags|nachmittags|abends|nachts';
/** "and at 18", "until Friday", "or 10", "for 3 days", "in the evening", right behind the time. */
const goesOn = new RegExp(
  `^(?:${[
    '(?:and|und)\\s+(?:a\\s+|eine[nrms]?\\s+)?(?:half|quarter|halbe[nrs]?|viertel)(?!\\p{L})',
    `(?:(?:and|und)\\s+)?(?:${partOfDay})(?!\\p{L})`,
    '(?:and|und)\\s+(?:morning|afternoon|evening|night|abend|mittag)(?!\\p{L})',
    '(?:or|oder)\\s+(?:when|once|if|after|before|as soon as|wenn|sobald|falls|nach|vor)(?!\\p{L})',
    '(?:unless|es sei denn)(?!\\p{L})',
    `[-–(]?\\s?(?:${corrects})(?!\\p{L})(?=.*?(?:\\d|${dayWords.source}))`,
    `(?:${limits})\\s+\\S+`,
    `(?:(?:and|und|or|oder|then|dann|for|für)\\s+)?(?:(?:again|nochmals?|wieder|dann|then)\\s+)?(?:(?:on|at|am|um|the|in)\\s+)?(?:${timeWords})`,
    `(?:or|oder)\\s+(?:\\d+|${numbers})(?!\\p{L})`,
    '(?:between|zwischen|von)\\s+\\d',
    '(?:at\\s+)?(?:the\\s+)?same\\s+time',
    'zur\\s+(?:selben|gleichen)\\s+zeit',
    '(?:(?:and|und|&)\\s+)?\\d{1,2}(?:[.:]\\d\\d)?(?=\\s+(?:to|an|ans|zu)\\s|$)',
  ].join('|')})`,
  'iu',
);
/** Of what is to be done, before its time: "the day before the exam", and then the time of the exam. */
const beside = new RegExp(
  `(?<!\\p{L})(?:the|a|an|one|\\d+|${numbers}|am|eine[nr]?|ein) (?:day|night|evening|week|hour|minute|tag|abend|woche|stunde|minute)[ens]{0,2} (?:before|after|ahead of|prior to|vor|nach)(?!\\p{L})`,
  'iu',
);
const nearTo =
  'at|at about|around|about|before|after|by|until|till|towards?|(?:shortly|just|right|some ?time|kurz|irgendwann) (?:before|after|vor|nach)|um|vor|nach|bis|gegen|bei|beim|zum|zur';
const namedHours =
  'sunrise|sunset|dawn|dusk|nightfall|daybreak|breakfast|brunch|lunch|dinner|supper|tea ?time|bed ?time|bed|work|school|church|sonnenaufgang|sonnenuntergang|morgengrauen|dämmerung|frühstück|mittagessen|abendessen|abendbrot|essen(?= )|arbeit|schule|feierabend|schlafengehen';
/** "before 9", "at sunrise", "3ish", "nach dem Essen", right behind a day: a time of it that nobody can set. */
const looseClock = new RegExp(
  [
    `^(?!at (?:work|school|church))(?:${nearTo})\\s+(?:the |my |dem |der |den |deine[mr] |meine[mr] )?(?:\\d{1,2}(?![\\p{L}\\d])|(?:${numbers})(?!\\p{L})|${namedHours})`,
    '^(?:early|late|spät|first thing|some ?time|irgendwann)(?!\\p{L})',
    '^\\d{1,2}(?:[.:]\\d\\d)?(?:\\s?-?ish|\\s?[-–]\\s?\\d{1,2})(?!\\p{L})',
  ].join('|'),
  'iu',
);
/** A time of another zone. */
const zoneMark =
  /^\(?(?:UTC|GMT|CES?T|MES?Z|WES?T|EES?T|BST|[ECMP][SD]?T|IST|JST|AE[SD]T|NZ[SD]T|MSK|HKT|SGT)(?:\s?[+-]\d{1,2}(?::?\d\d)?)?(?![\p{L}\d])|^\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?\s(?:[Tt]ime|Zeit|Ortszeit)(?![\p{L}])|^Ortszeit(?:\s+\p{Lu}\p{L}+)?|^(?:local|eastern|pacific|central|mountain)\s(?:standard\s|daylight\s)?time\b/u;
const ends = new RegExp(
  `(?:^|\\s)(?:${limits}|or|oder)\\s+(?:on\\s+|am\\s+|at\\s+|um\\s+)?(?:${timeWords}|\\d+)\\S*$|(?:^|\\s)(?:between|zwischen|von)\\s+\\d+\\s+(?:and|und|to|bis)\\s+\\d+\\S*$`,
  'iu',
);
