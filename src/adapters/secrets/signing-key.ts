/**
 * The key this home signs with: approvals, and the head of the audit chain. Ed25519, made once, outside every sandbox.
 *
 * What it proves: the signer could use the key. A program that has the owner's own rights can do that
 * too.
 */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import type { Sentence } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Keyring } from '../../ports/secrets/keyring.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import { homeKey } from '../home/key.ts';

/** The home's key: `keys/signing.pem` (PKCS 8), or the keyring's. Made where the home has none. */
export async function openSigningKey(options: {
  /** The folder of the home's keys. */
  readonly folder: string;
  readonly keyring?: Keyring | undefined;
  readonly say?: (message: Sentence) => void;
}): Promise<SigningKey> {
  const pem = await homeKey({ ...options, name: 'signing.pem', make: newPem });
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw fault(
      'invalid',
      `the signing key in ${options.folder} cannot be read as a private key in PEM; restore it from a copy`,
    );
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw fault('invalid', `expected an Ed25519 key in ${options.folder}/signing.pem, got ${key.asymmetricKeyType}`);
  const shared = createPublicKey(key);
  return {
    publicKey: String(shared.export({ format: 'jwk' }).x),
    sign: text => sign(null, Buffer.from(text), key).toString('base64url'),
    verify: (text, signature) => isSignedBy(shared, text, signature),
  };
}

/** Was the text signed by the owner of this public key? False for whatever is no key or no signature. */
export function verifySignature(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
    return isSignedBy(key, text, signature);
  } catch {
    return false;
  }
}

/** Only the one way of writing a signature counts, so that a changed one is never the same one. */
function isSignedBy(key: KeyObject, text: string, signature: string): boolean {
  if (!/^[\w-]{86}$/.test(signature)) return false;
  const bytes = Buffer.from(signature, 'base64url');
  return bytes.toString('base64url') === signature && verify(null, Buffer.from(text), key, bytes);
}

function newPem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
