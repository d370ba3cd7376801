/** The owner's secrets: where they lie, and how the running house comes by them. */
import type { Config } from '../../config/load.ts';
import type { AuditLog } from '../adapters/audit/log.ts';
import { homeKey } from '../adapters/home/key.ts';
import { ageVault } from '../adapters/secrets/age-vault.ts';
import { openSecrets, type SecretKeeper } from '../adapters/secrets/keeper.ts';
import type { Keyring } from '../adapters/secrets/keyring.ts';
import type { SqliteDatabase } from '../adapters/stores/sqlite/database.ts';
import { sqliteSecretUses } from '../adapters/stores/sqlite/secret-uses.ts';
import type { Redactor } from '../domain/secrets/redaction.ts';
import type { SecretVault } from '../ports/secret-vault.ts';

export interface VaultOptions {
  readonly config: Config;
  readonly keyring: Keyring | undefined;
  /** Told where its key was put; never the key. */
  readonly say: (text: string) => void;
}

/** `secrets.age` in the home. Its key is `keys/secrets.key`, or in the keyring; it is made with the first secret. */
export function vaultOf({ config: { paths }, keyring, say }: VaultOptions): SecretVault {
  return ageVault({
    file: paths.secretsFile,
    key: make => homeKey({ folder: paths.keys, name: 'secrets.key', make, keyring, say }),
  });
}

/** The secrets of a house. A vault that cannot be opened is told through `say`; the house goes on without. */
export async function secretsOf(
  options: VaultOptions & {
    readonly database: SqliteDatabase;
    readonly redactor: Redactor;
    readonly audit: AuditLog;
  },
): Promise<SecretKeeper> {
  const { database, redactor, audit, say } = options;
  const keeper = await openSecrets({
    vault: vaultOf(options),
    learn: redactor.learn,
    record: audit.record,
    lastUses: sqliteSecretUses(database),
  });
  if (keeper.trouble !== undefined) say(`no secret can be used: ${keeper.trouble}`);
  return keeper;
}
