/**
 * The keys of a home: the keyring of the system where the owner wants it, and the key that signs approvals and the
 * audit chain.
 */

import type { Config } from '../../../config/load.ts';
import { osKeyring } from '../../adapters/secrets/keyring.ts';
import { openSigningKey } from '../../adapters/secrets/signing-key.ts';
import { inEnglish, type Sentence } from '../../domain/policy/sentence.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keyring } from '../../ports/secrets/keyring.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import { value } from '../feature.ts';

export interface Keys {
  readonly keyring: Keyring | undefined;
  readonly signing: SigningKey;
}

declare module '../feature.ts' {
  interface Features {
    readonly keys: Keys;
  }
}

/** Makes the signing key with the first start. */
export const openKeys = value('keys', ['home'], async ({ home: { config, clock, log } }) => {
  const keyring = keyringOf(config, clock);
  const say = (said: Sentence) => log({ level: 'info', event: 'keys', text: inEnglish(said) });
  return { keyring, signing: await openSigningKey({ folder: config.paths.keys, keyring, say }) };
});

/** Undefined where keys are files of the home (`[keys] store = "file"`). */
export function keyringOf({ keys }: Config, clock: Clock): Keyring | undefined {
  return keys.store === 'auto' ? osKeyring({ clock }) : undefined;
}
