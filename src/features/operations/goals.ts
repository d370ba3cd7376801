/** Goals: what carries their operations out. */
import type { Implements } from '../../api/service.ts';
import type { GoalService } from '../../domain/goals/goal.ts';

export function goalReads(goals: GoalService): Pick<Implements<'goals'>, 'list'> {
  return { list: query => ({ goals: goals.list(query) }) };
}

export function goalActs(goals: GoalService): Pick<Implements<'goals'>, 'add' | 'act'> {
  return {
    add: async (goal, { by, commandId: key }) => ({ goal: await goals.add(goal, by, { key }) }),
    async act({ id, act }, { by }) {
      const goal = await goals.act(id, act, by);
      return goal && { goal };
    },
  };
}
