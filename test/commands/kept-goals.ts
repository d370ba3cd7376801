import assert from 'node:assert/strict';
import type { Goal, GoalService } from '../../src/domain/goals/goal.ts';

const hour = 3_600_000;

/** Goals that are kept in an array. */
export function keptGoals(): GoalService & { readonly kept: Goal[] } {
  const kept: Goal[] = [];
  return {
    kept,
    list: ({ state }) => kept.filter(goal => state === undefined || goal.state === state),
    async add({ text, due, session = null }, by) {
      const at = due === undefined ? null : 3 * hour;
      const goal: Goal = {
        id: kept.length + 1,
        text,
        due: at,
        session,
        by,
        state: 'open',
        taint: 'owner',
        createdAt: 0,
        endedAt: null,
        checks: [],
      };
      kept.push(goal);
      return goal;
    },
    change: () => assert.fail('nothing changes a goal here'),
    check: async id => kept.find(goal => goal.id === id),
    async act(id, act) {
      const at = kept.findIndex(goal => goal.id === id);
      const goal = kept[at];
      if (!goal) return undefined;
      const state = ({ complete: 'done', drop: 'dropped', reopen: 'open' } as const)[act];
      kept[at] = { ...goal, state };
      return kept[at];
    },
  };
}
