/**
 * Which of the agent's own tools a model is told of in full.
 *
 * Every tool on offer costs tokens with every question, so there is a limit. Within it, what the owner's words speak of
 * comes first, then what was on offer before (a list that stays the same is paid for once), then what was used last and
 * went well.
 */
import { rank, type TextReader } from '../memory/relevance.ts';

export interface Candidate {
  readonly name: string;
  readonly description: string;
  /** When it was last used or changed. */
  readonly lastAt: number;
  /** 0 to 1; absent before the first call. */
  readonly successRate?: number;
}

/** At most `most` of the tools, in the order of their names, so that the same choice is the same list. */
export function chooseTools<Tool extends Candidate>(
  tools: readonly Tool[],
  {
    words,
    most,
    before = new Set(),
    wanted = new Set(),
    reader,
  }: {
    /** The owner's newest words. */
    readonly words: string;
    readonly most: number;
    /** Names that were on offer last. */
    readonly before?: ReadonlySet<string>;
    /** Names that were asked for: they come first. */
    readonly wanted?: ReadonlySet<string>;
    /** Knows texts that it has read before; of many tools, reading is most of what a choice costs. */
    readonly reader?: TextReader | undefined;
  },
): readonly Tool[] {
  if (tools.length <= most) return byName(tools);
  const relevance = relevanceOf(tools, words, reader);
  const recency = new Map(
    [...tools]
      .sort((a, b) => a.lastAt - b.lastAt || compare(b, a))
      .map(({ name }, at) => [name, (at + 1) / tools.length]),
  );
  const place = ({ name }: Tool) =>
    wanted.has(name) ? 0 : (relevance.get(name) ?? 0) >= matters ? 1 : before.has(name) ? 2 : 3;
  const worth = ({ name, successRate = 0.5 }: Tool) =>
    2 * (relevance.get(name) ?? 0) + (recency.get(name) ?? 0) + 0.5 * successRate;
  const ordered = [...tools].sort((a, b) => place(a) - place(b) || worth(b) - worth(a) || compare(a, b));
  return byName(ordered.slice(0, most));
}

/** Of the best match; what is named less well than that is not what the owner speaks of. */
const matters = 0.6;

/** 0 to 1, beside the tool that the words fit best; 1 for a tool that is called by its name. */
function relevanceOf(
  tools: readonly Candidate[],
  words: string,
  reader: TextReader | undefined,
): ReadonlyMap<string, number> {
  const said = words.toLowerCase();
  const textOf = ({ name, description }: Candidate) => `${name.replaceAll('_', ' ')}. ${description}`;
  const ranked = rank(words, tools, textOf, reader === undefined ? {} : { reader });
  const best = Math.max(...ranked.map(({ score }) => score), 1e-9);
  const found = new Map(ranked.map(({ item, score }) => [item.name, score / best]));
  for (const { name } of tools) if (mentions(said, name)) found.set(name, 1);
  return found;
}

function mentions(said: string, name: string): boolean {
  return [name, name.replaceAll('_', ' '), name.replaceAll('_', '-')].some(form => {
    const at = said.indexOf(form);
    return (
      at >= 0 && !/[\p{L}\p{N}_]/u.test(said[at - 1] ?? ' ') && !/[\p{L}\p{N}_]/u.test(said[at + form.length] ?? ' ')
    );
  });
}

function byName<Tool extends Candidate>(tools: readonly Tool[]): readonly Tool[] {
  return [...tools].sort(compare);
}

function compare(a: Candidate, b: Candidate): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
