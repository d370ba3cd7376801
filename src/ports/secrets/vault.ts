/**
 * Port: where the values of secrets lie when nobody uses them.
 *
 * The contract:
 * - What `read` answers is all there is, or it rejects with a `Fault` that says what is wrong with the file or its key;
 *   a part is never answered. A vault that was never written is empty, and reading it asks for no key.
 * - `set` and `remove` change one entry and keep the rest. They never write over what they could not read, one change
 *   is made at a time, by any process, and a change that is cut off leaves the old content whole.
 * - No message holds a value.
 */
import type { SecretRow } from '../../domain/secrets/rule.ts';

/** One secret as it is kept; when it was last used stands in the audit. */
export interface VaultEntry extends Omit<SecretRow, 'lastUsedAt'> {
  /** 8 characters at least. */
  readonly value: string;
}

export interface SecretVault {
  /** For messages. */
  readonly place: string;
  /** Stands for the content as it is now; another content has another one. `none` where nothing was ever written. */
  version(): string;
  read(): Promise<readonly VaultEntry[]>;
  /** Rejects with `invalid` where the entry is none. */
  set(entry: VaultEntry): Promise<void>;
  /** False where there was none of that name. */
  remove(name: string): Promise<boolean>;
}
