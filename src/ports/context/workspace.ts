/** Port: what is watched in conversations, and the tasks of their turns. Writes are called within a transaction of the host. */
import type { Subscription, TaskList, WatchedSource } from '../../domain/context/watched.ts';
import type { Taint } from '../../domain/policy/taint.ts';

export interface WorkspaceLedger {
  /** Those that are watched, oldest first, and those that have ended in this turn: of these `turns` is -1. */
  subscriptions(session: string, turn?: string): readonly Subscription[];
  /** Twice the same call is once; the same source again takes the place of the one before. Answers its number. */
  subscribe(subscription: Omit<Subscription, 'id'> & { readonly call: string; readonly at: number }): number;
  /** False: none of that number is watched there. */
  unsubscribe(session: string, id: number, at: number): boolean;
  /** A turn more has begun: one less is left of each, and those with none left end. */
  count(session: string, turn: string, at: number): void;
  tasks(session: string): TaskList | undefined;
  /** In place of those before. */
  setTasks(session: string, list: TaskList): void;
}

/** What a source is now. `stamp`: differs where it has changed. */
export interface SeenSource {
  readonly stamp: string;
  readonly text: string;
  readonly taint: Taint;
}

/** `before`: what it was; the very same is answered where nothing has changed. Throws a `Fault` where it cannot be read. */
export type ReadSource = (
  source: WatchedSource,
  before: SeenSource | undefined,
  signal: AbortSignal,
) => Promise<SeenSource>;
