/** A signing key for one test, which nothing keeps. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { verifySignature } from '../../src/adapters/secrets/signing-key.ts';
import type { SigningKey } from '../../src/ports/secrets/signing-key.ts';

export function testKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const shared = String(publicKey.export({ format: 'jwk' }).x);
  return {
    publicKey: shared,
    sign: text => sign(null, Buffer.from(text), privateKey).toString('base64url'),
    verify: (text, signature) => verifySignature(shared, text, signature),
  };
}
