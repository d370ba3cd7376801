/** Did this yes come in where the owner's answers are signed? */

import { grantText, type SignedGrant } from '../../domain/approvals/grant.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';

/** A lookup. */
export function verification(key: Pick<SigningKey, 'verify'>) {
  return (grant: SignedGrant): { readonly genuine: boolean } => ({
    genuine: key.verify(grantText(grant), grant.signature),
  });
}
