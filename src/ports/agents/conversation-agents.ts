/** Port: which conversations belong to an agent. They are few, and read once: to ask of one costs no statement. */
export interface ConversationAgents {
  /** The name of its agent; undefined: it belongs to none. */
  of(session: string): string | undefined;
  /** Within a transaction of the host. Undefined: to none any more. */
  set(session: string, agent: string | undefined, at: number): void;
  /** They are read again: what was set was not committed, or a conversation is gone. */
  reload(): void;
}
