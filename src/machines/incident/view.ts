/** What others may know of an incident. */
import type { Choice, Trouble } from '../../domain/supervision/remediation.ts';
import type { StoredState } from '../stored.ts';
import type { Context } from './types.ts';

/** Facts of an incident for its row, and for the owner who is asked. */
export interface IncidentView {
  /** Undefined only in a state that no version of the chart wrote. */
  readonly trouble: Trouble | undefined;
  /** The choice of the owner that did not help, until the owner has been notified of that. */
  readonly vain: Choice | null;
  /** The owner was asked with the first remedy already, and may answer while that is given a moment. */
  readonly isAsked: boolean;
}

/** The view of a stored incident. */
export function incidentView({ context }: StoredState): IncidentView {
  const { trouble, vain = null, isAsked = false } = context as Partial<Context>;
  return { trouble, vain, isAsked };
}
