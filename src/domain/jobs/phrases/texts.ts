/** What is asked about a time that can be understood in more than one way, or only in part. */

import { catalog } from '../../text/catalog.ts';
import type { Language } from '../../text/texts.ts';
import { locales } from '../../text/writing/locale.ts';
import { written } from './calendar.ts';
import { normal } from './normal.ts';

/** Why a time is not taken as it was said. Days are `2026-12-24`, times minutes of the day, Sunday is 0. */
export type Question =
  /** One of these days may be meant. */
  | { readonly ask: 'days'; readonly days: readonly string[] }
  /** The morning or the afternoon may be. */
  | { readonly ask: 'halfDay'; readonly minutes: number }
  /** Once, or each month. */
  | { readonly ask: 'onceOrMonthly'; readonly date: number }
  /** "every second Tuesday". */
  | { readonly ask: 'everyOtherOrNth'; readonly nth: number; readonly weekday: number }
  /** Not every month has that day. */
  | { readonly ask: 'monthEnd'; readonly date: number }
  /** What was understood, and what was not. */
  | { readonly ask: 'rest'; readonly understood: readonly string[]; readonly rest: string }
  | { readonly ask: PlainQuestion };

type PlainQuestion =
  | 'whichDay'
  | 'whichTime'
  | 'noSuchDay'
  | 'shortMonth'
  | 'noSuchTime'
  | 'past'
  | 'howMany'
  | 'midnight'
  | 'nightOf'
  | 'onceOrDaily'
  | 'startMonth'
  | 'oneTime'
  | 'tooLong';

/** The question in one or two sentences, with what to say instead. `phrase`: as it was said. */
export function questionText(phrase: string, question: Question, language: Language): string {
  const say = texts[language];
  const said = phrase.length > 80 ? `${phrase.slice(0, 79)}…` : phrase;
  switch (question.ask) {
    case 'days':
      return say.days(said, question.days.map(day => dayText(day, language)).join(say.or), question.days.join(say.or));
    case 'halfDay':
      return say.halfDay(said, clockText(question.minutes), clockText((question.minutes + 720) % 1440));
    case 'onceOrMonthly':
      return say.onceOrMonthly(said, question.date);
    case 'everyOtherOrNth':
      return say.everyOtherOrNth(said, question.nth, weekdayText(question.weekday, language));
    case 'monthEnd':
      return say.monthEnd(said, question.date);
    case 'rest':
      return question.understood.length === 0
        ? say.nothing(said)
        : say.rest(
            question.understood.map(one => say.quoted(asSaid(phrase, one))).join(say.and),
            say.quoted(asSaid(phrase, question.rest)),
          );
    default:
      return say.plain[question.ask](said);
  }
}

/** The words of a phrase that were read as this; as they were read, where they do not stand in one place. */
function asSaid(phrase: string, read: string): string {
  const words = phrase.split(/\s+/);
  const pieces = words.flatMap((_, at) =>
    words.slice(at).map((_last, more) => words.slice(at, at + more + 1).join(' ')),
  );
  return pieces.find(piece => normal(piece) === normal(read)) ?? read;
}

