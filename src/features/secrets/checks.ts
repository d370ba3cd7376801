/** Whether the vault of secrets can be opened. */
import { secretsCheck } from '../../commands/doctor/checks.ts';
import type { Check } from '../../commands/doctor/doctor.ts';
import type { CheckServices } from '../feature.ts';
import { vaultOf } from './secrets.ts';

export function checks({ config, keyring }: CheckServices): readonly Check[] {
  const vault = vaultOf({ config, keyring, say: () => {} });
  return [secretsCheck(config.paths.secretsFile, async () => (await vault.read()).length)];
}
