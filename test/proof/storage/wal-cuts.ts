/**
 * Logs that end anywhere: the story is told on a real file, and what SQLite wrote is cut at every frame and in the
 * middle of every frame, the redo log at every record and in the middle of every record, as a power cut leaves them.
 * Each cut must open, be whole, be a beginning of the story; and where a commit ends, Straylight must go on from there,
 * with the outside as it was at that instant.
 */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../src/adapters/stores/sqlite/host/host.ts';
import { redoFile } from '../../../src/adapters/stores/sqlite/redo/redo-log.ts';
import { divergences } from '../journals.ts';
import { type Standing, simulate } from '../simulation/simulate.ts';
import { story } from './faults.ts';

export interface WalCuts {
  readonly frames: number;
  /** Frames and records, and middles of both. */
  readonly cuts: number;
  readonly commits: number;
  /** Agents that went on from a cut. */
  readonly goneOn: number;
  readonly problems: readonly string[];
}

/** What lay on the disk: so much of the log of SQLite, and the redo log; with what stood outside then. */
interface Moment {
  readonly bytes: number;
  readonly redo: Buffer;
  readonly standing: Standing;
}

/** `chosen`: which of the frames and of the records; all without it. */
export async function cutEverywhere(chosen: (place: number) => boolean = () => true): Promise<WalCuts> {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-wal-'));
  try {
    const { file, wal, moments } = await reference(folder);
    const frames = framesOf(wal);
    const whole = historyOf(file);
    const problems: string[] = [];
    let cuts = 0;
    let goneOn = 0;
    const cut = join(folder, 'cut.db');
    const lay = (bytes: number, redo: Buffer): void => {
      for (const end of ['-wal', '-shm', '-redo']) rmSync(`${cut}${end}`, { force: true });
      copyFileSync(file, cut);
      writeFileSync(`${cut}-wal`, wal.subarray(0, bytes));
      writeFileSync(redoFile(cut), redo);
    };
    const look = (bytes: number, redo: Buffer, where: string): void => {
      lay(bytes, redo);
      cuts += 1;
      for (const problem of faultsOf(cut, whole)) problems.push(`cut at ${where}: ${problem}`);
    };
    for (const [index, { end, size }] of frames.entries()) {
      if (!chosen(index)) continue;
      for (const bytes of [end - size / 2, end])
        look(bytes, redoAt(moments, bytes), `${bytes} of ${wal.length} bytes of the log of SQLite`);
    }
    for (const [index, { bytes, redo, standing }] of moments.entries()) {
      if (!chosen(index)) continue;
      look(bytes, torn(moments[index - 1]?.redo, redo), `the middle of commit ${index}`);
      look(bytes, redo, `commit ${index}`);
      lay(bytes, redo);
      goneOn += 1;
      const { findings } = await simulate(story.seed, {
        file: cut,
        from: standing,
        plan: { ...story.plan, acts: 0 },
      });
      for (const problem of findings.problems) problems.push(`gone on from commit ${index}: ${problem}`);
    }
    return { frames: frames.length, cuts, commits: moments.length, goneOn, problems };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The redo log when the log of SQLite was so long: it is written before the tables are. */
function redoAt(moments: readonly Moment[], bytes: number): Buffer {
  return moments.findLast(moment => moment.bytes <= bytes)?.redo ?? Buffer.alloc(0);
}

/** A redo log whose last record is half written over what lay there before. */
function torn(before: Buffer = Buffer.alloc(0), after: Buffer): Buffer {
  const from = after.findIndex((byte, at) => byte !== before[at]);
  const upTo = after.findLastIndex((byte, at) => byte !== before[at]);
  const middle = from + Math.ceil((upTo - from) / 2);
  return Buffer.concat([after.subarray(0, middle), before.subarray(middle)]);
}

/** The story on a file, its log never worked in, and what stood after each commit, before the next write. */
export async function reference(folder: string) {
  const file = join(folder, 'story.db');
  const copy = join(folder, 'whole.db');
  const moments: Moment[] = [];
  await simulate(story.seed, {
    file,
    plan: story.plan,
    disk(_database, _sql, _elapsed, standing) {
      const bytes = statSync(`${file}-wal`).size;
      const redo = existsSync(redoFile(file)) ? readFileSync(redoFile(file)) : Buffer.alloc(0);
      const last = moments.at(-1);
      if (last?.bytes === bytes && last.redo.equals(redo)) moments.pop();
      moments.push({ bytes, redo, standing: standing() });
    },
    look() {
      // before it is closed, which works the log in
      copyFileSync(file, copy);
      for (const end of ['-wal', '-redo']) copyFileSync(`${file}${end}`, `${copy}${end}`);
    },
  });
  return { file: copy, wal: readFileSync(`${copy}-wal`), moments };
}

interface Frame {
  /** Bytes of the log up to and with it. */
  readonly end: number;
  readonly size: number;
}

/** https://www.sqlite.org/fileformat2.html#walformat: a header of 32 bytes, then frames with a header of 24 each. */
function framesOf(wal: Buffer): readonly Frame[] {
  const size = 24 + wal.readUInt32BE(8);
  return Array.from({ length: Math.floor((wal.length - 32) / size) }, (_, index) => {
    return { end: 32 + (index + 1) * size, size };
  });
}

export type History = ReadonlyMap<string, readonly string[]>;

export function historyOf(file: string): History {
  const copy = `${file}.read`;
  copyFileSync(file, copy);
  for (const end of ['-wal', '-redo']) copyFileSync(`${file}${end}`, `${copy}${end}`);
  const database = openDatabase({ file: copy, synchronous: 'normal', now: () => 0 });
  const history = new Map<string, string[]>();
  for (const { address, hash } of database
    .prepare('SELECT a.address, j.hash FROM journal j JOIN actors a ON a.n = j.actor ORDER BY j.rowid')
    .all() as { address: string; hash: string }[])
    history.set(address, [...(history.get(address) ?? []), hash]);
  database.close();
  return history;
}

/** What is wrong with a cut by itself. */
function faultsOf(file: string, whole: History): readonly string[] {
  const database = openDatabase({ file, synchronous: 'normal', now: () => 0 });
  try {
    const integrity = database.pragma('integrity_check', { simple: true });
    const store = sqliteHostStore(database);
    const strangers = store.actors(0).filter(({ address, seq }) => {
      const steps = store.journalAfter(address, 0).map(({ hash }) => hash);
      const expected = whole.get(address)?.slice(0, steps.length) ?? [];
      return steps.length !== seq || steps.join() !== expected.join();
    });
    return [
      ...(integrity === 'ok' ? [] : [`integrity_check says ${integrity}`]),
      ...strangers.map(({ address }) => `${address} is no beginning of its history`),
      ...divergences(store),
    ];
  } finally {
    database.close();
  }
}
