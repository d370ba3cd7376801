/** Port: the pieces of work that were given to agents. */
import type { ChildRecord, ChildState, ListedChild } from '../../domain/agents/agent.ts';

export interface ChildLedger {
  /** It may do nothing yet. */
  give(child: Omit<ChildRecord, 'root' | 'depth' | 'tools'>): void;
  begin(id: string, rights: Pick<ChildRecord, 'root' | 'depth' | 'tools'>): void;
  /** The first end counts; later ones change nothing. */
  end(id: string, state: Exclude<ChildState, 'running'>, at: number): void;
  /** By the actor that keeps watch over it. */
  get(id: string): (ChildRecord & { readonly state: ChildState }) | undefined;
  /** By its conversation. */
  of(session: string): ChildRecord | undefined;
  /** How many are at work: of one conversation, and in all. */
  running(parent: string): { readonly ofParent: number; readonly all: number };
  /** Those at work first, then the newest. */
  list(limit: number): readonly ListedChild[];
}
