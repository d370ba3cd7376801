/**
 * An answer as it is shown: lines, tables, code and actions. An operation makes it once (`view`); the command line, the
 * terminal, Telegram and the page each draw it in their own way.
 */
import type { Language } from '../domain/text/texts.ts';

/** `strong`: a title; `quiet`: beside the point; `warn`: something is wrong. */
export type Tone = 'strong' | 'quiet' | 'warn';

export interface Line {
  readonly text: string;
  readonly tone?: Tone;
}

/** A row of a list, and what can be done about it. */
export interface Row {
  readonly cells: readonly string[];
  /** The address of the conversation that a cell names, with its kind or without: on the page that cell leads to it. */
  readonly session?: string;
  readonly tone?: Tone;
  readonly actions?: readonly Action[];
}

/** An operation with its fields, as a button. */
export interface Action {
  readonly label: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, string | number | boolean>>;
  /** It cannot be taken back: asked in this sentence, it is done after a second press. */
  readonly confirm?: string;
  /** What has to be written before it can be done: a field of the operation, and what stands in the empty place. */
  readonly asks?: { readonly field: string; readonly hint: string };
}

export type Block =
  | { readonly kind: 'lines'; readonly lines: readonly Line[] }
  /** Columns; the last one is as wide as it is. */
  | { readonly kind: 'table'; readonly head?: readonly string[]; readonly rows: readonly Row[] }
  /** Letter by letter, such as a difference or a program. With a graph, the page draws that, and all others its lines. */
  | { readonly kind: 'code'; readonly lines: readonly string[]; readonly graph?: readonly GraphNode[] }
  | { readonly kind: 'actions'; readonly actions: readonly Action[] };

export const nodeStates = ['waiting', 'working', 'needs', 'done', 'failed', 'left'] as const;
/** `needs`: the owner; `left`: nothing will be done. */
export type NodeState = (typeof nodeStates)[number];

/** One of a graph. */
export interface GraphNode {
  readonly id: string;
  readonly label: string;
  /** Beneath it, in a few words. */
  readonly note: string;
  readonly state: NodeState;
  /** The ids of those before it. */
  readonly after: readonly string[];
  /** The address of an actor that it leads to. */
  readonly actor?: string;
}

export type View = readonly Block[];

/** Who looks, and where. */
export interface Look {
  readonly language: Language;
  /** UTC epoch ms. */
  readonly now: number;
  /** A command as it is typed there: `straylight goals add TEXT`, or in a chat `/goals add TEXT`. */
  readonly typed: (words: string) => string;
  /** The address of the chat in which it is typed; absent: in none. */
  readonly chat?: string;
}

/** Lines of one tone. */
export function lines(text: string, tone?: Tone): Block {
  return {
    kind: 'lines',
    lines: text.split('\n').map(line => (tone === undefined ? { text: line } : { text: line, tone })),
  };
}

/**
 * What depends on what: drawn on the page, and written as indented lines everywhere else. The nodes stand in an order in
 * which none depends on a later one.
 */
export function graphBlock(nodes: readonly GraphNode[]): Extract<Block, { readonly kind: 'code' }> {
  const levels = levelsOf(nodes);
  const ordered = nodes.toSorted((a, b) => (levels.get(a.id) ?? 0) - (levels.get(b.id) ?? 0));
  const lines = ordered.map(({ id, label, note, state, after }) => {
    const behind = after.length === 0 ? '' : `  ← ${after.join(', ')}`;
    return `${'  '.repeat(levels.get(id) ?? 0)}${marks[state]} ${label}: ${note}${behind}`;
  });
  return { kind: 'code', lines, graph: nodes };
}

/** How many stand before each, on the longest way. */
function levelsOf(nodes: readonly Pick<GraphNode, 'id' | 'after'>[]): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  for (const { id, after } of nodes) levels.set(id, Math.max(-1, ...after.map(one => levels.get(one) ?? -1)) + 1);
  return levels;
}

const marks: Readonly<Record<NodeState, string>> = {
  waiting: '○',
  working: '●',
  needs: '◆',
  done: '✓',
  failed: '✗',
  left: '–',
};
