/** A line of the log: sizes, kinds and ids, never message text. */
export type LogEntry = {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly [key: string]: unknown;
};
