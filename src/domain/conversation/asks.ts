/** What the owner may answer to a message that is sent, by a button where its channel has some. */
import type { Choice } from '../supervision/remediation.ts';

/** A question of the supervisor: what the owner may answer to an incident, by its key. */
export interface AsksIncident {
  readonly incident: string;
  readonly choices: readonly Choice[];
}

/** A question of the agent, by the id of its message, and what it offers as answers. Other words are an answer too. */
export interface AsksQuestion {
  readonly question: string;
  readonly options: readonly string[];
}

/** One of them. */
export type Asks = AsksIncident | AsksQuestion;
