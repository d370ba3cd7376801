/**
 * What tools say of jobs, as the demo model repeats it in the language of a request. They speak English to a model, and
 * the language of the settings where they quote a job.
 */

import { firstNotes } from '../../../../domain/jobs/first-notes.ts';
import type { Language } from '../../../../domain/text/texts.ts';

const weekdays = { Mon: 'Mo', Tue: 'Di', Wed: 'Mi', Thu: 'Do', Fri: 'Fr', Sat: 'Sa', Sun: 'So' } as const;
const months = {
  Jan: 'Jan.',
  Feb: 'Feb.',
  Mar: 'März',
  Apr: 'Apr.',
  May: 'Mai',
  Jun: 'Juni',
  Jul: 'Juli',
  Aug: 'Aug.',
  Sep: 'Sept.',
  Sept: 'Sept.',
  Oct: 'Okt.',
  Nov: 'Nov.',
  Dec: 'Dez.',
} as const;
const days = {
  Monday: 'Montag',
  Tuesday: 'Dienstag',
  Wednesday: 'Mittwoch',
  Thursday: 'Donnerstag',
  Friday: 'Freitag',
  Saturday: 'Samstag',
  Sunday: 'Sonntag',
} as const;
const units = {
  minute: 'Minute',
  minutes: 'Minuten',
  hour: 'Stunde',
  hours: 'Stunden',
  day: 'Tag',
  days: 'Tage',
  second: 'Sekunde',
  seconds: 'Sekunden',
} as const;
const states = {
  active: 'aktiv',
  running: 'läuft',
  paused: 'pausiert',
  disabled: 'pausiert',
  ended: 'beendet',
} as const;
const outcomes = { done: 'erledigt', failed: 'fehlgeschlagen', skipped: 'ausgelassen', unknown: 'ungewiss' } as const;

const instant = new RegExp(
  String.raw`\b(${Object.keys(weekdays).join('|')}), (\d{1,2}) (${Object.keys(months).join('|')}) (\d{4})`,
  'g',
);
const dayName = new RegExp(String.raw`\bevery (${Object.keys(days).join('|')})`, 'g');

/** English sentences and their parts, and what they are in German; what is quoted is left out before. */
const german: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  [/^The job is set\.$/gm, 'Der Job ist eingerichtet.'],
  [/^The job is changed\.$/gm, 'Der Job ist geändert.'],
  [/^There are no jobs\.$/gm, 'Es gibt keine Jobs.'],
  [/^There is no job ([\w-]+)(?:\.|; list_jobs lists them\.)$/gm, 'Es gibt keinen Job $1.'],
  [
    /^The job ([\w-]+) is not what it was when this call was judged, so nothing was done\. .*$/gm,
    'Der Job $1 ist nicht mehr, wie er war, als darüber entschieden wurde; geschehen ist nichts.',
  ],
  [
    /^([\w-]+) is a job of the owner’s own; only the owner changes or removes it\.$/gm,
    '$1 ist ein Job von dir; nur du änderst oder entfernst ihn.',
  ],
  [/^The job ([\w-]+) is removed\.$/gm, 'Der Job $1 ist entfernt.'],
  [
    /^The job ([\w-]+) is like this already; nothing was changed\.$/gm,
    'Der Job $1 ist schon so; geändert wurde nichts.',
  ],
  [
    /^This time passed before the owner approved\. The job catches nothing up, so it does not run\.$/gm,
    'Diese Zeit verging vor deiner Freigabe. Der Job holt nichts nach, er läuft also nicht.',
  ],
  [
    /^This time passed before the owner approved, so the job runs now\.$/gm,
    'Diese Zeit verging vor deiner Freigabe, der Job läuft also jetzt.',
  ],
  [/^and (\d+) more$/gm, 'und $1 weitere'],
  [/^Next: /gm, 'Nächste: '],
  [/^It never runs by itself\.$/gm, 'Von selbst läuft er nie.'],
  [/; next (?=\p{L}{2,4}\.?, )/gu, '; das nächste Mal am '],
  [/; last run (\w+)/g, (_, state = '') => `; letzter Lauf: ${outcomes[state as keyof typeof outcomes] ?? state}`],
  [
    /^([\w-]+) \((\w+)\):/gm,
    (_, name = '', state = '') => `${name} (${states[state as keyof typeof states] ?? state}):`,
  ],
  [/: once, on /g, ': einmal, am '],
  [/: (?:every weekday)\b/g, ': jeden Werktag'],
  [dayName, (_, day = '') => `jeden ${days[day as keyof typeof days]}`],
  [/\bevery day except (\w+)/g, (_, day = '') => `jeden Tag außer ${days[day as keyof typeof days] ?? day}`],
  [/\bevery other day\b/g, 'alle 2 Tage'],
  [/\bevery day\b/g, 'jeden Tag'],
  [/\bevery minute\b/g, 'jede Minute'],
  [/\bevery hour\b/g, 'jede Stunde'],
  [
    /\bevery (\d+) (minutes|hours|days|seconds)\b/g,
    (_, many = '', unit = '') => `alle ${many} ${units[unit as keyof typeof units]}`,
  ],
  [
    / at (\d\d:\d\d(?:(?:, | and )\d\d:\d\d)*)(?= \(|, )/g,
    (_, times = '') => ` um ${times.replace(' and ', ' und ')} Uhr`,
  ],
  [/, from (?=\p{L}+, )/gu, ', ab '],
  [/ on(?= \()/g, ''],
  [/\bon day (\d+) of every month/g, 'am $1. jedes Monats'],
  [/, say (?=\u0000)/g, ', sagt '],
  [/, run (\u0000\d+\u0000)/g, ', führt $1 aus'],
  [/, begin a conversation with (?=\u0000)/g, ', beginnt ein Gespräch mit '],
  [
    instant,
    (_, weekday = '', day = '', month = '', year = '') =>
      `${weekdays[weekday as keyof typeof weekdays]}., ${day}. ${months[month as keyof typeof months]} ${year}`,
  ],
];

/** The words of a tool about jobs, in this language. */
export function jobWords(text: string, language: Language): string {
  const noted = Object.values(firstNotes).reduce(
    (said, { place, zone }) => said.replace(place, firstNotes[language].place).replace(zone, firstNotes[language].zone),
    text,
  );
  if (language === 'en') return noted;
  const quotes: string[] = [];
  const masked = noted.replace(/“[^\n]*?”|„[^\n]*?“/g, found => {
    quotes.push(`„${found.slice(1, -1)}“`);
    return `\u0000${quotes.length - 1}\u0000`;
  });
  const turned = german.reduce(
    (said, [form, words]) => (typeof words === 'string' ? said.replace(form, words) : said.replace(form, words)),
    masked,
  );
  return turned.replace(/\u0000(\d+)\u0000/g, (_, at: string) => quotes[Number(at)] ?? '');
}
