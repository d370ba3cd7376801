/**
 * A log that ends anywhere: the story is told on a real file, and what SQLite wrote is cut at every frame and in the
 * middle of every frame, as a power cut leaves it. Each cut must open, be whole, be a beginning of the story; and where
 * a commit ends, Straylight must go on from there, with the outside as it was at that instant.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../src/adapters/stores/sqlite/host/host.ts';
import { divergences } from '../journals.ts';
import { type Standing, simulate } from '../simulation/simulate.ts';
import { story } from './faults.ts';

export interface WalCuts {
  readonly frames: number;
  /** Frames and middles of frames. */
  readonly cuts: number;
  readonly commits: number;
  /** Agents that went on from a cut. */
  readonly goneOn: number;
  readonly problems: readonly string[];
}

/** `chosen`: which of the frames; all without it. */
export async function cutEverywhere(chosen: (frame: number) => boolean = () => true): Promise<WalCuts> {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-wal-'));
  try {
    const { file, wal, standings } = await reference(folder);
    const frames = framesOf(wal);
    const whole = historyOf(file);
    const problems: string[] = [];
    let cuts = 0;
    let goneOn = 0;
    let commits = 0;
    const cut = join(folder, 'cut.db');
    const lay = (bytes: number): void => {
      for (const end of ['-wal', '-shm']) rmSync(`${cut}${end}`, { force: true });
      copyFileSync(file, cut);
      writeFileSync(`${cut}-wal`, wal.subarray(0, bytes));
    };
    for (const [index, frame] of frames.entries()) {
      if (frame.isCommit) commits += 1;
      if (!chosen(index)) continue;
      for (const bytes of [frame.end - frame.size / 2, frame.end]) {
        lay(bytes);
        cuts += 1;
        for (const problem of faultsOf(cut, whole)) problems.push(`cut at ${bytes} of ${wal.length}: ${problem}`);
        if (bytes !== frame.end || !frame.isCommit) continue;
        const from = standings.findLast(({ bytes: size }) => size === frame.end)?.standing;
        if (!from) continue;
        lay(bytes);
        goneOn += 1;
        const { findings } = await simulate(story.seed, {
          ...{ file: cut, from, plan: { ...story.plan, acts: 0 } },
        });
        for (const problem of findings.problems) problems.push(`gone on from commit ${commits}: ${problem}`);
      }
    }
    return { frames: frames.length, cuts, commits, goneOn, problems };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The story on a file, its log never worked in, and the outside before each write, by how long the log was. */
async function reference(folder: string) {
  const file = join(folder, 'story.db');
  const copy = join(folder, 'whole.db');
  const standings: { readonly bytes: number; readonly standing: Standing }[] = [];
  await simulate(story.seed, {
    ...{ file, plan: story.plan },
    disk: (_database, _sql, _elapsed, standing) =>
      void standings.push({ bytes: statSync(`${file}-wal`).size, standing: standing() }),
    look() {
      // before it is closed, which works the log in
      copyFileSync(file, copy);
      copyFileSync(`${file}-wal`, `${copy}-wal`);
    },
  });
  return { file: copy, wal: readFileSync(`${copy}-wal`), standings };
}

interface Frame {
  /** Bytes of the log up to and with it. */
  readonly end: number;
  readonly size: number;
  /** A transaction ends with it. */
  readonly isCommit: boolean;
}

/** https://www.sqlite.org/fileformat2.html#walformat: a header of 32 bytes, then frames with a header of 24 each. */
function framesOf(wal: Buffer): readonly Frame[] {
  const size = 24 + wal.readUInt32BE(8);
  return Array.from({ length: Math.floor((wal.length - 32) / size) }, (_, index) => {
    const start = 32 + index * size;
    return { end: start + size, size, isCommit: wal.readUInt32BE(start + 4) !== 0 };
  });
}

type History = ReadonlyMap<string, readonly string[]>;

function historyOf(file: string): History {
  const copy = `${file}.read`;
  copyFileSync(file, copy);
  copyFileSync(`${file}-wal`, `${copy}-wal`);
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
