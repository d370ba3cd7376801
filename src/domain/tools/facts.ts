/**
 * What the tools of this house say of a call, for a call that nobody has frozen: `straylight policy call` judges it without a home.
 *
 * A tool this table does not have acts, as far as anyone knows, and says nothing of itself.
 */
import { empties } from '../policy/emptying.ts';
import type { JsonObject } from '../text/json.ts';
import type { CallFacts, FrozenCall, ToolEffect } from './tool.ts';

/** What is known beside tool and arguments. */
export interface CallSurroundings {
  readonly executor?: CallFacts['executor'];
  /** The owner has allowed this domain or this code before. */
  readonly trusted?: boolean;
  /** The address stands word for word in what the owner typed. */
  readonly urlGiven?: boolean;
}

/** A call as policy judges it; nothing of it can be run. */
export function judgedCall(tool: string, args: JsonObject, surroundings: CallSurroundings): FrozenCall {
  const known = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  const [effect, factsOf] = known ?? (['act', nothing] as const);
  const { executor, trusted, urlGiven } = surroundings;
  const own: CallFacts = factsOf(args);
  const facts: CallFacts = {
    ...own,
    ...(executor !== undefined && (runs.has(tool) || known === undefined) && { executor }),
    ...(trusted !== undefined && (own.url !== undefined || known === undefined) && { trusted }),
    ...(urlGiven === true && own.url !== undefined && { urlGiven }),
  };
  return { callId: '', tool, arguments: '', digest: '', effect, timeoutMs: 0, intent: '', facts };
}

/** Tools that state where they run. */
const runs: ReadonlySet<string> = new Set(['execute_command', 'create_tool', 'delete_tool', 'revert_tool']);

const nothing = (): CallFacts => ({});
/** As the file tools name it: from `/workspace` or `/scripts`. */
const pathOf = ({ path }: JsonObject): CallFacts => {
  if (typeof path !== 'string') return {};
  const inside = path.replace(/^\.\.\/(scripts|settings)(?=\/|$)/, '/$1');
  return { path: /^[/~]|^\.\.(\/|$)/.test(inside) ? inside : `/workspace/${inside}` };
};
const urlOf = ({ url }: JsonObject): CallFacts => (typeof url === 'string' ? { url } : {});
const written = (args: JsonObject): CallFacts => {
  const { path } = pathOf(args);
  const [, folder] = /^\/(scripts|settings)(?:\/|$)/.exec(path ?? '') ?? [];
  const { content, old_text: before = '', new_text: after = content } = args;
  const isEmpty = typeof before === 'string' && typeof after === 'string' && empties(before, after);
  return {
    ...pathOf(args),
    writes: (folder as 'scripts' | 'settings' | undefined) ?? 'workspace',
    ...(isEmpty && { empties: true }),
  };
};

const tools: Readonly<Record<string, readonly [ToolEffect, (args: JsonObject) => CallFacts]>> = {
  read_file: ['read', pathOf],
  list_files: ['read', nothing],
  search_files: ['read', nothing],
  memory_search: ['read', nothing],
  show_tool: ['read', nothing],
  web_fetch: ['read', urlOf],
  web_search: ['read', nothing],
  memory_save: ['record', nothing],
  ask_owner: ['ask', nothing],
  write_file: ['act', written],
  edit_file: ['act', written],
  send_file: ['act', args => ({ ...pathOf(args), trusted: true })],
  create_tool: ['act', () => ({ writes: 'scripts' })],
  delete_tool: ['act', () => ({ writes: 'scripts' })],
  revert_tool: ['act', () => ({ trusted: true })],
  web_request: ['act', args => ({ ...urlOf(args), trusted: false })],
  browser: [
    'act',
    args =>
      args['action'] === 'navigate'
        ? { ...urlOf(args), trusted: false }
        : args['action'] === 'evaluate'
          ? {}
          : { trusted: true },
  ],
  execute_command: ['act', ({ command }) => (typeof command === 'string' ? { command } : {})],
};
