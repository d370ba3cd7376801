/** Port: the processes that were started, without what they run or wrote. Writes are called within a transaction of the host. */
import type { ProcessState } from '../../domain/processes/process.ts';

export interface ProcessRecord {
  readonly id: number;
  readonly session: string;
  readonly state: ProcessState;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly exitCode: number | null;
}

export interface ProcessLedger {
  /** Answers its number. */
  started(session: string, at: number): number;
  ended(id: number, end: { readonly state: ProcessState; readonly at: number; readonly exitCode: number | null }): void;
  /** Those that ran when Straylight ended are lost; answers how many there were. */
  lose(at: number): number;
  newest(limit: number): readonly ProcessRecord[];
}
