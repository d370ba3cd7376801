/**
 * The key of an agent that is made up: the same in every run, so that the same agent writes the same rows. It guards
 * nothing.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { verifySignature } from '../../src/adapters/secrets/signing-key.ts';
import type { SigningKey } from '../../src/ports/secrets/signing-key.ts';

export function fixedKey(): SigningKey {
  const key = privateKey();
  const publicKey = String(createPublicKey(key).export({ format: 'jwk' }).x);
  return {
    publicKey,
    sign: text => sign(null, Buffer.from(text), key).toString('base64url'),
    verify: (text, signature) => verifySignature(publicKey, text, signature),
  };
}

/** As it lies in a home, in `keys/signing.pem`. */
export function fixedPem(): string {
  return privateKey().export({ type: 'pkcs8', format: 'pem' }).toString();
}

function privateKey(): KeyObject {
  const seed = Buffer.from('302e020100300506032b657004220420'.padEnd(96, '7'), 'hex');
  return createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' });
}
