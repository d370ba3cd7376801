/** The tool that knows facts about Straylight itself, so that nobody has to look for them. */
import { createRequire } from 'node:module';
import { z } from 'zod';
import { count, money } from '../../domain/budget/money.ts';
import { isDemo } from '../../domain/budget/prices.ts';
import type { BudgetService } from '../../domain/budget/view.ts';
import type * as JobWords from '../../domain/jobs/words.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { defineTool, type Tool, type ToolOutput } from '../../ports/tool.ts';

// With the first job that is due.
const load = createRequire(import.meta.url);

/** What `agent_status` says of itself. */
export const agentStatusDeclaration = {
  name: 'agent_status',
  effect: 'read',
  deeds: [],
  isQuiet: true,
} as const satisfies ToolDeclaration;

const topics = ['spending', 'waiting', 'places'] as const;

const schema = z.strictObject({
  about: z
    .enum(topics)
    .describe(
      'spending: of today, with the limits; waiting: approvals, questions, problems, jobs that are due or have failed; places: where files and data lie on the machine.',
    ),
});

export interface AgentStatusSources {
  readonly budget: () => Pick<BudgetService, 'look'>;
  /** What waits for the owner, as /status shows it. */
  readonly needs: () => readonly {
    readonly kind: string;
    readonly id: string;
    readonly text: string;
    /** Its words may come from outside. */
    readonly isOutside: boolean;
  }[];
  /** The owner's jobs, the nearest first. */
  readonly jobs: () => readonly StatusJob[];
  readonly now: () => number;
  /** What lies where: a name, and its path. */
  readonly places: () => readonly (readonly [name: string, path: string])[];
}

interface StatusJob {
  readonly name: string;
  /** What it does, in words. */
  readonly does: string;
  readonly next: number | null;
  readonly timeZone: string;
  readonly hasFailed: boolean;
  /** Outside text may have made it. */
  readonly isOutside: boolean;
}

/** `agent_status`. */
export function agentStatusTool({ budget, places, ...sources }: AgentStatusSources): Tool {
  const facts: Readonly<Record<(typeof topics)[number], () => ToolOutput | Promise<ToolOutput>>> = {
    spending: () => spending(budget()),
    waiting: () => waiting(sources),
    places: () => ({
      text: ['Where it lies on this machine:', ...places().map(([name, path]) => `- ${name}: ${path}`)].join('\n'),
      taint: 'owner',
    }),
  };
  return defineTool({
    ...agentStatusDeclaration,
    description:
      'Facts about yourself for the owner: what was spent today and what may be, what waits for them, where files and data lie. Use it when the owner asks for one of these.',
    schema,
    intent: ({ about }, language) => intentTexts(language).agentStatus(about),
    run: async ({ about }) => facts[about](),
  });
}

const inMoney = (micros: number) => money(micros, 'en');
const inFigures = (tokens: number) => count(tokens, 'en');

async function spending(budget: Pick<BudgetService, 'look'>): Promise<ToolOutput> {
  const { today, models } = await budget.look();
  const { spent, limit } = today;
  const of = (most: number | null, shown: (amount: number) => string) =>
    most === null ? 'no limit' : `a limit of ${shown(most)}`;
  return {
    text: [
      `Spent today: ${inMoney(spent.micros)}, with ${of(limit.micros, inMoney)}.`,
      `Tokens today: ${inFigures(spent.tokens)}, with ${of(limit.tokens, inFigures)}.`,
      ...models.map(one => {
        const tokens = isDemo(one)
          ? 'the demo model, free'
          : `${inMoney(one.spent.micros)}, ${inFigures(one.spent.tokens)} tokens`;
        return `- ${oneLine(one.model, 80)}: ${tokens}`;
      }),
    ].join('\n'),
    taint: 'owner',
  };
}

/** Of each kind so many are named. */
const mostNamed = 20;
const soonMs = 24 * 60 * 60 * 1000;

const kinds: readonly (readonly [head: string, is: (kind: string) => boolean])[] = [
  ['Approvals that wait:', kind => kind === 'approval'],
  ['Questions that wait for an answer:', kind => kind === 'question'],
  ['Accounts that want to be paired:', kind => kind === 'account'],
  ['Problems that wait for a choice:', kind => kind === 'incident'],
  ['Set aside:', kind => !['approval', 'question', 'account', 'incident'].includes(kind)],
];

/** Trusted as far as the words in which it is said for what a call, a question and a job are. */
function waiting({ needs, jobs, now }: Pick<AgentStatusSources, 'needs' | 'jobs' | 'now'>): ToolOutput {
  const open = needs();
  const all = jobs();
  const inWords = (at: number, timeZone: string) =>
    (load('../../domain/jobs/words.ts') as typeof JobWords).instantInWords(at, 'en', timeZone);
  const due = all.filter(({ next }) => next !== null && next - now() <= soonMs);
  const failed = all.filter(({ hasFailed }) => hasFailed);
  const text = [
    ...kinds.flatMap(([head, is]) =>
      part(
        head,
        open
          .filter(({ kind }) => is(kind))
          .map(({ id, text }) => `${oneLine(id.replace(/^approval:/, ''), 80)}: ${oneLine(text, 300)}`),
      ),
    ),
    ...part(
      'Jobs due within a day:',
      due.map(({ name, does, next, timeZone }) => `${name}: ${inWords(next ?? 0, timeZone)}, ${oneLine(does, 200)}`),
    ),
    ...part(
      'Jobs whose last run failed:',
      failed.map(({ name, does }) => `${name}: ${oneLine(does, 200)}`),
    ),
  ];
  if (text.length === 0) return { text: 'Nothing waits.', taint: 'owner' };
  const isOutside = [...open, ...due, ...failed].some(one => one.isOutside);
  return { text: text.join('\n'), taint: isOutside ? 'external' : 'owner' };
}

function part(head: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length - mostNamed;
  return [head, ...lines.slice(0, mostNamed).map(line => `- ${line}`), ...(more > 0 ? [`and ${more} more`] : [])];
}
