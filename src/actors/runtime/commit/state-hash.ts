/** The hash that a row has of its state, and every journal entry of the state after it. */
import { hash } from 'node:crypto';

/** SHA-256 over the stored state, 16 hex digits: value, context and status in one. */
export function stateHash(state: string): string {
  return hash('sha256', state).slice(0, 16);
}
