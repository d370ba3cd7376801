/** The secrets as the vault had them when it was last read: in memory alone. */
import type { AuditNote } from '../../domain/audit/audit.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { SecretVault, VaultEntry } from '../../ports/secrets/vault.ts';

export interface HeldSecrets {
  get(name: string): VaultEntry | undefined;
  all(): readonly VaultEntry[];
  /** The vault was changed since it was read. */
  isStale(): boolean;
  /** Reads the vault; one reading after another. Never rejects. */
  reload(): Promise<void>;
  /** Why it could not be read; undefined: it was. */
  trouble(): string | undefined;
}

export function heldSecrets({
  vault,
  learn,
  record,
}: {
  readonly vault: SecretVault;
  /** The redactor: from now on this value is not shown. */
  readonly learn: (name: string, value: string) => void;
  /** Writes down what was changed since the vault was read before. */
  readonly record: (note: AuditNote) => void;
}): HeldSecrets {
  let held: ReadonlyMap<string, VaultEntry> = new Map();
  let known: ReadonlyMap<string, VaultEntry> | undefined;
  let seen = '';
  let trouble: string | undefined;
  let reading: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    const version = vault.version();
    try {
      const entries = version === 'none' ? [] : await vault.read();
      for (const { name, value } of entries) learn(name, value);
      held = new Map(entries.map(entry => [entry.name, entry]));
      trouble = undefined;
      if (known) for (const note of changes(known, held)) record(note);
      known = held;
    } catch (thrown) {
      held = new Map();
      trouble = toFailure(thrown).message;
    }
    seen = version;
  }

  return {
    get: name => held.get(name),
    all: () => [...held.values()],
    isStale: () => vault.version() !== seen,
    reload() {
      reading = reading.then(read);
      return reading;
    },
    trouble: () => trouble,
  };
}

function changes(before: ReadonlyMap<string, VaultEntry>, now: ReadonlyMap<string, VaultEntry>): AuditNote[] {
  const set = [...now.values()].filter(entry => JSON.stringify(before.get(entry.name)) !== JSON.stringify(entry));
  const removed = [...before.keys()].filter(name => !now.has(name));
  return [
    ...set.map(({ name, rule }) => ({
      kind: 'secret.set' as const,
      subject: name,
      facts: { rule: { ...rule }, replaced: before.has(name) },
    })),
    ...removed.map(name => ({ kind: 'secret.removed' as const, subject: name, facts: {} })),
  ];
}
