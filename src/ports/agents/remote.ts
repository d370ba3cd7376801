/**
 * Port: agents of others, over A2A.
 *
 * The contract: `send` sends once and never again by itself. It rejects with `denied` where the agent refused, with
 * `unknown` where nobody can say whether the agent has the message, and with `unavailable` and the cause `unrun` where
 * nothing was sent. `follow` only looks.
 */
import type { RemoteAgent } from '../../domain/a2a/peer.ts';
import type { RemoteTask } from '../../domain/a2a/remote.ts';

export interface RemoteAgents {
  /** `call`: who sends it, for the audit of secrets. */
  send(
    agent: RemoteAgent,
    message: { readonly id: string; readonly text: string; readonly task?: string; readonly thread?: string },
    call: string,
    signal: AbortSignal,
  ): Promise<RemoteTask>;
  /** Until it has ended or asks, or so long. */
  follow(
    agent: RemoteAgent,
    task: string,
    how: {
      readonly call: string;
      readonly signal: AbortSignal;
      readonly waitMs: number;
      readonly onAlive: () => void;
    },
  ): Promise<RemoteTask>;
  cancel(agent: RemoteAgent, task: string, call: string): Promise<void>;
}
