/** Port: keeps what the workspace holds before a call may change it, so that its owner can have it back. */
import type { Sentence } from '../../domain/policy/sentence.ts';

/** A call that may write. */
export interface KeptCall {
  readonly call: string;
  readonly turn: string;
  readonly session: string;
  /** What it is to do, in a sentence. */
  readonly what: string;
}

/**
 * The contract: `begin` resolves once all that the workspace holds is kept, and never rejects; where it could not be
 * kept, `beneath` says so for the turn. Every call that has begun is ended, whatever became of it; one whose program
 * died in between is ended by the next start.
 */
export interface WorkspaceKeeper {
  /** `alive` is called from time to time while it takes long. */
  begin(call: KeptCall, alive?: () => void): Promise<void>;
  end(call: Pick<KeptCall, 'call' | 'turn'>): void;
  /** What the owner reads beneath the reply of a turn, in whole sentences; mostly nothing. */
  beneath(turn: string): readonly Sentence[];
}
