/** The trust of one owner for tests: his lists, and a ledger in a real database file that outlives its opening. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { domainTrust } from '../../../src/adapters/fetcher/domain-trust.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteRequestLedger, sqliteTrustLedger } from '../../../src/adapters/stores/sqlite/ledgers/egress.ts';
import type { DomainLists } from '../../../src/domain/egress/domains.ts';
import type { RequestLedger } from '../../../src/ports/ledgers/egress.ts';
import type { DomainTrust } from '../../../src/ports/web/domain-trust.ts';

export interface Opened {
  readonly trust: DomainTrust;
  readonly requests: RequestLedger;
  readonly rows: () => readonly unknown[];
  close(): void;
}

export interface OpenOptions extends Partial<DomainLists> {
  readonly isDirect?: boolean;
}

/** Each call opens the same file anew, as a restart does. */
export function trustHome(t: { after(close: () => unknown): void }): (options?: OpenOptions) => Opened {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-trust-'));
  const opened = new Set<() => void>();
  t.after(() => {
    for (const close of opened) close();
    rmSync(folder, { recursive: true, force: true });
  });
  return ({ allowed = [], alwaysApprove = [], blocked = [], own = [], isDirect = false } = {}) => {
    const now = () => 1_000;
    const database = openDatabase({ file: join(folder, 'trust.db'), synchronous: 'normal', now });
    const close = () => {
      opened.delete(close);
      database.close();
    };
    opened.add(close);
    return {
      trust: domainTrust({
        lists: { allowed, alwaysApprove, blocked, own },
        ledger: sqliteTrustLedger(database),
        now,
        isDirect,
      }),
      requests: sqliteRequestLedger(database),
      rows: () => database.prepare('SELECT * FROM trusted_domains').all(),
      close,
    };
  };
}
