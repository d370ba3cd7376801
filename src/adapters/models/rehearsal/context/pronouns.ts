/** "No, it is 12": a correction that does not name what it corrects, since it was spoken of just before. */
import { type Language, unquoted } from '../intent.ts';
import { rehearsalTexts } from '../texts/texts.ts';
import { languages, openStatement } from './questions.ts';

const forms: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [
    /^(?:(?:no|nope|wrong|actually|sorry|oh|correction|wait|not quite|(?:that|it)(?:'s| is) (?:wrong|not right|not true))[,.:;!]?\s+)+(?:it|that|he|she|they|this)(?:['’]s| is| are| was| were)(?: now| really| actually)? (?<value>[^?]{1,200})$/i,
    /^(?:it|that)(?:['’]s| is| has)(?: now)? changed to (?<value>[^?]{1,200})$/i,
    /^(?:it|that) changed to (?<value>[^?]{1,200})$/i,
    /^(?:(?:no|nope|wrong|correction|sorry)[,:.!]\s+)(?<value>(?:(?:on|at) )?\S*\d\S*(?: \S+){0,3})$/i,
  ],
  de: [
    /^(?:(?:nein|nö|falsch|doch|sorry|eigentlich|korrektur|moment|stimmt nicht|das (?:ist|war|stimmt) (?:falsch|nicht(?: richtig)?))[,.:;!]?\s+)+(?:es|das|sie|er|dies) (?:ist|sind|heißt|lautet|war)(?: jetzt| nun)? (?<value>[^?]{1,200})$/i,
    /^(?:nein[,.:]? )?(?:eigentlich|tatsächlich) (?:ist|sind|heißt|lautet|war) (?:es|das|sie|er) (?<value>[^?]{1,200})$/i,
    /^(?:es|das|sie|er) hat sich (?:auf|zu|in) (?<value>[^?]{1,200}) geändert$/i,
    /^(?:(?:nein|nö|falsch|korrektur)[,:.!]\s+)(?<value>(?:(?:am|um|ab|im) )?\S*\d\S*(?: \S+){0,3})$/i,
  ],
};

/** A day or a time with the word before it. */
const dated = /\b(?:am|um|on|at) \d{1,2}(?:[.:]\d{1,2}\.?|\.)?(?: (?:\p{Lu}\p{L}{2,8}|Uhr))?/gu;

const copula =
  /^(?<head>.{2,150}? (?:is|are|was|were|ist|sind|war|waren|lautet|heißt|has|hat|lives? in|wohnt in|works? (?:at|as|in)|arbeitet (?:bei|als|in))(?: called| named)?) (?<value>.+)$/i;

/**
 * What such a correction says in full. Without `content` nothing clear was spoken of; `isSaved`: `old` is a memory, and
 * not only something that was said.
 */
export function restated(
  text: string,
  reply: string,
):
  | { readonly language: Language; readonly old: string; readonly content?: string; readonly isSaved: boolean }
  | undefined {
  const said = text.trim().replace(/[.!]+$/, '');
  for (const language of languages)
    for (const form of forms[language]) {
      const value = form.exec(said)?.groups?.['value'];
      if (value === undefined) continue;
      const offered = openStatement(reply)?.text;
      const old = offered ?? onlyFact(reply) ?? '';
      const dates = [...old.matchAll(dated)];
      const head = copula.exec(old)?.groups?.['head'];
      const now = unquoted(value.replace(/,? (?:and )?(?:not|nicht) [^,]{1,60}$/i, ''));
      const corrected =
        dates.length === 1 && /^(?:am|um|ab|im|on|at) /i.test(now)
          ? { content: old.replace(dated, now) }
          : head !== undefined && { content: `${head} ${now}` };
      return {
        language,
        old,
        isSaved: offered === undefined,
        ...corrected,
      };
    }
  return undefined;
}

/** The one memory that a reply was about. */
function onlyFact(reply: string): string | undefined {
  const last = reply.split('\n\n').findLast(part => about.some(head => part.startsWith(head))) ?? '';
  const facts = [...last.matchAll(/“([^”]+)”|„([^“]+)“/g)].map(([, one, another]) => one ?? another);
  const isCorrection = languages.some(language =>
    last.startsWith(opening(rehearsalTexts(language).corrected('\u0000', ''))),
  );
  return facts.length === 1 || isCorrection ? facts[0] : undefined;
}

const about = languages.flatMap(language => {
  const texts = rehearsalTexts(language);
  return [texts.saved('\u0000'), texts.corrected('\u0000', ''), texts.memory(['\u0000']), texts.nearest(['\u0000'])]
    .concat(texts.listed(['\u0000']))
    .map(opening);
});

function opening(text: string): string {
  return text.split('\u0000')[0] ?? '';
}
