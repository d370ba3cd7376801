/**
 * The keyring of the operating system: macOS Keychain, or a Secret Service (GNOME, KDE) on Linux.
 *
 * Loaded when it is first asked, since the library brings native code. On Linux the Secret Service is named: left to
 * itself the library falls back to the kernel's keyring, which forgets everything when the machine restarts.
 */

import { says } from '../../domain/policy/sentence.ts';
import { fault, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keyring } from '../../ports/secrets/keyring.ts';

/** The keyring of the user who runs this process. A dialog to unlock it may take `deadlineMs`. */
export function osKeyring({
  clock,
  deadlineMs = 10_000,
}: {
  readonly clock: Clock;
  readonly deadlineMs?: number;
}): Keyring {
  const entry = async (account: string) => {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry('straylight', account, { linux: { store: 'secret-service' } });
  };
  const limited = <Value>(work: Promise<Value>) => inTime(work, clock, deadlineMs);
  return {
    get: account => limited(entry(account).then(async found => (await found.getPassword()) ?? undefined)),
    set: (account, secret) => limited(entry(account).then(found => found.setPassword(secret))),
    remove: account => limited(entry(account).then(async found => void (await found.deleteCredential()))),
  };
}

function inTime<Value>(work: Promise<Value>, clock: Clock, deadlineMs: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(deadlineMs, () =>
      reject(
        fault('timeout', says`the keyring of this system did not answer within ${deadlineMs / 1000} s; is it locked?`),
      ),
    );
    work
      .then(resolve, (thrown: unknown) =>
        reject(fault('unavailable', says`the keyring of this system cannot be used: ${saidOf(toFailure(thrown))}`)),
      )
      .finally(cancel);
  });
}
