/**
 * Conversations that have no row in a table that each request asks: most have none, and then it is not asked. A row that
 * was undone with its transaction costs a question more.
 */
export interface KnownEmpty {
  /** What `ask` finds; `none` where it is known to find nothing. */
  unlessNone<Found>(session: string, ask: () => Found, none: Found): Found;
  /** A row is written. */
  forget(session: string): void;
}

export function knownEmpty(): KnownEmpty {
  const sessions = new Set<string>();
  return {
    unlessNone(session, ask, none) {
      if (sessions.has(session)) return none;
      const found = ask();
      if (found === undefined || (Array.isArray(found) && found.length === 0)) {
        if (sessions.size >= mostKnown) sessions.clear();
        sessions.add(session);
      }
      return found;
    },
    forget: session => void sessions.delete(session),
  };
}

const mostKnown = 512;
