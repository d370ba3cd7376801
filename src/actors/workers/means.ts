/** What the effects of coding workers are done with. */
import type { MessageStore } from '../../ports/conversation-store.ts';
import type { Acts } from '../../ports/files/acts.ts';
import type { WorkspaceKeeper } from '../../ports/files/workspace-keeper.ts';
import type { CodingPrograms } from '../../ports/workers/coding-programs.ts';
import type { WorkCopies } from '../../ports/workers/work-copies.ts';
import type { CheckRunner } from '../goals/goal-checks.ts';

export interface WorkerMeans {
  readonly programs: CodingPrograms;
  readonly copies: WorkCopies;
  /** Runs checks on what was checked out of the copy. */
  readonly checksOn: (address: string) => CheckRunner;
  readonly conversation: Pick<MessageStore, 'read'>;
  readonly keeper?: Pick<WorkspaceKeeper, 'begin' | 'end'>;
  readonly acts: Pick<Acts, 'begin'>;
}