function dayText(day: string, language: Language): string {
  const locale = locales[language].name;
  return new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00Z`),
  );
}

function weekdayText(weekday: number, language: Language): string {
  // the 4th of January 1970 was a Sunday
  const at = (weekday + 3) * 86_400_000;
  return new Intl.DateTimeFormat(locales[language].name, { weekday: 'long', timeZone: 'UTC' }).format(at);
}

function clockText(minutes: number): string {
  return written('', minutes).slice(1);
}

const nths: Readonly<Record<Language, readonly string[]>> = catalog('domain/jobs/phrases/texts', {
  en: ['', 'first', 'second', 'third', 'fourth', 'fifth'],
  de: ['', 'ersten', 'zweiten', 'dritten', 'vierten', 'fünften'],
});

interface Texts {
  readonly or: string;
  readonly and: string;
  readonly quoted: (text: string) => string;
  readonly days: (said: string, days: string, written: string) => string;
  readonly halfDay: (said: string, early: string, late: string) => string;
  readonly onceOrMonthly: (said: string, date: number) => string;
  readonly everyOtherOrNth: (said: string, nth: number, weekday: string) => string;
  readonly monthEnd: (said: string, date: number) => string;
  readonly rest: (understood: string, rest: string) => string;
  readonly nothing: (said: string) => string;
  readonly plain: Readonly<Record<PlainQuestion, (said: string) => string>>;
}

const en: Texts = {
  or: ' or ',
  and: ' and ',
  quoted: text => `“${text}”`,
  days: (said, days, written) => `“${said}” can mean more than one day: ${days}. Which one? (${written})`,
  halfDay: (said, early, late) => `“${said}” can mean ${early} or ${late}. Which one?`,
  onceOrMonthly: (said, date) =>
    `“${said}” can mean once or every month. Which one? Say it with the month (“${date} December”), “on the last day of every month”, or “0 9 ${date} * *” for the months that have one.`,
  everyOtherOrNth: (said, nth, weekday) =>
    `“${said}” can mean every ${nth === 2 ? 'other' : nths.en[nth]} week, or the ${nths.en[nth]} ${weekday} of a month. Which one? Say “every ${nth === 2 ? `other ${weekday}` : `${nth} weeks on ${weekday}`}” or “on the ${nths.en[nth]} ${weekday} of every month”.`,
  monthEnd: (said, date) =>
    `“${said}”: not every month has a day ${date}. Say “on the last day of every month”, or “0 9 ${date} * *” to leave the shorter months out.`,
  rest: (understood, rest) =>
    `I understand ${understood}, but not ${rest}. When exactly? Say it like “tomorrow at 9”, “every Monday at 8:30” or “2026-12-24T18:00”.`,
  nothing: said =>
    `I do not understand “${said}” as a time. When exactly? Say it like “tomorrow at 9”, “every Monday at 8:30” or “2026-12-24T18:00”.`,
  plain: {
    whichDay: said => `“${said}” does not say on which day. Which one?`,
    whichTime: said => `“${said}” does not say at what time. When exactly?`,
    noSuchDay: said => `“${said}” is a day that no calendar has. Which day is meant?`,
    shortMonth: said => `“${said}”: that month has no such day. Which day is meant?`,
    noSuchTime: said => `“${said}” has a time that no day has, or two that do not go together. When exactly?`,
    past: said => `“${said}” has passed. When instead?`,
    howMany: said => `“${said}” does not say how many. How long exactly?`,
    midnight: said =>
      `“${said}” can be where that day begins or where it ends. Which one? Say “at 0:00” with the day that begins then.`,
    nightOf: said => `“${said}” can be the night before or after that day. Say the day on which that hour is.`,
    onceOrDaily: said =>
      `“${said}” can mean once or every day. Which one? Say “every day at 7:00”, or the day that is meant.`,
    startMonth: said => `“${said}” does not say from when on. Say the days, such as “0 9 1 1,4,7,10 *”.`,
    oneTime: said => `“${said}” has several times that one job cannot have. Make a job for each.`,
    tooLong: said => `“${said}” is too far off or too short: an interval is from one second to 366 days.`,
  },
};

const de: Texts = {
  or: ' oder ',
  and: ' und ',
  quoted: text => `„${text}“`,
  days: (said, days, written) => `„${said}“ kann mehrere Tage meinen: ${days}. Welcher ist gemeint? (${written})`,
  halfDay: (said, early, late) => `„${said}“ kann ${early} oder ${late} Uhr heißen. Was ist gemeint?`,
  onceOrMonthly: (said, date) =>
    `„${said}“ kann einmal oder jeden Monat heißen. Was ist gemeint? Sag es mit dem Monat („am ${date}. Dezember“), „am letzten Tag jedes Monats“, oder „0 9 ${date} * *“ für die Monate, die ihn haben.`,
  everyOtherOrNth: (said, nth, weekday) =>
    `„${said}“ kann alle ${nth} Wochen heißen oder den ${nths.de[nth]} ${weekday} im Monat. Was ist gemeint? Sag „alle ${nth} Wochen am ${weekday}“ oder „am ${nths.de[nth]} ${weekday} jedes Monats“.`,
  monthEnd: (said, date) =>
    `„${said}“: Nicht jeder Monat hat einen ${date}. Sag „am letzten Tag jedes Monats“, oder „0 9 ${date} * *“, um kürzere Monate auszulassen.`,
  rest: (understood, rest) =>
    `Ich verstehe ${understood}, aber nicht ${rest}. Wann genau? Sag es zum Beispiel so: „morgen um 9“, „jeden Montag um halb neun“ oder „2026-12-24T18:00“.`,
  nothing: said =>
    `Ich verstehe „${said}“ nicht als Zeit. Wann genau? Sag es zum Beispiel so: „morgen um 9“, „jeden Montag um halb neun“ oder „2026-12-24T18:00“.`,
  plain: {
    whichDay: said => `„${said}“ sagt nicht, an welchem Tag. Welcher ist gemeint?`,
    whichTime: said => `„${said}“ sagt nicht, um welche Zeit. Wann genau?`,
    noSuchDay: said => `„${said}“ ist ein Tag, den kein Kalender hat. Welcher Tag ist gemeint?`,
    shortMonth: said => `„${said}“: Jener Monat hat diesen Tag nicht. Welcher Tag ist gemeint?`,
    noSuchTime: said => `„${said}“ hat eine Zeit, die es nicht gibt, oder zwei, die nicht zusammenpassen. Wann genau?`,
    past: said => `„${said}“ ist vorbei. Wann stattdessen?`,
    howMany: said => `„${said}“ sagt nicht, wie viele. Wie lange genau?`,
    midnight: said =>
      `„${said}“ kann der Anfang oder das Ende dieses Tages sein. Was ist gemeint? Sag „um 0 Uhr“ mit dem Tag, der dann beginnt.`,
    nightOf: said => `„${said}“ kann die Nacht vor oder nach diesem Tag sein. Sag den Tag, an dem diese Stunde ist.`,
    onceOrDaily: said =>
      `„${said}“ kann einmal oder jeden Tag heißen. Was ist gemeint? Sag „jeden Tag um 7 Uhr“, oder den Tag, der gemeint ist.`,
    startMonth: said => `„${said}“ sagt nicht, ab wann. Sag die Tage, zum Beispiel „0 9 1 1,4,7,10 *“.`,
    oneTime: said => `„${said}“ hat mehrere Zeiten, die ein Job nicht zugleich haben kann. Mach für jede einen Job.`,
    tooLong: said => `„${said}“ ist zu lang oder zu kurz: Ein Abstand geht von einer Sekunde bis 366 Tage.`,
  },
};

const texts: Readonly<Record<Language, Texts>> = catalog('domain/jobs/phrases/texts#texts', { en, de });
