/** The ways to run the same turns: the whole agent, the loops that are its yardsticks, and its peers. */

/** One round: so many sessions at once, each so many turns one after the other. */
export interface Round {
  /** Names the sessions; the same name goes on with the same conversation. */
  readonly name: string;
  readonly sessions: number;
  readonly turns: number;
  /** The owner's words, the same every time. */
  readonly text: string;
  /** So much longer takes each commit than this disk needs for it. */
  readonly slowDiskMs?: number;
}

export type Counts = Readonly<Record<string, number>>;

export interface Turns {
  /** Resolves once all that was begun is answered, delivered and written. */
  run(round: Round): Promise<void>;
  /**
   * The last reply of each session of the last round; throws where a turn did not end well. Not part of what is timed.
   */
  replies(): Promise<readonly string[]>;
  /** Processes of its own beside this one; what they take is counted with it. */
  readonly others?: readonly number[];
  /** What else is counted, from the start on. */
  readonly counted?: () => Counts;
  close(): Promise<void>;
}

/**
 * Runs every session of a round at once, the turns of one in a row; answers what the last turn of each session
 * answered.
 */
export function inSessions<Answer>(
  { name, sessions, turns }: Round,
  oneTurn: (session: string) => Promise<Answer>,
): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: sessions }, async (_, index) => {
      let answer = await oneTurn(`${name}-${index}`);
      for (let turn = 1; turn < turns; turn += 1) answer = await oneTurn(`${name}-${index}`);
      return answer;
    }),
  );
}
