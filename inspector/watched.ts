/** What the stream, the charts and the exports look at beside the operations. */
import type { AnyStateMachine } from 'xstate';
import type { AuditService } from '../src/domain/audit/service.ts';
import type { BudgetService } from '../src/domain/budget/view.ts';
import type { HandedFile } from '../src/domain/conversation/files.ts';
import type { Frame, StateBatch } from '../src/domain/supervision/view.ts';
import type { Json } from '../src/domain/text/json.ts';

/** Reads of the tables, and what is committed as it is committed. */
export interface Watched {
  state(): StateBatch;
  /** What waits for the owner; without it nothing is sent of it as it changes. */
  needs?(): StateBatch['needs'];
  snapshot(id: string): { readonly snapshot: Json; readonly rev: number } | undefined;
  /** A file that a message names. Rejects with a `Fault` (`invalid`) where there is none. */
  file?(message: string, at: number): Promise<HandedFile>;
  readonly budget?: BudgetService;
  readonly audit?: Pick<AuditService, 'page'>;
  /** The charts of the actors. */
  readonly machines?: readonly AnyStateMachine[];
  /** Calls back with each frame until the answer is called. */
  watch(onFrame: (frame: Frame) => void): () => void;
}
