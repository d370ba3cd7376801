/**
 * The tools of this program that few turns need, and the tool that finds these and those of other sources.
 *
 * Each tool on offer costs tokens with every question. One of these is offered where the owner's words speak of it, or
 * once it was found; it stays on offer in its conversation until others take its place, so that the list changes seldom.
 */
import { createRequire } from 'node:module';
import { dropOldest } from '../../domain/collections/drop-oldest.ts';
import { rank, type TextReader, textReader } from '../../domain/memory/relevance.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { findToolsName, foundText } from '../../domain/tools/found-tools.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import type * as SharedWords from '../../domain/tools/shared-words.ts';
import type { ToolSpec } from '../../domain/tools/tool.ts';
import type { SourcedTool } from '../../ports/tool.ts';
import type { ToolSource } from '../../ports/tool-source.ts';
import type { Offer, ToolHint } from '../../ports/toolbox.ts';

// With the first search.
const load = createRequire(import.meta.url);

const mostFound = 20;
/** So many of the occasional tools are on offer at once. */
const mostShown = 8;
/** So many lists are kept, so that each is the same object as long as nothing has changed. */
const mostLists = 64;
/** So much of what the owner's words say has to be of a tool. */
const clearly = 0.35;
const mostTexts = 5_000;

/** `declared`: what tools of this program say of themselves. */
export function findableTools(
  occasional: readonly ToolSpec[],
  sources: readonly ToolSource[],
  declared: readonly Pick<ToolDeclaration, 'name' | 'isUnnamed' | 'isMeant'>[] = [],
): ToolSource {
  const reader = textReader(mostTexts);
  const names = new Set(occasional.map(({ name }) => name));
  const lists = new Map<string, Offer>();

  const textOf = ({ name, description }: Pick<ToolSpec, 'name' | 'description'>) =>
    `${name.replaceAll('_', ' ')}. ${description}`;
  const all = () => [...occasional, ...sources.flatMap(({ findable }) => findable?.all() ?? [])];
  const found = (query: string) => foundBy(query, all(), textOf, reader);
  const saysItself = new Set(declared.flatMap(({ name, isMeant }) => (isMeant ? name : [])));
  const isUnnamed = new Set(declared.flatMap(({ name, isUnnamed }) => (isUnnamed ? name : [])));
  const spec = specFor(occasional.filter(({ name }) => !isUnnamed.has(name)));
  const spoken = new WeakMap<ToolHint, readonly string[]>();
  const tool = findToolsTool(spec, found);

  /** Those that words speak of clearly, the clearest last. */
  function spokenOf(words: string): readonly string[] {
    const clear = rank(words, occasional, textOf, { reader }).filter(({ coverage }) => coverage >= clearly);
    const meant = declared.flatMap(({ name, isMeant }) => (isMeant?.(words) ? name : []));
    const byWords = clear.map(({ item }) => item.name).filter(name => !saysItself.has(name));
    return [...meant, ...byWords].slice(0, mostShown / 2).toReversed();
  }

  /** A conversation gives the same hints at each of its steps. */
  function hintedAt(hint: ToolHint): readonly string[] {
    if ('found' in hint) return hint.found.filter(name => names.has(name));
    const known = spoken.get(hint) ?? spokenOf(hint.said);
    spoken.set(hint, known);
    return known;
  }

  function shownBy(hints: readonly ToolHint[]): ReadonlySet<string> {
    /** The newest last. */
    const shown = new Set<string>();
    for (const hint of hints) {
      for (const name of hintedAt(hint)) {
        // what was found is the newest, whether it was there before or not
        if ('found' in hint) shown.delete(name);
        shown.add(name);
        dropOldest(shown, mostShown);
      }
    }
    return shown;
  }

  return {
    offer(words, within) {
      const shown = shownBy(within?.hints ?? [{ said: words }]);
      const isMore = shown.size < occasional.length || sources.some(({ findable }) => findable?.isCut() === true);
      const specs = [...occasional.filter(({ name }) => shown.has(name)), ...(isMore ? [spec] : [])];
      const key = specs.map(({ name }) => name).join(' ');
      const offer = lists.get(key) ?? { specs, notes: '' };
      lists.delete(key);
      lists.set(key, offer);
      dropOldest(lists, mostLists);
      return offer;
    },
    find: name => (name === findToolsName ? { tool, version: '1' } : undefined),
    names: () => [],
    changed: () => {},
    close: async () => {},
  };
}

type Named = Pick<ToolSpec, 'name' | 'description'>;

/**
 * By meaning, as memories are found, and by the very words, in turn: a request has names and days in it, by which the
 * first finds much that is near, and one word by which the second finds the tool.
 */
function foundBy(
  query: string,
  all: readonly Named[],
  textOf: (tool: Named) => string,
  reader: TextReader,
): readonly Named[] {
  const near = rank(query, all, textOf, { reader }).map(({ item }) => item);
  const { bySharedWords } = load('../../domain/tools/shared-words.ts') as typeof SharedWords;
  const exact = bySharedWords(query, all, ({ name, description }) => [name.replaceAll('_', ' '), description]);
  const mixed = Array.from({ length: mostFound }, (_, at) => [near[at], exact[at]].filter(one => one !== undefined));
  return [...new Set(mixed.flat())].slice(0, mostFound);
}

/** What is there is named, so that a model knows what it can look for. */
function specFor(occasional: readonly ToolSpec[]): ToolSpec {
  const named =
    occasional.length === 0 ? '' : ` There are, for example: ${occasional.map(({ name }) => name).join(', ')}.`;
  return {
    name: findToolsName,
    description: `Looks for tools by what they do, and offers those it finds from the next step on. Use it where no tool on offer does what is needed.${named}`,
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', minLength: 1, maxLength: 400, description: 'What the tool should do.' } },
      required: ['query'],
      additionalProperties: false,
    },
  };
}

function findToolsTool(
  spec: ToolSpec,
  find: (query: string) => readonly Pick<ToolSpec, 'name' | 'description'>[],
): SourcedTool {
  return {
    ...spec,
    effect: 'read',
    deeds: [],
    isQuiet: true,
    intent: (args, language) => intentTexts(language).findTools(String((args as { query?: unknown }).query ?? '')),
    run: async args => ({
      text: foundText(find(String((args as { query?: unknown }).query ?? ''))),
      taint: 'owner',
    }),
  };
}
