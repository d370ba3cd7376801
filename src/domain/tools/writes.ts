/** What tool calls write beside their own state, by the name of the write. */
import type { Taint } from '../policy/taint.ts';
import type { FrozenCall, ToolOutcome, Unasked } from './tool.ts';

/** The record of a call that has ended. */
export interface RecordToolCall {
  readonly session: string;
  readonly turn: string;
  readonly callId: string;
  readonly tool: string;
  readonly digest: string;
  readonly level: number;
  readonly reasons: readonly string[];
  readonly outcome: ToolOutcome;
  readonly failed: boolean;
  readonly startedAt: number;
  readonly unasked?: Unasked;
}

/** The writes of a tool call. */
export interface ToolCallWrites {
  /** What a tool of the effect `record` does. */
  readonly recordTool: { readonly call: FrozenCall; readonly session: string; readonly taint: Taint };
  readonly recordToolCall: RecordToolCall;
  /** The grant of that approval is used up by this call. */
  readonly consumeGrant: { readonly approval: string };
  /** One use of a standing approval. */
  readonly useStanding: { readonly standing: string };
}
