/** Port: what is there for a turn to go on from. Only words of the owner, and summaries of nothing but such. */
export interface EarlierRows {
  /** Memories that say who the owner is: none that is private or from outside, the most important first. */
  profile(limit: number): readonly string[];
  /** The summary that stands for the beginning of a conversation; undefined: there is none, or text from outside is in it. */
  summary(session: string): string | undefined;
  /** The newest of what the owner said there, oldest first. */
  said(session: string, limit: number): readonly string[];
  /** What the owner said there first. */
  title(session: string): string | undefined;
  /** Has the process that ran at an instant ended without being asked to? `boot`: the one that runs now. */
  isCrashed(since: number, boot: string): boolean;
}
