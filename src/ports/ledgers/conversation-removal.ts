/** Port: the rows of one conversation, to be removed with it. Only inside a transaction of the host. */
export interface ConversationRemoval {
  /** The addresses of its actor and of all that it has started; its own comes first. */
  actors(session: string): readonly string[];
  /** The addresses of those that have looked through it for something to learn. */
  observers(session: string): readonly string[];
  /** Does an effect of one of these actors run, or wait to? */
  isBusy(actors: readonly string[]): boolean;
  /**
   * Removes what was said and shown, what its owner made of it, and what waits to be sent. What it has cost stays, and
   * which tools it called, without their texts.
   */
  remove(session: string): RemovedConversation;
}

export interface RemovedConversation {
  readonly messages: number;
  /** What its messages said and asked of tools: copies of it may stand in what its actor remembers. */
  readonly texts: readonly string[];
  /** Hashes of its long texts. */
  readonly blobs: readonly string[];
}
