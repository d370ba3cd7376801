/** The checks of the audit chain with Node's SHA-256 and Ed25519, for a reader of all of it. */
import { createPublicKey, hash, verify } from 'node:crypto';
import { type AnchorChecks, type AuditEntry, type FoundAnchor, origin } from '../../domain/audit/audit.ts';
import { type ChainResult, chainCheck } from '../../domain/audit/check.ts';

export interface ChainReader {
  /** The next row, in order. */
  add(entry: AuditEntry): void;
  result(found: FoundAnchor, key: string): ChainResult;
}

export function chainReader(): ChainReader {
  const check = chainCheck(text => hash('sha256', text, 'base64url'), isSigned);
  const hashes = new Map([[origin.n, origin.hash]]);
  return {
    add(entry) {
      check.add(entry);
      hashes.set(entry.n, entry.hash);
    },
    result: (found, key) => check.result({ found, key, hashAt: n => hashes.get(n) }),
  };
}

/** Is this the signature over the text by the owner of the public key? There is one way to write it. */
const isSigned: AnchorChecks['verify'] = (publicKey, text, signature) => {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
    const bytes = Buffer.from(signature, 'base64url');
    return bytes.toString('base64url') === signature && verify(null, Buffer.from(text), key, bytes);
  } catch {
    return false;
  }
};
