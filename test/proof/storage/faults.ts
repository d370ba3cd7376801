/**
 * Storage that fails: at any one write of a story, for a while from any write on, or because the disk is full. The
 * story goes on in the real host; afterwards every invariant must hold, and whoever looked must have seen that
 * something was wrong.
 */
import type { SqliteDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { type Findings, isClean } from '../check.ts';
import { type Simulated, type SimulationOptions, simulate } from '../simulation/simulate.ts';

/**
 * `write`: one write fails. `transaction`: one fails, and SQLite undoes all of its transaction by itself. `outage`:
 * every write fails for a while. `full`: for a while the file cannot grow, and SQLite itself says so.
 */
export const faultKinds = ['write', 'transaction', 'outage', 'full'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface FaultResult {
  readonly kind: FaultKind;
  /** Which write, from 1. */
  readonly at: number;
  readonly findings: Findings;
  /** It was hit, and it said so. False: nobody could have known. */
  readonly isSeen: boolean;
  /** The fault came to pass: a full disk does not hinder what needs no room. */
  readonly isHit: boolean;
}

/**
 * A turn with a tool that reads, one that acts after a yes, one that fails; two chats, three channels' worth of
 * deliveries.
 */
export const story = { seed: 2, plan: { acts: 5, troubles: 0, weather: 'fair' } } as const;
const outageMs = 20_000;

/** How many writes the story makes. */
export async function countWrites(): Promise<number> {
  let writes = 0;
  const { findings } = await told({
    disk() {
      writes += 1;
    },
  });
  if (!isClean(findings)) throw new Error(`the story itself is not clean: ${findings.problems.join('; ')}`);
  return writes;
}

/** Tells the story with one fault in it. */
export async function faultAt(kind: FaultKind, at: number, broken?: SimulationOptions['broken']): Promise<FaultResult> {
  let writes = 0;
  let since: number | undefined;
  let isHit = false;
  const result = await told({
    broken,
    disk(database, sql, elapsedMs) {
      writes += 1;
      if (writes === at) since = elapsedMs;
      if (since === undefined) return;
      const isOver = elapsedMs - since >= outageMs;
      if (kind === 'full') return limit(database, isOver);
      if (kind === 'outage' ? isOver : writes !== at) return;
      isHit = true;
      if (kind === 'transaction' && database.inTransaction && sql !== 'COMMIT') database.exec('ROLLBACK');
      throw new Error('disk I/O error');
    },
  });
  if (kind === 'full') isHit = result.complaints.length > 0;
  return { kind, at, findings: result.findings, isHit, isSeen: !isHit || result.complaints.length > 0 };
}

/** The file may not grow beyond what it is, until the fault is over. */
function limit(database: SqliteDatabase, isOver: boolean): void {
  const pages = database.pragma('page_count', { simple: true }) as number;
  database.pragma(`max_page_count = ${isOver ? 1_000_000 : pages}`);
}

function told(more: Pick<SimulationOptions, 'disk' | 'broken'>): Promise<Simulated> {
  return simulate(story.seed, { plan: story.plan, ...more });
}
