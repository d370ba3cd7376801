/** Port: what is known of `agent.toml`: what the agent itself wrote there, and which of its jobs were taken over. */
import type { WrittenEntry } from '../../domain/jobs/agent-file.ts';

export interface AgentFileLedger {
  /** The agent writes a text or an entry with this hash. */
  note(hash: string, written: WrittenEntry, at: number): void;
  /** Undefined: somebody else wrote it. */
  written(hash: string): WrittenEntry | undefined;
  /** The entry that a job was last made from. */
  taken(name: string): string | undefined;
  names(): readonly string[];
  take(name: string, hash: string, at: number): void;
  drop(name: string): void;
}
