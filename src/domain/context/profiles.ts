/**
 * How what a model takes is shared out between conversation, memories and results, by what a conversation is about. What
 * the shares leave is headroom.
 */
import type { ReadMessage } from '../conversation/message.ts';

export const profileNames = ['conversation', 'coding', 'research', 'support', 'planning'] as const;

export type ProfileName = (typeof profileNames)[number];

/** Of what there is beside the instructions. */
export interface Shares {
  readonly chronicle: number;
  readonly memory: number;
  readonly workspace: number;
}

export const profiles: Readonly<Record<ProfileName, Shares>> = {
  conversation: { chronicle: 0.45, memory: 0.2, workspace: 0.15 },
  coding: { chronicle: 0.2, memory: 0.2, workspace: 0.4 },
  research: { chronicle: 0.2, memory: 0.4, workspace: 0.2 },
  support: { chronicle: 0.4, memory: 0.25, workspace: 0.15 },
  planning: { chronicle: 0.15, memory: 0.25, workspace: 0.35 },
};

/** `isSet`: its owner has named it; else rules chose it. */
export interface ChosenProfile {
  readonly name: ProfileName;
  readonly isSet: boolean;
}

/**
 * Results may take so much of the room of the messages before any of them is left out; undefined: they go first, since
 * the conversation matters more.
 */
export function resultShare(name: ProfileName): number | undefined {
  const { chronicle, workspace } = profiles[name];
  return workspace < chronicle ? undefined : workspace / (workspace + chronicle);
}

/** So many times as many memories as in a conversation are recalled. */
export function memoryFactor(name: ProfileName): number {
  return profiles[name].memory / profiles.conversation.memory;
}

/** So many of the newest turns have a say. */
const turnsWithSay = 5;
/** The running turn counts as several before it. */
const runningWeight = 3;
/** What says less is a conversation. */
const leastScore = 3;
const mostRead = 1_000;

/**
 * The profile by what the owner said and which tools were called in the newest turns. One word in passing does not
 * change it: a request that is shared out otherwise is not found in its provider's cache.
 */
export function profileOf(messages: readonly ReadMessage[]): ProfileName {
  const scores = new Map<ProfileName, number>();
  const add = (name: ProfileName, weight: number) => scores.set(name, (scores.get(name) ?? 0) + weight);
  const turns: string[] = [];
  for (const { role, turn, text, tool, taint } of messages.toReversed()) {
    if (!turns.includes(turn)) turns.push(turn);
    if (turns.length > turnsWithSay) break;
    const weight = turns.length === 1 ? runningWeight : 1;
    if (role === 'owner' && taint === 'owner')
      for (const [name, rule] of words) if (rule.test(text.slice(0, mostRead))) add(name, weight);
    const used = tool === undefined ? undefined : ofTools[tool];
    if (used !== undefined) add(used, weight / 3);
  }
  const [best] = [...scores].sort(([, a], [, b]) => b - a);
  return best === undefined || best[1] < leastScore ? 'conversation' : best[0];
}

/** What the owner's words are about, in English and German. */
const words: readonly (readonly [ProfileName, RegExp])[] = [
  [
    'coding',
    /```|\b(?:code|coding|refactor\w*|function|compil\w+|debug\w*|unit tests?|pull request|repository|repo|git|commit|branch|merge|script|python|typescript|javascript|rust|sql|regex|stack ?trace|programmier\w*|funktion|quelltext|skript|klasse|kompilier\w*)\b|\b[\w-]+\.(?:ts|tsx|js|py|rs|go|java|c|cpp|sh|sql|html|css|toml|yaml|yml|json)\b/i,
  ],
  [
    'research',
    /\b(?:research|find out|look up|compare|sources?|papers?|studies|survey|state of the art|pros and cons|recherchier\w*|finde? heraus|vergleich\w*|quellen?|studien?|vor- und nachteile|was gibt es (?:zu|über))\b|https?:\/\//i,
  ],
  [
    'support',
    /\b(?:(?:does|do|did|is|are)(?:n['’]t| not) work(?:ing)?|broken|error|fails?|failed|crash\w*|cannot|can['’]t (?:connect|open|start|log in|install)|troubleshoot\w*|fix (?:it|this|my)|help me with|what went wrong|geht nicht|funktioniert nicht|fehler\w*|kaputt|abgestürzt|stürzt ab|hängt|startet nicht|warum geht)\b/i,
  ],
  [
    'planning',
    /\b(?:plan|planning|roadmap|schedule|organi[sz]e|milestones?|next steps|step by step|break (?:it|this) down|priorit\w+|to-?do list|agenda|itinerary|planen?|plane|planung|zeitplan|meilensteine?|nächste schritte|schritt für schritt|organisier\w*|vorbereit\w*|reiseplan)\b/i,
  ],
];

const ofTools: Readonly<Record<string, ProfileName>> = {
  execute_command: 'coding',
  edit_file: 'coding',
  write_file: 'coding',
  search_files: 'coding',
  create_tool: 'coding',
  web_fetch: 'research',
  web_search: 'research',
  browser: 'research',
  goals: 'planning',
  schedule_job: 'planning',
};

export interface ProfileService {
  /** The one its owner has named; undefined: rules choose one for each turn. */
  look(session: string): ProfileName | undefined;
  /** Resolves after the commit. Undefined: rules choose again. */
  set(session: string, profile: ProfileName | undefined): Promise<void>;
}
