/**
 * `@name` at the beginning of a message: its owner gives the work to that agent himself.
 *
 * Only a name as agents have it, in small letters, with words behind it: an address of a person ("@Karin"), of a site
 * or of a bot, and an `@` elsewhere in the text are words like others.
 */
export interface Addressed {
  readonly agent: string;
  readonly task: string;
}

/** Whom the words are for; undefined: for nobody by name. */
export function addressIn(words: string): Addressed | undefined {
  const [, agent, task] = /^@([a-z][a-z0-9_]{0,29})(?:[:,]\s*|\s+)(\S[\s\S]*)$/.exec(words.trim()) ?? [];
  if (agent === undefined || task === undefined || agent.endsWith('bot') || notAgents.has(agent)) return undefined;
  return { agent, task };
}

/** Words of style sheets and of documentation that begin so. */
const notAgents = new Set([
  'media',
  'import',
  'charset',
  'font',
  'param',
  'returns',
  'return',
  'type',
  'todo',
  'here',
  'all',
  'everyone',
]);
