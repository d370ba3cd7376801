/** The credential guard: what it does is recorded, never what the message said. */

import type { CredentialGuard } from '../../actors/conversation/guarded-message.ts';
import { saidPasswords } from '../../domain/secrets/credential-guard.ts';
import type { Redactor } from '../../domain/secrets/redaction.ts';
import type { AuditLog } from '../../ports/audit-log.ts';

/** Each makes every look a little longer. */
const mostLearned = 500;

export function credentialGuard(options: {
  readonly redactor: Pick<Redactor, 'find' | 'text' | 'learn'>;
  readonly language: CredentialGuard['language'];
  readonly audit: AuditLog['record'];
}): CredentialGuard {
  const { redactor, language, audit } = options;
  /** Kept in memory alone: on the disk nothing of them stands, and after a restart they are learned when said again. */
  const learned = new Set<string>();
  return {
    redactor,
    language,
    learn(text) {
      for (const value of saidPasswords(text))
        if (!learned.has(value) && learned.size < mostLearned) {
          learned.add(value);
          redactor.learn('password', value);
        }
    },
    record: (session, { verdict, kinds, characters }) =>
      audit({
        kind: verdict === 'block' ? 'message.blocked' : 'message.redacted',
        subject: session,
        actor: 'owner',
        facts: { kinds: [...kinds], characters },
      }),
  };
}
