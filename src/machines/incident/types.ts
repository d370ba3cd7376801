/** What an incident is given, knows and receives, and what it needs from others. */
import type { Failure } from '../../domain/supervision/failure.ts';
import type { Choice, Remedy, Trouble } from '../../domain/supervision/remediation.ts';

/** What the incident is about. */
export interface IncidentInput {
  readonly trouble: Trouble;
}

/** `done`: it is over. `cancelled`: the owner left it as it is. */
export interface IncidentOutput {
  readonly outcome: 'done' | 'cancelled';
  readonly trouble: Trouble;
  /** The remedy that helped; null where it passed by itself. */
  readonly remedy: Remedy | null;
  readonly reports: number;
  /** Who chose; null where nobody had to. */
  readonly by: string | null;
  readonly failure: Failure | null;
}

/** What `remedy` is given: an act on the process or an actor, named once for ever by incident and number. */
export interface RemedyInput {
  readonly act: string;
  readonly trouble: Trouble;
  readonly remedy: Remedy;
}

/** Does the trouble still stand? */
export interface StandingInput {
  readonly trouble: Trouble;
}

/** What an incident remembers. Stored. */
export interface Context {
  readonly address: string;
  readonly trouble: Trouble;
  readonly reports: number;
  /** Remedies that did not help. */
  readonly tried: number;
  /** Remedies applied, those the owner chose among them. */
  readonly applied: number;
  readonly remedy: Remedy | null;
  /** It is set aside while the owner is asked. */
  readonly isParked: boolean;
  /** The owner's choice that did not help, until the owner has been notified of that. */
  readonly vain?: Choice | null;
  /** The owner was asked with the first remedy already, and may answer from then on. */
  readonly isAsked?: boolean;
  readonly isTold: boolean;
  readonly failure: Failure | null;
  readonly by: string | null;
  readonly outcome: IncidentOutput['outcome'];
}

/** What the host adds to every event. */
export type Stamp = { readonly at: number; readonly id: string };

/** What may come to an incident. */
export type IncidentEvent = Stamp &
  (
    | { readonly type: 'trouble.reported'; readonly trouble: Trouble }
    | { readonly type: 'incident.answered'; readonly choice: Choice; readonly by: string }
    /** Something else was done about its subject: it may be over. */
    | { readonly type: 'incident.rechecked' }
    | { readonly type: 'xstate.done.actor.standing'; readonly output: { readonly stands: boolean } }
  );

/** The answer of the owner. */
export type Answered = Extract<IncidentEvent, { readonly type: 'incident.answered' }>;
