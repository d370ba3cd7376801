/**
 * Which agent takes a message, by its words: the phrases that agents say they take, and skills that only one may use.
 */
import { fold } from '../text/writing/folding.ts';
import type { AgentProfile } from './agent.ts';

export interface Choice {
  readonly agent: string;
  readonly by: 'phrase' | 'skill' | 'model';
  /** The phrase, the skill or the model. */
  readonly what: string;
}

/** Agents that take messages at all. */
export function takersAmong(profiles: readonly AgentProfile[]): readonly AgentProfile[] {
  return profiles.filter(({ takes }) => takes !== undefined);
}

/** The one agent that takes these words; undefined: none does, or several do. */
export function takerOf(words: string, takers: readonly AgentProfile[]): Choice | undefined {
  const text = plain(words);
  const found = takers.flatMap(profile => reasonFor(text, profile, takers) ?? []);
  return found.length === 1 ? found[0] : undefined;
}

function reasonFor(text: string, profile: AgentProfile, takers: readonly AgentProfile[]): Choice | undefined {
  const { name: agent, takes = [], limits } = profile;
  const phrase = takes.find(one => says(text, one));
  if (phrase !== undefined) return { agent, by: 'phrase', what: phrase };
  // "the skill pdf": a word alone names many things
  const isOnly = (skill: string) => takers.filter(one => one.limits?.skills?.includes(skill)).length === 1;
  const skill = limits?.skills?.find(one => isOnly(one) && (says(text, `skill ${one}`) || says(text, `${one} skill`)));
  return skill === undefined ? undefined : { agent, by: 'skill', what: skill };
}

/** Whole words, whatever their case, accents and signs. */
function says(text: string, phrase: string): boolean {
  const wanted = plain(phrase).trim();
  return wanted !== '' && text.includes(` ${wanted} `);
}

function plain(words: string): string {
  return ` ${fold(words)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}
