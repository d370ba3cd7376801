/** Port: the pieces of work that were given to coding workers. */
import type { Body } from '../../domain/conversation/body.ts';
import type { WorkEnd, WorkRecord, WorkStat, WorkState } from '../../domain/workers/worker.ts';

export interface KeptWork extends WorkRecord {
  readonly task: Body;
}

export interface WorkLedger {
  open(work: Pick<KeptWork, 'address' | 'worker' | 'folder' | 'session' | 'task' | 'startedAt'>): void;
  move(address: string, state: WorkState): void;
  thread(address: string, thread: string): void;
  diff(address: string, stat: WorkStat): void;
  /** The first end counts; later ones change nothing. */
  end(address: string, state: WorkEnd, at: number): void;
  get(id: number): KeptWork | undefined;
  /** By the actor that keeps watch over it. */
  at(address: string): KeptWork | undefined;
  /** Those under way first, then the newest. */
  list(limit: number): readonly KeptWork[];
  /** How many are under way. */
  underWay(): number;
  hasAny(): boolean;
}
