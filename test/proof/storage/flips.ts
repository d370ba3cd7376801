/**
 * Bits that are not as they were written: the story is told on a real file, and one bit is flipped in what a process that
 * was killed has left (the redo log and the log of SQLite) or in the file of a home at rest. Each flip must be refused in
 * words, be told, be found by a look into the file, or change nothing.
 *
 * Texts in a page of the file have no checksum in SQLite, but for the states of actors and what the audit signs: a bit in
 * the words of a message is `unseen`. That is counted, and never an actor's state.
 */

import { hash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateHash } from '../../../src/actors/runtime/commit/state-hash.ts';
import { openDatabase, type SqliteDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../src/adapters/stores/sqlite/host/host.ts';
import { toFailure } from '../../../src/domain/supervision/failure.ts';
import { luckOf } from '../simulation/chance.ts';
import { reference } from './wal-cuts.ts';

export interface Flips {
  readonly flips: number;
  /** The file was not opened, and its owner reads why. */
  readonly refused: number;
  /** The log ends earlier, and that is told. */
  readonly told: number;
  /** SQLite finds it when it looks through the file, or the state of an actor does not fit its hash. */
  readonly found: number;
  readonly harmless: number;
  /** Text of a row that has no checksum. */
  readonly unseen: number;
  readonly problems: readonly string[];
}

const ends = ['', '-wal', '-redo'] as const;
type End = (typeof ends)[number];

/** `flips`: how many bits of each file. */
export async function flipBits(seed: number | string, flips: number): Promise<Record<'log' | 'wal' | 'file', Flips>> {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-flips-'));
  try {
    const { file } = await reference(folder);
    const rested = join(folder, 'rested.db');
    lay(file, rested);
    openDatabase({ file: rested, synchronous: 'full', now: () => 0 }).close();
    const luck = luckOf(seed);
    const flip = (whole: string, end: End) => {
      const size = readFileSync(whole + end).length;
      const places = Array.from({ length: flips }, () => ({ at: luck.integer(size), bit: luck.integer(8) }));
      return flipped(whole, end, places, join(folder, 'flipped.db'));
    };
    return { log: flip(file, '-redo'), wal: flip(file, '-wal'), file: flip(rested, '') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function flipped(
  whole: string,
  end: End,
  places: readonly { readonly at: number; readonly bit: number }[],
  copy: string,
): Flips {
  const content = readFileSync(whole + end);
  lay(whole, copy);
  const right = lookInto(copy);
  const counts = { refused: 0, told: 0, found: 0, harmless: 0, unseen: 0 };
  const problems: string[] = [];
  for (const { at, bit } of places) {
    lay(whole, copy);
    const changed = Buffer.from(content);
    changed[at] = (changed[at] ?? 0) ^ (1 << bit);
    writeFileSync(copy + end, changed);
    const look = lookInto(copy);
    const verdict = verdictOf(look, right);
    if (verdict === 'lost')
      problems.push(
        `bit ${bit} of byte ${at} of the ${end === '' ? 'file' : end.slice(1)}: ${look.steps} of ${right.steps} steps, and nobody was told`,
      );
    else counts[verdict] += 1;
  }
  return { flips: places.length, ...counts, problems };
}

function verdictOf(look: Look, right: Look): Exclude<keyof Flips, 'flips' | 'problems'> | 'lost' {
  if (look.refusal !== undefined) return 'refused';
  if (look.isFound) return 'found';
  if (look.digest === right.digest) return 'harmless';
  if (look.isTold) return 'told';
  return look.steps < right.steps ? 'lost' : 'unseen';
}

/** What a file says when it is opened and looked through. */
interface Look {
  readonly refusal?: string;
  readonly isTold: boolean;
  readonly isFound: boolean;
  readonly steps: number;
  readonly digest: string;
}

function lookInto(file: string): Look {
  let isTold = false;
  const blind = { isTold, isFound: false, steps: 0, digest: '' };
  let database: SqliteDatabase | undefined;
  try {
    const onCutLog = () => {
      isTold = true;
    };
    database = openDatabase({ file, synchronous: 'full', now: () => 0, onCutLog });
  } catch (error) {
    const { kind, message } = toFailure(error);
    return kind === 'invalid' ? { ...blind, refusal: message } : { ...blind, steps: -1 };
  }
  try {
    const isSound = database.pragma('integrity_check', { simple: true }) === 'ok';
    if (!isSound) return { ...blind, isFound: true };
    const isStateWrong = sqliteHostStore(database)
      .actors(0)
      .some(({ state, hash: noted }) => stateHash(state) !== noted);
    return { isTold, isFound: isStateWrong, steps: stepsIn(database), digest: digestOf(database) };
  } catch (error) {
    const { kind, message } = toFailure(error);
    return kind === 'invalid' ? { ...blind, refusal: message } : { ...blind, isFound: true };
  } finally {
    database.close();
  }
}

function stepsIn(database: SqliteDatabase): number {
  return database.prepare('SELECT count(*) FROM journal').pluck().get() as number;
}

/** Of all rows but the salt, which each opening draws anew. */
function digestOf(database: SqliteDatabase): string {
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%_fts%' AND name NOT IN ('redo', 'sqlite_sequence') ORDER BY name",
    )
    .pluck()
    .all() as string[];
  const rows = tables.map(name => {
    const all = database.prepare(`SELECT * FROM "${name}"`).raw().all();
    return `${name} ${JSON.stringify(all, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`;
  });
  return hash('sha256', rows.join('\n'));
}

function lay(from: string, to: string): void {
  for (const end of [...ends, '-shm']) rmSync(to + end, { force: true });
  for (const end of ends) if (existsSync(from + end)) copyFileSync(from + end, to + end);
}
