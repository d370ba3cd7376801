/**
 * Port: what a chart writes beside its own state, by name.
 *
 * A writer runs inside the transaction of the step that asked for it and does nothing but write: what it throws undoes
 * the step. What charts write is listed by subject (`src/domain/conversation/writes.ts` and its like); a chart declares
 * its writes, and an adapter provides them, by the same list, so a name or a type that fits only one of them does not
 * compile.
 */

/** What a writer knows of the step it writes for; `id` is unique for ever and the same in a replay. */
export interface WriteContext {
  readonly address: string;
  readonly at: number;
  readonly id: string;
  /** Calls back once the step is committed, before anything it asked for starts; for what memory knows of the rows. */
  onCommitted(call: () => void): void;
}

/** One write, as the host calls it. */
export type Writer = (params: never, context: WriteContext) => void;

/** A writer for each write of a list. */
export type Writers<Writes> = {
  readonly [Name in keyof Writes]: (params: Writes[Name], context: WriteContext) => void;
};
