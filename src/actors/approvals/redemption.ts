/** May the grant of an approval start this call? It is looked up in the transaction in which it is then consumed. */

import { grantText, whyUnredeemed } from '../../domain/approvals/grant.ts';
import type { Redemption, RedemptionInput } from '../../machines/tool-call/types.ts';
import type { ApprovalLedger } from '../../ports/ledgers/approval.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';

/** A lookup. */
export function redemption(approvals: Pick<ApprovalLedger, 'grant'>, key: Pick<SigningKey, 'verify'>) {
  return ({ approval, digest, at }: RedemptionInput): Redemption => {
    const problem = whyUnredeemed(approvals.grant(approval), { digest, now: at }, grant =>
      key.verify(grantText(grant), grant.signature),
    );
    return problem === undefined ? {} : { problem };
  };
}
