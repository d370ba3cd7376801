/**
 * Which of the things that were listed an answer means: "2", "1 and 3", "the last", "both", "none", or words of one of
 * them. What is no answer is read as a new request, so nothing here guesses.
 */
import { contentWords } from '../../../../domain/memory/words.ts';

/** The places from 0 on; `none`; `unclear`: it is an answer, and does not say which; undefined: it is no answer. */
export type Chosen = readonly number[] | 'none' | 'unclear';

const polite = /^(?:(?:please|bitte|just|only|nur|ok|okay|yes|ja|also)[,.!]? )+|,? (?:please|bitte)$/g;
const order = /^(?:forget|delete|remove|take|vergiss|vergesse|lösche?|nimm) /;
const none =
  /^(?:none(?: of (?:them|these|those))?|neither(?: of them)?|no|nope|nothing|not any|no one|cancel|stop|never mind|leave (?:it|them)|keep (?:all|both|them)(?: of them)?|keine[nrs]?(?: davon| von beiden)?|nichts|nein|nö|lass (?:es|sie)|abbrechen|behalte? (?:alle|beide))$/;
const every =
  /^(?:all|every one|each|all (?:of (?:them|these|those)|\d+|two|three|four|five|these|those)|alle|alle davon|sämtliche|alle (?:\d+|zwei|drei|vier|fünf|diese))$/;
const both = /^(?:both(?: of (?:them|these))?|(?:alle )?beide[sn]?|die beiden)$/;
const but = /^(?:all|alle|every one|everything|alles)(?: of them)? (?:but|except(?: for)?|außer|bis auf) (.+)$/;
const several =
  /^(?:the |die )?(first|last|ersten|letzten) (two|three|four|five|\d|zwei|beiden|drei|vier|fünf)(?: ones)?$/;

const numbers: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'one first eins erste ersten erster erstes 1st',
    'two second zwei zweite zweiten zweiter zweites 2nd beiden',
    'three third drei dritte dritten dritter drittes 3rd',
    'four fourth vier vierte vierten vierter viertes 4th',
    'five fifth fünf fünfte fünften fünfter fünftes 5th',
  ].flatMap((words, at) => words.split(' ').map(one => [one, at + 1] as const)),
);

/** What `answer` means among `items`. */
export function chosenFrom(answer: string, items: readonly string[]): Chosen | undefined {
  const said = answer
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '')
    .replace(polite, '')
    .replace(order, '')
    .trim();
  const all = items.map((_, at) => at);
  if (said === '' || said.includes('?')) return undefined;
  if (none.test(said)) return 'none';
  if (every.test(said)) return all;
  if (both.test(said)) return items.length === 2 ? all : 'unclear';
  const spared = but.exec(said)?.[1];
  if (spared !== undefined) {
    const left = byPlace(spared, items.length);
    return left === undefined || left === 'unclear' ? left : all.filter(at => !left.includes(at));
  }
  return byPlace(said, items.length) ?? byWords(said, items);
}

/** "1, 3", "the second and the last", "2-4". */
function byPlace(said: string, count: number): readonly number[] | 'unclear' | undefined {
  const [, end, many = ''] = several.exec(said) ?? [];
  if (end !== undefined) {
    const much = numbers[many] ?? Number(many);
    if (much > count) return 'unclear';
    const first = /^(?:first|ersten)/.test(end) ? 0 : count - much;
    return Array.from({ length: much }, (_, at) => first + at);
  }
  const words = said
    .replace(/\b(first|second|third|fourth|fifth|last) ones?\b/g, '$1')
    .replace(/(\d+)\s*(?:-|–|to|bis)\s*(\d+)/g, (whole, from: string, to: string) =>
      Number(to) - Number(from) >= 0 && Number(to) - Number(from) < 20
        ? Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at).join(' ')
        : whole,
    )
    .split(/[\s,;+&/]+/)
    .filter(
      one =>
        !/^(?:the|die|der|das|den|dem|number|numbers|no\.?|nr\.?|nummer|and|und|sowie|or|oder|also|auch|#|)$/.test(one),
    );
  const places = words.map(one => placeOf(one, count));
  if (places.length === 0 || places.some(place => place === undefined)) return undefined;
  if (places.some(place => place === 0 || (place ?? 0) > count)) return 'unclear';
  return [...new Set(places.map(place => (place ?? 0) - 1))].sort((one, other) => one - other);
}

function placeOf(word: string, count: number): number | undefined {
  const plain = word.replace(/^#/, '').replace(/[.)]$/, '');
  if (/^\d{1,3}$/.test(plain)) return Number(plain);
  if (/^(?:last|letzte[rsn]?)$/.test(plain)) return count;
  return Object.hasOwn(numbers, plain) ? numbers[plain] : undefined;
}

/** Words that one of them has, and no other. */
function byWords(said: string, items: readonly string[]): Chosen | undefined {
  const wanted = contentWords(
    said.replace(
      /^(?:the (?:one|thing)|that|der|die|das)(?= (?:with|about|of|where|from|mit|über|von|zu)\b) \p{L}+ /u,
      '',
    ),
  ).map(({ stem }) => stem);
  if (wanted.length === 0) return undefined;
  const meant = items.flatMap((item, at) => {
    const there = new Set(contentWords(item).map(({ stem }) => stem));
    return wanted.every(stem => there.has(stem)) ? [at] : [];
  });
  if (meant.length === 0) return undefined;
  return meant.length === 1 ? meant : 'unclear';
}
