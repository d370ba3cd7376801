/**
 * A tool of an MCP server: what it is called here, what is known of it, and when it may be told to a model.
 *
 * What a server says of a tool is text from outside. The owner accepts it as it is then, by the hash of all that it says
 * (`pin`); until then, and after every change, a model is told the name and bare parameters alone, and the owner is
 * asked before the tool runs.
 */
import type { JsonObject } from '../text/json.ts';
import { defined } from '../text/json.ts';

/** Hints of the server. Nobody has proved them. */
export interface ToolHints {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
}

/** One tool as its server lists it. */
export interface ListedTool {
  /** The server's own name. */
  readonly tool: string;
  readonly title?: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly hints: ToolHints;
}

/** `ask`: the owner is asked each time; `allow`: it runs unasked; `forbid`: it is neither offered nor run. */
export const toolRules = ['ask', 'allow', 'forbid'] as const;
export type ToolRule = (typeof toolRules)[number];

/** One tool as it is kept. */
export interface McpTool extends ListedTool {
  readonly server: string;
  /** What a model calls it: SERVER__TOOL. */
  readonly name: string;
  /** SHA-256, hex, over all that the server says of it. */
  readonly hash: string;
  /** The hash that the owner has accepted; absent: none yet. */
  readonly pin?: string;
  readonly rule: ToolRule;
  /** Its server lists it no more. */
  readonly isGone?: true;
}

/** `new`: never accepted; `changed`: it says something else than was accepted. */
export type ToolStanding = 'accepted' | 'new' | 'changed' | 'gone';

export function standingOf({ hash, pin, isGone }: Pick<McpTool, 'hash' | 'pin' | 'isGone'>): ToolStanding {
  if (isGone) return 'gone';
  if (pin === undefined) return 'new';
  return pin === hash ? 'accepted' : 'changed';
}

/** What of a tool its hash is over. */
export function saidOfTool({ tool, title, description, parameters, hints }: ListedTool): JsonObject {
  return { tool, description, parameters, hints: { ...hints }, ...defined({ title }) };
}

/**
 * The names under which a model knows the tools of one server, by the server's own names: at most 64 characters, lower
 * case letters, digits and underscores. Where two would be the same, the later ones are numbered.
 */
export function namesFor(server: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const tool of [...new Set(tools)].sort()) {
    const base = `${server}__${plain(tool)}`;
    let name = base.slice(0, mostCharacters);
    for (let number = 2; taken.has(name); number += 1) {
      const end = `_${number}`;
      name = `${base.slice(0, mostCharacters - end.length)}${end}`;
    }
    taken.add(name);
    names.set(tool, name);
  }
  return names;
}

const mostCharacters = 64;

/** `get-sum` and `getSum` as `get_sum`; what is no letter and no digit becomes an underscore. */
function plain(tool: string): string {
  const words = tool
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return words === '' ? 'tool' : words;
}
