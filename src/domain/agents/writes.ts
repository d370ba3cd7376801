/** What the chart of a delegation writes beside its own state, by the name of the write. */
import type { ChildRecord, ChildState } from './agent.ts';

export interface DelegationWrites {
  /** Work is given: the row is there before it is asked whether it may be, so that what is given beside it counts. */
  readonly giveWork: Pick<ChildRecord, 'agent' | 'session' | 'parent' | 'turn' | 'call' | 'taint'>;
  /** It may be, with these rights: the conversation begins. */
  readonly beginChild: Pick<ChildRecord, 'agent' | 'parent' | 'root' | 'depth' | 'tools'>;
  /** Its time or its steps were used up: it goes on in another conversation. */
  readonly continueChild: Pick<ChildRecord, 'agent' | 'parent' | 'session'> & {
    readonly hop: number;
    readonly why: 'time' | 'steps';
  };
  /** Its agent did not finish, and another one takes it over. */
  readonly reassignChild: Pick<ChildRecord, 'agent' | 'parent' | 'call' | 'session' | 'tools'> & {
    readonly from: string;
    readonly why: 'failed' | 'expired';
  };
  /** What became of it. */
  readonly endChild: { readonly agent: string; readonly parent: string; readonly state: ChildState };
}
