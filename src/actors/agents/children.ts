/** What is known of the conversations that do pieces of work for others. */
import { type ChildRecord, isChild } from '../../domain/agents/agent.ts';
import type { ChildLedger } from '../../ports/agents/child-ledger.ts';

type Rows = Pick<ChildLedger, 'of'>;

/** The conversation at the top, which an agent's work comes from; of any other conversation itself. */
export function rootOfChild(ledger: Rows): (session: string) => string {
  return session => (isChild(session) ? (ledger.of(session)?.root ?? session) : session);
}

/** The conversation itself, then those that its work comes from, up to the one at the top. */
export function lineageOf(ledger: Rows, session: string): readonly string[] {
  const line = [session];
  for (let at = session; isChild(at); ) {
    const row = ledger.of(at);
    if (row === undefined || line.includes(row.parent)) break;
    line.push(row.parent);
    at = row.parent;
  }
  return line;
}

const mostKept = 1_000;

/** The row of a child by its conversation: nothing of it that is asked for here ever changes, so it is read once. */
export function keptChildren(ledger: Rows): Rows {
  const kept = new Map<string, ChildRecord>();
  return {
    of(session) {
      const known = kept.get(session);
      if (known) return known;
      const row = ledger.of(session);
      if (kept.size >= mostKept) kept.clear();
      if (row) kept.set(session, row);
      return row;
    },
  };
}
