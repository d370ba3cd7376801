/** Port: when acts of the agent were under way, by the clock of the file system. */
export interface Acts {
  /** An act that may write files begins; the answer ends it. What dies in between is taken to have lasted until the next start. */
  begin(): () => void;
  /** Was one under way at this instant (epoch ms, as a file's change time), or is that not known? */
  wereUnderWay(at: number): boolean;
}
