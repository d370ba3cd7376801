/** The table `effects`: what charts asked for, how it may run, and what became of it. */
import type { EffectRecord, EffectStore } from '../../../../ports/store.ts';
import type { Statements } from '../statements.ts';

const columns = `address, owner, child_id AS childId, src, policy, key, input, status, left_at AS leftAt, boot, attempt, outcome, at`;

export function effectTable({ one, all, run }: Statements): EffectStore {
  const insert = run(
    `INSERT INTO effects (address, owner, child_id, src, policy, key, act, input, status, left_at, boot, attempt, outcome, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const changes = 'status = @status, left_at = @leftAt, boot = @boot, attempt = @attempt, outcome = @outcome';
  const keepOpen = run(
    `UPDATE effects SET ${changes}, act = iif(policy = 'once' AND @status = 'running' AND key <> address, key, act) WHERE address = @address`,
  );
  // the input of a settled effect stands in the journal of its owner; its row stays for its act alone
  const settle = run(`UPDATE effects SET ${changes}, input = '{}' WHERE address = @address`);
  const remove = run('DELETE FROM effects WHERE address = ?');

  return {
    insertEffect(row) {
      const isAct = row.policy === 'once' && row.status !== 'pending' && row.key !== row.address;
      insert(
        ...[row.address, row.owner, row.childId, row.src, row.policy, row.key, isAct ? row.key : null, row.input],
        ...[row.status, row.leftAt, row.boot, row.attempt, row.outcome, row.at],
      );
    },
    effect: one<EffectRecord>(`SELECT ${columns} FROM effects WHERE address = ?`),
    act: one<EffectRecord>(`SELECT ${columns} FROM effects WHERE act = ?`),
    updateEffect({ address, status, leftAt, boot, attempt, outcome }) {
      const write = status === 'pending' || status === 'running' ? keepOpen : settle;
      write({ address, status, leftAt, boot, attempt, outcome });
    },
    removeEffect: address => void remove(address),
    openEffects: all<EffectRecord>(
      `SELECT ${columns} FROM effects WHERE status IN ('pending', 'running') ORDER BY at, address`,
    ),
  };
}
