/** Did this yes come in through the door, where it was signed? */
import type { SigningKey } from '../adapters/signing-key.ts';
import { grantText, type SignedGrant } from '../domain/approvals/grant.ts';

/** A lookup. */
export function verification(key: Pick<SigningKey, 'verify'>) {
  return (grant: SignedGrant): { readonly genuine: boolean } => ({
    genuine: key.verify(grantText(grant), grant.signature),
  });
}
