/** The tool that knows facts about Straylight itself, so that nobody has to look for them. */
import { z } from 'zod';
import { isDemo } from '../../domain/budget/prices.ts';
import type { BudgetService } from '../../domain/budget/view.ts';
import { periodIn } from '../../domain/memory/period.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { answerOf } from '../../domain/tools/said/said.ts';
import type { Said, SaidCode, SaidValue } from '../../domain/tools/said/texts.ts';
import type { ActivityRecords } from '../../ports/ledgers/context/records.ts';
import { defineTool, type Tool, type ToolOutput } from '../../ports/tool.ts';

/** What `agent_status` says of itself. */
export const agentStatusDeclaration = {
  name: 'agent_status',
  does: {
    en: 'Looks up what was spent, what waits and where things lie.',
    de: 'Sieht nach, was ausgegeben wurde, was wartet und wo etwas liegt.',
  },
  effect: 'read',
  deeds: [],
  isQuiet: true,
} as const satisfies ToolDeclaration;

const topics = ['spending', 'waiting', 'places', 'done'] as const;

const schema = z.strictObject({
  about: z
    .enum(topics)
    .describe(
      'spending: of today, with the limits; waiting: approvals, questions, problems, jobs that are due or have failed; places: where files and data lie on the machine; done: what you did in all conversations, from your records.',
    ),
  when: z
    .string()
    .trim()
    .max(60)
    .default('today')
    .describe('For done: the time, such as “today”, “yesterday”, “last week”, “on 3 May”.'),
});

/** What waits for the owner, as /status shows it. */
interface StatusNeed {
  readonly kind: string;
  readonly id: string;
  readonly text: string;
  /** Its words may come from outside. */
  readonly isOutside: boolean;
}

