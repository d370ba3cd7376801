/**
 * A secret that belongs to one home and is made by itself: the key approvals and audit heads are signed with, the key
 * the secrets are encrypted with.
 *
 * It lies in the keyring of the system where there is one, and a file `NAME.keyring` then says under which name; else
 * in the file NAME, readable by this user alone. Whichever it was at first, it stays: a keyring that is locked today
 * does not get a second key made beside it. Both lie in a folder of the home that no sandbox is given.
 *
 *     const identity = await homeKey({ folder: paths.keys, name: 'secrets.age', make: () => generateIdentity(), keyring
 *     });
 */

import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Sentence, says } from '../../domain/policy/sentence.ts';
import { fault, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import type { Keyring } from '../../ports/secrets/keyring.ts';
import { randomText } from '../process/clock.ts';

/** The secret, made and kept if this home has none. Throws a `Fault` where one was made before and cannot be had. */
export async function homeKey(options: {
  /** Made (0700) where it is missing. */
  readonly folder: string;
  /** Names the file, and the entry of the keyring. */
  readonly name: string;
  /** Makes the secret, once; what it throws is passed on, so a key that must not be replaced can refuse. */
  readonly make: () => string | Promise<string>;
  /** Left out: the file alone. */
  readonly keyring?: Keyring | undefined;
  /** Told where the secret was put, and of permissions that were mended; never the secret. */
  readonly say?: (message: Sentence) => void;
}): Promise<string> {
  const { folder, name, make, keyring, say = () => {} } = options;
  const file = join(folder, name);
  const marker = `${file}.keyring`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const found = readOwn(file, say);
  if (found !== undefined) return found;
  const account = readOwn(marker, say);
  if (account !== undefined) return fromKeyring(account, marker, keyring);

  const secret = (await make()).trim();
  if (keyring) {
    const fresh = `${name} ${randomText(16)}`;
    try {
      await keyring.set(fresh, secret);
      if (keepOnce(marker, fresh)) return secret;
      await keyring.remove(fresh); // another process was first
      return homeKey(options);
    } catch (thrown) {
      say(says`${name} is kept in ${file}: ${saidOf(toFailure(thrown))}`);
    }
  }
  return keepOnce(file, secret) ? secret : homeKey(options);
}

async function fromKeyring(account: string, marker: string, keyring: Keyring | undefined): Promise<string> {
  if (!keyring)
    throw fault(
      'invalid',
      `${marker} says the key lies in the keyring of this system; set keys.store = "auto" to use it`,
    );
  const secret = await keyring.get(account);
  if (secret === undefined)
    throw fault(
      'invalid',
      `the keyring has no entry "straylight" / "${account}", named in ${marker}; restore it, or remove that file to begin with a new key`,
    );
  return secret;
}

/**
 * The text of a file that is ours alone; undefined where there is none. Others' right to read it is taken away, and
 * said.
 */
function readOwn(path: string, say: (message: Sentence) => void): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault('invalid', `expected a file of your own at ${path}, but: ${toFailure(thrown).message}`);
  }
  try {
    const status = fstatSync(file);
    if (!status.isFile() || status.uid !== process.getuid?.())
      throw fault(
        'invalid',
        `expected a file of your own at ${path}; what is there is none, remove it or give it back to you`,
      );
    if ((status.mode & 0o077) !== 0) {
      fchmodSync(file, 0o600);
      say(says`${path} could be read or written by other users; it is yours alone again`);
    }
    const text = readFileSync(file, 'utf8').trim();
    if (text === '')
      throw fault('invalid', `${path} is empty; restore it from a copy, or remove it to begin with a new key`);
    return text;
  } finally {
    closeSync(file);
  }
}

/** Puts a whole file in place at once. False: there was one already. */
function keepOnce(path: string, text: string): boolean {
  const draft = `${path}.${randomText(8)}`;
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(file, `${text}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(draft, path);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw fault('invalid', `expected to keep a key at ${path}, but: ${toFailure(thrown).message}`);
  } finally {
    rmSync(draft, { force: true });
  }
}
