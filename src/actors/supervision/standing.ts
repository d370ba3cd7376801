/** Does the trouble of an incident still stand? */
import type { Finding } from '../../domain/supervision/patterns.ts';
import { circuitBreakerView } from '../../machines/circuit-breaker.ts';
import type { StandingInput } from '../../machines/incident/types.ts';
import { jobView } from '../../machines/job/view.ts';
import { sessionView } from '../../machines/session/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { HostStore } from '../../ports/store.ts';

/** Does a trouble still stand? Reads rows of the host, within the step. */
export function standing({
  store,
  isSilent,
  isSafe,
  isFound,
}: {
  readonly store: HostStore;
  readonly isSafe: () => boolean;
  readonly isSilent: (effect: string) => boolean;
  /** Was such a pattern found when it was looked last? */
  readonly isFound: (kind: Finding['kind'], subject: string) => boolean;
}) {
  return ({ trouble: { kind, subject, effect, turn, times = 0 } }: StandingInput): { readonly stands: boolean } => {
    const row = store.actor(subject);
    switch (kind) {
      case 'wedged':
        return { stands: row?.status === 'suspended' || (row?.status === 'active' && store.isWedged(subject)) };
      case 'quarantined':
        return { stands: row?.status === 'quarantined' };
      case 'buried':
        return { stands: store.deadLetters().some(letter => letter.target === subject) };
      case 'unclean':
        return { stands: isSafe() };
      case 'silent':
        return { stands: effect !== undefined && isSilent(effect) };
      case 'flapping':
        return { stands: row === undefined || !circuitBreakerView(storedState(row.state)).isHeld };
      case 'looping': {
        const session = row && sessionView(storedState(row.state));
        return { stands: session !== undefined && session.turn === turn && session.mostRepeats > times };
      }
      case 'failing':
        return { stands: row?.status === 'active' && jobView(storedState(row.state)).isFailing };
      case 'cut':
        return { stands: row?.status === 'active' && jobView(storedState(row.state)).isCut };
      case 'spending':
      case 'diskLow':
      case 'growing':
        return { stands: isFound(kind, subject) };
    }
  };
}
