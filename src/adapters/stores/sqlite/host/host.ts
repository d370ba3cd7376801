/** The host's tables in SQLite. Statements are prepared once; rows go in and out as the port names them. */
import type {
  ActorRecord,
  DeadLetter,
  EffectRecord,
  HostStore,
  InboxRecord,
  JournalRecord,
  SnapshotRecord,
  TimerRecord,
} from '../../../../ports/store.ts';
import { pruneBlobs } from '../blobs.ts';
import type { SqliteDatabase } from '../database.ts';

const actorColumns = `address, machine, version, status, leaf, tags, state, children, input, parent, child_id AS childId, seq, incarnation, hash,
  since, started_at AS startedAt, last_at AS lastAt, last_event AS lastEvent, problem`;
const effectColumns = `address, owner, child_id AS childId, src, policy, key, input, status, left_at AS leftAt, boot, attempt, outcome, at`;

/** So many numbers of rows are kept in memory. */
const mostPlaces = 10_000;

/** {@link HostStore} over one open database. */
export function sqliteHostStore(database: SqliteDatabase): HostStore {
  const one = <Row>(sql: string) => {
    const statement = database.prepare(sql);
    return (...values: unknown[]) => statement.get(...values) as Row | undefined;
  };
  const all = <Row>(sql: string) => {
    const statement = database.prepare(sql);
    return (...values: unknown[]) => statement.all(...values) as Row[];
  };
  const run = (sql: string) => {
    const statement = database.prepare(sql);
    return (...values: unknown[]) => statement.run(...values);
  };

  const begin = run('BEGIN IMMEDIATE');
  const commit = run('COMMIT');
  const rollback = run('ROLLBACK');
  const save = run('SAVEPOINT step');
  const release = run('RELEASE step');
  const undo = run('ROLLBACK TO step');

  /** Numbers of rows of `actors`, which never change; forgotten where rows may be gone. */
  const places = new Map<string, number>();
  const place = one<{ n: number }>('SELECT n FROM actors WHERE address = ?');

  function placeOf(address: string): number | undefined {
    const known = places.get(address);
    if (known !== undefined) return known;
    const found = place(address)?.n;
    if (found !== undefined) keepPlace(address, found);
    return found;
  }

  function keepPlace(address: string, n: number): void {
    if (places.size >= mostPlaces) places.clear();
    places.set(address, n);
  }

  const accept = run('INSERT OR IGNORE INTO accepted (key, at) VALUES (?, ?)');

  const wasAccepted = one<{ key: string }>('SELECT key FROM accepted WHERE key = ?');

  const actor = one<ActorRecord>(`SELECT ${actorColumns} FROM actors WHERE address = ?`);
  const insertActor = run(
    `INSERT INTO actors (address, machine, version, status, leaf, tags, state, children, input, parent, child_id, seq, incarnation, hash,
       since, started_at, last_at, last_event, problem) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateActor = run(
    `UPDATE actors SET version = ?, status = ?, leaf = ?, tags = ?, state = ?, children = ?, input = ?, seq = ?, incarnation = ?, hash = ?, since = ?,
       last_at = ?, last_event = ?, problem = ? WHERE n = ?`,
  );
  const actors = all<ActorRecord>(
    `SELECT ${actorColumns} FROM actors WHERE status IN ('active', 'suspended', 'quarantined')
     UNION ALL SELECT ${actorColumns} FROM actors WHERE status IN ('done', 'stopped') AND last_at > ?`,
  );
  const countActors = one<{ active: number; suspended: number; quarantined: number }>(
    `SELECT count(*) FILTER (WHERE status = 'active') AS active, count(*) FILTER (WHERE status = 'suspended') AS suspended,
       count(*) FILTER (WHERE status = 'quarantined') AS quarantined FROM actors`,
  );
  const census = all<{ machine: string; version: string; leaf: string; count: number }>(
    `SELECT machine, version, leaf, count(*) AS count FROM actors WHERE status = 'active' GROUP BY machine, version, leaf`,
  );
  const actorsIn = all<{ address: string }>(
    `SELECT address FROM actors WHERE status = 'active' AND machine = ? AND version = ? AND leaf = ?`,
  );
  const wedgedRows = `SELECT address FROM actors a WHERE status = 'active' AND NOT EXISTS (SELECT 1 FROM json_each(a.tags) WHERE value = 'resting')
       AND NOT EXISTS (SELECT 1 FROM inbox WHERE target = a.address)
       AND NOT EXISTS (SELECT 1 FROM timers WHERE owner = a.address OR target = a.address)
       AND address NOT IN (SELECT owner FROM effects WHERE status IN ('pending', 'running'))
       AND address NOT IN (SELECT parent FROM actors WHERE parent IS NOT NULL AND status IN ('active', 'suspended', 'quarantined'))`;
  const wedged = all<{ address: string }>(wedgedRows);
  const wedgedOne = one<{ address: string }>(`${wedgedRows} AND address = ?`);
  const busySince = all<Pick<ActorRecord, 'address' | 'machine' | 'leaf' | 'since' | 'seq'>>(
    `SELECT address, machine, leaf, since, seq FROM actors WHERE status = 'active' AND since < ?
       AND EXISTS (SELECT 1 FROM json_each(tags) WHERE value = 'busy')`,
  );

  const enqueue = run('INSERT INTO inbox (target, event, child, attempts) VALUES (?, ?, ?, ?)');
  const dequeue = run('DELETE FROM inbox WHERE id = ?');
  const countAttempt = run('UPDATE inbox SET attempts = attempts + 1 WHERE id = ?');
  const inbox = all<InboxRecord>('SELECT id, target, event, child, attempts FROM inbox ORDER BY id');
  const countInbox = one<{ count: number }>('SELECT count(*) AS count FROM inbox WHERE target = ?');
  const dropInbox = run('DELETE FROM inbox WHERE target = ?');

  const insertJournal = run(
    `INSERT INTO journal (actor, seq, at, event, value, path, effects, micros, hash, code)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const steps = `SELECT a.address, j.seq, j.at, j.event, j.value, j.path, j.effects, j.micros, j.hash, j.code
     FROM journal j JOIN actors a ON j.actor = a.n`;
  const journalOf = `${steps} WHERE a.address = ?`;
  // the host writes steps in their order, so the last rows are the last steps
  const lastSteps = all<JournalRecord>(`${steps} ORDER BY j.rowid DESC LIMIT ?`);
  const journal = all<JournalRecord>(`${journalOf} AND j.seq < ? ORDER BY j.seq DESC LIMIT ?`);
  const journalAfter = all<JournalRecord>(`${journalOf} AND j.seq > ? AND j.seq <= ? ORDER BY j.seq`);
  const insertSnapshot = run(
    'INSERT OR REPLACE INTO snapshots (address, seq, version, state, children) VALUES (?, ?, ?, ?, ?)',
  );
  const snapshotAt = one<SnapshotRecord>(
    'SELECT * FROM snapshots WHERE address = ? AND seq <= ? ORDER BY seq DESC LIMIT 1',
  );

  const insertEffect = run(
    `INSERT INTO effects (address, owner, child_id, src, policy, key, act, input, status, left_at, boot, attempt, outcome, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const effect = one<EffectRecord>(`SELECT ${effectColumns} FROM effects WHERE address = ?`);
  const act = one<EffectRecord>(`SELECT ${effectColumns} FROM effects WHERE act = ?`);
  const changes = 'status = @status, left_at = @leftAt, boot = @boot, attempt = @attempt, outcome = @outcome';
  const keepOpen = run(
    `UPDATE effects SET ${changes}, act = iif(policy = 'once' AND @status = 'running' AND key <> address, key, act) WHERE address = @address`,
  );
  // what a settled one was given stands in the journal of its owner; settled ones stay for their act alone
  const settle = run(`UPDATE effects SET ${changes}, input = '{}' WHERE address = @address`);
  const removeEffect = run('DELETE FROM effects WHERE address = ?');
  const openEffects = all<EffectRecord>(
    `SELECT ${effectColumns} FROM effects WHERE status IN ('pending', 'running') ORDER BY at, address`,
  );

  const setTimer = run('INSERT OR REPLACE INTO timers (owner, id, target, event, due) VALUES (?, ?, ?, ?, ?)');
  const removeTimer = run('DELETE FROM timers WHERE owner = ? AND id = ?');
  const takeTimer = run('DELETE FROM timers WHERE owner = ? AND id = ? AND due = ?');
  const removeTimers = run('DELETE FROM timers WHERE owner = ?');
  const timersDue = all<TimerRecord>('SELECT * FROM timers WHERE due <= ? ORDER BY due LIMIT ?');
  const nextDue = one<{ due: number | null }>('SELECT min(due) AS due FROM timers');
  const shiftTimers = run('UPDATE timers SET due = due + ?');
  const lastStepAt = one<{ at: number }>('SELECT at FROM journal ORDER BY rowid DESC LIMIT 1');
  const timersOf = all<TimerRecord>('SELECT * FROM timers WHERE owner = ? ORDER BY due');

  const bury = run('INSERT INTO dead_letters (target, event, child, attempts, failure, at) VALUES (?, ?, ?, ?, ?, ?)');
  const deadLetters = all<DeadLetter>('SELECT * FROM dead_letters ORDER BY id');
  const takeDeadLetters = all<DeadLetter>('DELETE FROM dead_letters WHERE target = ? RETURNING *');
  const countDeadLetters = one<{ count: number }>('SELECT count(*) AS count FROM dead_letters');

  const putBlob = run('INSERT OR IGNORE INTO blobs (hash, body, at) VALUES (?, ?, ?)');
  const blob = one<{ body: string }>('SELECT body FROM blobs WHERE hash = ?');

  const beginBoot = run('INSERT INTO boots (id, program, started_at) VALUES (?, ?, ?)');
  const endBoot = run('UPDATE boots SET ended_at = ? WHERE id = ?');
  const uncleanBoots = one<{ count: number }>(
    'SELECT count(*) AS count FROM boots WHERE ended_at IS NULL AND started_at > ?',
  );

  const ended = `FROM actors WHERE status IN ('done', 'stopped') AND last_at < @before`;
  // rows stand in the order they were written: behind the first that is young enough nothing is looked at
  const old = (table: string) =>
    `at < @before AND rowid < coalesce((SELECT rowid FROM ${table} WHERE at >= @before ORDER BY rowid LIMIT 1), 9e18)`;
  const stepsOf = (columns: string, address: string) =>
    `SELECT ${columns} FROM journal j JOIN actors a ON a.n = j.actor WHERE a.address = ${address}`;
  const prunes = [
    `DELETE FROM journal WHERE actor IN (SELECT n ${ended})`,
    `DELETE FROM snapshots WHERE address IN (SELECT address ${ended})`,
    `DELETE FROM effects WHERE at < @before AND status NOT IN ('pending', 'running')
       AND owner IN (SELECT address ${ended})`,
    `DELETE ${ended}`,
    // a living actor keeps its newest snapshot of before, the step that made it, and all that came after
    `DELETE FROM journal WHERE ${old('journal')} AND seq < (
       SELECT max(j.seq) FROM actors a JOIN snapshots s ON s.address = a.address JOIN journal j ON j.actor = a.n AND j.seq = s.seq
       WHERE a.n = journal.actor AND j.at < @before)`,
    `DELETE FROM snapshots WHERE NOT EXISTS (${stepsOf('1', 'snapshots.address')} AND j.seq <= snapshots.seq)
       AND EXISTS (${stepsOf('1', 'snapshots.address')})`,
  ].map(sql => database.prepare(sql));

  return {
    transaction(work) {
      begin();
      try {
        const result = work();
        commit();
        return result;
      } catch (error) {
        places.clear();
        if (database.inTransaction) rollback();
        throw error;
      }
    },
    isOpen: () => database.inTransaction,
    savepoint(work) {
      if (!database.inTransaction) throw new Error('a savepoint was asked for outside a transaction');
      save();
      try {
        const result = work();
        release();
        return result;
      } catch (error) {
        places.clear();
        if (database.inTransaction) {
          undo();
          release();
        }
        throw error;
      }
    },
    accept: (key, at) => accept(key, at).changes === 1,
    wasAccepted: key => wasAccepted(key) !== undefined,
    actor,
    insertActor(row) {
      const { lastInsertRowid } = insertActor(
        ...[
          row.address,
          row.machine,
          row.version,
          row.status,
          row.leaf,
          row.tags,
          row.state,
          row.children,
          row.input,
          row.parent,
        ],
        ...[
          row.childId,
          row.seq,
          row.incarnation,
          row.hash,
          row.since,
          row.startedAt,
          row.lastAt,
          row.lastEvent,
          row.problem,
        ],
      );
      keepPlace(row.address, Number(lastInsertRowid));
    },
    updateActor(row) {
      updateActor(
        ...[
          row.version,
          row.status,
          row.leaf,
          row.tags,
          row.state,
          row.children,
          row.input,
          row.seq,
          row.incarnation,
          row.hash,
        ],
        ...[row.since, row.lastAt, row.lastEvent, row.problem, placeOf(row.address)],
      );
    },
    actors,
    countActors: () => countActors() ?? { active: 0, suspended: 0, quarantined: 0 },
    census,
    actorsIn: (machine, version, leaf) => actorsIn(machine, version, leaf).map(row => row.address),
    wedged: () => wedged().map(row => row.address),
    isWedged: address => wedgedOne(address) !== undefined,
    busySince,
    enqueue: row => Number(enqueue(row.target, row.event, row.child, row.attempts).lastInsertRowid),
    dequeue: id => void dequeue(id),
    countAttempt: id => void countAttempt(id),
    inbox,
    countInbox: target => countInbox(target)?.count ?? 0,
    dropInbox: target => void dropInbox(target),
    insertJournal: row =>
      void insertJournal(
        placeOf(row.address),
        row.seq,
        row.at,
        row.event,
        row.value,
        row.path,
        row.effects,
        row.micros,
        row.hash,
        row.code,
      ),
    journal: (address, page) => journal(address, page.before ?? Number.MAX_SAFE_INTEGER, page.limit).reverse(),
    journalAfter: (address, seq, until = Number.MAX_SAFE_INTEGER) => journalAfter(address, seq, until),
    lastSteps: limit => lastSteps(limit).reverse(),
    insertSnapshot: row => void insertSnapshot(row.address, row.seq, row.version, row.state, row.children),
    snapshotAt,
    insertEffect(row) {
      const isAct = row.policy === 'once' && row.status !== 'pending' && row.key !== row.address;
      insertEffect(
        ...[row.address, row.owner, row.childId, row.src, row.policy, row.key, isAct ? row.key : null, row.input],
        ...[row.status, row.leftAt, row.boot, row.attempt, row.outcome, row.at],
      );
    },
    effect,
    act,
    updateEffect({ address, status, leftAt, boot, attempt, outcome }) {
      const write = status === 'pending' || status === 'running' ? keepOpen : settle;
      write({ address, status, leftAt, boot, attempt, outcome });
    },
    removeEffect: address => void removeEffect(address),
    openEffects,
    setTimer: row => void setTimer(row.owner, row.id, row.target, row.event, row.due),
    removeTimer: (owner, id) => void removeTimer(owner, id),
    takeTimer: (owner, id, due) => takeTimer(owner, id, due).changes === 1,
    removeTimers: owner => void removeTimers(owner),
    timersDue,
    nextDue: () => nextDue()?.due ?? undefined,
    timersOf,
    shiftTimers: byMs => void shiftTimers(byMs),
    lastStepAt: () => lastStepAt()?.at,
    bury: row => Number(bury(row.target, row.event, row.child, row.attempts, row.failure, row.at).lastInsertRowid),
    deadLetters,
    takeDeadLetters: target => takeDeadLetters(target).toSorted((a, b) => a.id - b.id),
    countDeadLetters: () => countDeadLetters()?.count ?? 0,
    putBlob: (hash, body, at) => void putBlob(hash, body, at),
    blob: hash => blob(hash)?.body,
    beginBoot: (id, program, at) => void beginBoot(id, program, at),
    endBoot: (id, at) => void endBoot(at, id),
    uncleanBoots: since => uncleanBoots(since)?.count ?? 0,
    pruneBlobs: before => pruneBlobs(database, before),
    prune(before) {
      places.clear();
      return prunes.reduce((removed, statement) => removed + statement.run({ before }).changes, 0);
    },
  };
}
