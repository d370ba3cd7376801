/** How a writer notes in the audit chain what it has written. */
import type { AuditNote } from '../../../domain/audit/audit.ts';
import type { JsonObject } from '../../../domain/text/json.ts';
import type { AuditLog } from '../../../ports/audit-log.ts';
import type { WriteContext } from '../../../ports/writer.ts';

/** Notes one thing that happened: of which kind, to what, by whom. */
export type Note = (
  step: WriteContext,
  kind: AuditNote['kind'],
  subject: string,
  actor: string,
  facts?: JsonObject,
) => void;

/** Notes in this chain. */
export function noteIn(audit: AuditLog['write']): Note {
  return (step, kind, subject, actor, facts = {}) => audit({ kind, subject, actor, facts }, step);
}
