/** From what a search of the memory brought, or what was recalled unasked, to a sentence that answers a question. */
import { rank } from '../../../domain/memory/relevance.ts';
import type { Language } from './intent.ts';
import { rehearsalTexts } from './texts.ts';

/** A share of the question's ideas from which on a memory counts as its answer. */
const answersFrom = 0.5;

/** A sentence for a question, from the text of a search result, whose lines are best first. */
export function answerFrom(question: string, result: string, language: Language): string {
  const texts = rehearsalTexts(language);
  const facts = factsIn(result);
  const said = saidAbout(question, result);
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

/** What was said in conversations and answers the question: the lines `* day, who: “text”` of a search. */
function saidAbout(question: string, result: string): readonly string[] {
  const lines = [...result.matchAll(/^\* (\d{4}-\d\d-\d\d), the owner in [^:]*(?::[^:“]*)*: “(.+)”$/gm)];
  const stated = lines.filter(([, , text = '']) => !text.trim().endsWith('?'));
  return rank(question, stated, ([, , text = '']) => text)
    .filter(({ coverage }) => coverage >= answersFrom)
    .slice(0, 3)
    .map(({ item: [, day = '', text = ''] }) => `“${text}” (${day})`);
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
