/** A vault in a folder of its own, with the key in a file beside it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeKey } from '../../../src/adapters/home/key.ts';
import { ageVault } from '../../../src/adapters/secrets/age-vault.ts';
import type { Keyring } from '../../../src/ports/secrets/keyring.ts';
import type { VaultEntry } from '../../../src/ports/secrets/vault.ts';

export function vaultIn(folder: string, keyring?: Keyring) {
  const file = join(folder, 'secrets.age');
  return ageVault({
    file,
    key: make => homeKey({ folder: join(folder, 'keys'), name: 'secrets.key', make, keyring }),
  });
}

export function scratch(t: { after(clean: () => unknown): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-secrets-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function entry(name: string, value: string, more: Partial<VaultEntry> = {}): VaultEntry {
  const rule = {
    tools: ['web_request'] as const,
    hosts: ['api.com'],
    headers: ['authorization'],
    commands: [],
    agents: ['main'],
  };
  return { name, value, rule, createdAt: 1_000, ...more };
}
