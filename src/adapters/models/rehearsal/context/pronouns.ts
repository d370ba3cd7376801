/** "No, it is 12": a correction that does not name what it corrects, since it was spoken of before. */
import { figuresIn, shapeOf, withValue } from '../grammar/values.ts';
import { type Language, like, plain, unquoted } from '../intent.ts';
import { rehearsalTexts } from '../texts/texts.ts';
import type { Exchange } from '../turn.ts';
import { languages, openStatement } from './questions.ts';

const value = String.raw`(?<value>[^?\n]{1,200})`;
/** A number, a date or a code, with a word or two around it. */
const figure = String.raw`(?<value>(?:(?:on|at|am|um|ab|im) )?\S*\d\S*(?: \S+){0,3})`;
/** What may as well be no correction: a place, a day, a word with its number. */
const loose: Readonly<Record<Language, string>> = {
  en: String.raw`(?<loose>(?:in|on|at|under|with|from|near|by|next to|for) [^?\n]{1,60}|\p{L}+ \S*\d\S*)`,
  de: String.raw`(?<loose>(?:in|im|auf|am|an|unter|bei|beim|mit|neben|hinter|von|vom|zum|zur|aus|für) [^?\n]{1,60}|\p{L}+ \S*\d\S*)`,
};
const old = String.raw`(?<old>\S[^?\n]{0,100}?)`;
const gap = String.raw`(?:(?:[,.:;!…]|\s[-–—])*\s+)`;
const its: Readonly<Record<Language, string>> = {
  en: `(?:it|that|he|she|they|this)(?:['’](?:s|re)| is| are| was| were| (?:lies|stands|lives|works|starts|begins|ends|leaves|costs)(?: in| at)?(?= \\S))`,
  de: `(?:es|das|sie|er|dies|richtig) (?:ist|sind|heißt|lautet|war|liegt|steht|hängt|wohnt|arbeitet|fährt|beginnt|endet|kostet)`,
};

/** What says that something was wrong. */
const leads: Readonly<Record<Language, string>> = {
  en: `(?:(?:no|nope|nah|wrong|actually|sorry|oh|ah|oops|correction|wait|hang on|hold on|not quite|my (?:mistake|bad|fault)|I (?:was wrong|made a mistake|misspoke)|(?:that|it|this)(?:['’]s| is| was) (?:wrong|not (?:right|true|correct)|incorrect|a mistake))${gap})`,
  de: `(?:(?:nein|nee|nö|falsch|doch|sorry|entschuldige|entschuldigung|verzeihung|eigentlich|korrektur|moment|halt|warte|ups|oh|ach|mein fehler|stimmt nicht|ich habe mich (?:geirrt|vertan|verschrieben|vertippt)|(?:das|es) (?:ist|war|stimmt)(?: so)? (?:falsch|nicht(?: richtig)?))${gap})`,
};

const forms: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [
    like`^${leads.en}*(?:${its.en} )?not ${old},? but ${value}$`,
    like`^${leads.en}+${its.en}(?: now| really| actually| supposed to be)* ${value}$`,
    like`^${leads.en}*(?:it|that|this) (?:should (?:be|have been|say|read)|must be|has to be) ${value}$`,
    like`^${leads.en}*(?:I|we) (?:mean|meant(?: to say)?|wanted to say)(?: ${its.en}|:)? (?!to |that |it |is )${value}$`,
    like`^${leads.en}*(?:(?:it|that)(?:['’]s| is| has)(?: now)? changed|(?:it|that) changed|(?:change|correct|fix|update) (?:it|that)) to ${value}$`,
    like`^${leads.en}*(?:make|correct|fix|set) (?:it|that)(?: to|:)? ${figure}$`,
    like`^${leads.en}*${its.en}(?: now| really| actually)* ${figure}$`,
    like`^${leads.en}+${figure}$`,
    like`^${leads.en}+${loose.en}$`,
  ],
  de: [
    like`^${leads.de}*(?:${its.de} )?nicht ${old},? sondern ${value}$`,
    like`^${leads.de}+${its.de}(?: jetzt| nun| eigentlich)* ${value}$`,
    like`^${leads.de}*(?:es|das|sie|er) (?:soll|sollte|muss|müsste) ${value} (?:sein|heißen|lauten)$`,
    like`^${leads.de}*(?:eigentlich|tatsächlich) (?:ist|sind|heißt|lautet|war) (?:es|das|sie|er) ${value}$`,
    like`^${leads.de}*ich (?:meine|meinte|habe?) (?:natürlich |eigentlich )?(?!dass )${value} gemeint$`,
    like`^${leads.de}*(?:ich (?:meine|meinte)|gemeint (?:ist|war))(?: natürlich| eigentlich|:)? (?!dass )${value}$`,
    like`^${leads.de}*(?:es|das|sie|er) hat sich (?:auf|zu|in) ${value} geändert$`,
    like`^${leads.de}*(?:ändere?|korrigiere?|berichtige?) (?:es|das|sie|ihn) (?:auf|zu|in) ${value}$`,
    like`^${leads.de}*(?:ändere?|korrigiere?|berichtige?) (?:es|das|sie|ihn):? ${figure}$`,
    like`^${leads.de}*${its.de}(?: jetzt| nun)* ${figure}$`,
    like`^${leads.de}+${figure}$`,
    like`^${leads.de}+${loose.de}$`,
  ],
};

/** A new value, without what it is the value of. */
interface Short {
  readonly language: Language;
  readonly value: string;
  /** What it takes the place of, where that was said. */
  readonly old?: string;
  /** It may as well be no correction. */
  readonly isOpen: boolean;
}

