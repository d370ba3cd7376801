/** Where the signing key is kept. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { randomText } from '../../adapters/process/clock.ts';
import { osKeyring } from '../../adapters/secrets/keyring.ts';
import { weakKey } from '../../commands/security/records.ts';
import type { SecurityLook } from '../../commands/security/security.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LookServices } from '../feature.ts';

export function looks({ settled, paths, clock }: LookServices): readonly SecurityLook[] {
  if (settled === undefined) return [];
  const { keys } = settled.config;
  const pem = join(paths.keys, 'signing.pem');
  return [
    {
      name: 'keyring',
      run: async () =>
        weakKey(pem, existsSync(pem), keys.store === 'auto' && existsSync(pem) && (await answersKeyring(clock))),
    },
  ];
}

async function answersKeyring(clock: Clock): Promise<boolean> {
  try {
    await osKeyring({ clock, deadlineMs: 3_000 }).get(`probe ${randomText(8)}`);
    return true;
  } catch {
    return false;
  }
}
