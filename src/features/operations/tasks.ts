/** Tasks: what carries their operations out. */
import type { Implements } from '../../api/service.ts';
import type { TaskService } from '../../domain/tasks/service.ts';

/** What a reader may ask. */
export function taskReads(tasks: TaskService): Pick<Implements<'tasks'>, 'list' | 'show'> {
  return {
    list: query => ({ tasks: tasks.list(query) }),
    show: ({ id }) => tasks.show(id),
  };
}

/** What an owner may do. */
export function taskActs(tasks: TaskService): Pick<Implements<'tasks'>, 'add' | 'cancel'> {
  return {
    add: (given, { by, from }) => tasks.add(given, by, from),
    async cancel({ id }, { by }) {
      const message = await tasks.cancel(id, by);
      return message === undefined ? undefined : { message };
    },
  };
}
