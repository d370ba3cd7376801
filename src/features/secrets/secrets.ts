/** The owner's secrets: where they lie, and how the running process comes by them. */

import type { Config } from '../../../config/load.ts';
import { homeKey } from '../../adapters/home/key.ts';
import { ageVault } from '../../adapters/secrets/age-vault.ts';
import { openSecrets as openKeeper } from '../../adapters/secrets/keeper.ts';
import { sqliteSecretUses } from '../../adapters/stores/sqlite/queries/uses.ts';
import { inEnglish, type Sentence } from '../../domain/policy/sentence.ts';
import { secretTakers } from '../../domain/secrets/rule.ts';
import type { SecretKeeper } from '../../ports/secrets/keeper.ts';
import type { Keyring } from '../../ports/secrets/keyring.ts';
import type { SecretVault } from '../../ports/secrets/vault.ts';
import { value } from '../feature.ts';

/** `secrets.age` in the home. Its key is `keys/secrets.key`, or in the keyring; it is made with the first secret. */
export function vaultOf({
  config: { paths },
  keyring,
  say,
}: {
  readonly config: Config;
  readonly keyring: Keyring | undefined;
  /** Told where its key was put; never the key. */
  readonly say: (said: Sentence) => void;
}): SecretVault {
  return ageVault({
    file: paths.secretsFile,
    key: make => homeKey({ folder: paths.keys, name: 'secrets.key', make, keyring, say }),
  });
}

declare module '../feature.ts' {
  interface Features {
    readonly secrets: SecretKeeper;
    /** What Straylight itself keeps encrypted, for the same key: the tokens of logins. */
    readonly logins: SecretVault;
  }
}

export const openLogins = value('logins', ['core', 'keys'], ({ core: { config, log }, keys: { keyring } }) => {
  const { keys: folder, loginsFile: file } = config.paths;
  const say = (said: Sentence) => log({ level: 'warn', event: 'logins', text: inEnglish(said) });
  return ageVault({ file, key: make => homeKey({ folder, name: 'secrets.key', make, keyring, say }) });
});

/** A vault that cannot be opened is logged; the process goes on without. */
export const openSecrets = value('secrets', ['core', 'keys', 'audit'], async ({ core, keys: { keyring }, audit }) => {
  const { config, database, redactor, log, toolbox } = core;
  const say = (said: Sentence) => log({ level: 'warn', event: 'secrets', text: inEnglish(said) });
  const keeper = await openKeeper({
    vault: vaultOf({ config, keyring, say }),
    learn: redactor.learn,
    record: audit.record,
    lastUses: sqliteSecretUses(database),
    takers: () => secretTakers(toolbox.declared),
  });
  if (keeper.trouble !== undefined) say(`no secret can be used: ${keeper.trouble}`);
  return keeper;
});
