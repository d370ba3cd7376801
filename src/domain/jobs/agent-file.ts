/** Jobs as they stand in `agent.toml`: what an entry may say, and what became of each. */
import type { Taint } from '../policy/taint.ts';
import type { JsonObject } from '../text/json.ts';
import type { JobDefinition } from './definition.ts';

/** From where such a job was made. */
export const agentFileName = 'agent.toml';

/** One entry of `[[scheduled_tasks]]`. */
export interface AgentFileJob {
  readonly name: string;
  /** Where it begins, counted from 1. */
  readonly line: number;
  /** SHA-256 of what it says. */
  readonly hash: string;
  readonly isEnabled: boolean;
  readonly definition: JobDefinition;
}

/** All of them; what is wrong is said a line each, and the others count. */
export interface AgentFileJobs {
  readonly jobs: readonly AgentFileJob[];
  readonly problems: readonly string[];
  /** Names that an entry bears in which something is wrong. */
  readonly wrong: readonly string[];
  /** Nothing can be said of it: it is no TOML. */
  readonly isUnreadable: boolean;
}

/** That the agent wrote an entry, and how far its conversation was trusted. */
export interface WrittenEntry {
  readonly taint: Taint;
  readonly by: string;
}

type Kind = 'text' | 'number' | 'flag' | 'table';

const kinds: Readonly<Record<string, readonly Kind[]>> = {
  name: ['text'],
  description: ['text'],
  cron: ['text'],
  schedule: ['text'],
  time_zone: ['text'],
  say: ['text'],
  tool: ['text'],
  arguments: ['table'],
  command: ['text'],
  builtin: ['text'],
  instruction: ['text'],
  parameters: ['table'],
  notify: ['flag', 'text'],
  on_success: ['table'],
  on_failure: ['text', 'table'],
  enabled: ['flag'],
  max_retries: ['number'],
  catch_up: ['text'],
  overlap: ['text'],
  timeout: ['text'],
  budget_tokens: ['number'],
  priority: ['text'],
  idempotency_key: ['text'],
  dedup_window: ['text'],
};

const inWords: Readonly<Record<Kind, string>> = {
  text: 'a text',
  number: 'a whole number',
  flag: 'true or false',
  table: 'a table',
};

/** A job, or what is wrong with which key of the entry. */
export function definitionIn(
  entry: JsonObject,
): { readonly definition: JobDefinition } | { readonly key: string; readonly expected: string; readonly came: string } {
  for (const [key, value] of Object.entries(entry)) {
    const known = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (known === undefined)
      return { key, expected: `one of the settings ${Object.keys(kinds).join(', ')}`, came: 'an unknown one' };
    if (!known.includes(kindOf(value)))
      return { key, expected: known.map(kind => inWords[kind]).join(' or '), came: cameIn(value) };
  }
  const { cron, schedule, enabled: _, description: _text, ...others } = entry;
  if (typeof entry['name'] !== 'string') return { key: 'name', expected: 'a name', came: 'nothing' };
  if ((cron === undefined) === (schedule === undefined))
    return { key: 'cron', expected: 'one of cron and schedule', came: cron === undefined ? 'neither' : 'both' };
  for (const key of ['on_success', 'on_failure']) {
    const notice = entry[key];
    if (typeof notice === 'object' && typeof (notice as JsonObject)['template'] !== 'string')
      return { key, expected: 'a table with a template', came: 'one without' };
  }
  return { definition: { ...others, schedule: cron ?? schedule } as unknown as JobDefinition };
}

function kindOf(value: unknown): Kind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'flag';
  return typeof value === 'number' ? 'number' : 'table';
}

function cameIn(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 59)}…` : value);
  return typeof value === 'object' ? inWords.table : String(value);
}
