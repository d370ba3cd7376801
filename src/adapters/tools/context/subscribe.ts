/** The tools for what stands beside a conversation: files and pages that are watched, the tasks of a turn, and a look at it all. */
import { z } from 'zod';
import type { Subscription, TaskList, WatchedSource } from '../../../domain/context/watched.ts';
import { defined, type JsonObject } from '../../../domain/text/json.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import type { CallFacts } from '../../../domain/tools/tool.ts';
import { type Asker, defineTool, type Tool } from '../../../ports/tool.ts';

/** What `subscribe` says of itself. */
export const subscribeDeclaration = {
  name: 'subscribe',
  does: {
    en: 'Watches a file or a page: each request holds it as it is then.',
    de: 'Beobachtet eine Datei oder Seite: Jede Anfrage enthält sie, wie sie dann ist.',
  },
  effect: 'read',
  isQuiet: true,
  isOccasional: true,
  factsOf: ({ path, url }: JsonObject) => ({
    ...defined({ path: typeof path === 'string' ? path : undefined, url: typeof url === 'string' ? url : undefined }),
  }),
} as const satisfies ToolDeclaration;

/** What `unsubscribe` says of itself. */
export const unsubscribeDeclaration = {
  name: 'unsubscribe',
  does: { en: 'Ends the watching of a file or a page.', de: 'Beendet das Beobachten einer Datei oder Seite.' },
  effect: 'read',
  isQuiet: true,
  isOccasional: true,
} as const satisfies ToolDeclaration;

/** What `turn_tasks` says of itself. */
export const turnTasksDeclaration = {
  name: 'turn_tasks',
  does: { en: 'Writes down the tasks of a turn.', de: 'Schreibt die Aufgaben einer Runde auf.' },
  effect: 'record',
  isQuiet: true,
  isOccasional: true,
} as const satisfies ToolDeclaration;

/** What `context_inspect` says of itself. */
export const contextInspectDeclaration = {
  name: 'context_inspect',
  does: { en: 'Looks at what the model sees, with sizes.', de: 'Sieht nach, was das Modell sieht, mit Größen.' },
  effect: 'read',
  isQuiet: true,
  isOccasional: true,
} as const satisfies ToolDeclaration;

/** So many are watched at once in a conversation. */
const mostWatched = 8;

const subscribeSchema = z
  .strictObject({
    kind: z
      .enum(['file', 'file_lines', 'url'])
      .describe('file: a whole text file; file_lines: some lines of it; url: a page.'),
    path: z.string().min(1).max(1_000).optional().describe('Of a file: as read_file takes it.'),
    url: z.string().trim().min(1).max(2_000).optional().describe('Of a page: its http or https URL, whole.'),
    from_line: z.int().min(1).optional().describe('Of file_lines: the first line.'),
    lines: z.int().min(1).max(2_000).optional().describe('Of file_lines: how many lines.'),
    turns: z.int().min(1).max(50).default(10).describe('For how many turns after this one.'),
    tokens: z.int().min(100).max(8_000).default(1_500).describe('How much of it at most.'),
  })
  .superRefine(({ kind, path, url, from_line, lines }, context) => {
    if (kind === 'url' && (url === undefined || path !== undefined)) context.addIssue('url needs url, and no path');
    if (kind !== 'url' && (path === undefined || url !== undefined)) context.addIssue(`${kind} needs path, and no url`);
    if (kind === 'file_lines' && (from_line === undefined || lines === undefined))
      context.addIssue('file_lines needs from_line and lines');
  });

type SubscribeArgs = z.infer<typeof subscribeSchema>;

/** What the tools do it with. */
export interface ContextToolSources {
  /** As `read_file` and `web_fetch` state them of the same source. */
  readonly factsOf: (source: { readonly path?: string; readonly url?: string }, asker: Asker) => CallFacts;
  /** Reads it once; throws a `Fault` where it cannot be read. Answers how many characters it has. */
  readonly tryOut: (source: WatchedSource, signal: AbortSignal) => Promise<number>;
  readonly watched: (session: string) => readonly Subscription[];
  readonly subscribe: (subscription: Omit<Subscription, 'id'> & { readonly call: string }) => Promise<number>;
  readonly unsubscribe: (session: string, id: number) => Promise<boolean>;
  readonly setTasks: (session: string, list: TaskList) => void;
  /** What the newest request of a conversation held, in words for its model. */
  readonly inspect: (session: string) => string;
}

