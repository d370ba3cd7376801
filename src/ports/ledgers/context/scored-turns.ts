/** Port: which turns of a conversation a model chose to leave out. */
import type { ScoredTurns } from '../../../domain/context/scoring.ts';

export interface ScoredTurnsLedger {
  /** The newest choice; undefined: none was made. */
  get(session: string): ScoredTurns | undefined;
  /** In place of the one before. Within a transaction of the host. */
  put(session: string, scored: ScoredTurns): void;
}
