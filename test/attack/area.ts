/** One area of attack: probes of a kind against one part of the program, each a real attempt. */

export interface AttackOptions {
  /** How much of all that could be tried, from 0 to 1. */
  readonly share: number;
  /** Names what is drawn at random: the same name draws the same. */
  readonly draw: string;
}

export interface AreaReport {
  readonly probes: number;
  /** What was achieved and must not be, a line each. */
  readonly breaches: readonly string[];
  readonly note?: string;
  /** Why nothing was tried here. */
  readonly skipped?: string;
}

export interface Area {
  readonly name: string;
  run(options: AttackOptions): Promise<AreaReport>;
}

/** Collects what is to be closed; like the context of a test. */
export interface Scope {
  after(close: () => unknown): void;
}

/** Runs with a scope and closes it at the end, the newest first. */
export async function scoped<Result>(work: (scope: Scope) => Promise<Result>): Promise<Result> {
  const closers: (() => unknown)[] = [];
  try {
    return await work({ after: close => void closers.push(close) });
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}