export interface StatusJob {
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
export function agentStatusTool({
  budget,
  needs,
  jobs,
  now,
  places,
  done,
  timeZone,
  isDeclared,
}: {
  readonly budget: () => Pick<BudgetService, 'look'>;
  readonly needs: () => readonly StatusNeed[];
  /** The owner's jobs, the nearest first. */
  readonly jobs: () => readonly StatusJob[];
  readonly now: () => number;
  /** What the rows say was done; loaded with the first question. */
  readonly done: () => ActivityRecords;
  readonly timeZone: string;
  /** Does the tool of this name come with Straylight? The name of another may be chosen outside. */
  readonly isDeclared: (tool: string) => boolean;
  /** What lies where: what it is, and its path. */
  readonly places: () => readonly (readonly [name: SaidCode, path: string])[];
}): Tool {
  const facts: Readonly<Record<(typeof topics)[number], (when: string) => ToolOutput | Promise<ToolOutput>>> = {
    spending: () => spending(budget()),
    done: when => doneIn(done(), when, { now: now(), timeZone, isDeclared }),
    waiting: () => waiting(needs(), jobs(), now()),
    places: () => ({
      ...answerOf({ code: 'places' }, ...places().map(([code, path]): Said => ({ code, values: { path } }))),
      taint: 'owner',
    }),
  };
  return defineTool({
    ...agentStatusDeclaration,
    description:
      'Facts about yourself for the owner: what was spent today and what may be, what waits for them, where files and data lie, and what you did today or another day. Use it when the owner asks for one of these.',
    schema,
    intent: ({ about }, language) => intentTexts(language).agentStatus(about),
    run: async ({ about, when }) => facts[about](when),
  });
}

/** Bounded; its names are the owner's words and ours, else it counts as outside text. */
function doneIn(
  records: ActivityRecords,
  when: string,
  {
    now,
    timeZone,
    isDeclared,
  }: { readonly now: number; readonly timeZone: string; readonly isDeclared: (tool: string) => boolean },
): ToolOutput {
  const period = periodIn(when, now, timeZone) ?? periodIn('today', now, timeZone);
  const { from = 0, to = now + 1 } = period ?? {};
  const { conversations, calls, jobs, memories } = records.between(from, to);
  if (conversations.length + calls.length + jobs.length === 0)
    return {
      ...answerOf({ code: 'nothingDone', values: { from: dayOf(from, timeZone), to: dayOf(to - 1, timeZone) } }),
      taint: 'owner',
    };
  const own = calls.filter(({ tool }) => isDeclared(tool));
  const others = calls.filter(({ tool }) => !isDeclared(tool)).reduce((sum, { count }) => sum + count, 0);
  return {
    ...answerOf(
      { code: 'doneBetween', values: { from: dayOf(from, timeZone), to: dayOf(to - 1, timeZone) } },
      ...part(
        'doneConversations',
        conversations.map(
          ({ session, opening, turns }): Said =>
            opening === undefined
              ? { code: 'doneTalk', values: { where: { session }, count: turns } }
              : { code: 'doneTalkAbout', values: { where: { session }, count: turns, text: oneLine(opening, 120) } },
        ),
      ),
      ...part('doneCalls', [
        ...own.map(({ tool, outcome, count }): Said => ({ code: 'doneCall', values: { tool, outcome, count } })),
        ...(others === 0 ? [] : [{ code: 'doneOther', values: { count: others } } as const]),
      ]),
      ...part(
        'doneJobs',
        jobs.map(
          ({ name, state, runs }): Said => ({
            code: 'doneCall',
            values: { tool: oneLine(name, 60), outcome: state, count: runs },
          }),
        ),
      ),
      ...(memories === 0 ? [] : [{ code: 'doneMemories', values: { count: memories } } as const]),
    ),
    taint: jobs.some(({ isOutside }) => isOutside) ? 'external' : 'owner',
  };
}

function dayOf(at: number, timeZone: string): SaidValue {
  return { at, timeZone };
}

async function spending(budget: Pick<BudgetService, 'look'>): Promise<ToolOutput> {
  const { today, models } = await budget.look();
  const { spent, limit } = today;
  const used = { micros: spent.micros };
  const figures = { figure: spent.tokens };
  return {
    ...answerOf(
      limit.micros === null
        ? { code: 'spent', values: { used } }
        : { code: 'spentOf', values: { used, most: { micros: limit.micros } } },
      limit.tokens === null
        ? { code: 'tokens', values: { used: figures } }
        : { code: 'tokensOf', values: { used: figures, most: { figure: limit.tokens } } },
      ...models.map((one): Said => {
        const model = oneLine(one.model, 80);
        if (isDemo(one)) return { code: 'demo', values: { model } };
        const { micros, tokens } = one.spent;
        return { code: 'model', values: { model, spent: { micros }, tokens: { figure: tokens } } };
      }),
    ),
    taint: 'owner',
  };
}

/** Of each kind so many are named. */
const mostNamed = 20;
const soonMs = 24 * 60 * 60 * 1000;

const kinds: readonly (readonly [head: SaidCode, is: (kind: string) => boolean])[] = [
  ['approvalsWait', kind => kind === 'approval'],
  ['questionsWait', kind => kind === 'question'],
  ['accountsWait', kind => kind === 'account'],
  ['problemsWait', kind => kind === 'incident'],
  ['setAside', kind => !['approval', 'question', 'account', 'incident'].includes(kind)],
];

/** Trusted as far as the words in which it is said for what a call, a question and a job are. */
function waiting(open: readonly StatusNeed[], all: readonly StatusJob[], now: number): ToolOutput {
  const due = all.filter(({ next }) => next !== null && next - now <= soonMs);
  const failed = all.filter(({ hasFailed }) => hasFailed);
  const lines = [
    ...kinds.flatMap(([head, is]) =>
      part(
        head,
        open
          .filter(({ kind }) => is(kind))
          .map(({ id, text }) => ({
            code: 'waits',
            values: { id: oneLine(id.replace(/^approval:/, ''), 80), text: oneLine(text, 300) },
          })),
      ),
    ),
    ...part(
      'jobsDue',
      due.map(({ name, does, next, timeZone }) => ({
        code: 'jobDue',
        values: { name, at: { at: next ?? 0, timeZone }, does: oneLine(does, 200) },
      })),
    ),
    ...part(
      'jobsFailed',
      failed.map(({ name, does }) => ({ code: 'waits', values: { id: name, text: oneLine(does, 200) } })),
    ),
  ];
  if (lines.length === 0) return { ...answerOf({ code: 'nothingWaits' }), taint: 'owner' };
  const isOutside = [...open, ...due, ...failed].some(one => one.isOutside);
  return { ...answerOf(...lines), taint: isOutside ? 'external' : 'owner' };
}

function part(code: SaidCode, lines: readonly Said[]): readonly Said[] {
  if (lines.length === 0) return [];
  const more = lines.length - mostNamed;
  const rest: readonly Said[] = more > 0 ? [{ code: 'more', values: { count: more } }] : [];
  return [{ code }, ...lines.slice(0, mostNamed), ...rest];
}
