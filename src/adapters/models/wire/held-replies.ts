/**
 * Which models begin their replies within a thought of which only the end is marked, as far as their replies have shown.
 *
 * The template of such a model writes the beginning, and a server without a parser for it passes the rest on as text. Of
 * a model that has not answered yet nobody knows, so its first reply is shown when it is whole.
 */
export interface HeldReplies {
  /** May the next reply begin so? */
  mayBegin(habit: string): boolean;
  /** `beganInThought`: undefined where the reply had no text that would show it. */
  learn(habit: string, beganInThought: boolean | undefined): void;
}

/** A habit is that of a model at one effort. */
export function heldReplies(): HeldReplies {
  const known = new Map<string, boolean>();
  return {
    mayBegin: habit => known.get(habit) !== false,
    learn(habit, beganInThought) {
      // one that has done so may do so again
      if (beganInThought !== undefined) known.set(habit, beganInThought || known.get(habit) === true);
    },
  };
}
