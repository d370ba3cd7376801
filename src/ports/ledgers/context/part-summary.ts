/** Port: parts of the instructions as a model has shortened them, one for each part and conversation. */

export interface PartSummaryLedger {
  /** Undefined: there is none for a part that reads so (`hash`). */
  get(part: string, session: string, hash: string): string | undefined;
  /** In place of the one before. Within a transaction of the host. */
  put(summary: {
    readonly part: string;
    readonly session: string;
    readonly hash: string;
    readonly body: string;
    readonly at: number;
  }): void;
}
