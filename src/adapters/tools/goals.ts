/** The tool with which the agent keeps a list of what it is about. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { longestCheck, mostChecks } from '../../domain/goals/check.ts';
import type { Goal, GoalService } from '../../domain/goals/goal.ts';
import { goalRecord } from '../../domain/goals/record.ts';
import { isAsJudged, type JudgedRecord, type RecordChange } from '../../domain/policy/own-records.ts';
import { shownRecords } from '../../domain/policy/record-words.ts';
import { defined, type JsonObject } from '../../domain/text/json.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { answerOf } from '../../domain/tools/said/said.ts';
import type { Said, SaidValue } from '../../domain/tools/said/texts.ts';
import { defineTool, type Tool } from '../../ports/tool.ts';

/** What `goals` says of itself. */
export const goalsDeclaration = {
  name: 'goals',
  does: { en: 'Keeps the list of your goals.', de: 'Führt die Liste deiner Ziele.' },
  effect: 'act',
  deeds: ['keep', 'schedule'],
  isQuiet: true,
  leavesWorkspace: true,
  factsOf: args => ({ records: true, changes: changesNamed(args) }),
} as const satisfies ToolDeclaration;

/** Without a home nobody knows who made the goal; one of the owner's may not change unasked. */
function changesNamed({ action, id, due, remind }: JsonObject): readonly RecordChange[] {
  const reminds = remind !== false && (action === 'update' || due !== undefined) ? { later: 'reads' as const } : {};
  if (action === 'add') return [{ kind: 'goal', name: '', act: 'add', ...reminds }];
  if (action === 'list') return [];
  const known = { kind: 'goal', name: String(id ?? ''), act: 'change', maker: 'owner' } as const;
  return [action === 'update' ? { ...known, ...reminds } : known];
}

const schema = z
  .strictObject({
    action: z.enum(['add', 'update', 'complete', 'drop', 'list']),
    id: z.int().min(1).optional().describe('The number of a goal: for update, complete and drop.'),
    text: z.string().trim().min(1).max(1_000).optional().describe('The goal in one sentence: for add and update.'),
    due: z.string().min(1).max(100).optional().describe('When it is due: 2026-12-24T18:00, or "tomorrow at 9".'),
    remind: z.boolean().optional().describe('False: the owner is not reminded when it is due.'),
    checks: z
      .array(
        z
          .string()
          .max(longestCheck)
          .regex(
            /^(?:file_exists|not_empty|unchanged) \S/,
            'expected file_exists PATH, not_empty PATH or unchanged PATH',
          ),
      )
      .max(mostChecks)
      .optional()
      .describe('For add: what has to hold before it is complete: "file_exists report.md", "not_empty report.md".'),
    everywhere: z.boolean().default(false).describe('True: it belongs to all conversations, not only to this one.'),
  })
  .superRefine(({ action, id, text, due, remind }, context) => {
    if (action === 'add' && text === undefined) context.addIssue('add needs a text');
    if (action !== 'add' && action !== 'list' && id === undefined) context.addIssue(`${action} needs the id of a goal`);
    if (action === 'update' && text === undefined && due === undefined && remind === undefined)
      context.addIssue('update needs a text, a due date or remind');
  });

type Args = z.infer<typeof schema>;

