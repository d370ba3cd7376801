/** The table `actors`: a row for each, with its newest state. */
import type { ActorRecord, ActorStore } from '../../../../ports/store.ts';
import type { Statements } from '../statements.ts';
import type { ActorNumbers } from './actor-numbers.ts';

const columns = `address, machine, version, status, leaf, tags, state, children, input, parent, child_id AS childId, seq, incarnation, hash,
  since, started_at AS startedAt, last_at AS lastAt, last_event AS lastEvent, problem`;

export function actorTable(statements: Statements, numbers: ActorNumbers): ActorStore {
  return { ...actorRows(statements, numbers), ...actorCounts(statements), ...stuckActors(statements) };
}

/** One row written and read, and the rows a boot begins with. */
function actorRows(
  { one, all, run }: Statements,
  numbers: ActorNumbers,
): Pick<ActorStore, 'actor' | 'insertActor' | 'updateActor' | 'actors'> {
  const insert = run(
    `INSERT INTO actors (address, machine, version, status, leaf, tags, state, children, input, parent, child_id, seq, incarnation, hash,
       since, started_at, last_at, last_event, problem) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const update = run(
    `UPDATE actors SET version = ?, status = ?, leaf = ?, tags = ?, state = ?, children = ?, input = ?, seq = ?, incarnation = ?, hash = ?, since = ?,
       last_at = ?, last_event = ?, problem = ? WHERE n = ?`,
  );
  return {
    actor: one<ActorRecord>(`SELECT ${columns} FROM actors WHERE address = ?`),
    insertActor(row) {
      const { lastInsertRowid } = insert(
        ...[row.address, row.machine, row.version, row.status, row.leaf, row.tags, row.state, row.children, row.input],
        ...[row.parent, row.childId, row.seq, row.incarnation, row.hash, row.since, row.startedAt, row.lastAt],
        ...[row.lastEvent, row.problem],
      );
      numbers.keep(row.address, Number(lastInsertRowid));
    },
    updateActor(row) {
      update(
        ...[row.version, row.status, row.leaf, row.tags, row.state, row.children, row.input, row.seq, row.incarnation],
        ...[row.hash, row.since, row.lastAt, row.lastEvent, row.problem, numbers.numberOf(row.address)],
      );
    },
    actors: all<ActorRecord>(
      `SELECT ${columns} FROM actors WHERE status IN ('active', 'suspended', 'quarantined')
       UNION ALL SELECT ${columns} FROM actors WHERE status IN ('done', 'stopped') AND last_at > ?`,
    ),
  };
}

/** How many there are, and in which states. */
function actorCounts({ one, all }: Statements): Pick<ActorStore, 'countActors' | 'census' | 'actorsIn'> {
  const count = one<{ active: number; suspended: number; quarantined: number }>(
    `SELECT count(*) FILTER (WHERE status = 'active') AS active, count(*) FILTER (WHERE status = 'suspended') AS suspended,
       count(*) FILTER (WHERE status = 'quarantined') AS quarantined FROM actors`,
  );
  const addressesIn = all<{ address: string }>(
    `SELECT address FROM actors WHERE status = 'active' AND machine = ? AND version = ? AND leaf = ?`,
  );
  return {
    countActors: () => count() ?? { active: 0, suspended: 0, quarantined: 0 },
    census: all<{ machine: string; version: string; leaf: string; count: number }>(
      `SELECT machine, version, leaf, count(*) AS count FROM actors WHERE status = 'active' GROUP BY machine, version, leaf`,
    ),
    actorsIn: (machine, version, leaf) => addressesIn(machine, version, leaf).map(row => row.address),
  };
}

/** Those that nothing will move, and those that have been busy for long. */
function stuckActors({ one, all }: Statements): Pick<ActorStore, 'wedged' | 'isWedged' | 'busySince'> {
  const rows = `SELECT address FROM actors a WHERE status = 'active' AND NOT EXISTS (SELECT 1 FROM json_each(a.tags) WHERE value = 'resting')
       AND NOT EXISTS (SELECT 1 FROM inbox WHERE target = a.address)
       AND NOT EXISTS (SELECT 1 FROM timers WHERE owner = a.address OR target = a.address)
       AND address NOT IN (SELECT owner FROM effects WHERE status IN ('pending', 'running'))
       AND address NOT IN (SELECT parent FROM actors WHERE parent IS NOT NULL AND status IN ('active', 'suspended', 'quarantined'))`;
  const wedged = all<{ address: string }>(rows);
  const wedgedOne = one<{ address: string }>(`${rows} AND address = ?`);
  return {
    wedged: () => wedged().map(row => row.address),
    isWedged: address => wedgedOne(address) !== undefined,
    busySince: all<Pick<ActorRecord, 'address' | 'machine' | 'leaf' | 'since' | 'seq'>>(
      `SELECT address, machine, leaf, since, seq FROM actors WHERE status = 'active' AND since < ?
         AND EXISTS (SELECT 1 FROM json_each(tags) WHERE value = 'busy')`,
    ),
  };
}
