/** How far this process is with its work. */
export interface Phase {
  /** Transactions are made. */
  isStarted: boolean;
  /** No event is accepted and no effect begun any more. */
  isStopping: boolean;
  /** The grace of the stop is over: what still runs is aborted. */
  isCutOff: boolean;
  /** Safe mode: what is not vital is held. */
  isSafe: boolean;
}

export function newPhase(): Phase {
  return { isStarted: false, isStopping: false, isCutOff: false, isSafe: false };
}
