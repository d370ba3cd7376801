/**
 * What sessions have spent, kept in front of their rows: a model call asks three times.
 *
 * Only what a commit has written is kept. From a write on until its commit is heard of the row itself is asked, so
 * whatever is undone was never here.
 */

import type { SessionSpend } from '../../domain/budget/budget.ts';
import type { BudgetLedger } from '../../ports/ledgers/budget.ts';

export interface KeptSpends {
  of(session: string): SessionSpend;
  /** Within the open transaction. Without `onCommitted` the row is asked until the next write. */
  save(session: string, spend: SessionSpend, onCommitted?: (call: () => void) => void): void;
}

/** So many sessions are kept in memory. */
const mostSessions = 1000;

export function keptSpends(ledger: Pick<BudgetLedger, 'session' | 'saveSession'>): KeptSpends {
  const kept = new Map<string, SessionSpend>();
  const unsure = new Set<string>();

  function keep(session: string, spend: SessionSpend): void {
    if (kept.size >= mostSessions) kept.clear();
    kept.set(session, spend);
  }

  return {
    of(session) {
      if (unsure.has(session)) return ledger.session(session);
      const spend = kept.get(session) ?? ledger.session(session);
      keep(session, spend);
      return spend;
    },
    save(session, spend, onCommitted) {
      ledger.saveSession(session, spend);
      unsure.add(session);
      onCommitted?.(() => {
        unsure.delete(session);
        keep(session, spend);
      });
    },
  };
}
