/**
 * Passwords said in plain words, English or German: “my password is hunter2”, “die PIN lautet 4711”.
 *
 * What follows the word is only taken where it cannot be an ordinary one: it is quoted, or holds a digit or a sign.
 * “The password is wrong” stays.
 */

import { isPlaceholder } from './formats/values.ts';
import type { Found } from './found.ts';

/** The values, in order. Linear: every part of the expressions is bounded. */
export function spokenPasswords(text: string): readonly Found[] {
  return spokenIn(text, () => true);
}

/**
 * Those that a sentence says, with a verb: “is”, “lautet”, “changed to”. What stands after a colon or an equals sign is a
 * field, of which the redactor has a rule of its own.
 */
export function passwordSentences(text: string): readonly Found[] {
  return spokenIn(text, link => /\p{L}/u.test(link));
}

/** Where the value begins that a text may end within; undefined: it ends in no such sentence. */
export function unfinishedSentence(text: string): number | undefined {
  const tail = Math.max(0, text.length - longestSentence);
  const [said = ''] = unfinished.exec(text.slice(tail)) ?? [];
  if (said === '') return undefined;
  const value = /(?:["'`“„«‚‘][^\n]{0,200}|\S{0,200})$/.exec(said)?.[0] ?? '';
  return text.length - value.length;
}

const longestSentence = 500;

function spokenIn(text: string, isMeant: (link: string) => boolean): readonly Found[] {
  // most texts have none of the words, and to look for a whole sentence at each place is dear
  if (!named.test(text)) return [];
  const found: Found[] = [];
  for (const { groups = {}, index, 0: all } of text.matchAll(spoken)) {
    const { mine, word = '', link = '', value = '' } = groups;
    if (!isMeant(link)) continue;
    const [, quoted] = /^["'`“”„«‚‘’»](.+?)["'`“”‘’«»]/.exec(value) ?? [];
    const bare = (quoted ?? value).replace(/[.,;:?)»”"’]+$/, '');
    const kind = /pin/i.test(word) ? 'pin' : 'password';
    const isSaid =
      mine !== undefined && kind === 'password' && isSaidAlone(value, link, text.slice(index + all.length));
    if (!isSaid && !isValue(bare, { kind, isQuoted: quoted !== undefined, link: link.toLowerCase(), word })) continue;
    const start = index + all.length - value.length + (quoted === undefined ? 0 : 1);
    found.push({ start, end: start + bare.length, type: kind });
  }
  return found;
}

const words =
  'password|passwd|passphrase|passcode|pass code|passwort|kennwort|passphrase|losung|pin|pw|pass|secret|token|api key|api-key|access key|wi-?fi key|schlüssel';
const links =
  'is(?: now| set to)?|was|will be|should be|must be|would be|changed to|set to|to|as|ist(?: jetzt| nun)?|war|lautet(?: jetzt| nun)?|heißt|wird|auf|:|=';
const spoken = new RegExp(
  `(?<![\\p{L}\\d_-])(?<mine>(?:my|mein|unser|our)(?: [\\p{L}\\d-]{1,20}){0,2} )?(?:[\\p{L}\\d]{1,20}-){0,2}(?:\\p{L}{1,20}(?=passwort|kennwort))?(?<word>${words})(?: (?:for|of|on|für|von|vom|zum|zur|im|am|beim) (?:[\\p{L}\\d'-]{1,30} ?){1,4}?)?(?:\\s{0,3}(?<link>${links})\\s{0,3}:?\\s{0,3}|\\s{1,3})(?<value>["'\`“„«‚‘][^"'\`“”„«»‘’\\n]{1,200}["'\`“”«»‘’]|\\S{3,200})`,
  'giu',
);

const named = new RegExp(words, 'iu');

const unfinished = new RegExp(
  `(?:${words})(?: (?:for|of|on|für|von|vom|zum|zur|im|am|beim) [^\\n]{0,124})?\\s{1,3}(?:${links})\\s{0,3}:?\\s{0,3}(?:["'\`“„«‚‘][^"'\`“”„«»‘’\\n]{0,200}|\\S{0,200})$`,
  'iu',
);

function isValue(
  value: string,
  {
    kind,
    isQuoted,
    link,
    word,
  }: { readonly kind: string; readonly isQuoted: boolean; readonly link: string; readonly word: string },
): boolean {
  if (isPlaceholder(value) || ordinary.has(value.toLowerCase())) return false;
  if (kind === 'pin') return link !== '' && /^\d[\d -]{2,11}$/.test(value);
  // a program says `password: z.string()`; what fields hold, the redactor knows
  if (/^[\w.$]+\(/.test(value)) return false;
  if (isQuoted && (link === ':' || link === '=')) return /[\d\s]/.test(value);
  if (isQuoted) return link !== '' && value.length >= 4;
  const hasDigit = /\d/.test(value);
  const hasLetter = /\p{L}/u.test(value);
  const hasSign =
    /[^\p{L}\p{N}\s.,;:?!'’"()/_-]/u.test(value) ||
    (/\p{L}[!?/_.]\p{L}/u.test(value) && !/^[\w.-]+@|\/|^\w+\.\w+$/.test(value));
  if (/^(?:secret|token|api|access|schl)/i.test(word)) return link !== '' && value.length >= 8 && hasDigit && hasLetter;
  if (value.length < 4 || /^(?:https?:|\/|@)/.test(value)) return false;
  // no word between them: only what is plainly made up
  if (link === '') return value.length >= 6 && hasDigit && hasLetter && /^pass(?:word|wort)|^kenn|^pw$/i.test(word);
  if (link === 'lautet' || link.startsWith('lautet ')) return hasDigit || hasSign || /^\p{Lu}|-/u.test(value);
  return (hasDigit && (hasLetter || value.length >= 6)) || (hasSign && hasLetter);
}

/**
 * “My password is swordfish, could you …”: one word, and then another thought. What is said of passwords is no
 * password.
 */
function isSaidAlone(value: string, link: string, after: string): boolean {
  const [, said = ''] =
    /^(\p{L}{5,40})[,;.!]$/u.exec(value) ?? /^(\p{L}{5,40})$/u.exec(after === '' ? value : '') ?? [];
  if (said === '' || !/^(?:is|ist|lautet)(?: now| jetzt| nun)?$/i.test(link)) return false;
  return !ordinary.has(said.toLowerCase()) && !described.test(said);
}

/** How a password is, and what became of it: participles and adjectives. */
const described =
  /^(?:\p{L}+(?:ed|ing|able|ible|ful|less|ious|ous|ive|ig|lich|bar|los|sam|isch|iert)|(?:ab|an|aus|auf|ein)?ge\p{L}+(?:t|en)|ver\p{L}+(?:t|en)|broken|written|stolen|given|forgotten|hidden|taken|chosen|shown|great|short|secure|simple|complex|unique|public|private|safe|fine|okay|right|still|known|unknown|lost|reset|stale|there|never|always|below|above|attached|nötig|sicher|schlecht|bekannt|unbekannt|simpel|komplex|okay|immer|hier|dort|unten|oben|anbei|privat|öffentlich)$/iu;

/** What is said of passwords in quotes and with signs. */
const ordinary: ReadonlySet<string> = new Set([
  ...'wrong right invalid valid correct incorrect expired empty missing required optional weak strong changed unchanged the same default'.split(
    ' ',
  ),
  ...'falsch richtig ungültig gültig abgelaufen leer nötig schwach stark geändert anders gleich unverändert'.split(' '),
]);
