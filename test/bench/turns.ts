/** Two ways to run the same turns: the whole house, and a bare loop that is the yardstick. */

/** One round: so many sessions at once, each so many turns one after the other. */
export interface Round {
  /** Names the sessions; the same name goes on with the same conversation. */
  readonly name: string;
  readonly sessions: number;
  readonly turns: number;
  /** The owner's words, the same every time. */
  readonly text: string;
}

export interface Turns {
  /** Answers the last reply of each session once all that was begun is written. */
  run(round: Round): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Runs every session of a round at once, the turns of one in a row. */
export function inSessions(round: Round, oneTurn: (session: string) => Promise<string>): Promise<string[]> {
  return Promise.all(
    Array.from({ length: round.sessions }, async (_, index) => {
      let reply = '';
      for (let turn = 0; turn < round.turns; turn += 1) reply = await oneTurn(`${round.name}-${index}`);
      return reply;
    }),
  );
}