function shortCorrection(text: string, isRequest: boolean): Short | undefined {
  const said = plain(text);
  for (const language of languages)
    for (const form of forms[language]) {
      const groups = form.exec(said)?.groups;
      const value = groups?.['value'] ?? (isRequest ? undefined : groups?.['loose']);
      if (groups === undefined || value === undefined) continue;
      const [, now = '', instead] = /^(.+?)(?:,? (?:and |und )?(?:not|nicht) ([^,]{1,60}))?$/i.exec(value) ?? [];
      return {
        language,
        value: unquoted(now),
        old: groups['old'] ?? instead,
        isOpen: groups['loose'] !== undefined || !like`^${leads[language]}`.test(said),
      };
    }
  return undefined;
}

/** What such a correction says in full, what it may be meant for, or neither where nothing of the kind was spoken of. */
export type Restated = { readonly language: Language } & (
  | { readonly old: string; readonly content: string; readonly isSaved: boolean }
  | { readonly value: string; readonly facts: readonly string[] }
);

/** `exchanges`: newest first. `isRequest`: it is understood as one. */
export function restated(text: string, exchanges: readonly Exchange[], isRequest: boolean): Restated | undefined {
  const short = shortCorrection(text, isRequest);
  if (short === undefined) return undefined;
  const { language, value: now, isOpen } = short;
  const spoken = spokenOf(exchanges);
  if (isOpen && spoken[0]?.isLast !== true) return undefined;
  const facts = meantBy(short, spoken);
  const [fact, another] = facts;
  const content = fact === undefined || another !== undefined ? undefined : withValue(fact.text, now);
  if (fact !== undefined && content !== undefined) return { language, old: fact.text, content, isSaved: fact.isSaved };
  if (isOpen && another === undefined) return undefined;
  // one that it cannot stand in would only be asked about in vain
  const fitting = (facts.length > 0 ? facts : (spoken[0]?.facts ?? [])).map(one => one.text);
  return { language, value: now, facts: fitting.filter(one => withValue(one, now) !== undefined) };
}

interface Fact {
  readonly text: string;
  /** It is a memory, and not only something that was said. */
  readonly isSaved: boolean;
}

/** The facts of one reply. */
interface Spoken {
  readonly facts: readonly Fact[];
  /** It is the last reply. */
  readonly isLast: boolean;
  /** Nothing else was spoken of since. */
  readonly isNear: boolean;
}

/** Of what was spoken of last, the facts that a new value may be meant for; none where no fact is sure to be. */
function meantBy({ value: now, old: before }: Short, spoken: readonly Spoken[]): readonly Fact[] {
  const holding = (part: string) => spoken.map(({ facts }) => facts.filter(({ text }) => text.includes(part)));
  const named = before === undefined ? undefined : holding(before).find(facts => facts.length > 0);
  if (named !== undefined) return named;
  const [last] = spoken;
  const [only, another] = last?.isNear === true ? last.facts : [];
  const isCode = codeForm.test(now);
  if (only !== undefined && another === undefined && (!isCode || figuresIn(only.text).length > 0)) return [only];
  const alike = (text: string) => figuresIn(text).filter(one => shapeOf(one) === shapeOf(now)).length === 1;
  return (
    (isCode && spoken.map(({ facts }) => facts.filter(({ text }) => alike(text))).find(one => one.length > 0)) || []
  );
}

/** One word with a digit and more than that in it, or a long number. */
const codeForm = /^(?=\S*\d)(?=\S*[\p{L}-]|\S*\d{4})\S{4,}$/u;

/** How many replies back something was spoken of. */
const mostTurns = 12;

function spokenOf(exchanges: readonly Exchange[]): readonly Spoken[] {
  const spoken: Spoken[] = [];
  const replaced = new Set<string>();
  let isNear = true;
  for (const [at, { reply }] of exchanges.slice(0, mostTurns).entries()) {
    const facts = factsOf(reply, replaced);
    if (facts.length > 0) spoken.push({ facts, isLast: at === 0, isNear });
    if (facts.length > 0 || !isIdle(reply)) isNear = false;
  }
  return spoken;
}

/** The memories that a reply was about, and what it asked whether to remember, each once; without those `replaced` since. */
function factsOf(reply: string, replaced: Set<string>): readonly Fact[] {
  const offered = openStatement(reply)?.text;
  const facts = new Map<string, boolean>(offered === undefined ? [] : [[offered, false]]);
  for (const part of reply.split('\n\n').filter(one => about.some(head => one.startsWith(head)))) {
    const [first, ...more] = [...part.matchAll(/“([^”]+)”|„([^“]+)“/g)].map(([, one, other]) => one ?? other ?? '');
    const isCorrection = corrections.some(head => part.startsWith(head));
    if (isCorrection) for (const one of more) replaced.add(one);
    for (const one of [first ?? '', ...(isCorrection ? [] : more)])
      if (one !== '' && !replaced.has(one)) facts.set(one, true);
  }
  return [...facts].map(([text, isSaved]) => ({ text, isSaved }));
}

/** A reply that speaks of nothing. */
function isIdle(reply: string): boolean {
  const words = reply.split('\n\n').at(-1) ?? '';
  return languages.some(language => {
    const texts = rehearsalTexts(language);
    return [texts.greeting, texts.thanks, texts.wellbeing, texts.alright, texts.farewell, texts.correctWhat].includes(
      words,
    );
  });
}

const about = languages.flatMap(language => {
  const texts = rehearsalTexts(language);
  return [texts.saved('\u0000'), texts.corrected('\u0000', ''), texts.memory(['\u0000']), texts.nearest(['\u0000'])]
    .concat(texts.listed(['\u0000']))
    .map(opening);
});

const corrections = languages.map(language => opening(rehearsalTexts(language).corrected('\u0000', '')));

function opening(text: string): string {
  return text.split('\u0000')[0] ?? '';
}
