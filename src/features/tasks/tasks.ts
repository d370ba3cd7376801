/** Tasks: turns that are given from anywhere, watched and cancelled. */
import { taskService } from '../../actors/tasks/task-service.ts';
import { sqliteTaskLedger } from '../../adapters/stores/sqlite/tasks/tasks.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { taskChannel } from '../../domain/tasks/task.ts';
import { feature } from '../feature.ts';

export const tasksFeature = feature(
  'tasks',
  ['core', 'audit', 'owner', 'watches'],
  ({ core, audit, owner, watches }) => {
    const { incoming } = owner;
    const { admin } = watches;
    const service = taskService(core, sqliteTaskLedger(core.database), audit.record, {
      say: (session, id, said) => incoming.message(taskChannel, session, { ...said, key: String(id), taint: 'owner' }),
      abort: incoming.abort,
      async close(session, by) {
        const done = await admin.command({
          verb: 'stop',
          actor: session,
          id: core.clock.id(),
          by,
          reason: 'its task was cancelled',
        });
        if (done.state === 'failed') throw fault('unavailable', done.error ?? 'its conversation could not be ended');
      },
    });
    return { provides: { tasks: service }, start: () => service.resume() };
  },
);
