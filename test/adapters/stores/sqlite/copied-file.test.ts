/** Homes that are copied while they are written: file by file, each as it stands when its turn comes. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { stateHash } from '../../../../src/actors/runtime/commit/state-hash.ts';
import { openDatabase, type SqliteDatabase } from '../../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../../src/adapters/stores/sqlite/host/host.ts';
import { toFailure } from '../../../../src/domain/supervision/failure.ts';
import type { ActorRecord } from '../../../../src/ports/store.ts';
import { random } from '../../../domain/random.ts';

const folder = mkdtempSync(join(tmpdir(), 'straylight-copied-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const ends = ['', '-wal', '-redo'] as const;
const actors = 12;

/** What each file held after each commit. */
type Moment = Readonly<Record<(typeof ends)[number], Buffer>>;

/** A home that is written to: every commit is a step of one actor; tables are written out and pages moved in between. */
function written(commits: number): { readonly moments: readonly Moment[] } {
  const file = join(folder, 'written.db');
  let due: (() => void)[] = [];
  const database = openDatabase({
    file,
    synchronous: 'full',
    now: () => 0,
    writeBehind: { later: call => void due.push(call) },
  });
  const store = sqliteHostStore(database);
  const moments: Moment[] = [];
  for (let commit = 0; commit < commits; commit += 1) {
    store.transaction(() => step(store, commit));
    if (commit % 5 === 4) {
      for (const call of due) call();
      due = [];
    }
    if (commit % 15 === 14) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    moments.push({ '': contentOf(file), '-wal': contentOf(`${file}-wal`), '-redo': contentOf(`${file}-redo`) });
  }
  database.close();
  return { moments };
}

function contentOf(path: string): Buffer {
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

/** The next step of an actor: its row and its journal, as the host writes them. */
function step(store: ReturnType<typeof sqliteHostStore>, commit: number): void {
  const address = `worker:${commit % actors}`;
  const before = store.actor(address);
  const seq = (before?.seq ?? 0) + 1;
  const state = JSON.stringify({ value: 'idle', context: { commit, text: `${commit} `.repeat(200) } });
  const row: ActorRecord = {
    address,
    machine: 'worker',
    version: '1',
    status: 'active',
    leaf: 'idle',
    tags: '[]',
    state,
    children: '{}',
    input: '{}',
    parent: null,
    childId: null,
    seq,
    incarnation: 0,
    hash: stateHash(state),
    since: 0,
    startedAt: 0,
    lastAt: commit,
    lastEvent: 'message',
    problem: null,
  };
  if (before) store.updateActor(row);
  else store.insertActor(row);
  store.insertJournal({
    address,
    seq,
    at: commit,
    event: '{"type":"message"}',
    value: '"idle"',
    path: '[]',
    effects: '[]',
    micros: 0,
    hash: row.hash,
    code: '',
  });
}

/** So many commits stand in it, and no later one than that; undefined: they are no beginning of what was written. */
function beginningIn(database: SqliteDatabase): number | undefined {
  const commits = database.prepare('SELECT at FROM journal ORDER BY rowid').pluck().all() as number[];

  const isBeginning = commits.every((at, place) => at === place);

  return isBeginning ? commits.length : undefined;
}

test('given files of a home that were copied at different times, when the copy is opened, then it is a beginning of what was written, or is refused in words', t => {
  const { moments } = written(120);
  const chance = random(7);
  const copy = join(folder, 'copy.db');
  let [opened, refused] = [0, 0];
  for (let round = 0; round < 150; round += 1) {
    const first = chance.integer(moments.length - 1);
    const instants = ends.map(() => first + chance.integer(Math.min(40, moments.length - first)));
    for (const end of [...ends, '-shm']) rmSync(copy + end, { force: true });
    for (const [place, end] of ends.entries()) {
      const content = moments[instants[place] ?? 0]?.[end] ?? Buffer.alloc(0);
      if (content.length > 0 || end === '') writeFileSync(copy + end, content);
    }
    try {
      const database = openDatabase({ file: copy, synchronous: 'full', now: () => 0 });
      const commits = beginningIn(database);
      database.close();
      assert.notEqual(commits, undefined, `copied at ${instants.join(', ')}`);
      opened += 1;
    } catch (thrown) {
      const { kind, message } = toFailure(thrown);
      assert.equal(kind, 'invalid', message);
      refused += 1;
    }
  }
  t.diagnostic(`${opened} opened, ${refused} refused`);
  assert.ok(opened > 0 && refused > 0);
});

test('given a whole copy of a home at rest, when it is opened, then it goes on', () => {
  const [file, copy] = [join(folder, 'rested.db'), join(folder, 'moved.db')];
  openDatabase({ file, synchronous: 'full', now: () => 0 }).close();
  copyFileSync(file, copy);
  for (let times = 0; times < 2; times += 1) openDatabase({ file: copy, synchronous: 'full', now: () => 0 }).close();
});