/** `subscribe`, `unsubscribe`, `turn_tasks` and `context_inspect`. */
export function contextTools(sources: ContextToolSources): readonly Tool[] {
  return [subscribeTool(sources), unsubscribeTool(sources), turnTasksTool(sources), inspectTool(sources)];
}

function subscribeTool({ factsOf, tryOut, watched, subscribe }: ContextToolSources): Tool {
  return defineTool({
    ...subscribeDeclaration,
    description:
      'Watches a file, some lines of it, or a page: until its turns are over, each of your requests holds it as it is then. Use it for what changes while you work on it; read_file and web_fetch read once.',
    schema: subscribeSchema,
    timeoutMs: 90_000,
    intent: ({ path, url, turns }, language) => intentTexts(language).watch(oneLine(path ?? url ?? '', 200), turns),
    exact: ({ url }) => url,
    facts: ({ path, url }, asker) => factsOf(defined({ path, url }), asker),
    async run(args, { session, turn, call, signal, facts }) {
      const source = sourceOf(args, facts?.ownHost !== undefined);
      const others = watched(session).filter(one => !isSame(one, source));
      if (others.length >= mostWatched)
        return {
          text: `${mostWatched} sources are watched already, which is as many as there can be. Call unsubscribe for one of ${others.map(({ id }) => id).join(', ')} first.`,
          failed: true,
          taint: 'owner',
        };
      const characters = await tryOut(source, signal);
      const { turns, tokens } = args;
      const id = await subscribe({ ...source, session, turn, call, turns, tokens });
      return {
        text: `It is watched as number ${id}, in this and the next ${turns} turns: ${characters} characters now, of which at most ${tokens} tokens are shown. It stands in your next request. unsubscribe {"id": ${id}} ends it.`,
        taint: 'owner',
      };
    },
  });
}

function sourceOf({ kind, path, url, from_line, lines }: SubscribeArgs, mayReachOwn: boolean): WatchedSource {
  const isPart = kind === 'file_lines';
  return {
    kind,
    target: path ?? url ?? '',
    fromLine: isPart ? (from_line ?? 1) : null,
    lines: isPart ? (lines ?? 1) : null,
    mayReachOwn,
  };
}

function isSame(one: WatchedSource, other: WatchedSource): boolean {
  return (
    one.kind === other.kind &&
    one.target === other.target &&
    one.fromLine === other.fromLine &&
    one.lines === other.lines
  );
}

function unsubscribeTool({ watched, unsubscribe }: ContextToolSources): Tool {
  return defineTool({
    ...unsubscribeDeclaration,
    description: 'Ends what subscribe began: the file or page stands in your requests no more.',
    schema: z.strictObject({ id: z.int().min(1).describe('Its number.') }),
    intent: ({ id }, language) => intentTexts(language).unwatch(id),
    async run({ id }, { session }) {
      if (await unsubscribe(session, id)) return { text: `Number ${id} is not watched any more.`, taint: 'owner' };
      const numbers = watched(session).map(one => one.id);
      const there = numbers.length === 0 ? 'nothing is watched' : `there are ${numbers.join(', ')}`;
      return { text: `Number ${id} is not watched in this conversation; ${there}.`, failed: true, taint: 'owner' };
    },
  });
}

const tasksSchema = z.strictObject({
  tasks: z
    .array(
      z.strictObject({
        text: z.string().trim().min(1).max(300).describe('What is to be done, in one sentence.'),
        state: z.enum(['open', 'doing', 'done']).default('open'),
      }),
    )
    .max(30)
    .describe('The whole list, in order; an empty one takes it away.'),
});

function turnTasksTool({ setTasks }: ContextToolSources): Tool {
  return defineTool({
    ...turnTasksDeclaration,
    description:
      'Writes down the tasks of this turn, in place of the list before: for work of three steps and more. The list stands in each of your requests until the turn ends, whatever else leaves them.',
    schema: tasksSchema,
    intent: ({ tasks }, language) => intentTexts(language).listTasks(tasks.length),
    receipt: ({ tasks }) => `The list has ${tasks.length} tasks.`,
    record: ({ tasks }, { session, at, taint }) => setTasks(session, { tasks, taint, at }),
  });
}

function inspectTool({ inspect }: ContextToolSources): Tool {
  return defineTool({
    ...contextInspectDeclaration,
    description:
      'Tells what your newest request held, by parts with their sizes, what was left out for want of room, and how to get it again.',
    schema: z.strictObject({}),
    intent: (_, language) => intentTexts(language).inspectContext,
    run: async (_, { session }) => ({ text: inspect(session), taint: 'owner' }),
  });
}
