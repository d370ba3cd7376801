/** How long it takes to check a long audit chain, and what a row adds to a commit. */
import { join } from 'node:path';
import { anchorFile } from '../../src/adapters/audit/anchor.ts';
import { auditLog } from '../../src/adapters/audit/log.ts';
import { systemClock } from '../../src/adapters/process/clock.ts';
import { openSigningKey } from '../../src/adapters/secrets/signing-key.ts';
import { openDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { sqliteAuditStore } from '../../src/adapters/stores/sqlite/ledgers/audit.ts';
import { chainReader } from '../../src/commands/audit/audit-hash.ts';
import { scratchHome } from './bench-home.ts';
import { type Bench, median, middleHalf, spreadOf } from './figure.ts';

const rows = 100_000;
const rounds = 3;
const commits = 500;

export const audit: Bench = {
  name: 'audit',
  title: `The audit chain: ${rows} rows checked from the file, ${commits} rows committed one by one`,
  async run() {
    const { home, remove } = scratchHome();
    const database = openDatabase({ file: join(home, 'audit.db'), synchronous: 'full', now: systemClock.now });
    const key = await openSigningKey({ folder: join(home, 'keys') });
    const store = sqliteAuditStore(database);
    const anchor = anchorFile(join(home, 'audit.anchor'), key);
    const log = auditLog({ store, anchor, key, clock: systemClock, redact: value => value });
    const note = (n: number) =>
      ({
        kind: 'tool.called',
        subject: 'execute_command',
        actor: 'session:terminal:main',
        facts: { call: `tool-call:${n}`, digest: key.publicKey, level: 2, outcome: 'done', failed: false, ms: n },
      }) as const;
    try {
      const single: number[] = [];
      const bare: number[] = [];
      const other = database.prepare("INSERT INTO reports (at, kind, subject, text) VALUES (1, 'a', 'b', 'c')");
      for (let n = 0; n < commits; n++) {
        single.push(timed(() => log.record(note(n))));
        bare.push(timed(() => store.transaction(() => void other.run())));
      }
      store.transaction(() => {
        for (let n = commits; n < rows; n++) log.write(note(n), { at: n, onCommitted: () => {} });
      });
      log.record(note(rows));
      const checks: number[] = [];
      for (let round = 0; round < rounds; round++) checks.push(timed(() => check(store.head().n)) / 1000);
      return [
        {
          name: `${rows} rows checked against the signed end`,
          value: median(checks),
          unit: 's',
          atMost: 2,
          yardstick: `${rounds} rounds`,
          spread: spreadOf(checks),
        },
        {
          name: 'a row, committed and signed',
          value: median(single),
          unit: 'ms',
          yardstick: `another table's row, committed: ${median(bare).toFixed(2)} ms`,
          spread: middleHalf(single),
        },
      ];
    } finally {
      log.close();
      database.close();
      remove();
    }

    function check(head: number): void {
      const reader = chainReader();
      for (let after = 0; after < head; after += 10_000) for (const row of store.after(after, 10_000)) reader.add(row);
      const { rows: good, broken } = reader.result(anchor.read(), key.publicKey);
      if (broken || good !== head) throw new Error(`the chain is broken: ${broken?.problem}`);
    }
  },
};

function timed(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
