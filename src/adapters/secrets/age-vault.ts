/**
 * The vault as one file encrypted with age, for one X25519 key: `age -d -i KEYFILE secrets.age` shows its owner what is
 * in it.
 *
 * The library is loaded with the first secret, since most starts need none.
 */
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import type { SecretVault, VaultEntry } from '../../ports/secrets/vault.ts';
import { alone, readWhole, replaceWhole, versionOf } from './vault-file.ts';
import { checkEntry, readVaultText, writeVaultText } from './vault-text.ts';

export function ageVault({
  file,
  key,
}: {
  /** Its folder is there. */
  readonly file: string;
  /**
   * The key (`AGE-SECRET-KEY-1…`), kept from one that `make` makes where there is none. What `make` throws is passed
   * on.
   */
  readonly key: (make: () => Promise<string>) => Promise<string>;
}): SecretVault {
  async function read(): Promise<readonly VaultEntry[]> {
    const bytes = readWhole(file);
    return bytes === undefined
      ? []
      : readVaultText(await decrypted(bytes, file, await key(() => noNewKey(file))), file);
  }

  /** `edit` answers whether it has changed anything. */
  function change(edit: (entries: Map<string, VaultEntry>) => boolean): Promise<boolean> {
    return alone(file, async () => {
      const entries = new Map((await read()).map(entry => [entry.name, entry]));
      const isChanged = edit(entries);
      if (isChanged) replaceWhole(file, await encrypted(writeVaultText([...entries.values()]), await key(newKey)));
      return isChanged;
    });
  }

  return {
    place: file,
    version: () => versionOf(file),
    read,
    async set(entry) {
      checkEntry(entry);
      await change(entries => entries.set(entry.name, entry).size > 0);
    },
    remove: name => change(entries => entries.delete(name)),
  };
}

const age = () => import('age-encryption');

async function newKey(): Promise<string> {
  return (await age()).generateX25519Identity();
}

/** What is encrypted already needs the key it was encrypted for. */
async function noNewKey(file: string): Promise<never> {
  throw fault(
    'invalid',
    `the key of ${file} is not there; restore it from a copy, or move the file away to start with none`,
  );
}

async function encrypted(text: string, key: string): Promise<Uint8Array> {
  const { Encrypter, identityToRecipient } = await age();
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key));
  return encrypter.encrypt(text);
}

async function decrypted(bytes: Uint8Array, file: string, key: string): Promise<string> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(key);
  } catch {
    throw fault('invalid', `the key of ${file} is no key of age; restore it from a copy`);
  }
  try {
    return await decrypter.decrypt(bytes, 'text');
  } catch (thrown) {
    // The library's words may hold the first line of what is there, which may be anything.
    throw /no identity matched/.test(toFailure(thrown).message)
      ? fault('invalid', `${file} is encrypted for another key than the one of this home; restore the key or the file`)
      : fault('invalid', `${file} is damaged and cannot be decrypted; restore it from a copy`);
  }
}
