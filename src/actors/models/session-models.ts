/** The models that owners chose for single conversations; each is asked for at every call, so it is read once. */
import type { SessionLedger } from '../../ports/ledgers/session.ts';

export interface SessionModels {
  of(session: string): string | undefined;
  /** Within a transaction; undefined takes the choice away. */
  set(session: string, model: string | undefined, at: number): void;
}

const mostKept = 1_000;

export function sessionModels(ledger: Pick<SessionLedger, 'model' | 'setModel'>): SessionModels {
  const kept = new Map<string, string | undefined>();
  return {
    of(session) {
      if (kept.has(session)) return kept.get(session);
      if (kept.size >= mostKept) kept.clear();
      const model = ledger.model(session);
      kept.set(session, model);
      return model;
    },
    set(session, model, at) {
      ledger.setModel(session, model, at);
      kept.delete(session);
    },
  };
}
