/** What a turn is like, by rules for English and German: its register, its situation, and who takes the next step. */
import type { ProfileName } from '../context/profiles.ts';
import type { AxisDeltas, Topic } from './personality.ts';

export const registers = ['exploration', 'execution', 'review', 'status'] as const;
export type Register = (typeof registers)[number];

const mostRead = 1_000;

export function registerOf(words: string): Register {
  const said = words.slice(0, mostRead).trim();
  if (
    /\b(?:status|how far|progress|any news|what['’]s (?:going on|happening|running)|wie weit|stand der dinge|fortschritt|was läuft)\b/i.test(
      said,
    )
  )
    return 'status';
  if (
    /\b(?:review|proofread|critique|feedback|look over|check (?:my|this|the)|korrekturles\w*|prüf\w*|durchsehen|schau .* an|rückmeldung)\b/i.test(
      said,
    )
  )
    return 'review';
  if (said.endsWith('?')) return 'exploration';
  return /^(?:please |bitte |can you |kannst du )?(?:do|run|make|create|write|fix|build|add|remove|delete|send|install|update|refactor|rename|move|open|start|stop|schedule|mach\w*|erstell\w*|schreib\w*|bau\w*|füg\w*|lösch\w*|schick\w*|installier\w*|starte?|stopp\w*|räum\w*|benenn\w*)\b/i.test(
    said,
  )
    ? 'execution'
    : 'exploration';
}

export const situations = ['code_review', 'casual_chat', 'crisis', 'deep_research'] as const;
export type Situation = (typeof situations)[number];

/** What a situation adds to the axes. A chat of a group there is not. */
export const situationDeltas: Readonly<Record<Situation, AxisDeltas>> = {
  code_review: { assertiveness: 0.2, humor: -0.2 },
  casual_chat: { warmth: 0.2, humor: 0.3, formality: -0.3 },
  crisis: { verbosity: -0.3, humor: -0.5, initiative: 0.3 },
  deep_research: { verbosity: 0.3, certainty: -0.2 },
};

/** The first that fits; undefined: none does. */
export function situationOf(words: string, register: Register, profile: ProfileName): Situation | undefined {
  const said = words.slice(0, mostRead);
  if (
    /\b(?:urgent|emergency|asap|outage|(?:site|server|system|everything) is down|data loss|dringend|notfall|sofort|ausfall|datenverlust|brennt|alles steht)\b/i.test(
      said,
    )
  )
    return 'crisis';
  if (register === 'review' && profile === 'coding') return 'code_review';
  if (profile === 'research') return 'deep_research';
  const isSmallTalk =
    /^(?:hi|hello|hey|good (?:morning|evening|night)|how are you|thanks|thank you|haha|lol|hallo|moin|na\b|danke|guten (?:morgen|abend|tag)|gute nacht|wie geht)/i;
  return profile === 'conversation' && said.length < 200 && isSmallTalk.test(said.trim()) ? 'casual_chat' : undefined;
}

/** The topic that the words name; undefined: none. */
export function topicOf(words: string, topics: Readonly<Record<string, Topic>>): string | undefined {
  const said = words.slice(0, mostRead).toLowerCase();
  const isSaid = (word: string) => {
    const at = said.indexOf(word.toLowerCase());
    return at >= 0 && !isLetter(said[at - 1]) && !isLetter(said[at + word.length]);
  };
  return Object.keys(topics).find(name => topics[name]?.words.some(isSaid));
}

function isLetter(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
}

export const modes = ['default_and_offer', 'act_and_report', 'confirm_only_when_required'] as const;
export type Mode = (typeof modes)[number];

/** Who has a say in who takes the next step, the first that says something first. */
export interface ModeSayings {
  /** Something waits for a yes, so nothing more is begun unasked. */
  readonly needsConfirmation: boolean;
  /** Of a plan under way. */
  readonly plan?: Mode | undefined;
  /** Of a piece of work in which nobody is there to be asked. */
  readonly work?: Mode | undefined;
  /** Of the owner's newest words. */
  readonly turn?: Mode | undefined;
  /** The axis. */
  readonly initiative: number;
}

export function modeOf({ needsConfirmation, plan, work, turn, initiative }: ModeSayings): Mode {
  if (needsConfirmation) return 'confirm_only_when_required';
  if (plan ?? work ?? turn) return plan ?? work ?? turn ?? 'default_and_offer';
  if (initiative >= 0.65) return 'act_and_report';
  return initiative <= 0.35 ? 'confirm_only_when_required' : 'default_and_offer';
}

/** What the owner's words say of it; undefined: nothing. */
export function modeSaid(words: string): Mode | undefined {
  const said = words.slice(0, mostRead);
  if (/\b(?:just do it|go ahead|don['’]t ask|mach einfach|leg los|frag nicht)\b/i.test(said)) return 'act_and_report';
  if (
    /\b(?:ask me (?:first|before)|only (?:do )?what i (?:ask|say)|frag (?:mich )?(?:erst|vorher)|nur was ich sage)\b/i.test(
      said,
    )
  )
    return 'confirm_only_when_required';
  return undefined;
}
