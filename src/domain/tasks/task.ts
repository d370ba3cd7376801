/** Tasks: a turn that was given from anywhere, to be watched and cancelled. */
import type { TurnOutcome } from '../conversation/message.ts';
import { moreUrgent, type Priority, type TurnTerms } from '../conversation/turn-terms.ts';

/** The channel of conversations that are for one task. */
export const taskChannel = 'task';

/** The conversation of its own that a task has where none is named. */
export function sessionOfTask(id: number): string {
  return `session:${taskChannel}:${id}`;
}

/** For so long no second task is taken under the same key. */
export const usualWindowMs = 86_400_000;
export const longestWindowMs = 31 * 86_400_000;

/** A row of `tasks`: what was given. */
export interface TaskRecord {
  readonly id: number;
  /** The address of its conversation. */
  readonly session: string;
  readonly text: string;
  readonly priority: Priority;
  /** The instant its turn ends at by itself. */
  readonly deadline: number | null;
  readonly key: string | null;
  /** Until when the key gives this task. */
  readonly keyUntil: number | null;
  readonly parent: number | null;
  /** From where it was given: `cli`, `web`, or the conversation. */
  readonly by: string;
  readonly createdAt: number;
  readonly cancelledAt: number | null;
}

/** How its turn stands. Undefined fields: it has none yet. */
export interface TaskTurn {
  readonly turn: string | null;
  readonly outcome: TurnOutcome | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Where the actor of its conversation stands. */
  readonly leaf: string | null;
  /** Approvals of its conversation that nobody has answered. */
  readonly approvals: number;
}

/**
 * `queued`: it has not begun. `waiting`: its owner has to answer something. `paused`: no budget was left; it goes on with
 * the owner's next words in its conversation. The others are the outcomes of its turn.
 */
export const taskStates = ['queued', 'running', 'waiting', 'paused', 'done', 'failed', 'cancelled', 'expired'] as const;
export type TaskState = (typeof taskStates)[number];

/** Has its conversation no other purpose? */
export function isOwnSession({ id, session }: Pick<TaskRecord, 'id' | 'session'>): boolean {
  return session === sessionOfTask(id);
}

/** From its row and its turn. */
export function stateOfTask(task: TaskRecord, { outcome, endedAt, leaf, approvals }: TaskTurn): TaskState {
  if (task.cancelledAt !== null && (endedAt === null || task.cancelledAt >= endedAt)) return 'cancelled';
  if (outcome === null) return 'queued';
  if (outcome === 'running') return leaf?.startsWith('waitingForInput') ? 'waiting' : 'running';
  // what it came to waits for an approval, and opens another turn of its conversation
  return outcome === 'done' && isOwnSession(task) && approvals > 0 ? 'waiting' : outcome;
}

/** The terms of a task beneath another: those of that one, where it names none; more than that one has is a problem. */
export function termsBeneath(
  parent: Pick<TaskRecord, 'id' | 'priority' | 'deadline'> & { readonly state: TaskState },
  { priority = parent.priority, deadlineMs }: Pick<TurnTerms, 'priority' | 'deadlineMs'>,
  now: number,
): Pick<TurnTerms, 'priority' | 'deadlineMs'> | { readonly problem: string } {
  const { id, state, deadline } = parent;
  if (state === 'cancelled' || state === 'expired')
    return { problem: `task ${id} is over (${state}), so nothing can be begun beneath it; leave the parent out` };
  if (priority !== parent.priority && moreUrgent(priority, parent.priority) === priority)
    return {
      problem: `priority: expected at most that of task ${id}, which is ${parent.priority}; came ${priority}`,
    };
  const leftMs = deadline === null || isTaskOver(state) ? undefined : Math.max(1, deadline - now);
  if (leftMs !== undefined && deadlineMs !== undefined && deadlineMs > leftMs)
    return {
      problem: `deadline: expected at most the ${Math.floor(leftMs / 1000)} s that are left of task ${id}; came ${Math.ceil(deadlineMs / 1000)} s`,
    };
  const untilMs = deadlineMs ?? leftMs;
  return { priority, deadlineMs: untilMs };
}

/** Does nothing follow any more by itself? */
export function isTaskOver(state: TaskState): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled' || state === 'expired';
}
