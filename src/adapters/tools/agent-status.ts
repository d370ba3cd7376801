/** The tool that knows facts about Straylight itself, so that nobody has to look for them. */
import { z } from 'zod';
import { count, money } from '../../domain/budget/money.ts';
import { isDemo } from '../../domain/budget/prices.ts';
import type { BudgetService } from '../../domain/budget/view.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { defineTool, type Tool, type ToolOutput } from '../../ports/tool.ts';

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
      'spending: of today, with the limits; waiting: approvals; places: where files and data lie on the machine.',
    ),
});

export interface AgentStatusSources {
  readonly budget: () => Pick<BudgetService, 'look'>;
  /** The approvals that wait for the owner, each with what it is for. */
  readonly waiting: () => readonly { readonly id: string; readonly intent: string }[];
  /** What lies where: a name, and its path. */
  readonly places: () => readonly (readonly [name: string, path: string])[];
}

/** `agent_status`. */
export function agentStatusTool({ budget, waiting, places }: AgentStatusSources): Tool {
  const facts: Readonly<Record<(typeof topics)[number], () => ToolOutput | Promise<ToolOutput>>> = {
    spending: () => spending(budget()),
    waiting: () => shownWaiting(waiting()),
    places: () => ({
      text: ['Where it lies on this machine:', ...places().map(([name, path]) => `- ${name}: ${path}`)].join('\n'),
      taint: 'owner',
    }),
  };
  return defineTool({
    ...agentStatusDeclaration,
    description:
      'Facts about yourself for the owner: what was spent today and what may be, which approvals wait, where files and data lie. Use it when the owner asks for one of these.',
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

/** What a call is for may be in words from outside. */
function shownWaiting(waiting: ReturnType<AgentStatusSources['waiting']>): ToolOutput {
  if (waiting.length === 0) return { text: 'No approval waits.', taint: 'owner' };
  return {
    text: ['Approvals that wait:', ...waiting.map(({ id, intent }) => `- ${id}: ${oneLine(intent, 300)}`)].join('\n'),
    taint: 'external',
  };
}
