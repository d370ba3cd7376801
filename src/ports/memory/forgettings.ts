/** Port: what is forgotten for good, wherever the database keeps a copy of it. */
import type { Phrase } from '../../domain/text/writing/phrase-search.ts';

/** A memory that is no more: what it said, and the message it came from. */
export interface ForgottenMemory {
  readonly id: string;
  readonly content: string;
  readonly message: string | null;
}

/** What is to be forgotten: what these memories said, and whatever holds one of the phrases. */
export interface Forgetting {
  readonly id: string;
  readonly memories: readonly ForgottenMemory[];
  readonly phrases: readonly Phrase[];
  readonly at: number;
  /** It was looked for once: a memory that says it now was kept since. */
  readonly isAgain?: true;
}

/** How much was blanked or removed. `rows`: of other tables, such as approvals and deliveries. */
export interface Blanked {
  readonly memories: number;
  readonly messages: number;
  readonly steps: number;
  readonly rows: number;
}

/** What one look through all tables has done. */
export interface Swept {
  readonly blanked: Blanked;
  /** What is to be looked for if it is done again: all that was found to say it, and the messages that were blanked. */
  readonly memories: readonly ForgottenMemory[];
  readonly phrases: readonly Phrase[];
  /** Actors whose stored state or input carried it, with both as they are to be. */
  readonly actors: readonly { readonly address: string; readonly state: string; readonly input: string }[];
  /** Conversations of which messages were blanked. */
  readonly sessions: readonly string[];
  /** Does work run that was given copies of it? Then it is looked for once more when that has ended. */
  readonly isUnderWay: boolean;
}

/**
 * Everything is synchronous and belongs into one transaction, but `clean`.
 *
 * The contract:
 * - `sweep` blanks every copy in every table but the states of actors, which it answers, and the audit chain, which
 *   holds no text.
 * - A forgetting that was `note`d is among the `open` ones until it is noted as `swept`; its words are in the database
 *   until then. Noting the same one again keeps its newest phrases.
 * - `clean` takes what is left of them out of the files: free pages and logs. False: another process reads the files
 *   now; it is to be called again. It is `isDue` from a sweep until it has succeeded, also in the next process.
 */
export interface Forgettings {
  /** How many memories and messages hold one of these phrases. */
  count(phrases: readonly Phrase[]): { readonly memories: number; readonly messages: number };
  /** Does a turn run that began by then, by default at any time? Its messages are blanked when it has ended. */
  isBusy(by?: number): boolean;
  note(forgetting: Forgetting): void;
  open(): readonly Forgetting[];
  swept(id: string): void;
  sweep(forgetting: Forgetting): Swept;
  readonly isDue: boolean;
  clean(): boolean;
}
