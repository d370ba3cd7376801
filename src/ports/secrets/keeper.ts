/** Port: the secrets of an agent while it runs, as its tools, its models and its owner see them. */
import type { SecretRow, SecretService } from '../../domain/secrets/rule.ts';
import type { SecretAccess } from './access.ts';
import type { VaultEntry } from './vault.ts';

export interface SecretKeeper extends SecretAccess {
  readonly service: SecretService;
  /** What a model is told: names and what they are for; empty where there is none. */
  describe(): string;
  /** Those that are known now; none where the vault cannot be used. No value is among that. */
  held(): readonly SecretRow[];
  /** Puts one into the vault. Rejects with `invalid` where it cannot be kept. */
  keep(entry: VaultEntry): Promise<void>;
  /** Calls this whenever the vault was read again. */
  follow(changed: () => void): void;
  /** Why the vault cannot be used, in a sentence; undefined where it can. */
  readonly trouble: string | undefined;
}
