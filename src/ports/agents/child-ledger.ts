/** Port: the pieces of work that were given to agents. */
import type { ChildRecord, ChildState, ListedChild } from '../../domain/agents/agent.ts';
import type { EarlierWork } from '../../domain/agents/earlier.ts';
import type { Body } from '../../domain/conversation/body.ts';

export interface ChildLedger {
  /** It may do nothing yet. One that is there already stays as it is. */
  give(child: Omit<ChildRecord, 'root' | 'depth' | 'tools' | 'hops' | 'takenFrom'>): void;
  begin(id: string, rights: Pick<ChildRecord, 'root' | 'depth' | 'tools'>): void;
  /** It goes on in this conversation; the one before stays known. */
  continue(id: string, session: string, why: 'time' | 'steps', at: number): void;
  /** Another agent takes it over, in this conversation; who had it, and where, stays known. */
  reassign(
    id: string,
    to: Pick<ChildRecord, 'agent' | 'session' | 'tools'> & { readonly why: 'failed' | 'expired'; readonly at: number },
  ): void;
  /** What was done for it by now, in all its conversations. */
  effortOf(id: string): {
    /** The last ones, the oldest first. */
    readonly calls: readonly { readonly address: string; readonly tool: string; readonly isDone: boolean }[];
    /** Of its last conversation. */
    readonly last: { readonly calls: number; readonly replies: number };
    /** Of the agent that has it. */
    readonly tokens: number;
    /** Of its conversations before the last. */
    readonly earlierTokens: number;
  };
  /** The first end counts; later ones change nothing. */
  end(id: string, state: Exclude<ChildState, 'running'>, at: number): void;
  /** By the actor that keeps watch over it. */
  get(id: string): (ChildRecord & { readonly state: ChildState }) | undefined;
  /** Another piece of work that a call gave, and that has begun. */
  otherOf(call: string, id: string): (ChildRecord & { readonly state: ChildState }) | undefined;
  /** What was said last in a conversation; empty: nothing was. */
  replyOf(session: string): Body;
  /** By any of its conversations. */
  of(session: string): ChildRecord | undefined;
  /** The pieces of work that a turn gave, those of its plans among them. */
  ofTurn(turn: string): readonly Pick<ChildRecord, 'session' | 'startedAt'>[];
  /** How many are at work: of one conversation, and in all. */
  running(parent: string): { readonly ofParent: number; readonly all: number };
  /** What earlier pieces of work of an agent came to that had ended at an instant, the newest first; a few. */
  earlierOf(agent: string, before: number): EarlierWork;
  /** Those at work first, then the newest. */
  list(limit: number): readonly ListedChild[];
}
