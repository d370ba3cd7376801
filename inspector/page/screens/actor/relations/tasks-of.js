/** The tasks that a conversation was given, with the task each is part of and those beneath it. */
import { client } from '../../../live/client.js';
import { useReading } from '../../../live/reading.js';
import { kin, taskChip, taskHref } from '../../../parts/lists/task-list.js';
import { a, b, component, div, h2, li, span, ul } from '../../../parts/tags.js';
import { readable } from '../../../parts/values/visible.js';
import { say } from '../../../words/say.js';

const most = 20;

export const tasksOf = component(TasksOf);

/** @param {{ session: string }} props */
function TasksOf({ session }) {
  const ask = async () => {
    const { tasks } = await client.tasks.list({ session, limit: most });
    return Promise.all(tasks.map(({ id }) => client.tasks.show({ id })));
  };
  const { value = [] } = useReading(ask, { of: session, after: ['batch'] });
  if (value.length === 0) return null;
  return div(
    { class: 'tasks-of' },
    h2({ class: 'unseen' }, say('Tasks')),
    ul(
      { class: 'relations' },
      ...value.map(task =>
        li(
          { key: task.id, class: 'relation' },
          span(
            { class: 'relation-name' },
            b({}, a({ href: taskHref(task.id) }, say('Task {id}', { id: task.id })), ...kin(task)),
            span({ class: 'relation-more', dir: 'auto' }, ...readable(task.text.slice(0, 200))),
          ),
          taskChip(task),
        ),
      ),
    ),
  );
}
