/** What a sentence says of a thing, and another value in the place of it: all else that the sentence says stays. */

/** A sentence up to what else it says: "my dentist is Dr. Lindner", ", phone 0341 55512". */
export function parted(fact: string): { readonly clause: string; readonly rest: string } {
  const at = fact.search(more);
  return at < 2 ? { clause: fact, rest: '' } : { clause: fact.slice(0, at), rest: fact.slice(at) };
}

/** One word behind a comma belongs to the value: "Graz, Austria". */
const more =
  /[,;] \S+ \S|,? (?:and|und) (?:my|our|I|we|the|his|her|its|meine?|unsere?|ich|wir|der|die|das|seine?|ihre?|er|sie) /i;

/** A fact with a new value in the place of its own; undefined: it is not sure which of its words that is. */
export function withValue(fact: string, now: string): string | undefined {
  const dates = [...fact.matchAll(dated)];
  if (dates.length === 1 && /^(?:am|um|ab|im|on|at) /i.test(now)) return fact.replace(dated, () => now);
  const day = now.replace(beforeDay, '');
  if ([...fact.matchAll(days)].length === 1 && day.match(days)?.[0] === day) return fact.replace(days, () => day);
  const figures = figuresIn(fact);
  const alike = figures.filter(one => shapeOf(one) === shapeOf(now));
  const [figureOld] = alike.length === 1 ? alike : figures;
  if (/^\S*\d\S*$/.test(now) && figureOld !== undefined && (alike.length === 1 || figures.length === 1))
    return fact.replace(figureOld, () => now);
  const { clause, rest } = parted(fact);
  return inPlaceOfAlike(fact, now) ?? behindVerb(clause, now, rest);
}

/** "room 5" takes the place of "room 4", and "Krueger's garage" that of "Berger's garage". */
function inPlaceOfAlike(fact: string, now: string): string | undefined {
  const said = now.replace(leadingArticle, '').split(' ');
  const words = [...fact.matchAll(/[^\s,;]+/g)];
  const places = words.flatMap((first, at) => {
    const piece = words.slice(at, at + said.length);
    const last = piece.at(-1);
    if (at === 0 || last === undefined || piece.length < said.length) return [];
    const end = last.index + last[0].length;
    const score = piece.filter(([word], place) => isLike(word, said[place] ?? '')).length;
    return score === 0 || /[,;]/.test(fact.slice(first.index, end)) ? [] : [{ start: first.index, end, score }];
  });
  const most = Math.max(...places.map(({ score }) => score));
  const [best, another] = places.filter(({ score }) => score === most);
  return best === undefined || another !== undefined
    ? undefined
    : fact.slice(0, best.start) + said.join(' ') + fact.slice(best.end);
}

/** The same word, or a figure of the same shape. */
function isLike(word: string, other: string): boolean {
  return (
    word.toLowerCase() === other.toLowerCase() ||
    (/\d/.test(word) && /\d/.test(other) && shapeOf(word) === shapeOf(other))
  );
}

/** What stands behind the verb, or is the last word of a sentence that names no place or time. */
function behindVerb(clause: string, now: string, rest: string): string | undefined {
  const { head, little = '', value = '' } = copula.exec(clause)?.groups ?? {};
  if (head === undefined) {
    const isShort = !place.test(clause) && /^\p{L}+$/u.test(now) && clause.split(' ').length < 7;
    return isShort && / /.test(clause) ? `${clause.replace(/\S+$/, () => now)}${rest}` : undefined;
  }
  // a time takes the place of a time
  if (/^(?:am|um|ab|im|on|at) .*\d/i.test(now) && !timely.test(value)) return undefined;
  // "tea in the morning": what of it is meant?
  if (place.test(value) && !place.test(now)) return undefined;
  const isWhole = place.test(` ${now}`.slice(0, now.indexOf(' ') + 2));
  const keeps = isWhole ? '' : leadingArticle.test(now) && !place.test(` ${little}`) ? '' : little;
  const named = place.test(` ${keeps}`) && germanArticle.test(now) ? now.replace(leadingArticle, '') : now;
  return `${head} ${keeps}${named}${rest}`;
}

const articles = 'the|an?|my|our|die|das|de[rnm]|eine?[nmrs]?|keine?[nmrs]?|meine?[nmrs]?|unsere?[nmrs]?';
const places =
  'in|at|on|with|from|to|near|by|under|bei|auf|mit|an|im|am|beim|zum|zur|bis|von|aus|unter|neben|hinter|nach';
const leadingArticle = new RegExp(`^(?:${articles}) (?=\\S)`, 'i');
const germanArticle = /^(?:die|das|de[rnm]|eine?[nmrs]?) /i;
const place = new RegExp(` (?:${places}) `, 'i');
const verbs =
  'is|are|was|were|costs?|lives?|works?|starts?|begins?|ends?|stands?|lies|hangs|belongs?|likes?|eats?|drinks?|plays?|speaks?|drives?|ist|sind|waren|war|lautet|heißt|kostet|wohnt|arbeitet|beginnt|endet|steht|liegt|hängt|gehört|mag|isst|trinkt|spielt|spricht|fährt|verträgt|(?:has|have|hat|habe|haben)(?: (?:the|a|an|die|das|den|eine?n?) \\p{L}+(?= \\S))?';
const copula = new RegExp(
  `^(?<head>.{1,150}? (?:${verbs})(?: called| named)?|[^:]{2,150}:) (?<little>(?:(?:${places}|as|for|als|für|no|not|nicht|${articles}) )*)(?<value>.+)$`,
  'iu',
);
const timely =
  /\d|day\b|tag\b|morrow|today|heute|morgen|mittwoch|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez)/i;

/** A day or a time with the word before it. */
const dated = /\b(?:am|um|on|at) \d{1,2}(?:[.:]\d{1,2}\.?|\.)?(?: (?:\p{Lu}\p{L}{2,8}|Uhr))?/gu;

/** A day by its number and month, with what may stand before it. */
const days =
  /\b\d{1,2}\.? (?:January|February|March|April|May|June|July|August|September|October|November|December|Jänner|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)(?!\p{L})/giu;
const beforeDay = /^(?:(?:on|at|am|the|der|den) )+(?=\d)/i;

/** The numbers, dates and codes of a text. */
export function figuresIn(text: string): readonly string[] {
  return (
    text.match(
      /(?<![\p{L}\p{N}])[\p{L}\p{N}]*\d(?:[\p{L}\p{N}./:-]*[\p{L}\p{N}])?|\p{L}[\p{L}-]*-\d[\p{L}\p{N}-]*/gu,
    ) ?? []
  );
}

/** "WX-4411" and "ZZ-9002" have one shape. */
export function shapeOf(code: string): string {
  return code.replace(/\p{L}+/gu, 'a').replace(/\d+/g, '0');
}
