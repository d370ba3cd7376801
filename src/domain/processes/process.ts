/** Processes that the agent starts and that live on after the call: servers, watchers, long computations. */

/** `lost`: Straylight ended while it ran, and it with it. */
export type ProcessState = 'running' | 'exited' | 'stopped' | 'lost';

export interface ProcessRow {
  readonly id: number;
  readonly state: ProcessState;
  /** What it runs; empty where that is not known any more. It is kept in memory alone. */
  readonly command: string;
  /** The conversation that asked for it. */
  readonly session: string;
  /** UTC epoch ms. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly exitCode: number | null;
}

export interface ProcessLog {
  readonly process: ProcessRow;
  /** The newest lines that are kept, oldest first. */
  readonly lines: readonly string[];
  /** Lines it wrote before these, which are gone or not asked for. */
  readonly before: number;
}

export interface ProcessService {
  /** Those that run, then those that ended last. */
  list(): readonly ProcessRow[];
  log(id: number, lines: number): ProcessLog | undefined;
  /** TERM, then KILL after a moment; answers once it has ended. Undefined: there is none of that number. */
  stop(id: number): Promise<ProcessRow | undefined>;
}

/** So many at the same time. */
export const mostProcesses = 8;
/** So many lines of each are kept. */
export const mostLines = 1_000;
