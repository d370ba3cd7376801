/** The credential guard: what it does is recorded, never what the message said. */

import type { CredentialGuard } from '../../actors/conversation/guarded-message.ts';
import type { AuditLog } from '../../ports/audit-log.ts';

export function credentialGuard(options: {
  readonly redactor: CredentialGuard['redactor'];
  readonly language: CredentialGuard['language'];
  readonly audit: AuditLog['record'];
}): CredentialGuard {
  const { redactor, language, audit } = options;
  return {
    redactor,
    language,
    record: (session, { verdict, kinds, characters }) =>
      audit({
        kind: verdict === 'block' ? 'message.blocked' : 'message.redacted',
        subject: session,
        actor: 'owner',
        facts: { kinds: [...kinds], characters },
      }),
  };
}
