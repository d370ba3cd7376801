/** From what a search of the memory brought, or what was recalled unasked, to a sentence that answers a question. */
import { sameWords } from '../../../domain/memory/memory.ts';
import { rank } from '../../../domain/memory/relevance.ts';
import { contentWords } from '../../../domain/memory/words.ts';
import type { Language } from './intent.ts';
import { rehearsalTexts } from './texts/texts.ts';

/** A share of the question's ideas from which on a memory counts as its answer. */
const answersFrom = 0.5;

/** A sentence for a question, from the text of a search result, whose lines are best first. */
export function answerFrom(question: string, result: string, language: Language): string {
  const texts = rehearsalTexts(language);
  const facts = factsIn(result);
  const said = saidAbout(question, result).map(
    ([day, text]) => `${language === 'de' ? `„${text}“` : `“${text}”`} (${day})`,
  );
  // lines of conversations alone: there may well be memories, of something else
  if (facts.length === 0 && said.length === 0) return /^\* /m.test(result) ? texts.nothing : texts.empty;
  if (facts.length === 0) return texts.said(said);
  const ranked = new Map(
    rank(question, facts, fact => fact).map(({ item, score, coverage }) => [item, { score, coverage }]),
  );
  const found = facts.filter(fact => ranked.has(fact));
  const best = found[0];
  if (best === undefined && said.length > 0) return texts.said(said);
  if (best === undefined) {
    const personal = /\b(?:I|my|me|mine|we|our|us|ich|mein\w*|mich|mir|wir|unser\w*)\b/i.test(question);
    return personal ? `${texts.nothing} ${texts.latest(facts.slice(0, 3))}` : texts.nothing;
  }
  const likely = found.filter(fact => (ranked.get(fact)?.coverage ?? 0) >= answersFrom);
  if (likely.length === 0 && said.length > 0) return texts.said(said);
  if (likely.length === 0) return texts.nearest(found.slice(0, 3));
  const top = ranked.get(best)?.score ?? 0;
  // The search knows all memories, this ranking only these few; what it put first stays first.
  const answers = [best, ...likely.filter(fact => fact !== best && (ranked.get(fact)?.score ?? 0) >= 0.9 * top)];
  return texts.memory(answers.slice(0, 3));
}

/** All a search brought about a topic. */
export function listFrom(topic: string, result: string, language: Language): string {
  const texts = rehearsalTexts(language);
  const facts = factsIn(result);
  if (facts.length === 0) return texts.empty;
  if (topic === '') return texts.listed(facts);
  const touched = new Set(rank(topic, facts, fact => fact).map(({ item }) => item));
  const about = facts.filter(fact => touched.has(fact));
  return about.length > 0 ? texts.listed(about) : texts.nothing;
}

/** The recalled memory that clearly answers a question, if one stands out in the system text. */
export function recalled(question: string, system: string): string | undefined {
  const section = /^## Memories[^\n]*\n([\s\S]*?)(?=\n#|$(?![\s\S]))/m.exec(system)?.[1];
  if (section === undefined) return undefined;
  const [best, second] = rank(question, factsIn(section), fact => fact);
  if (best === undefined || best.coverage < 0.75) return undefined;
  return second === undefined || second.score < 0.8 * best.score ? best.item : undefined;
}

/** A memory as a search shows it. */
export interface KnownMemory {
  readonly id: string;
  readonly content: string;
}

/** The memories in the text of a search, best first. */
export function memoriesIn(result: string): readonly KnownMemory[] {
  return [...result.matchAll(/^- (.+) \[[^\]]*\b(memory:[\w-]+)\]$/gm)].map(([, content = '', id = '']) => ({
    id,
    content: content.replace(/\.$/, ''),
  }));
}

/** From this share of its ideas on a memory may be what was named. */
const namedFrom = 0.75;

/**
 * Which memories a request may mean, best first, and the one it clearly means: the only one that has all
 * its words, while no other comes near.
 * Synonyms are not sure enough for what cannot be undone.
 */
export function closeTo(
  words: string,
  known: readonly KnownMemory[],
): { readonly sure: KnownMemory | undefined; readonly likely: readonly KnownMemory[] } {
  const itself = known.find(({ content }) => sameWords(content) === sameWords(words));
  if (itself) return { sure: itself, likely: [itself] };
  const ranked = rank(words, known, ({ content }) => content);
  const likely = ranked.filter(({ coverage }) => coverage >= answersFrom);
  const wanted = contentWords(words);
  const whole = likely.filter(({ item }) => {
    const there = new Set(contentWords(item.content).map(({ stem }) => stem));
    return wanted.length > 0 && wanted.every(({ stem }) => there.has(stem));
  });
  const near = likely.filter(({ coverage }) => coverage >= namedFrom);
  return {
    sure: whole.length === 1 && near.length <= 1 ? whole[0]?.item : undefined,
    likely: likely.map(({ item }) => item),
  };
}

/** A wish to forget: what is forgotten is never quoted again, not even from the wish itself. */
const forgettingWish =
  /^(?:(?:please|bitte|and|und|can you|could you|kannst du|könntest du|oh|no|nein|ok|okay)[,:]? )*(?:forget|unlearn|stop remembering|vergiss|vergesse|vergessen|(?:delete|remove|erase|lösche?|entferne?) (?:the |my |your |die |meine )*(?:memory|memories|erinnerung(?:en)?)|\/memory)(?!,? nicht\b|\w)|\bvergessen[.!?]*$/i;

/**
 * What was said in conversations and answers the question, by its day: the lines `* day, who, where: “text”` of a search,
 * each once, and none that was a wish to forget.
 */
export function saidAbout(question: string, result: string): readonly (readonly [day: string, text: string])[] {
  const lines = [...result.matchAll(/^\* (\d{4}-\d\d-\d\d), the owner,? (?:in|on) [^“]*: “(.+)”$/gm)];
  const texts = lines.map(([, , text = '']) => sameWords(text));
  const stated = lines.filter(
    ([, , text = ''], at) =>
      !text.trim().endsWith('?') && !forgettingWish.test(text.trim()) && texts.indexOf(texts[at] ?? '') === at,
  );
  return rank(question, stated, ([, , text = '']) => text)
    .filter(({ coverage }) => coverage >= answersFrom)
    .slice(0, 3)
    .map(({ item: [, day = '', text = ''] }) => [day, text] as const);
}

/** All that the owner said, of what a search has found. */
export function allSaid(result: string): readonly string[] {
  return [...result.matchAll(/^\* \d{4}-\d\d-\d\d, the owner,? (?:in|on) [^“]*: “(.+)”$/gm)].map(
    ([, text = '']) => text,
  );
}

/** The lines `- text [where from]`, without the brackets. */
function factsIn(text: string): readonly string[] {
  return [...text.matchAll(/^- (.+)$/gm)].map(([, line = '']) =>
    line
      .replace(/\s*\[[^\]]*\]\s*$/, '')
      .replace(/\.$/, '')
      .trim(),
  );
}
