/** Port: the tasks that were given, with how the turn of each stands. */
import type { TaskRecord, TaskTurn } from '../../domain/tasks/task.ts';

/** A task and its turn. */
export type TaskWithTurn = TaskRecord & TaskTurn;

/** Writes are called within a transaction of the host. */
export interface TaskLedger {
  /** Answers its number. */
  put(task: Omit<TaskRecord, 'id' | 'session' | 'cancelledAt'> & { readonly session: string | null }): number;
  /** It was refused, so it never was. */
  drop(id: number): void;
  markCancelled(id: number, at: number): void;
  get(id: number): TaskWithTurn | undefined;
  /** The newest under this key. */
  under(key: string): TaskWithTurn | undefined;
  /** The newest first. */
  list(limit: number): readonly TaskWithTurn[];
  /** Those given to one conversation, the newest first. */
  ofSession(session: string, limit: number): readonly TaskWithTurn[];
  childrenOf(id: number): readonly number[];
  /** Those whose message never reached their conversation. */
  unsent(): readonly TaskRecord[];
  /** Conversations of their own of tasks that ended before an instant and are still open. */
  idleBefore(at: number, limit: number): readonly string[];
  /** Forgets what ended before an instant. */
  forgetBefore(at: number): void;
}
