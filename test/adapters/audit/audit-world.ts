/** A chain on a real database file with a real key and anchor, opened and closed as an agent does it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type AnchorFile, anchorFile } from '../../../src/adapters/audit/anchor.ts';
import { sha256 } from '../../../src/adapters/audit/digest.ts';
import { auditLog } from '../../../src/adapters/audit/log.ts';
import { openSigningKey, verifySignature } from '../../../src/adapters/secrets/signing-key.ts';
import { openDatabase, type SqliteDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteAuditStore } from '../../../src/adapters/stores/sqlite/ledgers/audit.ts';
import { type ChainResult, chainCheck } from '../../../src/domain/audit/check.ts';
import type { AuditLog, AuditStore } from '../../../src/ports/audit-log.ts';
import type { SigningKey } from '../../../src/ports/secrets/signing-key.ts';

export interface AuditWorld {
  readonly folder: string;
  readonly database: SqliteDatabase;
  readonly store: AuditStore;
  readonly key: SigningKey;
  readonly anchor: AnchorFile;
  readonly log: AuditLog;
  /** Ends this life of it; the files stay. */
  close(): void;
}

/** A home of its own that goes with the test. */
export function auditHome(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-audit-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

let instant = 1_700_000_000_000;
const clock = { now: () => instant++ };

/** Opens what is in the folder. `between` may do something to the files of the open database before the chain is. */
export async function openAudit(
  folder: string,
  {
    redact = same,
    between = () => {},
  }: { redact?: <Value>(value: Value) => Value; between?: (db: SqliteDatabase) => void } = {},
): Promise<AuditWorld> {
  const database = openDatabase({ file: join(folder, 'straylight.db'), synchronous: 'full', now: clock.now });
  between(database);
  const key = await openSigningKey({ folder: join(folder, 'keys') });
  const store = sqliteAuditStore(database);
  const anchor = anchorFile(join(folder, 'audit.anchor'), key);
  const log = auditLog({ store, anchor, key, clock, redact });
  return {
    folder,
    database,
    store,
    key,
    anchor,
    log,
    close() {
      log.close();
      database.close();
    },
  };
}

/** What `straylight audit verify` finds. */
export function verified({ store, anchor, key }: Pick<AuditWorld, 'store' | 'anchor' | 'key'>): ChainResult {
  const check = chainCheck(sha256, verifySignature);
  for (const entry of store.after(0, Number.MAX_SAFE_INTEGER)) check.add(entry);
  return check.result({ found: anchor.read(), key: key.publicKey, hashAt: store.hashAt });
}

const same = <Value>(value: Value): Value => value;
