/** What is known of a call before its owner is asked: was it denied just now, does a standing approval cover it. */

import { isTrusted, type TrustedChannel } from '../../domain/approvals/answer.ts';
import { standingFor, standingText, strayedFrom } from '../../domain/approvals/standing.ts';
import type { JsonObject } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import { executorOf } from '../../domain/tools/declaration.ts';
import type { Precedent, PrecedentInput } from '../../machines/tool-call/types.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';
import type { ApprovalLedger, SignedStanding } from '../../ports/ledgers/approval.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';

/** A lookup. A denial binds before a standing approval does: it is the newer word. */
export function precedent({
  approvals,
  conversation,
  key,
  undoMs,
  language,
  trusted,
}: {
  readonly approvals: ApprovalLedger;
  readonly conversation: Pick<MessageStore, 'read'>;
  readonly key: Pick<SigningKey, 'verify'>;
  /** How the owner is asked now. */
  readonly undoMs: number;
  readonly language: Language;
  /** As for single answers (decisions.ts): a standing yes from elsewhere does not count for a grave call. */
  readonly trusted: readonly TrustedChannel[] | undefined;
}) {
  return ({ session, call, risk, taint, at }: PrecedentInput): Precedent => {
    const how = { undoMs, language };
    const denied = approvals.denialOf(session, call.digest);
    if (denied) return { kind: 'denied', ...how, reason: denied.reason ?? undefined };
    const counts = ({ by }: SignedStanding) => isTrusted({ decision: 'approve', by }, risk, trusted);
    const candidates = approvals.standing(at, call.tool).filter(one => counts(one) && isSigned(one));
    if (candidates.length === 0) return { kind: 'none', ...how };
    const args = JSON.parse(conversation.read(call.arguments)) as JsonObject;
    const place = { facts: call.facts, executor: executorOf(call) };
    const wanted = { session, tool: call.tool, arguments: args, ...place, risk, taint };
    const found = standingFor(wanted, candidates, at);
    if (found) return { kind: 'standing', standing: found.id, ...how };
    const strayed = strayedFrom(wanted, candidates, at);
    return { kind: 'none', ...how, strayed: strayed.length === 0 ? undefined : strayed };
  };

  function isSigned(one: SignedStanding): boolean {
    return key.verify(standingText(one), one.signature);
  }
}
