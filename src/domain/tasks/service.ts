/** What an owner can ask of tasks, and do with them. */
import type { Priority } from '../conversation/turn-terms.ts';
import type { TaskRecord, TaskState } from './task.ts';

/** A task as lists show it. Instants are epoch ms; `text` is its beginning. */
export interface TaskRow
  extends Pick<
    TaskRecord,
    'id' | 'session' | 'text' | 'priority' | 'deadline' | 'key' | 'parent' | 'by' | 'createdAt'
  > {
  readonly state: TaskState;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** One task, whole. */
export interface TaskDetail extends TaskRow {
  /** Its turn; null: it has not begun. */
  readonly turn: string | null;
  /** What came of it; bounded. */
  readonly result: string;
  /** What stands beneath the result. */
  readonly notes: readonly string[];
  readonly tokens: number;
  /** Keys of the approvals it waits for. */
  readonly approvals: readonly string[];
  /** The tasks beneath it. */
  readonly children: readonly number[];
}

/** A task that is given. */
export interface GivenTask {
  readonly text: string;
  readonly priority?: Priority;
  /** Its turn ends by itself when so much time has passed. */
  readonly deadlineMs?: number;
  /** No second task is taken under it within the window. */
  readonly key?: string;
  readonly windowMs?: number;
  readonly parent?: number;
  /** A conversation it is to be part of; one of its own where it is left out. */
  readonly session?: string;
}

/** What became of giving it. */
export interface TakenTask {
  readonly task: TaskDetail;
  /** A task was there under this key: it is that one, and nothing new was begun. */
  readonly duplicate: boolean;
  readonly note?: string;
}

/** Every promise resolves after the commit, and rejects with a `Fault` that can be shown. */
export interface TaskService {
  /** `from`: the conversation it is given in; what comes of it is told there. */
  add(given: GivenTask, by: string, from?: string): Promise<TakenTask>;
  /** The newest first. */
  list(query: { readonly state?: TaskState; readonly session?: string; readonly limit: number }): readonly TaskRow[];
  /** Undefined: there is no such task. */
  show(id: number): TaskDetail | undefined;
  /** With the tasks beneath it. Undefined: there is no such task. */
  cancel(id: number, by: string): Promise<string | undefined>;
}
