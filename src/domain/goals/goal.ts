/** Goals: what the agent is about, kept as a list for it and its owner. */
import type { Taint } from '../policy/taint.ts';
import type { GoalCheck } from './check.ts';

/** A row of `goals`. */
export interface Goal {
  readonly id: number;
  readonly text: string;
  readonly state: GoalState;
  /** An instant, epoch ms. */
  readonly due: number | null;
  /** The conversation it belongs to; null: all of them. */
  readonly session: string | null;
  /** How far the conversation was trusted that it was made or changed in. */
  readonly taint: Taint;
  /** From where it was made: a conversation, `cli`, `web`. */
  readonly by: string;
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** What has to hold before it counts as done, as it was written when the goal was set. */
  readonly checks: readonly GoalCheck[];
}

export const goalStates = ['open', 'done', 'dropped'] as const;
export type GoalState = (typeof goalStates)[number];

/** What can be done with one. */
export const goalActs = ['complete', 'drop', 'reopen'] as const;
export type GoalAct = (typeof goalActs)[number];

/** A goal that is set. */
export interface SetGoal {
  readonly text: string;
  /** An instant, or a phrase such as "tomorrow at 9". */
  readonly due?: string;
  /** Is its owner reminded when it is due? True if left out. */
  readonly remind?: boolean;
  /** The conversation it belongs to; all of them where it is left out. */
  readonly session?: string;
  /** Checks, a line each (domain/goals/check.ts). They are run once, before the work, and never change. */
  readonly checks?: readonly string[];
}

/** What is changed of one. */
export type GoalChange = Partial<Pick<SetGoal, 'text' | 'due' | 'remind'>>;

/** Every promise resolves after the commit, and rejects with a `Fault` that can be shown. */
export interface GoalService {
  /** Open ones first; `session`: those of one conversation, and those of all. */
  list(query: { readonly state?: GoalState; readonly session?: string; readonly limit: number }): readonly Goal[];
  /** Once under its key: where it is named again, it answers the goal that was made. */
  add(
    goal: SetGoal,
    by: string,
    options?: { readonly taint?: Taint; readonly key?: string | undefined },
  ): Promise<Goal>;
  /** Undefined: there is no such goal. */
  change(id: number, change: GoalChange, by: string, taint?: Taint): Promise<Goal | undefined>;
  /**
   * A goal is complete once each of its checks holds: they are run first, and where one does not the goal stays open
   * and the promise rejects (`invalid`). `anyway`: its owner says that it is done, whatever they find.
   */
  act(id: number, act: GoalAct, by: string, options?: { readonly anyway?: boolean }): Promise<Goal | undefined>;
  /** Runs its checks now and keeps what they find. */
  check(id: number): Promise<Goal | undefined>;
}

/** The job that reminds of one. */
export function reminderOf(id: number): string {
  return `goal-${id}-due`;
}

/** Such a name is for reminders of goals alone: a goal puts its reminder in the place of what stands there. */
export function isReminderName(name: string): boolean {
  return /^goal-\d+-due$/.test(name);
}

/** The instant at which it does. */
export function instantOf(due: number): string {
  return new Date(due).toISOString();
}

/**
 * A goal as it is typed in one line: `finish the report, due tomorrow at 9`. Its due date is text still. Without a comma
 * "due" may mean something else, so it has to be followed by what a time begins with.
 */
export function typedGoal(typed: string): { readonly text: string; readonly due?: string } {
  const [, text, due] = afterComma.exec(typed) ?? withoutComma.exec(typed) ?? [];
  if (text === undefined || due === undefined) return { text: typed };
  return { text, due: due.replace(/^(?:on|at|by|am|um) /i, '').replace(/\s*[.!]?\s*$/, '') };
}

const afterComma = /^(.+?),\s*(?:due(?! to\b)|fällig):?\s+(.+)$/is;
const withoutComma =
  /^(.+?)\s+(?:due|fällig)\s+((?:on|at|by|in|today|tomorrow|next|am|um|heute|morgen|nächste\w*|\d)\b.*)$/is;
