/** The tool with which the agent keeps a list of what it is about. */
import { z } from 'zod';
import type { Goal, GoalService } from '../../domain/goals/goal.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { defineTool, type Tool } from '../../ports/tool.ts';

/** What `goals` says of itself. */
export const goalsDeclaration = {
  name: 'goals',
  effect: 'act',
  deeds: ['keep'],
  isQuiet: true,
  leavesWorkspace: true,
  factsOf: ({ action, due, remind }) => ({
    records: true,
    // a reminder is a job, and another text of a goal is another reminder
    ...(remind !== false && (action === 'update' || (action === 'add' && due !== undefined))
      ? { schedules: 'reads' }
      : {}),
  }),
} as const satisfies ToolDeclaration;

const schema = z
  .strictObject({
    action: z.enum(['add', 'update', 'complete', 'drop', 'list']),
    id: z.int().min(1).optional().describe('The number of a goal: for update, complete and drop.'),
    text: z.string().trim().min(1).max(1_000).optional().describe('The goal in one sentence: for add and update.'),
    due: z.string().min(1).max(100).optional().describe('When it is due: 2026-12-24T18:00, or "tomorrow at 9".'),
    remind: z.boolean().optional().describe('False: the owner is not reminded when it is due.'),
    everywhere: z.boolean().default(false).describe('True: it belongs to all conversations, not only to this one.'),
  })
  .superRefine(({ action, id, text, due, remind }, context) => {
    if (action === 'add' && text === undefined) context.addIssue('add needs a text');
    if (action !== 'add' && action !== 'list' && id === undefined) context.addIssue(`${action} needs the id of a goal`);
    if (action === 'update' && text === undefined && due === undefined && remind === undefined)
      context.addIssue('update needs a text, a due date or remind');
  });

export function goalsTool(goals: () => GoalService, now: () => number): Tool {
  /** The reminder of a goal goes with it. */
  const mayEndReminder = ({ action, id }: z.infer<typeof schema>) =>
    (action === 'update' || action === 'complete' || action === 'drop') &&
    goals()
      .list({ state: 'open', limit: 500 })
      .some(goal => goal.id === id && goal.due !== null);
  return defineTool({
    ...goalsDeclaration,
    description:
      'Keeps a list of goals: what you and the owner are about over several turns or days. Add one when the owner sets out on something longer, complete it when it is done. Open goals stand in your instructions.',
    schema,
    intent: ({ action, id, text = '' }, language) => {
      const say = intentTexts(language);
      return action === 'list' ? say.listGoals : say.goals(action, String(id ?? ''), text.replace(/\s+/g, ' ').trim());
    },
    facts: args => ({
      ...goalsDeclaration.factsOf(args as never),
      ...(mayEndReminder(args) ? { schedules: 'reads' as const } : {}),
    }),
    async run({ action, id = 0, text = '', due, remind, everywhere }, { session, taint }) {
      const terms = { ...(due === undefined ? {} : { due }), ...(remind === undefined ? {} : { remind }) };
      if (action === 'list') return listed(goals().list({ state: 'open', session, limit: 100 }), now());
      if (action === 'add') {
        const goal = await goals().add({ text, ...terms, ...(everywhere ? {} : { session }) }, session, { taint });
        return { text: `The goal is set.\n${goalLine(goal, now())}`, taint: goal.taint };
      }
      const known = goals()
        .list({ session, limit: 500 })
        .some(one => one.id === id);
      const goal = !known
        ? undefined
        : action === 'update'
          ? await goals().change(id, { ...(text === '' ? {} : { text }), ...terms }, session, taint)
          : await goals().act(id, action, session);
      if (!goal)
        return { text: `There is no goal ${id} here; the action list shows them.`, failed: true, taint: 'owner' };
      return { text: `${said[action]}\n${goalLine(goal, now())}`, taint: goal.taint };
    },
  });
}

const said = { update: 'The goal is changed.', complete: 'The goal is done.', drop: 'The goal is dropped.' } as const;

/** The words of a goal are as little trusted as the conversation it was made in. */
function listed(goals: readonly Goal[], now: number) {
  const isOutside = goals.some(({ taint }) => taint === 'external');
  return {
    text: goals.length === 0 ? 'There are no open goals.' : goals.map(goal => goalLine(goal, now)).join('\n'),
    taint: isOutside ? ('external' as const) : ('owner' as const),
  };
}

function goalLine({ id, text, state, due }: Goal, now: number): string {
  const isLate = state === 'open' && due !== null && due <= now;
  const when = due === null ? '' : ` (due ${new Date(due).toISOString()}${isLate ? ', overdue' : ''})`;
  return `${id}. ${text}${when}${state === 'open' ? '' : `, ${state}`}`;
}