export function goalsTool(goals: () => GoalService, now: () => number): Tool {
  const recordOf = (args: Args, session: string | undefined) => recordIn(goals(), args, session);
  return defineTool({
    ...goalsDeclaration,
    description:
      'Keeps a list of goals: what you and the owner are about over several turns or days. Add one when the owner sets out on something longer, complete it when it is done: its checks are run then, and it stays open where one does not hold. Open goals stand in your instructions.',
    schema,
    intent: ({ action, id, text = '' }, language) => {
      const say = intentTexts(language);
      return action === 'list' ? say.listGoals : say.goals(action, String(id ?? ''), text.replace(/\s+/g, ' ').trim());
    },
    exact(args, shown) {
      const record = recordOf(args, shown?.session);
      return record && shownRecords([record], shown?.language);
    },
    facts(args, { session }) {
      const record = recordOf(args, session);
      return { records: true, changes: record === undefined ? [] : [record.change] };
    },
    async run(args, { session, taint, facts }) {
      const { action, id = 0, text = '', due, remind, checks, everywhere } = args;
      const terms = { ...defined({ due }), remind };
      if (action === 'list') return listed(goals().list({ state: 'open', session, limit: 100 }), now());
      if (action === 'add') {
        const goal = await goals().add(
          { text, ...terms, ...defined({ checks }), session: everywhere ? undefined : session },
          session,
          { taint },
        );
        return { ...answerOf({ code: 'goalSet' }, goalLine(goal, now())), taint: goal.taint };
      }
      const record = recordOf(args, session);
      if (!isAsJudged(facts?.changes, record === undefined ? [] : [record.change]))
        return { ...answerOf({ code: 'goalOther', values: { id } }), failed: true, taint: 'owner' };
      const known = goals()
        .list({ session, limit: mostKnown })
        .some(one => one.id === id);
      // the words of a call that changes nothing take no trust from it
      if (known && record === undefined) return { ...answerOf({ code: 'goalSame', values: { id } }), taint: 'owner' };
      const goal = !known
        ? undefined
        : action === 'update'
          ? await goals().change(id, { ...defined({ text: text === '' ? undefined : text }), ...terms }, session, taint)
          : await goals().act(id, action, session);
      if (!goal) return { ...answerOf({ code: 'goalMissing', values: { id } }), failed: true, taint: 'owner' };
      return { ...answerOf({ code: acts[action] }, goalLine(goal, now())), taint: goal.taint };
    },
  });
}

const mostKnown = 500;

/** What a call does to a goal; its reminder goes with it. */
function recordIn(goals: GoalService, args: Args, session: string | undefined): JudgedRecord | undefined {
  const { action, id, due = null, remind } = args;
  const terms = { session, hash: (words: string) => hash('sha256', words) };
  const reminding = remind === undefined ? {} : { remind };
  if (action === 'list') return undefined;
  if (action === 'add')
    return goalRecord(
      { after: { text: args.text ?? '', due, state: 'open', ...reminding, ...defined({ checks: args.checks }) } },
      terms,
    );
  const at = session === undefined ? {} : { session };
  const before = goals.list({ ...at, limit: mostKnown }).find(one => one.id === id);
  if (before === undefined) return undefined;
  const { text, state } = before;
  const checks = before.checks.map(check => check.text);
  if (action !== 'update') {
    const ended = action === 'complete' ? 'done' : 'dropped';
    return goalRecord({ before, after: { text, due: before.due, state: ended, checks } }, terms);
  }
  return goalRecord(
    { before, after: { text: args.text ?? text, due: due ?? before.due, state, ...reminding, checks } },
    terms,
  );
}

const acts = { update: 'goalChanged', complete: 'goalDone', drop: 'goalDropped' } as const;

/** The words of a goal are as little trusted as the conversation it was made in. */
function listed(goals: readonly Goal[], now: number) {
  const isOutside = goals.some(({ taint }) => taint === 'external');
  return {
    ...answerOf(...(goals.length === 0 ? [{ code: 'goalsNone' } as const] : goals.map(goal => goalLine(goal, now)))),
    taint: isOutside ? ('external' as const) : ('owner' as const),
  };
}

function goalLine({ id, text, state, due }: Goal, now: number): Said {
  const isLate = state === 'open' && due !== null && due <= now;
  const when: SaidValue =
    due === null ? '' : { code: isLate ? 'overdue' : 'due', values: { due: new Date(due).toISOString() } };
  const ended: SaidValue = state === 'open' ? '' : { code: state === 'done' ? 'isDone' : 'isDropped' };
  return { code: 'goal', values: { id, text, when, state: ended } };
}
