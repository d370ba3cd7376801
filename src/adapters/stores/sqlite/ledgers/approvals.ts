/** Turns, denials, grants and standing approvals in SQLite. */

import type { GrantRecord } from '../../../../domain/approvals/grant.ts';
import type { StandingPattern } from '../../../../domain/approvals/standing.ts';
import type { ExecutorKind } from '../../../../domain/security/sandbox.ts';
import { fault } from '../../../../domain/supervision/failure.ts';
import { defined } from '../../../../domain/text/json.ts';
import type { BoundFile } from '../../../../domain/tools/run-file.ts';
import type { ApprovalLedger, SignedStanding } from '../../../../ports/ledgers/approval.ts';
import type { SqliteDatabase } from '../database.ts';

type StandingRow = Omit<SignedStanding, 'arguments' | 'revokedAt' | 'session' | 'approval' | 'runs' | 'executor'> & {
  readonly pattern: string;
  readonly session: string | null;
  readonly approval: string | null;
  readonly runs: string | null;
  readonly executor: ExecutorKind | null;
  readonly revokedAt: number | null;
};

/** {@link ApprovalLedger} over one open database. */
export function sqliteApprovalLedger(database: SqliteDatabase): ApprovalLedger {
  const prepare = (sql: string) => database.prepare(sql);
  // one that was set aside holds nobody up and is not called
  const pending = `FROM approvals p JOIN actors a ON a.address = p.address AND a.status = 'active' WHERE p.state = 'pending'`;
  const before = prepare(`SELECT count(*) AS n ${pending} AND p.begun > ?`);
  const waiting = prepare(`SELECT p.address ${pending} AND p.begun IS NULL ORDER BY p.place LIMIT ?`);
  const waitingCount = prepare(`SELECT count(*) AS n ${pending} AND p.begun IS NULL`);
  const begin = prepare('UPDATE approvals SET begun = ? WHERE address = ?');

  const denial = prepare(
    `SELECT reason FROM approvals WHERE session = @session AND state = 'denied' AND card ->> 'digest' = @digest
     AND decided_at >= coalesce((SELECT at FROM messages WHERE session = @session AND role = 'owner' ORDER BY n DESC LIMIT 1), 0)
     ORDER BY decided_at DESC LIMIT 1`,
  );

  const recordGrant = prepare(
    `INSERT INTO grants (approval, digest, nonce, decided_by, decided_at, confirmation, expires_at, signature)
     VALUES (@approval, @digest, @nonce, @by, @decidedAt, @confirmation, @expiresAt, @signature)`,
  );
  const grant = prepare(
    `SELECT approval, digest, nonce, decided_by AS "by", decided_at AS decidedAt, confirmation, expires_at AS expiresAt, signature,
     consumed_at AS consumedAt, consumed_by AS consumedBy FROM grants WHERE approval = ?`,
  );
  const consume = prepare(
    'UPDATE grants SET consumed_at = ?, consumed_by = ? WHERE approval = ? AND consumed_at IS NULL',
  );

  const addStanding = prepare(
    `INSERT INTO standing (id, tool, pattern, given_by, at, until, most, used, signature, session, approval, runs, executor)
     VALUES (@id, @tool, @pattern, @by, @at, @until, @most, 0, @signature, @session, @approval, @runs, @executor)`,
  );
  const columns =
    'id, tool, pattern, given_by AS "by", at, until, most, used, signature, session, approval, runs, executor, revoked_at AS revokedAt FROM standing';
  // one that was given with a yes stands no longer than that yes
  const upheld = `(approval IS NULL OR EXISTS (SELECT 1 FROM approvals g WHERE g.address = standing.approval AND g.state = 'granted'))`;
  const usable = `revoked_at IS NULL AND used < most AND ${upheld} AND until > ?`;
  const standingAll = prepare(`SELECT ${columns} WHERE ${usable} ORDER BY at DESC, id`);
  const standingOf = prepare(`SELECT ${columns} WHERE ${usable} AND tool = ? ORDER BY at DESC, id`);
  const useStanding = prepare(`UPDATE standing SET used = used + 1, used_at = @at WHERE id = @id AND revoked_at IS NULL
     AND used < most AND ${upheld} AND until > @at`);
  const revoke = prepare('UPDATE standing SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');

  return {
    line(most, begunBefore) {
      const room = Math.max(0, most - (before.get(begunBefore) as { n: number }).n);
      const turns = (waiting.all(room) as { address: string }[]).map(({ address }) => address);
      return { turns, left: (waitingCount.get() as { n: number }).n - turns.length };
    },
    begin: (approval, at) => void begin.run(at, approval),
    denialOf: (session, digest) => denial.get({ session, digest }) as { reason: string | null } | undefined,
    recordGrant: given => void recordGrant.run(given),
    grant: approval => grant.get(approval) as GrantRecord | undefined,
    consumeGrant(approval, call, at) {
      if (consume.run(at, call, approval).changes !== 1)
        throw fault('denied', `there is no grant of ${approval} that ${call} could use up`);
    },
    addStanding: ({ arguments: pattern, session = null, approval = null, runs, executor = null, ...rest }) =>
      void addStanding.run({
        ...rest,
        session,
        approval,
        executor,
        pattern: JSON.stringify(pattern),
        runs: runs === undefined ? null : JSON.stringify(runs),
      }),
    standing(now, tool) {
      const rows = tool === undefined ? standingAll.all(now) : standingOf.all(now, tool);
      return (rows as StandingRow[]).map(standingFrom);
    },
    useStanding(id, at) {
      if (useStanding.run({ id, at }).changes !== 1)
        throw fault('denied', `the standing approval ${id} can no longer be used`);
    },
    revokeStanding: (id, at) => revoke.run(at, id).changes === 1,
  };
}

function standingFrom({ pattern, session, approval, runs, executor, revokedAt, ...row }: StandingRow) {
  return {
    ...row,
    arguments: JSON.parse(pattern) as StandingPattern['arguments'],
    ...defined({
      runs: runs === null ? undefined : (JSON.parse(runs) as readonly BoundFile[]),
      executor: executor ?? undefined,
      session: session ?? undefined,
      approval: approval ?? undefined,
      revokedAt: revokedAt ?? undefined,
    }),
  };
}
